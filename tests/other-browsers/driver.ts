// One interface over two browsers that Playwright does not drive: Debian's Firefox ESR by WebDriver BiDi, and WebKitGTK by
// WebDriver, on a virtual screen. Real keys and a real pointer; scripts only read the page, or hand it what a test can't make by hand.

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type KeyInput } from 'puppeteer-core';
import { Builder, Capabilities, Key, Origin } from 'selenium-webdriver';

export const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';

/** A key by its name in DOM events, such as `ArrowDown` or `a`. */
export type KeyName = KeyInput;

/** A browser with one page. */
export interface Driver {
  go(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Returns the value of an expression in the page. */
  read<T>(expression: string): Promise<T>;
  /** Clicks at a point, in CSS pixels of the window. */
  click(x: number, y: number): Promise<void>;
  /** Drags from a point to another one. */
  drag(from: { readonly x: number; readonly y: number }, to: { readonly x: number; readonly y: number }): Promise<void>;
  /** Types characters, one key each. */
  type(text: string): Promise<void>;
  /** Presses the last key while the others are held. */
  press(...keys: readonly KeyName[]): Promise<void>;
  close(): Promise<void>;
}

export const hasFirefox = (): boolean => existsSync(FIREFOX);
export const hasWebKit = (): boolean => existsSync(WEBKIT_DRIVER) && existsSync(XVFB);

export async function openFirefox(): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    protocol: 'webDriverBiDi',
    args: ['--width=1440', '--height=900'],
  });
  const page = await browser.newPage();
  // The page asks before unsaved work is left.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await page.setViewport({ width: 1440, height: 900 });
  return {
    go: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    read: <T>(expression: string) => page.evaluate(`(async () => (${expression}))()`) as Promise<T>,
    click: (x, y) => page.mouse.click(x, y),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 8 });
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    async press(...keys) {
      for (const key of keys) await page.keyboard.down(key);
      for (const key of keys.toReversed()) await page.keyboard.up(key);
    },
    close: () => browser.close(),
  };
}

/** Keys of WebDriver by their names in DOM events. */
const WEBDRIVER_KEYS: Readonly<Record<string, string>> = {
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  Enter: Key.RETURN,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  Home: Key.HOME,
  End: Key.END,
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  F2: Key.F2,
  F7: Key.F7,
};

export async function openWebKit(): Promise<Driver> {
  const display = `:${90 + (process.pid % 100)}`;
  const started: ChildProcess[] = [
    spawn(XVFB, [display, '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], { stdio: 'ignore' }),
  ];
  const end = (): void => started.forEach((one) => one.kill());
  try {
    const port = await freePort();
    const home = mkdtempSync(join(tmpdir(), 'diptych-webkit-'));
    const environment = { ...process.env, DISPLAY: display, HOME: home, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
    started.push(spawn(WEBKIT_DRIVER, [`--port=${port}`], { stdio: 'ignore', env: environment }));
    await answering(`http://127.0.0.1:${port}/status`);
    const capabilities = new Capabilities({ browserName: 'MiniBrowser' });
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(capabilities)
      .build();
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 960 });
    const nameOf = (key: string): string => WEBDRIVER_KEYS[key] ?? key;
    return {
      go: (address) => driver.get(address),
      reload: () => driver.navigate().refresh(),
      read: <T>(expression: string) =>
        driver.executeAsyncScript<T>(
          `const done = arguments[arguments.length - 1]; (async () => (${expression}))().then(done, (error) => done('failed: ' + error));`,
        ),
      click: (x, y) =>
        driver
          .actions()
          .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
          .click()
          .perform(),
      drag: (from, to) => {
        const at = ({ x, y }: { readonly x: number; readonly y: number }) => ({
          x: Math.round(x),
          y: Math.round(y),
          origin: Origin.VIEWPORT,
          duration: 50,
        });
        const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
        return driver.actions().move(at(from)).press().move(at(between)).move(at(to)).release().perform();
      },
      type: (text) => driver.actions().sendKeys(text).perform(),
      async press(...keys) {
        const actions = driver.actions();
        for (const key of keys) actions.keyDown(nameOf(key));
        for (const key of keys.toReversed()) actions.keyUp(nameOf(key));
        await actions.perform();
      },
      async close() {
        await driver.quit().catch(() => undefined);
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Resolves once an address answers. @throws if it does not within 20 s */
async function answering(address: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${address} does not answer`);
}
