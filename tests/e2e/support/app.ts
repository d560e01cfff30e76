// What the tests in a real browser share: the built page on its real server, and what a person does.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type ViewportSize,
} from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { CHROMIUM_ARGUMENTS, findBrowser } from '../../../scripts/setup.mjs';
import { createServer } from '../../../src/server/app.ts';
import { listenFrom } from '../../../src/server/listen.ts';
import { loadBlank, makeBlank, showHash, VIEWPORT } from './reuse.ts';
import { caughtBytes, isCatching } from './saves.ts';
import { giveBack, isSettable, openWarm } from './warmcontext.ts';

const CLIENT = join(import.meta.dirname, '../../../dist/client');

/** A page that stands still for so long is frozen, also on a machine that is shared; how long tasks are is for the benches to say. */
export const FROZEN_MS = 4000;

export const CLIPBOARD: BrowserContextOptions = { permissions: ['clipboard-read', 'clipboard-write'] };

/** How a page is made. */
export interface PageOptions {
  readonly context?: BrowserContextOptions;
  /** Messages of the console and script errors that the test provokes. */
  readonly allow?: RegExp;
}

/** What the page that tests share can be asked for. */
export interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: ViewportSize;
}

/** The page's server and a browser for one file of tests. */
export interface Stage {
  /**
   * A page with `[]` in both panels, text on the left and a tree on the right, that may read and write the clipboard: the one
   * that the test before has used, unless it does not look like new or had other options. For a test that changes nothing
   * outside of what is seen and stored. The size and the colours that are asked for are put back before the next test.
   */
  blank(options?: BrowserContextOptions): Promise<Page>;
  /** The same page once it shows what a hash holds; a panel that the hash does not name is empty. */
  show(hash: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page; a script error on it fails the test. */
  open(hash?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Makes a page and leaves it to the test to go anywhere. */
  prepare(options?: PageOptions): Promise<Page>;
  address(): string;
}

/** What the page's server has besides the page. */
export interface StageOptions {
  /** What is set up for the page, by area. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** Adds routes to the server. */
  readonly extend?: (server: FastifyInstance) => Promise<void>;
  /** Names of what a page may have stored when the next test gets it; its pages are for this file alone. */
  readonly passed?: readonly string[];
  /** Makes another server of the page than the plain one. */
  readonly serve?: (clientFolder: string) => Promise<FastifyInstance>;
}

/** The browser of this process, for all files that it runs; it ends with the process. */
let shared: Promise<Browser> | null = null;
/** The address of the server that files share which need nothing of their own; it ends with the process. */
let sharedAddress: Promise<string> | null = null;
/** The page that the next test may use, how it was made, and which test has used it. */
let spare: { readonly page: Page; readonly madeFor: string; readonly usedBy: string } | null = null;
/** A page that gives no answer for so long does not answer any more. */
const ANSWER_MS = 60_000;
const DESCRIBE_MS = 5000;
/** What was logged as an error since the last test. */
const errors: string[] = [];

async function launchBrowser(): Promise<Browser> {
  const executablePath = await findBrowser();
  return chromium.launch({ ...(executablePath === null ? {} : { executablePath }), args: CHROMIUM_ARGUMENTS });
}

async function listen(server: FastifyInstance): Promise<string> {
  return `http://localhost:${await listenFrom(server, '127.0.0.1', 0)}/`;
}

/** Sets a stage up for the file that calls this. */
export function setStage({ configuration, extend, passed, serve }: StageOptions = {}): Stage {
  let server: FastifyInstance | null = null;
  let browser: Browser;
  let address = '';
  const pages: Page[] = [];
  /** The page of this test that another one may use. */
  let blank: { readonly page: Page; readonly madeFor: string } | null = null;

  beforeAll(async () => {
    if (!existsSync(CLIENT)) throw new Error('The page is not built: run "npm run build" before these tests.');
    if ([configuration, extend, passed, serve].every((option) => option === undefined)) {
      sharedAddress ??= createServer({ clientFolder: CLIENT }).then(listen);
      address = await sharedAddress;
    } else {
      server = await (serve?.(CLIENT) ??
        createServer({ clientFolder: CLIENT, ...(configuration && { configuration }) }));
      await extend?.(server);
      address = await listen(server);
    }
    // A file before may have killed it.
    if (shared !== null && !(await shared).isConnected()) shared = null;
    browser = await (shared ??= launchBrowser());
  });
  afterEach(async ({ task }) => {
    const found = errors.splice(0);
    const keeps = blank !== null && spare === null && found.length === 0 && task.result?.state !== 'fail';
    if (blank !== null && keeps) spare = { ...blank, usedBy: task.name };
    if (task.result?.state === 'fail') {
      for (const page of pages) process.stdout.write(`A page of "${task.name}" ${await describePage(page)}\n`);
    }
    for (const page of pages.splice(0)) if (page !== spare?.page) await giveBack(page);
    blank = null;
    expect(found).toEqual([]);
  });
  afterAll(async () => {
    if (server === null) return;
    if (spare?.madeFor.startsWith(address) === true) await closeSpare();
    await server.close();
  });

  async function takeBlank(options: BrowserContextOptions): Promise<Page> {
    const madeFor = address + JSON.stringify(options);
    if (spare !== null) {
      const { page, madeFor: made, usedBy } = spare;
      spare = null;
      pages.push(page);
      if (made === madeFor && (await answerOf(makeBlank(page), usedBy))) {
        blank = { page, madeFor };
        return page;
      }
      pages.pop();
      await giveBack(page);
    }
    const page = await stage.prepare({ context: { ...CLIPBOARD, ...options } });
    await loadBlank(page, address, passed ?? []);
    blank = { page, madeFor };
    return page;
  }

  const stage: Stage = {
    address: () => address,
    async blank({ colorScheme, viewport: asked, ...others } = {}) {
      const page = await takeBlank(others);
      const viewport = asked ?? VIEWPORT;
      if (viewport !== VIEWPORT) await page.setViewportSize(viewport);
      // A narrow page shows the panel that was used last.
      if (viewport.width < 700) await page.getByRole('radio', { name: 'Left', exact: true }).click();
      if (colorScheme === 'dark') await colourPage(page, 'dark');
      return page;
    },
    async show(hash, options) {
      const page = await stage.blank(options);
      await showHash(page, hash);
      return page;
    },
    async prepare({ context: options = {}, allow } = {}) {
      // Keeping the whole page for times without a network is what one file is about; elsewhere it takes time alone.
      const usual: BrowserContextOptions = {
        viewport: VIEWPORT,
        locale: 'en-US',
        timezoneId: 'UTC',
        serviceWorkers: 'block',
      };
      const page = isSettable(options)
        ? await openWarm(browser, address, usual, options)
        : await (await browser.newContext({ ...usual, ...options })).newPage();
      const note = (message: string): void => {
        if (allow?.test(message) !== true) errors.push(message);
      };
      page.on('pageerror', (error) => note(error.message));
      page.on('console', (message) => {
        // A request that fails on purpose is logged by the browser itself.
        const byBrowser = message.text().startsWith('Failed to load resource') || /CORS policy/.test(message.text());
        if (message.type() === 'error' && !byBrowser) note(message.text());
      });
      await page.addInitScript(() => {
        // A headless browser has nobody to answer its file pickers and permission prompts.
        Reflect.deleteProperty(globalThis, 'showOpenFilePicker');
        Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
        Reflect.deleteProperty(DataTransferItem.prototype, 'getAsFileSystemHandle');
      });
      pages.push(page);
      return page;
    },
    async open(hash = '', options = {}) {
      const page = await stage.prepare({ context: options });
      await page.goto(address + hash);
      await panel(page, 'Left').waitFor();
      if (hash === '') await waitValid(page, 'Left');
      return page;
    },
  };
  return stage;
}

/** What a page answers. @throws Error with the test that has used it, where it does not answer any more */
async function answerOf<T>(answer: Promise<T>, usedBy: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The page does not answer since "${usedBy}".`)), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a page shows and where its focus is, to find out why a test has failed. */
async function describePage(page: Page): Promise<string> {
  const silence = new Promise<string>((resolve) => {
    setTimeout(() => resolve('does not answer.'), DESCRIBE_MS);
  });
  const shown = page.evaluate(() => {
    const { activeElement: focus } = document;
    const name = [focus?.tagName, focus?.role, focus?.ariaLabel, focus?.id].filter(Boolean).join(' ');
    return `has the focus on "${name}" and shows:\n${document.body.innerText.replaceAll(/\n+/g, ' | ').slice(0, 1500)}`;
  });
  return Promise.race([shown.catch((error: unknown) => `cannot be read: ${String(error)}`), silence]);
}

async function closeSpare(): Promise<void> {
  const page = spare?.page;
  spare = null;
  if (page !== undefined) await giveBack(page);
}

/** Whether the page that tests share will do. */
export function isUsual({ context = {}, allow }: PageOptions): boolean {
  return allow === undefined && Object.keys(context).length === 0;
}

/** The look that the page that tests share has to get, or null where another page is needed. */
export function lookOf({ context = {}, allow }: PageOptions): Look | null {
  const { colorScheme = 'light', viewport = VIEWPORT, ...others } = context;
  const isPlain = colorScheme === 'light' || colorScheme === 'dark';
  if (allow !== undefined || Object.keys(others).length > 0 || viewport === null || !isPlain) return null;
  return { colorScheme, viewport };
}

/** Has the system of a page that follows it change its colours. */
export async function colourPage(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
}

/** Keeps scripts from the page until they are let go. */
export async function holdScripts(page: Page, name: RegExp): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(name, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export type Side = 'Left' | 'Right';

export function panel(page: Page, side: Side): Locator {
  return page.getByRole('region', { name: side, exact: true });
}

/** Drops files or folders from disk on a panel, through the browser's own drag and drop. */
export async function drop(page: Page, side: Side, ...paths: string[]): Promise<void> {
  const box = await panel(page, side).boundingBox();
  if (box === null) throw new Error(`the panel ${side} is not on the screen`);
  const session = await page.context().newCDPSession(page);
  const at = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    data: { items: [], files: paths, dragOperationsMask: 1 },
  };
  for (const type of ['dragEnter', 'dragOver'] as const) await session.send('Input.dispatchDragEvent', { type, ...at });
  // The page has to have said that it takes the files; a drop before that is lost, as a person's would be.
  await page.locator('[data-dragged=true]').waitFor();
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  await page.waitForTimeout(50);
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at });
  await session.detach();
}

/** Drops one file and waits until it is open and checked. */
export async function dropOpen(page: Page, side: Side, path: string): Promise<void> {
  await drop(page, side, path);
  await panel(page, side)
    .getByRole('heading', { name: basename(path), exact: true })
    .waitFor();
  await panel(page, side)
    .getByText(/^(Valid|Empty|Invalid: .*)$/)
    .first()
    .waitFor({ timeout: 60_000 });
}

export async function setMode(page: Page, side: Side, mode: 'text' | 'tree' | 'table'): Promise<void> {
  await panel(page, side).getByRole('radio', { name: mode }).click();
}

/** What says that a panel's text is checked and valid; of the moments after an edit it says nothing yet. */
export function validIn(root: Locator): Locator {
  return root.locator('[aria-busy="false"]').getByText('Valid', { exact: true });
}

/** Waits until the panel's text is checked and valid. */
export async function waitValid(page: Page, side: Side): Promise<void> {
  await validIn(panel(page, side)).waitFor({ timeout: 60_000 });
}

/** The rows of a panel's tree as text, from those that are on the screen. */
export async function rowTexts(page: Page, side: Side): Promise<string[]> {
  const rows = panel(page, side).getByRole('treegrid').getByRole('row');
  // A row is empty until its content has been read.
  await rows.filter({ hasNotText: /\S/ }).first().waitFor({ state: 'detached' });
  const texts = await rows.allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

/** The text that Monaco shows on the screen, line by line. */
export async function shownLines(page: Page, side: Side): Promise<string[]> {
  return panel(page, side)
    .locator('.view-line')
    .evaluateAll((lines) =>
      lines
        .map((line) => ({
          top: Number.parseFloat((line as HTMLElement).style.top),
          text: (line.textContent ?? '').replaceAll('\u00a0', ' '),
        }))
        .toSorted((a, b) => a.top - b.top)
        .map((line) => line.text),
    );
}

/** Waits until an open menu has the focus: keys pressed earlier go elsewhere. */
export async function waitForMenuFocus(page: Page): Promise<void> {
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor();
}

/** Chooses an entry of a panel's "…" menu. */
export async function chooseMore(page: Page, side: Side, entry: string): Promise<void> {
  await panel(page, side).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).first().click();
}

/** Saves a panel's document to disk and answers its bytes. */
export async function saveBytes(page: Page, side: Side): Promise<Buffer> {
  if (await isCatching(page)) {
    await chooseMore(page, side, 'Save to disk');
    return caughtBytes(page);
  }
  const waiting = page.waitForEvent('download');
  await chooseMore(page, side, 'Save to disk');
  const download = await waiting;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Has the clipboard wait, as where the browser asks the person first, and answers how it goes on. */
export async function holdClipboard(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const write = navigator.clipboard.write.bind(navigator.clipboard);
    navigator.clipboard.write = async (items) => {
      // As it was before, for the next.
      Reflect.deleteProperty(navigator.clipboard, 'write');
      await promise;
      await write(items);
    };
    Object.assign(globalThis, { releaseClipboard: resolve });
  });
  return () => page.evaluate(() => (globalThis as unknown as { releaseClipboard(): void }).releaseClipboard());
}
