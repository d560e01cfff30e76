// A page that several tests use in turn, because loading one costs more than most tests take. Between two tests both panels get
// a new document, and stored documents are deleted. The page is used again only if it then looks as it did when it was loaded,
// including its settings.

import type { Page } from 'playwright';
import { catchSaves } from './saves.ts';
import { closeOthers } from './warm-context.ts';

/**
 * Text of both panels at the start of a test: with a line end, because an empty document would take that of the document
 * before.
 */
const TEXT = '[]\n';
const BLANK = `#left=json.${encodeURIComponent(TEXT)}&right=json.${encodeURIComponent(TEXT)}`;
/** Documents of one byte, which are shown between those of two tests. */
const BETWEEN = '#left=json.0&right=json.0';
/** Tests per page: each adds documents to the browser's storage and to its list of recent files. */
const MAX_TESTS = 30;
/** Viewport of the page, unless a test sets another. */
export const VIEWPORT = { width: 1440, height: 900 };
/** Without motion, which takes a third of the time of a click. A page that is not shared has motion. */
const MEDIA = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
/** Time limit for a page to look as it did at first. */
const PATIENCE_MS = 4000;
/** Elements that Escape closes. */
const FLOATING = '[role=dialog]:not([data-severity]), [role=menu], .monaco-menu';
/** Whether to print why a page was not used again. */
const isVerbose = process.env['REUSE'] === 'verbose';

declare global {
  /** Returns the look of the page: its texts, its controls and their states, and its stored settings. */
  var readLook: () => string[];
  /** Returns the stored settings that differ from the defaults. */
  var readStored: () => string[];
  /** The look of the page after it was loaded. A reload removes it. */
  var firstLook: string[] | undefined;
  /**
   * Panels whose find bar was used, which keeps its text and options while it is closed, with the names of the options that
   * were changed and their values before.
   */
  var usedFindBars: Map<string, Map<string, string | null>>;
}

/** Number of tests that have used a page. */
const uses = new WeakMap<Page, number>();
/** The address at which a page was loaded, and its look there. */
const loads = new WeakMap<
  Page,
  { readonly url: string; readonly passed: readonly string[]; readonly look: string[] }
>();

/**
 * Loads a page for the first test that uses it. Saves are intercepted from the start. Values that are stored under the names
 * `passed` remain from one test to the next.
 */
export async function loadBlank(page: Page, address: string, passed: readonly string[]): Promise<void> {
  await page.emulateMedia(MEDIA);
  await page.goto(address + BLANK);
  const left = page.locator('#LEFT_PANEL');
  const right = page.locator('#RIGHT_PANEL');
  await left.locator('.monaco-editor .view-line').first().click();
  await page.keyboard.press('Control+Home');
  await left.getByText('Ln 1, Col 1', { exact: true }).waitFor();
  await right.getByRole('row').first().waitFor();
  for (const side of [left, right]) {
    await side.locator('[aria-busy="false"]').getByText('Valid', { exact: true }).waitFor();
  }
  await catchSaves(page);
  await page.evaluate(prepareLook, passed);
  // A page that was used before has no recent documents either: no test may depend on the one before it.
  await page.evaluate(forgetDocuments);
  uses.set(page, 1);
  loads.set(page, { url: placeOf(page), passed, look: await page.evaluate(() => globalThis.firstLook ?? []) });
}

/** Returns the address without its hash. */
function placeOf(page: Page): string {
  return page.url().replace(/#.*/, '');
}

/** Prepares a page for the next test. Returns whether it looks as it did when it was loaded. */
export async function makeBlank(page: Page): Promise<boolean> {
  const used = uses.get(page) ?? MAX_TESTS;
  if (used >= MAX_TESTS || page.isClosed()) return false;
  uses.set(page, used + 1);
  await closeOthers(page);
  const load = loads.get(page);
  if (load === undefined || placeOf(page) !== load.url) return refuse(`it is at ${placeOf(page)}`);
  // A test that reloads the page leaves it working but without its first look.
  if (await page.evaluate(() => globalThis.firstLook === undefined)) {
    await page.evaluate(prepareLook, load.passed);
    await page.evaluate((look) => (globalThis.firstLook = look), load.look);
    await catchSaves(page);
  }
  const change = await page.evaluate(findChange);
  if (change !== null) return refuse(change);
  await page.unrouteAll();
  await page.mouse.move(0, 0);
  const open = page.locator(FLOATING).first();
  for (let turn = 0; turn < 4 && (await open.isVisible()); turn += 1) await page.keyboard.press('Escape');
  if (await open.isVisible()) return refuse(await open.innerText());
  await putLookBack(page);
  const { isComparing, modes } = await page.evaluate(readModes);
  if (isComparing) await page.getByRole('button', { name: 'Compare', exact: true, pressed: true }).click();
  for (const [side, mode] of [
    ['LEFT_PANEL', 'text'],
    ['RIGHT_PANEL', 'tree'],
  ] as const) {
    if (modes[side] !== mode) await page.locator(`#${side}`).getByRole('radio', { name: mode }).click();
  }
  const bars = await page.evaluate(() => Array.from(usedFindBars, ([side, options]) => [side, [...options]] as const));
  for (const [side, options] of bars) await clearFindBar(page, side, options);
  const search = page.getByRole('search').getByRole('textbox').first();
  for (let turn = 0; turn < 2 && (await search.isVisible()); turn += 1) await search.press('Escape');
  await page.evaluate(leavePanels);
  // Without a document in between, the page may look like new before the next one is opened, which then comes in the way of the
  // test. The address of a document that was saved or undone may be the one that is set, too.
  if (!(await showNext(page, BETWEEN, () => hasSize(page, '1 B')))) return refuse('a panel keeps its document');
  if (!(await showNext(page, BLANK, () => looksNew(page))))
    return refuse(difference(...(await page.evaluate(() => [globalThis.firstLook ?? [], readLook()] as const))));
  await page.evaluate(forgetDocuments);
  return true;
}

/** Shows the documents of a hash, and discards unsaved work. Returns whether the page then `isThere` in time, with nothing pending. */
async function showNext(page: Page, hash: string, isThere: () => Promise<boolean>): Promise<boolean> {
  const notice = page.locator('[data-severity]').first();
  const anyway = page.getByRole('button', { name: 'Open anyway' }).first();
  const busy = page.locator('section [aria-busy=true]');
  await goTo(page, hash);
  for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await page.waitForTimeout(20)) {
    if (await anyway.isVisible()) await anyway.click();
    // Shown where the document before was saved.
    else if (await notice.isVisible()) await notice.press('Escape', { timeout: 500 }).catch(() => undefined);
    else if ((await busy.count()) === 0 && (await isThere())) return true;
    else await page.evaluate(leavePanels);
  }
  return false;
}

/** Whether both panels show a document of a size. */
async function hasSize(page: Page, size: string): Promise<boolean> {
  return (await page.locator('section').getByText(size, { exact: true }).count()) === 2;
}

function looksNew(page: Page): Promise<boolean> {
  return page.evaluate(() => (globalThis.firstLook ?? []).join('\n') === readLook().join('\n'));
}

/** Runs in the page: takes the focus away, and makes the left panel the one that was used last, as its controls say. */
function leavePanels(): void {
  saves.length = 0;
  for (const type of ['pointerdown', 'pointerup'])
    document.querySelector('#LEFT_PANEL')?.dispatchEvent(new PointerEvent(type, { bubbles: true }));
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  scrollTo(0, 0);
}

/** Resets the viewport and the colour scheme that a test has set. */
async function putLookBack(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? {};
  if (width !== VIEWPORT.width || height !== VIEWPORT.height) await page.setViewportSize(VIEWPORT);
  await page.emulateMedia(MEDIA);
}

/** Shows the inline documents of a hash on a blank page. */
export async function showHash(page: Page, hash: string): Promise<void> {
  const named = new URLSearchParams(hash.replace(/^#/, ''));
  await goTo(page, hash);
  for (const side of ['left', 'right']) {
    const text = named.get(side)?.replace(/^json\./, '');
    const root = page.locator(`#${side.toUpperCase()}_PANEL`);
    if (text === undefined) await root.getByText('Drop a JSON file here').waitFor();
    else if (text.length !== TEXT.length)
      await root.getByText(`${TEXT.length} B`, { exact: true }).waitFor({ state: 'detached' });
  }
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
}

async function clearFindBar(
  page: Page,
  side: string,
  options: readonly (readonly [name: string, before: string | null])[],
): Promise<void> {
  const root = page.locator(`#${side}`);
  const bar = root.getByRole('search');
  if (!(await bar.isVisible())) await root.getByRole('toolbar').getByRole('button', { name: 'Find' }).click();
  await bar.getByRole('textbox').first().waitFor();
  for (const [name, before] of options) {
    const option = bar.getByRole('button', { name, exact: true });
    if ((await option.isVisible()) && (await option.getAttribute('aria-pressed')) !== before) await option.click();
  }
  for (const field of await bar.getByRole('textbox').all()) await field.fill('');
  await page.evaluate((id) => usedFindBars.delete(id), side);
}

function refuse(reason: string): false {
  if (isVerbose) process.stdout.write(`A new page, because of the one before: ${reason}\n`);
  return false;
}

/** Returns the first lines in which two looks differ. */
function difference(before: readonly string[], now: readonly string[]): string {
  const at = now.findIndex((line, index) => line !== before[index]);
  return JSON.stringify([before.slice(at, at + 3), now.slice(at, at + 3)]);
}

/** Runs in the page: deletes the stored documents of tests, none of which is open. */
async function forgetDocuments(): Promise<void> {
  localStorage.removeItem('recentFiles');
  const opening = indexedDB.open('diptych');
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('what is kept cannot be opened'));
  });
  const names = Array.from(database.objectStoreNames);
  if (names.length > 0) {
    const clearing = database.transaction(names, 'readwrite');
    for (const name of names) clearing.objectStore(name).clear();
    await new Promise((resolve) => (clearing.oncomplete = resolve));
  }
  database.close();
}

/** Runs in the page: returns whether Compare is on, and each panel's mode. */
function readModes(): { isComparing: boolean; modes: Record<string, string | undefined> } {
  const pressed = Array.from(document.querySelectorAll<HTMLElement>('button[aria-pressed=true]'));
  const radios = Array.from(document.querySelectorAll<HTMLInputElement>('section input[type=radio]:checked'));
  const checked = radios.filter(({ value }) => ['text', 'tree', 'table'].includes(value));
  return {
    isComparing: pressed.some((button) => (button.ariaLabel ?? button.innerText).trim() === 'Compare'),
    modes: Object.fromEntries(checked.map((radio) => [radio.closest('section')?.id ?? '', radio.value])),
  };
}

/** Runs in the page: describes a change by a test that a new document does not undo; `null` when there is none. */
function findChange(): string | null {
  const { firstLook } = globalThis;
  if (firstLook === undefined) return 'it has no first look';
  // Modes and Compare are set back by their buttons.
  const stored = readStored().filter((setting) => !/^(leftMode|rightMode|showDiff): /.test(setting));
  const other = stored.find((setting) => !firstLook.includes(setting));
  if (other !== undefined) return `it has stored ${other.slice(0, 80)}`;
  const clipboard = navigator.clipboard;
  const parts = {
    setTimeout,
    requestAnimationFrame,
    Date,
    Worker,
    fetch,
    matchMedia,
    ResizeObserver,
    Blob,
    FileReader,
  };
  const methods = [
    Storage.prototype.setItem,
    IDBFactory.prototype.open,
    clipboard.write,
    clipboard.writeText,
    clipboard.readText,
    clipboard.read,
    Blob.prototype.slice,
  ];
  const replaced = [...Object.values(parts), ...methods].find((part) => !String(part).includes('[native code]'));
  if (replaced !== undefined) return `it has another ${replaced.name}`;
  const pickers = ['showOpenFilePicker', 'showSaveFilePicker'].find((name) => name in globalThis);
  return pickers === undefined ? null : `it has ${pickers}`;
}

/** Runs in the page: defines `readLook` and `readStored`, and records the first look. */
function prepareLook(passed: readonly string[]): void {
  // Values that change with the open documents; the settings below are stored only once the user has changed them.
  const passing = new Set(['lastRoute', 'recentFiles', 'shownFiles', ...passed]);
  const usual: Readonly<Record<string, string>> = {
    leftMode: 'text',
    rightMode: 'tree',
    showDiff: 'false',
    setFlattenColumns: 'true',
    escapeControlCharacters: 'false',
    theme: 'auto',
    queryLanguageId: 'lodash',
    parserId: 'lossless',
  };
  // The path of the selection, shown only after there was one.
  const ROOT = '$';
  const describe = (element: Element): string =>
    [
      element.role ?? element.tagName,
      // The label of the bell includes the number of past notices.
      element.ariaLabel?.replace(/^(Notifications), .*/, '$1'),
      element.ariaChecked,
      element.ariaExpanded,
      element.ariaPressed,
      element.ariaSelected,
      element.hasAttribute('disabled'),
    ].join(' ');
  globalThis.readStored = () =>
    Object.entries(localStorage)
      .filter(([key, value]) => !passing.has(key) && usual[key] !== value)
      .map((entry) => entry.join(': '))
      .toSorted();
  globalThis.readLook = () => {
    // Without the content below the editor, which appears at an unpredictable time.
    const parts = Array.from(
      document.querySelectorAll<HTMLElement>('header, main, body > :not(#root, .monaco-aria-container)'),
    );
    // Messages for screen readers remain until the next one, and what the page talked to is counted on.
    const lasting = document.querySelectorAll<HTMLElement>('[role=status], [data-traffic]');
    const told = new Set(Array.from(lasting, (said) => said.innerText));
    const controls = parts
      .flatMap((part) => Array.from(part.querySelectorAll('button, input, textarea, [role]')))
      .filter(
        (element) =>
          element.closest('[data-traffic]') === null && element.checkVisibility({ visibilityProperty: true }),
      )
      .filter(({ role, textContent }) => role !== 'presentation' && role !== 'tooltip' && textContent !== ROOT);
    const media = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion)', '(forced-colors: active)'];
    return [
      ...parts
        .flatMap(({ innerText }) => innerText.split('\n'))
        .filter((line) => line !== '' && line !== ROOT && !told.has(line)),
      ...controls.map(describe),
      ...readStored(),
      decodeURIComponent(location.hash),
      document.documentElement.dataset['theme'] ?? '',
      ...[scrollY, innerWidth, innerHeight, navigator.onLine, ...media.map((query) => matchMedia(query).matches)].map(
        String,
      ),
    ];
  };
  globalThis.usedFindBars = new Map();
  const noteFindBar = (target: EventTarget | null, option = '', before: string | null = null): void => {
    const side = target instanceof Element ? target.closest('[role=search]')?.closest('section')?.id : undefined;
    if (side === undefined) return;
    const options = usedFindBars.get(side) ?? new Map<string, string | null>();
    usedFindBars.set(side, options);
    if (option !== '' && !options.has(option)) options.set(option, before);
  };
  addEventListener('input', ({ target }) => noteFindBar(target), true);
  new MutationObserver((changes) => {
    for (const { target, oldValue } of changes) noteFindBar(target, (target as Element).ariaLabel ?? '', oldValue);
  }).observe(document.body, { attributeFilter: ['aria-pressed'], attributeOldValue: true, subtree: true });
  globalThis.firstLook = readLook();
}
