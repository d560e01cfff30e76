// Steps of table mode only: arrays of several shapes, how soon their cells are shown, and how fast the last one is reached.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropFile, keyToText, openWatched, stepsOn, validIn } from './page.mjs';
import { drag, wheel } from './steps.mjs';

const PATIENT_MS = 120_000;
/** Limit for a delay that a user hardly notices, in milliseconds. */
const FIRST_EDIT_MS = 100;
/** Maximum number of cells in the page. */
const MAX_CELLS = 1500;
/** Size of the pieces in which a file is written, in UTF-16 units. */
const PIECE = 4 * 1024 * 1024;

/** The tables by name: their number of rows in a full run, and a function that spells one. */
const SHAPES = {
  'logs, of many kinds': { rows: 650_000, spell: spellLog, column: 'level' },
  '10,000,000 × 1': { rows: 10_000_000, spell: (row) => String((row * 7919) % 10_000_019), column: 'value' },
  '1,000,000 × 12': { rows: 1_000_000, spell: spellTwelve, column: 'c3' },
  '1,000 × 5,000': { rows: 1000, spell: spellWide, column: 'c7' },
};

/** Writes the files of the shapes, with `share` of the rows of a full run. */
export function writeTables(folder, share) {
  return Object.entries(SHAPES).map(([style, { rows, spell, column }], index) => {
    const path = join(folder, `table-${index}.json`);
    const count = Math.max(100, Math.round(rows * share));
    const size = writeArray(path, count, spell);
    return { style, path, size, rows: count, column };
  });
}

/** Runs all steps on one file, in a new page. */
export async function runTableSteps(browser, address, file) {
  const page = await openWatched(browser, address);
  const { steps, add, timed } = stepsOn(page);
  // By CSS: to find a role, Playwright walks the page, in tasks of about 20 ms on the page's main thread.
  const left = page.locator('section[aria-label="Left"]');
  const grid = left.locator('[role=grid]');
  const rowCount = () => grid.getAttribute('aria-rowcount').then(Number);
  let mostCells = 0;
  const countCells = async () => {
    mostCells = Math.max(mostCells, await page.evaluate(() => document.querySelectorAll('[role=gridcell]').length));
  };
  await validIn(left).waitFor({ timeout: PATIENT_MS });
  await page.waitForTimeout(1000);
  await dropFile(page, left, file.path);
  await left.locator('[role=heading], h1, h2').filter({ hasText: 'json' }).first().waitFor({ timeout: PATIENT_MS });
  await validIn(left).waitFor({ timeout: PATIENT_MS });
  await page.waitForTimeout(2000);
  await add('show as a table: first cells', () =>
    timed(async () => {
      await left.getByRole('radio', { name: 'table' }).click();
      await grid.locator('[data-row="0"] [role=gridcell][data-kind]').first().waitFor({ timeout: PATIENT_MS });
    }),
  );
  await countCells();
  const all = grid.locator('[data-figures]');
  const isRead = () => page.waitForFunction(allRead, undefined, { timeout: PATIENT_MS, polling: 10 });
  await add('figures: the first, after the first cells', () =>
    timed(() => grid.locator('[data-figures=new]').first().waitFor({ timeout: PATIENT_MS })),
  );
  await add('… and all on the screen', () => timed(isRead));
  const bars = grid.locator('[data-figures] svg[data-brush]').first();
  if ((await all.count()) > 0 && (await bars.count()) > 0) {
    const box = await bars.boundingBox();
    await page.mouse.move(box.x + box.width * 0.2, box.y + 4);
    await page.mouse.down();
    await add('brush, live', () => timed(() => page.mouse.move(box.x + box.width * 0.6, box.y + 4, { steps: 20 })));
    await add('brush: rows and figures after the release', () =>
      timed(async () => {
        await page.mouse.up();
        await left.locator('button[aria-label^="Remove filter"]').waitFor({ timeout: PATIENT_MS });
        await isRead();
      }),
    );
    await page.waitForTimeout(1000);
    const remove = left.locator('button[aria-label^="Remove filter"]');
    await remove.click();
    await remove.waitFor({ state: 'detached', timeout: PATIENT_MS });
    await isRead();
    await grid.focus();
    await page.keyboard.press('Control+Home');
  }
  await add(`the first edit of a cell, until it is shown (aim: ${FIRST_EDIT_MS} ms)`, async () => {
    await grid.locator('[data-row="0"] [role=gridcell]').first().click();
    await page.keyboard.type('"first edit"');
    return keyToText(page, 'Enter', 'section[aria-label="Left"] [role=grid]', 'first edit');
  });
  await grid.focus();
  await page.keyboard.press('Control+Z');
  await validIn(left).waitFor({ timeout: PATIENT_MS });
  await add('wheel', () => wheel(page, grid));
  await countCells();
  await add('drag the scrollbar from end to end', () => drag(page, left));
  await countCells();
  await grid.focus();
  await add('Ctrl+End: the last cell shown', () =>
    timed(async () => {
      await page.keyboard.press('Control+End');
      await grid
        .locator(`[aria-rowindex="${await rowCount()}"] [data-focused][data-kind]`)
        .or(grid.locator(`[aria-rowindex="${await rowCount()}"] [data-focused][data-missing]`))
        .waitFor({ timeout: PATIENT_MS });
    }),
  );
  await countCells();
  await add('go to the path of the middle row', () =>
    timed(async () => {
      const row = Math.floor(file.rows / 2);
      await page.keyboard.press('Control+G');
      const field = page.locator('[role=dialog] input');
      await field.fill(`$[${row}]`);
      await page.keyboard.press('Enter');
      await grid.locator(`[data-row="${row}"] [data-focused]`).waitFor({ timeout: PATIENT_MS });
    }),
  );
  await page.keyboard.press('Control+Home');
  const header = grid.locator(`[role=columnheader][aria-label="${file.column}"]`);
  await add(`sort by ${file.column}`, () =>
    timed(async () => {
      await header.hover();
      await header.locator('button').first().click();
      await grid.locator('[aria-sort=ascending]').waitFor({ timeout: PATIENT_MS });
      await grid.locator('[data-row="0"] [role=gridcell][data-kind]').first().waitFor({ timeout: PATIENT_MS });
    }),
  );
  await add('wheel over sorted rows', () => wheel(page, grid));
  await add('filter any column by a text', () =>
    timed(async () => {
      await left.locator('button[aria-label=Filter]').click();
      const dialog = page.locator('[role=dialog]');
      await dialog.locator('input[aria-label=Value]').fill('99');
      await dialog.locator('button[type=submit]').click();
      // The button is shown once the rows are filtered.
      await left.locator('button[aria-label^="Remove filter"]').waitFor({ timeout: PATIENT_MS });
    }),
  );
  await countCells();
  steps.push({
    name: 'most cells in the page',
    value: `${mostCells} (at most ${MAX_CELLS})`,
    longest: 0,
    late: mostCells > MAX_CELLS,
    ratio: mostCells / MAX_CELLS,
  });
  await page.context().close();
  return steps;
}

/** In the page: whether the figures of all columns on the screen are those of the rows that are shown. */
function allRead() {
  const bars = [...document.querySelectorAll('[role=grid] [data-figures]')];
  return bars.length > 0 && bars.every((bar) => bar.dataset.figures === 'new');
}

/** Writes an array of rows. Returns its size in bytes. */
function writeArray(path, rows, spell) {
  let size = 0;
  let text = '[';
  writeFileSync(path, '');
  const flush = () => {
    size += Buffer.byteLength(text);
    writeFileSync(path, text, { flag: 'a' });
    text = '';
  };
  for (let row = 0; row < rows; row += 1) {
    if (row > 0) text += ',';
    text += spell(row);
    if (text.length > PIECE) flush();
  }
  text += ']';
  flush();
  return size;
}

function spellLog(row) {
  const base = {
    time: 1_700_000_000 + row,
    level: ['info', 'warn', 'error', 'debug'][row % 4],
    source: `svc-${row % 17}`,
  };
  const more = [
    { message: `request ${row} served`, status: 200 + (row % 5), ms: row % 977 },
    { error: { code: row % 31, stack: ['a.js:1', 'b.js:2'] }, retry: row % 2 === 0 },
    { user: { id: row, tags: ['x', 'y'], address: { city: 'Cork', zip: null } } },
    { [`field${row % 40}`]: row, note: row % 3 === 0 ? null : '' },
  ];
  return JSON.stringify({ ...base, ...more[(row * 13) % 4] });
}

function spellTwelve(row) {
  const cells = Array.from({ length: 12 }, (_, column) => `"c${column}":${(row * (column + 3)) % 99_991}`);
  return `{${cells.join(',')}}`;
}

function spellWide(row) {
  const cells = Array.from({ length: 5000 }, (_, column) => `"c${column}":${(row * column) % 997}`);
  return `{${cells.join(',')}}`;
}
