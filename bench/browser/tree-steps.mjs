// Steps of tree mode only: one panel with a large file, and the operations on it.
import { dropFile, keyToText, openWatched, rendererMemory, stepsOn, validIn } from './page.mjs';
import { drag, wheel } from './steps.mjs';

const PATIENT_MS = 120_000;
const PAGES = 40;
const NEXT_HITS = 20;
/** Time that a user spends on a dialog, in milliseconds. */
const REST_MS = 2000;
/** Limits: a delay that a user hardly notices, and the number of scans that a worker may take. */
const FIRST_HIT_MS = 100;
const FIRST_EDIT_MS = 100;
const NEXT_EDIT_MS = 50;
const ALL_HITS_SCANS = 3;
const SORT_SCANS = 10;

/** Runs all steps on one file, in a new page. Replaces every `word` by `other`, and sorts the items by `path`. */
export async function runTreeSteps(browser, address, file, { word, other, path }) {
  const page = await openWatched(browser, address);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { steps, add, note, timed } = stepsOn(page);
  // By CSS: to find a role, Playwright walks the page, in tasks of about 20 ms on the page's main thread.
  const right = page.locator('section[aria-label="Right"]');
  const grid = right.locator('[role=treegrid]');
  const rows = grid.locator('[role=row]');
  const valid = () => validIn(right).waitFor({ timeout: PATIENT_MS });
  const count = () => grid.getAttribute('aria-rowcount').then(Number);
  const becomes = async (wanted) => {
    for (const end = Date.now() + PATIENT_MS; Date.now() < end; await page.waitForTimeout(5)) {
      if (wanted(await count())) return;
    }
    throw new Error(`the number of rows stays at ${await count()}`);
  };
  const undo = async () => {
    const button = right.locator('button[aria-label=Undo]');
    await grid.focus();
    // An undo more than there are steps does nothing.
    while (await button.isEnabled()) {
      await page.keyboard.press('Control+Z');
      await page.waitForTimeout(20);
    }
    await valid();
  };
  const choose = async (menu, entry) => {
    await right.locator('button[aria-haspopup=menu]', { hasText: new RegExp(`^${menu}$`) }).click();
    await page.locator('[role=menuitem]', { hasText: entry }).click();
  };
  await rows.nth(2).waitFor();
  await page.waitForTimeout(1000);
  await add('opening: first rows', async () => {
    const from = await dropFile(page, right, file.path);
    await rows.filter({ hasText: file.first }).first().waitFor({ timeout: PATIENT_MS });
    return performance.now() - from;
  });
  await valid();
  await page.waitForTimeout(3000);
  const memory = rendererMemory();
  const share = memory === null ? '' : `${(memory / file.size).toFixed(1)}× the file`;
  steps.push({ name: 'renderer memory, idle', value: share, longest: 0, memory });

  // Opens the first record.
  await grid.click({ position: { x: 200, y: 40 } });
  for (const key of ['Home', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  const edited = rows
    .filter({ has: page.locator('[role=gridcell]', { hasText: new RegExp(`^${file.first}$`) }) })
    .first();
  await edited.waitFor();
  // The first edit begins the draft of the document; the next two come while its base is written, and after it.
  for (const [nth, rest] of [
    ['first', 0],
    ['second', 0],
    ['third', REST_MS],
  ]) {
    await page.waitForTimeout(rest);
    const aim = nth === 'first' ? FIRST_EDIT_MS : NEXT_EDIT_MS;
    await add(`the ${nth} edit of a value, until its row is shown (aim: ${aim} ms)`, async () => {
      await edited.locator('[role=gridcell]').nth(1).dblclick();
      await grid.locator('input, textarea').first().waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(`${file.first} ${nth}`);
      return keyToText(page, 'Enter', 'section[aria-label="Right"] [role=treegrid]', `${file.first} ${nth}`);
    });
  }
  await undo();

  const collapsed = await count();
  await add('expand all', () =>
    timed(async () => {
      await choose('Expand', 'Expand all');
      await becomes((now) => now > collapsed);
    }),
  );
  await add('wheel', () => wheel(page, grid));
  await add('drag the scrollbar from end to end', () => drag(page, right));
  await add('End: the last row shown', () =>
    timed(async () => {
      await grid.click({ position: { x: 200, y: 40 } });
      await page.keyboard.press('End');
      await grid.locator(`[aria-rowindex="${await count()}"] [role=gridcell] + [role=gridcell]`).waitFor();
    }),
  );
  await add(`PageUp ${PAGES} times`, () =>
    timed(async () => {
      for (let turn = 0; turn < PAGES; turn += 1) await page.keyboard.press('PageUp');
      await page.waitForTimeout(100);
    }),
  );
  await page.keyboard.press('Home');
  await add('collapse all, expand to level 1', () =>
    timed(async () => {
      await choose('Expand', 'Collapse all');
      // The root stays open, the first record does not.
      await becomes((now) => now < collapsed);
      await choose('Expand', 'Expand to level 1');
      await becomes((now) => now < collapsed);
    }),
  );

  const bar = right.locator('[role=search]');
  const status = bar.locator('[role=status]');
  let all = '';
  const found = { first: 0, all: 0 };
  await add('find all', async () => {
    await grid.focus();
    await page.keyboard.press('Control+F');
    await bar.locator('[aria-label=Find]').waitFor();
    await page.evaluate(watchHits);
    await page.keyboard.insertText(word);
    await status.filter({ hasText: /^1 of [\d,]+$/ }).waitFor({ timeout: PATIENT_MS });
    all = (await status.innerText()).replace('1 of ', '');
    Object.assign(found, await page.evaluate(() => globalThis.hitsSeen));
    return `${all} hits`;
  });
  note('the first hit shown', found.first, { limitMs: FIRST_HIT_MS });
  note('all hits counted', found.all, { scans: ALL_HITS_SCANS, scanMs: file.scanMs() });
  await add(`next hit ${NEXT_HITS} times`, () =>
    timed(async () => {
      for (let hit = 2; hit <= NEXT_HITS; hit += 1) {
        await page.keyboard.press('Enter');
        await status.filter({ hasText: new RegExp(`^${hit} of`) }).waitFor();
      }
    }),
  );
  await add('replace all hits', () =>
    timed(async () => {
      await page.keyboard.press('Control+H');
      await bar.locator('[aria-label="Replace with"]').fill(other);
      await bar.locator('button', { hasText: /^Replace all/ }).click();
      await status.filter({ hasText: /^Replaced/ }).waitFor({ timeout: PATIENT_MS });
      await valid();
    }),
  );
  await page.keyboard.press('Escape');
  await add('undo of the replacing', () => timed(undo));

  const first = async () => {
    await grid.focus();
    await page.keyboard.press('Home');
    await grid.locator('[aria-rowindex="1"][aria-selected="true"]').waitFor();
  };
  const dialog = page.locator('[role=dialog]');
  await add('ask how to sort the root', () =>
    timed(async () => {
      await first();
      await page.keyboard.press('Alt+S');
      await dialog.locator('option', { hasText: path }).first().waitFor({ state: 'attached', timeout: PATIENT_MS });
      await dialog.locator('select').first().selectOption({ label: path });
      await dialog.locator('select').last().selectOption('descending');
    }),
  );
  // No user chooses faster. While the user chooses, the undone step is freed and the order of the items is computed.
  await page.waitForTimeout(REST_MS);
  let sortedMs = 0;
  await add('sort the root by a path', async () => {
    await page.evaluate(watchSort);
    await dialog.locator('button[type=submit]').click();
    const sorted = await page.waitForFunction(() => globalThis.sortedMs, null, { timeout: PATIENT_MS });
    sortedMs = await sorted.jsonValue();
    return sortedMs;
  });
  note('the same, with its check', sortedMs, { scans: SORT_SCANS, scanMs: file.scanMs() });
  await add('undo of the sorting', () => timed(undo));
  await add(
    'select all records, copy them',
    () =>
      timed(async () => {
        await first();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Shift+End');
        await page.keyboard.press('Control+C');
        await right.getByText(/^Copied/).waitFor({ state: 'attached', timeout: PATIENT_MS });
      }),
    'the browser’s clipboard above 5 MB',
  );
  await add('remove them all', () =>
    timed(async () => {
      await page.keyboard.press('Delete');
      await becomes((now) => now === 1);
    }),
  );
  await add('undo of the removing', () => timed(undo));
  await page.context().close();
  return steps;
}

/**
 * In the page: records when, after the next click, the document can be undone and is valid. Polling from outside is too
 * infrequent.
 */
function watchSort() {
  let clicked = null;
  globalThis.sortedMs = 0;
  addEventListener('click', () => (clicked = performance.now()), { capture: true, once: true });
  const look = () => {
    const panel = document.querySelector('#RIGHT_PANEL');
    const isWritten = panel?.querySelector('button[aria-label=Undo][aria-disabled=false]') != null;
    const said = [...(panel?.querySelectorAll('[aria-busy="false"] span') ?? [])];
    const isValid = said.some(({ textContent }) => textContent === 'Valid');
    if (clicked !== null && isWritten && isValid) globalThis.sortedMs = performance.now() - clicked;
    else requestAnimationFrame(look);
  };
  look();
}

/** In the page: records when, after the next text is typed, the first hit is marked and when all are counted. */
function watchHits() {
  let typed = null;
  const seen = { first: 0, all: 0 };
  globalThis.hitsSeen = seen;
  addEventListener('input', () => (typed = performance.now()), { capture: true, once: true });
  const look = () => {
    const since = typed === null ? 0 : performance.now() - typed;
    if (seen.first === 0 && document.querySelector('[role=treegrid] mark[data-current=true]')) seen.first = since;
    const count = document.querySelector('[role=search] [role=status]');
    if (seen.all === 0 && since > 0 && /^1 of [\d,]+$/.test(count?.textContent ?? '')) seen.all = since;
    if (seen.first === 0 || seen.all === 0) requestAnimationFrame(look);
  };
  look();
}
