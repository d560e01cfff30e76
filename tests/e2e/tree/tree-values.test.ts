// Values as the tree shows them: their types without colours, blanks at their ends, and previews that open.

import { describe, expect, it } from 'vitest';
import { setMode, setStage } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';
import { TreePane } from '../support/tree-pane.ts';

const stage = setStage();
const files = makeFolder();
const shots = process.env['SHOTS'];
const open = (content: string) => TreePane.open(stage, files.write('values.json', content));

const STRINGS = {
  five: '5',
  exponent: '1e5',
  word: 'null',
  truth: 'true',
  nothing: '',
  blank: ' ',
  list: '[]',
  object: '{}',
  quoted: '"a"',
  plain: 'plain text',
  sentence: 'true or false',
  date: '2026-01-02',
};
const SPACES = { both: '  two', tab: 'a\t ', nbsp: '\u00a0b', zero: 'c\u200b', wide: 'd\u2003', inner: 'e  f' };
const DOCUMENT = {
  ...STRINGS,
  ...SPACES,
  'key ': 1,
  number: 5,
  yes: true,
  none: null,
  array: [1, 'x', { deep: ' ' }],
  map: { 'a b': [true] },
};

/** The text of a value on the screen, with its key. */
const shown = async (pane: TreePane, key: string): Promise<string> =>
  (await pane.row(key).getByRole('gridcell').nth(1).innerText()).replaceAll(/\s+/g, ' ').trim();

describe('a value', () => {
  it('[TRE-1] [PAN-11] says what it is without its colour: by quotes, and by its type in the accessible name', async () => {
    const pane = await open(JSON.stringify(DOCUMENT, null, 2));
    const texts = () => Promise.all(Object.keys(STRINGS).map((key) => shown(pane, key)));
    await expect
      .poll(texts)
      .toEqual([
        '"5"',
        '"1e5"',
        '"null"',
        '"true"',
        '""',
        '"·"',
        '"[]"',
        '"{}"',
        '""a""',
        'plain text',
        'true or false',
        '2026-01-02',
      ]);
    await expect.poll(() => shown(pane, 'number')).toBe('5');
    // A row that is a child of the grid is read as one: its name has the type too.
    for (const [row, cell] of [
      ['five "5", string', '"5", string'],
      ['number 5, number', '5, number'],
      ['plain plain text, string', 'plain text, string'],
      ['yes true true, boolean', 'true true, boolean'],
      ['none null', 'null'],
      ['array 3 items, array', '3 items, array'],
      ['map 1 key, object', '1 key, object'],
    ] as const) {
      await pane.grid.getByRole('row', { name: row }).waitFor();
      await pane.grid.getByRole('gridcell', { name: cell }).first().waitFor();
    }
    expect(await findingsInBoth(pane.page, '#RIGHT_PANEL')).toEqual([]);
    if (shots === undefined) return;
    for (const width of [1440, 390]) {
      await pane.page.setViewportSize({ width, height: 900 });
      if (width < 700) await pane.page.getByRole('radio', { name: 'Right' }).click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await pane.page.emulateMedia({ colorScheme });
        await pane.page.screenshot({ path: `${shots}/values-${width}-${colorScheme}.png` });
      }
    }
  });

  it('[TRE-1] [TRE-2] shows blanks at its ends, and is copied, edited and found as it is', async () => {
    const pane = await open(JSON.stringify({ ...SPACES, 'key ': 1 }));
    await expect
      .poll(() => Promise.all(Object.keys(SPACES).map((key) => shown(pane, key))))
      .toEqual(['··two', 'a⇥·', 'U+00A0b', 'cU+200B', 'dU+2003', 'e f']);
    await pane.row('key·').waitFor();
    // A mark is as wide as the space that it stands for, so that nothing moves.
    const widths = await pane.row('both').evaluate((row) => {
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      const widthOf: Record<string, number> = {};
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        widthOf[text.textContent ?? ''] = range.getBoundingClientRect().width;
      }
      return widthOf;
    });
    expect(widths['··']).toBeCloseTo(((widths['two'] ?? 0) * 2) / 3, 1);
    for (const [key, text] of Object.entries(SPACES)) {
      await pane.click(key);
      await pane.press('Control+C');
      await expect.poll(() => pane.clipboard()).toBe(text);
    }
    await pane.click('both');
    await pane.press('Enter');
    await expect.poll(() => pane.field('Value').inputValue()).toBe('  two');
    await pane.press('Escape');
    await pane.press('Control+F');
    await pane.page.keyboard.type(' two');
    await expect.poll(() => pane.row('both').locator('mark').innerText()).toBe('·two');
    await expect.poll(() => shown(pane, 'both')).toBe('··two');
    expect(await findingsInBoth(pane.page, '#RIGHT_PANEL')).toEqual([]);
  });
});

describe('a preview', () => {
  const DEEP = '{"first": {"a": {"b": [1, 2, 3]}}, "second": [1, 2], "third": "x"}';

  it('[TRE-1] opens by a click, which also selects; Alt opens all inside', async () => {
    const pane = await open(DEEP);
    const preview = (key: string) => pane.row(key).getByText(/^[[{]/).first();
    await preview('second').click();
    await expect.poll(() => pane.keys()).toEqual(['root', 'first', 'second', '0', '1', 'third']);
    await expect.poll(() => pane.selected()).toEqual(['second']);
    // An open row has no preview.
    await expect.poll(() => preview('second').count()).toBe(0);
    await preview('first').click({ modifiers: ['Alt'] });
    await expect
      .poll(() => pane.keys())
      .toEqual(['root', 'first', 'a', 'b', '0', '1', '2', 'second', '0', '1', 'third']);
    await pane.press('ArrowLeft');
    await pane.row('a').waitFor({ state: 'detached' });
    // The second click of a double-click does not close it, and edits nothing.
    await preview('first').dblclick();
    await pane.row('a').waitFor();
    await expect.poll(() => pane.row('first').getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => pane.field('Value').count()).toBe(0);
  });

  it('[TRE-1] [TRE-2] is only selected by a click with Shift or Ctrl, by a drag and by the menu', async () => {
    const pane = await open(DEEP);
    const preview = (key: string) => pane.row(key).getByText(/^[[{]/).first();
    const closed = ['root', 'first', 'second', 'third'];
    await preview('first').click({ modifiers: ['Shift'] });
    await preview('second').click({ modifiers: ['Control'] });
    await expect.poll(() => pane.selected()).toContain('second');
    await preview('first').click({ button: 'right' });
    await pane.page.getByRole('menu').first().waitFor();
    await pane.press('Escape');
    await expect.poll(() => pane.page.getByRole('menu').count()).toBe(0);
    // A drag that ends where it began.
    const box = await preview('first').boundingBox();
    if (box === null) throw new Error('no preview');
    await pane.page.mouse.move(box.x + 5, box.y + 5);
    await pane.page.mouse.down();
    await pane.page.mouse.move(box.x + 40, box.y + 6, { steps: 4 });
    await pane.page.mouse.move(box.x + 12, box.y + 5, { steps: 4 });
    await pane.page.mouse.up();
    await pane.press('End');
    await expect.poll(() => pane.selected()).toEqual(['third']);
    await expect.poll(() => pane.keys()).toEqual(closed);
    // One of several selected rows: the others are no longer selected.
    await pane.click('third');
    await pane.press('Shift+Home');
    await preview('second').click();
    await pane.row('0').waitFor();
    await expect.poll(() => pane.selected()).toEqual(['second']);
    // The read-only tree of an invalid text opens too.
    await pane.row('second').locator('[data-open]').click();
    await setMode(pane.page, 'Right', 'text');
    await pane.root.locator('.view-line').first().click();
    await pane.press('Control+End');
    await pane.page.keyboard.type(' x');
    await pane.root.getByText(/^Invalid/).waitFor();
    await setMode(pane.page, 'Right', 'tree');
    await preview('second').click();
    await pane.row('0').waitFor();
  });
});
