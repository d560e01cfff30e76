// Browser contexts that tests use in turn. A page of a new context starts a new process, which compiles the page's scripts
// again: two fifths of the cost of loading it. A page that is opened by another of the same origin shares its process, where
// they are already compiled. So each of these contexts has a keeper page, which stays blank and opens the tests' pages. Between
// two tests all storage is cleared, but not the cache of responses: the page's files never change, and fetching them again costs
// a quarter of the CPU time of a load. A test that routes requests has no such cache.

import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright';

/** Options that can be set on an existing page or context; any other option needs a new context. */
const SETTABLE: ReadonlySet<string> = new Set(['viewport', 'permissions', 'colorScheme', 'reducedMotion']);
/** Tests per context: closed pages leave memory allocated in their process. */
const MAX_TESTS = 25;
/** Time limit for the storage to be empty. */
const PATIENCE_MS = 3000;

interface StoredValue {
  readonly name: string;
  readonly value: string;
}

interface WarmContext {
  readonly context: BrowserContext;
  readonly keeper: Page;
  readonly session: CDPSession;
  /** The origins of its pages since it was last cleared. */
  readonly origins: Set<string>;
  uses: number;
  isTaken: boolean;
  isOver: boolean;
}

const all: WarmContext[] = [];

/** Whether a page with these options, of the server at an address, can be opened in an existing context. */
export function isSettable({ storageState, ...others }: BrowserContextOptions, address: string): boolean {
  return (
    Object.keys(others).every((name) => SETTABLE.has(name)) &&
    (storageState === undefined || storedValues(storageState, address) !== null)
  );
}

/** Returns the stored values of the server's origin; `null` if there is anything else. */
function storedValues(state: BrowserContextOptions['storageState'], address: string): readonly StoredValue[] | null {
  if (state === undefined) return [];
  if (typeof state === 'string' || state.cookies.length > 0) return null;
  const isOwn = state.origins.every(({ origin }) => origin === new URL(address).origin);
  return isOwn ? state.origins.flatMap(({ localStorage }) => localStorage) : null;
}

/**
 * Opens a page in a context without stored data, for the server at an address. `usual` are the options that all contexts of the
 * browser have.
 */
export async function openWarm(
  browser: Browser,
  address: string,
  usual: BrowserContextOptions,
  options: BrowserContextOptions,
): Promise<Page> {
  const warm = await take(browser, usual);
  warm.isTaken = true;
  warm.uses += 1;
  const { context, keeper } = warm;
  const place = `${address}health`;
  if (keeper.url() !== place) await keeper.goto(place);
  const stored = storedValues(options.storageState, address) ?? [];
  if (stored.length > 0) {
    warm.origins.add(new URL(address).origin);
    await keeper.evaluate((values) => values.forEach(({ name, value }) => localStorage.setItem(name, value)), stored);
  }
  await context.clearPermissions();
  if (options.permissions !== undefined) await context.grantPermissions(options.permissions);
  const opening = context.waitForEvent('page');
  await keeper.evaluate(() => void globalThis.open('about:blank'));
  const page = await opening;
  // Frames of other origins get the focus only in the frontmost window.
  await page.bringToFront();
  if (options.viewport) await page.setViewportSize(options.viewport);
  const { colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  await page.emulateMedia({ colorScheme, reducedMotion });
  return page;
}

/** Closes what a test has opened in the context of a page, and clears its storage. */
export async function releasePage(page: Page): Promise<void> {
  const context = page.context();
  const warm = all.find((one) => one.context === context);
  if (warm === undefined || warm.isOver || warm.uses >= MAX_TESTS) return end(context);
  try {
    await closeOthers(page);
    await page.close();
    await context.setOffline(false);
    await context.clearCookies();
    for (const origin of warm.origins) {
      await warm.session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
    warm.origins.clear();
    if (!(await isClear(warm.keeper))) return await end(context);
    warm.isTaken = false;
  } catch {
    // A test may have ended the process on purpose.
    await end(context);
  }
}

/** Closes the tabs that a test has opened beside its page. */
export async function closeOthers(page: Page): Promise<void> {
  const context = page.context();
  const keeper = all.find((one) => one.context === context)?.keeper;
  for (const other of context.pages()) if (other !== page && other !== keeper) await other.close();
}

async function take(browser: Browser, usual: BrowserContextOptions): Promise<WarmContext> {
  const free = all.find((one) => !one.isTaken && !one.isOver && one.context.browser() === browser);
  if (free !== undefined) return free;
  const context = await browser.newContext(usual);
  const keeper = await context.newPage();
  const session = await context.newCDPSession(keeper);
  const warm: WarmContext = { context, keeper, session, origins: new Set(), uses: 0, isTaken: false, isOver: false };
  context.on('close', () => (warm.isOver = true));
  keeper.on('crash', () => (warm.isOver = true));
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      const { origin } = new URL(frame.url());
      if (origin !== 'null') warm.origins.add(origin);
    });
  });
  for (const [owner, names] of [
    [context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']],
    [context, ['addInitScript', 'exposeFunction', 'exposeBinding', 'route', 'setExtraHTTPHeaders']],
  ] as const) {
    for (const name of names) noteCalls(owner, name, () => (warm.isOver = true));
  }
  all.push(warm);
  return warm;
}

/** Calls `note` before each call of a method whose effect on a context can't be undone. */
function noteCalls(owner: object, name: string, note: () => void): void {
  const methods = owner as Record<string, (...given: unknown[]) => unknown>;
  const method = methods[name];
  methods[name] = (...given) => {
    note();
    return method?.apply(owner, given);
  };
}

async function end(context: BrowserContext): Promise<void> {
  const index = all.findIndex((one) => one.context === context);
  if (index >= 0) all.splice(index, 1);
  await context.close();
}

/** Waits until nothing is stored and no lock is held: workers end a little later than their pages. */
async function isClear(keeper: Page): Promise<boolean> {
  const start = Date.now();
  for (;;) {
    const left = await keeper.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      const root = await navigator.storage.getDirectory();
      let files = 0;
      for await (const _ of root.keys()) files += 1;
      return held.length + pending.length + localStorage.length + (await indexedDB.databases()).length + files;
    });
    if (left === 0) return true;
    if (Date.now() - start > PATIENCE_MS) return false;
    await keeper.waitForTimeout(20);
  }
}
