// The list of problems with its counts, navigation and scrollbar marks; the dialect of a text; broken records.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import {
  dropOpen,
  panel,
  rowTexts,
  saveBytes,
  setMode,
  setStage,
  shownLines,
  waitValid,
  type Side,
} from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { dockIn } from '../support/dock.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

const DOUBTFUL = `{
  "id": 9007199254740993,
  "name": "a",
  "name": "b",
  "inner": { "k": 1, "\\u006b": 2 },
  "far": 1e400
}
`;

const shows = (left: string, right = '[]\n'): string =>
  `#left=json.${encodeURIComponent(left)}&right=json.${encodeURIComponent(right)}`;
const countsIn = (root: Locator): Locator => root.getByRole('button', { name: /^Problems: / });
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement);
const boxOf = (one: Locator): Promise<DOMRect> => one.evaluate((element) => element.getBoundingClientRect());
/** Waits until the status line shows these counts. */
const says = (page: Page, side: Side, counts: string): Promise<void> =>
  panel(page, side)
    .getByRole('button', { name: `Problems: ${counts}`, exact: true })
    .waitFor();
const headings = (root: Locator): Promise<string[]> => dockIn(root).getByRole('treeitem', { level: 1 }).allInnerTexts();

describe('[NEW-11] the list of problems', () => {
  it('is closed at first, counts in the status line, and leads to each place in the text', async () => {
    const page = await stage.show(shows(DOUBTFUL));
    const left = panel(page, 'Left');
    await says(page, 'Left', '2 warnings, 2 notes');
    await expect.poll(() => dockIn(left).count()).toBe(0);
    await expect.poll(() => countsIn(panel(page, 'Right')).count()).toBe(0);
    await countsIn(left).click();
    const list = dockIn(left);
    await list.waitFor();
    await expect
      .poll(async () => (await headings(left)).map((text) => text.replace(/\s+/g, ' ')))
      .toEqual(['Duplicate keys 2', 'Numbers a double cannot hold 2']);
    expect(await findings(page, '#LEFT_PANEL')).toEqual([]);
    // The list is between the content and the status line, and covers neither.
    const [content, box, status] = await Promise.all(
      [left.locator('.monaco-editor').first(), list, left.locator('[aria-busy]')].map((one) => boxOf(one)),
    );
    expect(box?.top).toBeGreaterThanOrEqual((content?.bottom ?? Infinity) - 1);
    expect(box?.bottom).toBeLessThanOrEqual((status?.top ?? 0) + 1);
    expect((box?.bottom ?? 0) - (box?.top ?? 0)).toBeGreaterThan(100);

    await list.getByRole('treeitem', { name: /^1e400 is too large/ }).click();
    await left.getByRole('button', { name: 'Ln 6, Col 10', exact: true }).waitFor();
    await expect
      .poll(() => left.getByRole('status').allInnerTexts())
      .toContainEqual(
        'Problem 4 of 4, line 6, column 10: 1e400 is too large for a double: most programs read Infinity.',
      );
    // F8 wraps around at the end, and back.
    await page.keyboard.press('F8');
    await left.getByRole('button', { name: 'Ln 2, Col 9', exact: true }).waitFor();
    await page.keyboard.press('F8');
    await left.getByRole('button', { name: 'Ln 4, Col 3', exact: true }).waitFor();
    await page.keyboard.press('Shift+F8');
    await left.getByRole('button', { name: 'Ln 2, Col 9', exact: true }).waitFor();
    await list.locator('[aria-current=true]').getByText('Ln 2, Col 9').waitFor();

    // Arrow keys move through the list, and Enter goes without leaving it; Escape leaves it, and with Shift closes it.
    await list.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await left.getByRole('button', { name: 'Ln 5, Col 22', exact: true }).waitFor();
    await expect.poll(() => hasFocus(list.getByRole('tree'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => hasFocus(list.getByRole('tree'))).toBe(false);
    await list.getByRole('tree').focus();
    await page.keyboard.press('Shift+Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Home');
    await left.getByRole('button', { name: 'Ln 1, Col 1', exact: true }).waitFor();
  });

  it('follows what is written, and steps from the caret', async () => {
    const page = await stage.show(shows(DOUBTFUL));
    const left = panel(page, 'Left');
    await says(page, 'Left', '2 warnings, 2 notes');
    await left.locator('.view-line').first().click();
    await page.keyboard.press('F8');
    await left.getByRole('button', { name: 'Ln 2, Col 9', exact: true }).waitFor();
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('1,');
    await says(page, 'Left', '2 warnings, 1 note');
    await page.keyboard.press('F8');
    await left.getByRole('button', { name: 'Ln 4, Col 3', exact: true }).waitFor();
    // An error hides the problems that only a valid text has.
    await page.keyboard.press('Control+End');
    await page.keyboard.type(',');
    await says(page, 'Left', '1 error');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    await left.getByRole('button', { name: 'Ln 8, Col 1', exact: true }).waitFor();
    await countsIn(left).click();
    await dockIn(left).getByText('Keys and numbers are checked once the text is valid.').waitFor();
    await page.keyboard.press('Control+Z');
    await says(page, 'Left', '2 warnings, 1 note');
    await countsIn(left).click();
  });

  it('leads to the row in the tree and to the cell in the table', async () => {
    const rows = JSON.stringify([{ a: 1 }, { a: 2 }]).replace('"a":2', '"a":2,"b":1e400');
    const page = await stage.show(shows(rows, DOUBTFUL));
    const right = panel(page, 'Right');
    await says(page, 'Right', '2 warnings, 2 notes');
    await right.getByRole('row').first().click();
    await page.keyboard.press('F8');
    const selected = right.getByRole('row', { selected: true });
    await expect.poll(() => selected.innerText()).toMatch(/^id\s*9007199254740993/);
    await page.keyboard.press('F8');
    await expect.poll(() => selected.innerText()).toMatch(/^name\s*b/);
    // F8 expands what is collapsed.
    await page.keyboard.press('F8');
    await expect.poll(() => selected.innerText()).toMatch(/^k\s*2/);
    await says(page, 'Left', '1 note');
    await setMode(page, 'Left', 'table');
    const left = panel(page, 'Left');
    await left.getByRole('gridcell').first().click();
    await page.keyboard.press('F8');
    await expect.poll(() => left.getByRole('gridcell', { selected: true }).innerText()).toBe('1e400');
  });
});

describe('[NEW-11] a key that is renamed', () => {
  it('to one that the object has warns, and can be taken back from there', async () => {
    const page = await stage.show(shows('[]\n', '{"first":1,"second":2}'));
    const right = panel(page, 'Right');
    const key = right.getByRole('row').nth(2).getByText('second', { exact: true });
    await key.dblclick();
    await right.getByRole('textbox').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('third');
    await page.keyboard.press('Enter');
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 2 keys', 'first 1', 'third 2']);
    await right.getByRole('row').nth(2).getByText('third', { exact: true }).dblclick();
    await right.getByRole('textbox').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('first');
    await page.keyboard.press('Enter');
    const notice = page.locator('[data-severity=warning]').filter({ hasText: 'has the key "first" twice now' });
    await notice.waitFor();
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 2 keys', 'first 1', 'first 2']);
    await says(page, 'Right', '1 warning');
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 2 keys', 'first 1', 'third 2']);
    await countsIn(right).waitFor({ state: 'detached' });
  });
});

describe('[DOC-17] [NEW-11] the dialect of a text', () => {
  const dialectItem = (page: Page, side: Side, label: string): Locator =>
    panel(page, side).getByRole('button', { name: new RegExp(`^Document: ${label}(,|$)`) });

  it('is said with encoding and line ends, and changed as one step that leaves every byte', async () => {
    const page = await stage.blank();
    const text = '{"a": 1} // why\r\n';
    await dropOpen(page, 'Left', files.write('odd.json', text));
    const left = panel(page, 'Left');
    // What is usual is said in the menu only.
    await dialectItem(page, 'Left', 'JSON').click();
    await page.getByText('JSON, 17 B, UTF-8, CRLF').waitFor();
    await page.keyboard.press('Escape');
    await left.getByText('CRLF', { exact: true }).waitFor();
    await says(page, 'Left', '1 error');
    await dialectItem(page, 'Left', 'JSON').click();
    expect(await findings(page, '[role=menu]')).toEqual([]);
    const choices = page.getByRole('menuitemradio');
    await expect.poll(() => choices.allInnerTexts()).toEqual(['JSON', 'JSON with comments', 'JSON5', 'NDJSON']);
    await choices.filter({ hasText: 'JSON with comments' }).click();
    await dialectItem(page, 'Left', 'JSON with comments').waitFor();
    await waitValid(page, 'Left');
    await countsIn(left).waitFor({ state: 'detached' });
    expect((await saveBytes(page, 'Left')).toString()).toBe(text);
    await left.getByRole('button', { name: /^Undo/ }).click();
    await dialectItem(page, 'Left', 'JSON').waitFor();
    await says(page, 'Left', '1 error');
  });

  it('is judged by what is dropped or pasted where no name says it', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Left', files.write('export.txt', "{name: 'x'}\n"));
    await dialectItem(page, 'Left', 'JSON5').waitFor();
    await waitValid(page, 'Left');
    await dropOpen(page, 'Left', files.write('events.json', '{"id":1}\n{"id":2}\n'));
    await dialectItem(page, 'Left', 'NDJSON').waitFor();
    await waitValid(page, 'Left');
    // Pasted into the page, with no text focused.
    await page.evaluate(() => navigator.clipboard.writeText('// why\n[1]\n'));
    await panel(page, 'Left').getByRole('heading').first().click();
    await page.keyboard.press('Escape');
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press('Control+V');
    await dialectItem(page, 'Left', 'JSON with comments').waitFor();
    await waitValid(page, 'Left');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['// why', '[1]', '']);
  });
});

describe('[NEW-11] [PAR-4] a broken record of NDJSON', () => {
  const LINES = '{"id":1,"n":9007199254740993}\n{"id":2,\n{"id":3}\n{"id":4,"id":5}\n';

  it('is one broken row; the others are read, edited and listed as ever', async () => {
    const page = await stage.show(
      `#left=json.ndjson.${encodeURIComponent(LINES)}&right=json.ndjson.${encodeURIComponent(LINES)}`,
    );
    const right = panel(page, 'Right');
    await says(page, 'Right', '1 error, 1 warning, 1 note');
    await expect
      .poll(() => rowTexts(page, 'Right'))
      .toEqual([
        'root 4 items',
        '0 2 keys {id: 1, n: 9007199254740993}',
        '1 {"id":2,',
        '2 1 key {id: 3}',
        '3 2 keys {id: 4, id: 5}',
      ]);
    const signs = right.getByRole('row').getByRole('img');
    await expect
      .poll(() => signs.evaluateAll((all) => all.map((sign) => sign.getAttribute('aria-label'))))
      .toEqual(['The record ends too early: the bracket "{" is not closed.', 'There are problems inside']);
    // Deletes one valid record and edits another.
    await right.getByRole('row').nth(3).getByText('2', { exact: true }).click();
    await page.keyboard.press('Delete');
    await expect.poll(() => right.getByRole('row').count()).toBe(4);
    await right.getByRole('row').nth(1).getByText('0', { exact: true }).click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => rowTexts(page, 'Right')).toContain('id 1');
    await right.getByRole('row').nth(2).getByText('1', { exact: true }).dblclick();
    await right.getByRole('textbox').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await expect.poll(() => rowTexts(page, 'Right')).toContain('id 10');
    expect((await saveBytes(page, 'Right')).toString()).toBe(
      '{"id":10,"n":9007199254740993}\n{"id":2,\n{"id":4,"id":5}\n',
    );
    // Set to a value, it is a valid record again.
    await right.getByRole('row').filter({ hasText: '{"id":2,' }).getByText('{"id":2,').dblclick();
    await right.getByRole('textbox').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{"id":2}');
    await page.keyboard.press('Enter');
    await waitValid(page, 'Right');
    await says(page, 'Right', '1 warning, 1 note');

    // In the table a broken record is a row marked as such, and F8 goes to it.
    await setMode(page, 'Left', 'table');
    const left = panel(page, 'Left');
    await left.getByRole('gridcell').first().click();
    await expect
      .poll(() => left.getByRole('rowheader').evaluateAll((all) => all.map((one) => one.dataset['problem'])))
      .toEqual([undefined, 'error', undefined, 'warning']);
    expect(await findings(page, '#LEFT_PANEL')).toEqual([]);
    await page.keyboard.press('F8');
    await page.keyboard.press('F8');
    const selected = left.getByRole('gridcell', { selected: true });
    await expect.poll(() => selected.innerText()).toBe('{"id":2,');
    // Edits a valid record.
    const good = left.getByRole('gridcell').filter({ hasText: /^3$/ });
    await good.click();
    await expect.poll(() => good.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.type('478');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await saveBytes(page, 'Left')).toString())
      .toBe(LINES.replace('{"id":3}', '{"id":478}'));
  });
});

describe('[NEW-11] problems are marked', () => {
  it('in the text and beside its scrollbar, and move with what is typed', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => (at === 150 ? '  {"a":1,"a":2}' : `  ${at}`));
    const page = await stage.show(shows(`[\n${lines.join(',\n')}\n]\n`, `[${lines.join(',')}]\n`));
    for (const side of ['Left', 'Right'] as const) {
      await says(page, side, '1 warning');
      const mark = panel(page, side).locator('path[data-kind=warning]');
      await mark.waitFor({ state: 'attached' });
      // The mark is where the scrollbar would have to be dragged to reach the problem: in the middle.
      const [bar, box] = await Promise.all([panel(page, side).getByRole('scrollbar').first(), mark].map(boxOf));
      const share = ((box?.top ?? 0) - (bar?.top ?? 0)) / (bar?.height ?? 1);
      expect(share).toBeGreaterThan(0.4);
      expect(share).toBeLessThan(0.6);
    }
    const left = panel(page, 'Left');
    await left.locator('.view-line').first().click();
    await page.keyboard.press('F8');
    const squiggle = left.locator('.squiggly-warning');
    await squiggle.waitFor();
    const before = await boxOf(squiggle);
    await page.keyboard.press('Home');
    await page.keyboard.type('   ');
    await expect.poll(async () => (await boxOf(squiggle)).left).toBeGreaterThan(before.left + 10);
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.type('1,');
    await squiggle.waitFor({ state: 'detached' });
    await left.locator('path[data-kind=warning]').waitFor({ state: 'detached' });
  });
});
