// Shared by the tests in a real browser: the built page on its real server, and user actions.

import { existsSync, readdirSync } from 'node:fs';
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
import { TEST_CHROMIUM_ARGUMENTS, findBrowser } from '../../../scripts/setup.mjs';
import { createServer } from '../../../src/server/app.ts';
import { listenFrom } from '../../../src/server/listen.ts';
import { loadBlank, makeBlank, showHash, VIEWPORT } from './shared-page.ts';
import { caughtBytes, isCatching } from './saves.ts';
import { releasePage, isSettable, openWarm } from './warm-context.ts';

const CLIENT = join(import.meta.dirname, '../../../dist/client');

/**
 * A page that does not respond for this long is frozen, even on a shared machine; the durations of tasks are measured by the
 * benches.
 */
export const FROZEN_MS = 4000;

export const CLIPBOARD: BrowserContextOptions = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Options of a page. */
export interface PageOptions {
  readonly context?: BrowserContextOptions;
  /** Console messages and script errors that the test provokes. */
  readonly allow?: RegExp;
  /** Whether files that are dropped come with their handle, so that the page can look at them again; not by default. */
  readonly hasHandles?: boolean;
}

/** Options that the shared page supports. */
export interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: ViewportSize;
}

/** The page's server and a browser, for one test file. */
export interface Stage {
  /**
   * Returns a page with `[]` in both panels, text on the left and a tree on the right, with access to the clipboard. It is the
   * page of the test before, unless that does not look like new or has other options. For tests that change only what is shown
   * and stored. Viewport and colour scheme are reset before the next test.
   */
  blank(options?: BrowserContextOptions): Promise<Page>;
  /** Returns the same page once it shows the documents of a hash. A panel that the hash does not name is empty. */
  show(hash: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a new page. A script error on it fails the test. */
  open(hash?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Creates a page without navigating it. */
  prepare(options?: PageOptions): Promise<Page>;
  address(): string;
}

/** Options of the page's server. */
export interface StageOptions {
  /** Configuration of the page, by area. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** Adds routes to the server. */
  readonly extend?: (server: FastifyInstance) => Promise<void>;
  /** Names of stored values that a page may pass on to the next test; pages are then shared within this file only. */
  readonly passed?: readonly string[];
  /** Creates the page's server instead of the plain one. */
  readonly serve?: (clientFolder: string) => Promise<FastifyInstance>;
}

/** The browser of this process, shared by all files that it runs. It ends with the process. */
let shared: Promise<Browser> | null = null;
/** The address of the server for files without options of their own. It ends with the process. */
let sharedAddress: Promise<string> | null = null;
/** The page that the next test may use, its options, and the test that has used it. */
let spare: { readonly page: Page; readonly madeFor: string; readonly usedBy: string } | null = null;
/** Time after which a page counts as unresponsive. */
const ANSWER_MS = 60_000;
const DESCRIBE_MS = 5000;
/** Errors that were logged since the last test. */
const errors: string[] = [];

async function launchBrowser(): Promise<Browser> {
  const executablePath = await findBrowser();
  return chromium.launch({ ...(executablePath === null ? {} : { executablePath }), args: TEST_CHROMIUM_ARGUMENTS });
}

async function listen(server: FastifyInstance): Promise<string> {
  return `http://localhost:${await listenFrom(server, '127.0.0.1', 0)}/`;
}

/** Sets up a stage for the calling file. */
export function setStage({ configuration, extend, passed, serve }: StageOptions = {}): Stage {
  let server: FastifyInstance | null = null;
  let browser: Browser;
  let address = '';
  const pages: Page[] = [];
  /** The page of this test that the next one may use. */
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
    // An earlier file may have killed it.
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
    for (const page of pages.splice(0)) if (page !== spare?.page) await releasePage(page);
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
      await releasePage(page);
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
    async prepare({ context: options = {}, allow, hasHandles = false } = {}) {
      // One test file tests the service worker, which stores the whole page for offline use; elsewhere it only takes time.
      const usual: BrowserContextOptions = {
        viewport: VIEWPORT,
        locale: 'en-US',
        timezoneId: 'UTC',
        serviceWorkers: 'block',
      };
      const page = isSettable(options, address)
        ? await openWarm(browser, address, usual, options)
        : await (await browser.newContext({ ...usual, ...options })).newPage();
      const note = (message: string): void => {
        if (allow?.test(message) !== true) errors.push(message);
      };
      page.on('pageerror', (error) => {
        note(error.message);
        if (allow?.test(error.message) !== true) process.stderr.write(`${error.stack}\n`);
      });
      page.on('console', (message) => {
        // The browser itself logs requests that fail on purpose.
        const byBrowser = message.text().startsWith('Failed to load resource') || /CORS policy/.test(message.text());
        if (message.type() === 'error' && !byBrowser) note(message.text());
      });
      await page.addInitScript((keepsHandles) => {
        // File pickers and permission prompts can't be answered in a headless browser.
        Reflect.deleteProperty(globalThis, 'showOpenFilePicker');
        Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
        if (!keepsHandles) Reflect.deleteProperty(DataTransferItem.prototype, 'getAsFileSystemHandle');
      }, hasHandles);
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

/** Waits for a page's reply. @throws Error with the test that has used the page, if it does not reply */
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

/** Describes what a page shows and where its focus is, to explain why a test has failed. */
async function describePage(page: Page): Promise<string> {
  const silence = new Promise<string>((resolve) => {
    setTimeout(() => void whatRuns(page).then((what) => resolve(`does not answer: ${what}`)), DESCRIBE_MS);
  });
  const shown = page.evaluate(() => {
    const { activeElement: focus } = document;
    const name = [focus?.tagName, focus?.role, focus?.ariaLabel, focus?.id].filter(Boolean).join(' ');
    return `has the focus on "${name}" and shows:\n${document.body.innerText.replaceAll(/\n+/g, ' | ').slice(0, 1500)}`;
  });
  return Promise.race([shown.catch((error: unknown) => `cannot be read: ${String(error)}`), silence]);
}

/** Says what a page that does not answer is running. */
async function whatRuns(page: Page): Promise<string> {
  const silence = new Promise<string>((resolve) => {
    setTimeout(() => resolve('it can’t be interrupted.'), DESCRIBE_MS);
  });
  const interrupt = async (): Promise<string> => {
    const session = await page.context().newCDPSession(page);
    const paused = new Promise<string>((resolve) => {
      session.once('Debugger.paused', ({ callFrames }) =>
        resolve(
          callFrames
            .slice(0, 12)
            .map(
              ({ functionName, url, location }) =>
                `${functionName} ${url}:${location.lineNumber}:${location.columnNumber}`,
            )
            .join('\n'),
        ),
      );
    });
    await session.send('Debugger.enable');
    await session.send('Debugger.pause');
    return `it runs\n${await paused}`;
  };
  return Promise.race([interrupt().catch(String), silence]);
}

async function closeSpare(): Promise<void> {
  const page = spare?.page;
  spare = null;
  if (page !== undefined) await releasePage(page);
}

/** Whether the shared page supports the options. */
export function isUsual({ context = {}, allow }: PageOptions): boolean {
  return allow === undefined && Object.keys(context).length === 0;
}

/** Returns the look that the shared page has to get; `null` where another page is needed. */
export function lookOf({ context = {}, allow }: PageOptions): Look | null {
  const { colorScheme = 'light', viewport = VIEWPORT, ...others } = context;
  const isPlain = colorScheme === 'light' || colorScheme === 'dark';
  if (allow !== undefined || Object.keys(others).length > 0 || viewport === null || !isPlain) return null;
  return { colorScheme, viewport };
}

/** Changes the system's colour scheme, for a page that follows it. */
export async function colourPage(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
}

/** Delays scripts of a page. Returns the function that releases them. */
export async function holdScripts(page: Page, name: RegExp): Promise<() => void> {
  // A script that was renamed would be held no more, and the test would pass without what it is about.
  const isBuilt = readdirSync(join(CLIENT, 'assets')).some((file) => name.test(`/assets/${file}`));
  expect(isBuilt, `${String(name)} is the name of a script`).toBe(true);
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
  // A drop before the page has accepted the files is lost, as a user's would be.
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
  // The status line is busy for as long as it is about the document before.
  await panel(page, side)
    .locator('[aria-busy="false"]')
    .getByText(/^(Valid|Empty|Log|Invalid: .*)$/)
    .first()
    .waitFor({ timeout: 60_000 });
}

export async function setMode(page: Page, side: Side, mode: 'text' | 'tree' | 'table'): Promise<void> {
  await panel(page, side).getByRole('radio', { name: mode }).click();
}

/** Shown when a panel's text is checked and valid; absent in the moments after an edit. */
export function validIn(root: Locator): Locator {
  return root.locator('[aria-busy="false"]').getByText('Valid', { exact: true });
}

/** Waits until the panel's text is checked and valid. */
export async function waitValid(page: Page, side: Side): Promise<void> {
  await validIn(panel(page, side)).waitFor({ timeout: 60_000 });
}

/** Shown when a panel's unsaved changes are stored as a draft; absent in the moments after an edit. */
export function draftKept(page: Page, side: Side): Locator {
  return panel(page, side).getByText('Draft kept', { exact: true }).and(page.locator('[aria-busy="false"]'));
}

/** Returns the text of the tree rows on the screen. */
export async function rowTexts(page: Page, side: Side): Promise<string[]> {
  const rows = panel(page, side).getByRole('treegrid').getByRole('row');
  // A row is empty until its content has been read.
  await rows.filter({ hasNotText: /\S/ }).first().waitFor({ state: 'detached' });
  const texts = await rows.allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

/** Returns the lines that Monaco shows on the screen. */
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
  const submenu = SUBMENUS.find(({ holds }) => holds.test(entry));
  if (submenu !== undefined) await page.getByRole('menuitem', { name: submenu.name, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).first().click();
}

/** The submenus of the "…" menu. */
const SUBMENUS = [
  { name: 'Save as', holds: /^(?:Save a copy|Save to a web address|Export as CSV)/ },
  { name: 'Schema and checks', holds: /^(?:Schema…|Infer a schema|Check for secrets|Show receipt)/ },
  { name: 'Document', holds: /^(?:Steps|Rename|Access|Follow the file|Revert|Close|Delete)/ },
] as const;

/** Saves a panel's document to disk and returns its bytes. */
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

/** Makes the clipboard wait, as in a browser that asks for permission first. Returns the function that lets it continue. */
export async function holdClipboard(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const write = navigator.clipboard.write.bind(navigator.clipboard);
    navigator.clipboard.write = async (items) => {
      // Restored for later calls.
      Reflect.deleteProperty(navigator.clipboard, 'write');
      await promise;
      await write(items);
    };
    Object.assign(globalThis, { releaseClipboard: resolve });
  });
  return () => page.evaluate(() => (globalThis as unknown as { releaseClipboard(): void }).releaseClipboard());
}

/** Browser options with initial settings for the page. */
export function withSettings(stage: Stage, values: Readonly<Record<string, string>>): BrowserContextOptions {
  const localStorage = Object.entries(values).map(([name, value]) => ({ name, value }));
  return { storageState: { cookies: [], origins: [{ origin: new URL(stage.address()).origin, localStorage }] } };
}
