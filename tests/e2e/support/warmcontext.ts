// Contexts that tests use one after the other. A page of a new context starts a new process, which compiles the scripts of
// the page anew: two fifths of what loading it costs. A page that another one of the same origin opens is in the process of
// that one, which has compiled them already. So each of these contexts has a page that stays, shows nothing, and opens the
// tests' pages; between two tests all that is stored is cleared.

import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright';

/** What can be set on a page, or on a context that is there; another option needs a context of its own. */
const SETTABLE: ReadonlySet<string> = new Set(['viewport', 'permissions', 'colorScheme', 'reducedMotion']);
/** Old pages leave something behind in their process. */
const MOST_TESTS = 25;
/** How long what is stored may take to be gone. */
const PATIENCE_MS = 3000;

interface WarmContext {
  readonly context: BrowserContext;
  readonly keeper: Page;
  readonly session: CDPSession;
  /** The origins of its pages since it was cleared. */
  readonly origins: Set<string>;
  uses: number;
  isTaken: boolean;
  isOver: boolean;
}

const all: WarmContext[] = [];

/** Whether a page with these options can be one of a context that others have used. */
export function isSettable(options: BrowserContextOptions): boolean {
  return Object.keys(options).every((name) => SETTABLE.has(name));
}

/**
 * A new page in a context that is as new, for the page at an address; `usual` are the options that all contexts of the
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
  await context.clearPermissions();
  if (options.permissions !== undefined) await context.grantPermissions(options.permissions);
  const opening = context.waitForEvent('page');
  await keeper.evaluate(() => void globalThis.open('about:blank'));
  const page = await opening;
  // Frames of other origins have the focus only in the window in front.
  await page.bringToFront();
  if (options.viewport) await page.setViewportSize(options.viewport);
  const { colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  await page.emulateMedia({ colorScheme, reducedMotion });
  return page;
}

/** Closes what a test has opened in the context of a page, and clears what it has stored there. */
export async function giveBack(page: Page): Promise<void> {
  const context = page.context();
  const warm = all.find((one) => one.context === context);
  if (warm === undefined || warm.isOver || warm.uses >= MOST_TESTS) return end(context);
  try {
    await closeOthers(page);
    await page.close();
    await context.setOffline(false);
    await context.clearCookies();
    await warm.session.send('Network.clearBrowserCache');
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

/** Has calls of a method noted: what it does to a context cannot be taken back. */
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

/** Waits until a page finds nothing stored, and no lock held: workers of the pages before end a little later than they. */
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
