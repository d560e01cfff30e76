// Table mode with real keys and a real mouse: what users do with an array, on few pages.

import { describe, expect, it } from 'vitest';
import { holdClipboard, panel, setMode, setStage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { TablePane } from '../support/table-pane.ts';

const stage = setStage();
const files = makeFolder();

const ROWS = [
  {
    id: 9007199254740993n,
    name: 'Rotterdam',
    paid: true,
    total: '1240.50',
    geo: { lat: 51.9, lon: 4.4 },
    tags: ['a', 'b'],
  },
  { id: 2n, name: 'espoo 10', paid: false, total: '0.10', geo: { lat: 60.2 }, note: '' },
  { id: 3n, name: 'espoo 9', paid: true, total: '5', note: null, geo: {} },
  { id: 4n, name: 'Łódź', paid: false, total: '20', tags: [], note: 'urgent' },
];

/** JSON with numbers that JavaScript would change. */
function spell(rows: readonly Record<string, unknown>[]): string {
  const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `#${value}#` : value), 2);
  return text.replaceAll(/"#(\d+)#"/g, '$1').replaceAll(/"total": "([\d.]+)"/g, '"total": $1');
}

const SOURCE = spell(ROWS);
const source = files.write('orders.json', SOURCE);
const wrapped = files.write('wrapped.json', `{"meta": {"page": 1}, "orders": ${SOURCE}, "none": []}`);

describe('a table', () => {
  it('[TAB-1] [TAB-2] shows columns from every row, and each kind of nothing in its own way', async () => {
    const pane = await TablePane.open(stage, source);
    await pane.shows(
      ['id', 'name', 'paid', 'total'],
      [
        ['9007199254740993', 'Rotterdam', 'true', '1240.50'],
        ['2', 'espoo 10', 'false', '0.10'],
        ['3', 'espoo 9', 'true', '5'],
        ['4', 'Łódź', 'false', '20'],
      ],
    );
    await expect
      .poll(() => pane.columns())
      .toEqual(['id', 'name', 'paid', 'total', 'geo.lat', 'geo.lon', 'tags', 'note']);
    await expect
      .poll(() => pane.texts('geo.lat', 'geo.lon', 'tags', 'note'))
      .toEqual([
        ['51.9', '4.4', '[2] "a", "b"', '·'],
        ['60.2', '·', '·', '""'],
        ['·', '·', '·', 'null'],
        ['·', '·', '[]', 'urgent'],
      ]);
    await expect.poll(() => pane.grid.getAttribute('aria-rowcount')).toBe('5');
    await expect.poll(() => pane.grid.getAttribute('aria-colcount')).toBe('9');

    // Shows nested objects as one column each, and back.
    await pane.root.getByRole('button', { name: /^Columns/ }).click();
    await pane.page.getByRole('checkbox', { name: 'Columns for what is in nested objects' }).click();
    await pane.press('Escape');
    await expect.poll(async () => (await pane.columns()).slice(0, 5)).toEqual(['id', 'name', 'paid', 'total', 'geo']);
    await pane.shows(['geo'], [['{2} lat: 51.9, lon: 4.4'], ['{1} lat: 60.2'], ['{}'], ['·']]);
    await pane.root.getByRole('button', { name: /^Columns/ }).click();
    await pane.page.getByRole('checkbox', { name: 'Columns for what is in nested objects' }).click();
    await pane.press('Escape');
    await expect.poll(() => pane.columns()).toContain('geo.lat');
  });

  it('[TAB-2] edits cells by keys, keeps every other byte, and takes back', async () => {
    const pane = await TablePane.open(stage, source);
    await pane.click(0, 'name');
    await pane.type('Delft');
    await pane.press('Enter');
    await pane.at(1, 'name');
    await pane.press('F2', 'End');
    await pane.type('0');
    await pane.press('Tab');
    await pane.at(1, 'paid');
    await pane.press('Space', 'ArrowRight');
    await pane.type('9007199254740995.10');
    await pane.press('Enter');
    await pane.shows(
      ['name', 'paid', 'total'],
      [
        ['Delft', 'true', '1240.50'],
        ['espoo 100', 'true', '9007199254740995.10'],
      ],
    );
    const edited = SOURCE.replace('Rotterdam', 'Delft')
      .replace('espoo 10', 'espoo 100')
      .replace('"paid": false,\n    "total": 0.10', '"paid": true,\n    "total": 9007199254740995.10');
    await expect.poll(() => pane.text()).toBe(edited);
    // A missing member is inserted in its nested object.
    await pane.click(1, 'geo.lon');
    await pane.type('24.9');
    await pane.press('Escape', 'x', 'Escape', 'Enter');
    await pane.type('24.9');
    await pane.press('Enter');
    await expect.poll(() => pane.text()).toBe(edited.replace('"lat": 60.2\n', '"lat": 60.2,\n      "lon": 24.9\n'));
    await pane.press('Control+z');
    await expect.poll(() => pane.text()).toBe(edited);
    for (let step = 0; step < 4; step += 1) await pane.press('Control+z');
    await expect.poll(() => pane.text()).toBe(SOURCE);
    await pane.press('Control+y');
    await pane.shows(['name'], [['Delft']]);
    // Text typed over a value may begin with that value.
    await pane.click(1, 'id');
    await pane.type('22');
    await pane.press('Enter');
    await pane.shows(['id'], [['9007199254740993'], ['22']]);
  });

  it('[TAB-2] selects ranges, sums them up, copies, empties and pastes them', async () => {
    const pane = await TablePane.open(stage, source);
    await pane.click(0, 'total');
    await pane.click(2, 'total', { modifiers: ['Shift'] });
    await pane.root.getByText('sum 1245.6', { exact: true }).waitFor();
    await pane.root.getByText('min 0.1', { exact: true }).waitFor();
    await pane.root.getByText('max 1240.5', { exact: true }).waitFor();
    await pane.root.getByText('3 cells', { exact: true }).waitFor();
    await pane.press('Shift+ArrowLeft', 'Control+c');
    await expect.poll(() => pane.clipboard()).toBe('true\t1240.50\nfalse\t0.10\ntrue\t5');
    await pane.press('Delete');
    await pane.shows(
      ['paid', 'total'],
      [
        ['null', 'null'],
        ['null', 'null'],
        ['null', 'null'],
        ['false', '20'],
      ],
    );
    await pane.press('Control+z');
    await expect.poll(() => pane.text()).toBe(SOURCE);
    // Pastes from the third row on, which appends rows after the last one.
    await pane.page.evaluate(() => navigator.clipboard.writeText('one\t7\n"two\nlines"\t8\nthree\ttrue'));
    await pane.click(2, 'name');
    await pane.press('Control+v');
    await pane.page.getByText('The cells reach beyond the table. 1 row is added at its end.').waitFor();
    await pane.page.getByRole('button', { name: 'Add and paste' }).click();
    await pane.shows(
      ['name', 'paid'],
      [
        ['Rotterdam', 'true'],
        ['espoo 10', 'false'],
        ['one', '7'],
        ['two↵lines', '8'],
        ['three', 'true'],
      ],
    );
    const heightOfRow = (): Promise<number> =>
      pane.root
        .getByRole('gridcell')
        .first()
        .evaluate((cell) => cell.clientHeight);
    const height = await heightOfRow();
    await pane.root.getByRole('button', { name: /^Array root/ }).click();
    await pane.page.getByRole('menuitem', { name: '4 lines, wrapped' }).click();
    await expect.poll(heightOfRow).toBeGreaterThan(3 * height);
    await pane.root.getByRole('button', { name: /^Array root/ }).click();
    await pane.page.getByRole('menuitem', { name: 'one line' }).click();
    await expect.poll(heightOfRow).toBe(height);
    await pane.root.getByRole('grid').focus();
    await pane.press('Control+z');
    await expect.poll(() => pane.text()).toBe(SOURCE);
    // By mouse: drags from cell to cell, selects a row, a column, and everything.
    const [from, to] = await Promise.all(
      [pane.cell(0, 'id'), pane.cell(1, 'name')].map(async (cell) => (await cell).boundingBox()),
    );
    if (from == null || to == null) throw new Error('a cell is not on the screen');
    await pane.page.mouse.move(from.x + 5, from.y + 5);
    await pane.page.mouse.down();
    await pane.page.mouse.move(to.x + 5, to.y + 5, { steps: 4 });
    await pane.page.mouse.up();
    const selected = (): Promise<number> => pane.grid.locator('[role=gridcell][aria-selected=true]').count();
    await expect.poll(selected).toBe(4);
    await pane.press('Shift+Space');
    await expect.poll(selected).toBe(16);
    await pane.press('Escape', 'Control+Space');
    await expect.poll(selected).toBe(4);
    await pane.press('Control+a');
    await expect.poll(selected).toBe(32);
    await pane.press('Escape', 'Control+End');
    await pane.at(3, 'note');
    await pane.press('Control+Home', 'End', 'PageDown', 'Home', 'ArrowUp');
    await pane.at(2, 'id');
  });

  it('[TAB-2] inserts, duplicates, moves and removes rows; adds, renames, fills and removes columns', async () => {
    const pane = await TablePane.open(stage, source);
    const ids = async (...expected: string[]): Promise<void> =>
      pane.shows(
        ['id'],
        expected.map((id) => [id]),
      );
    await pane.click(1, 'id');
    await pane.press('Alt+Shift+ArrowDown');
    await ids('9007199254740993', '2', '2', '3', '4');
    await pane.press('Alt+ArrowDown');
    await ids('9007199254740993', '2', '3', '2', '4');
    await pane.press('Insert');
    await ids('9007199254740993', '2', '3', '2', '·', '4');
    await pane.press('Control+Shift+Delete');
    await ids('9007199254740993', '2', '3', '2', '4');
    for (let step = 0; step < 4; step += 1) await pane.press('Control+z');
    await expect.poll(() => pane.text()).toBe(SOURCE);

    await pane.choose(pane.header('note'), 'Change the column', 'Rename…');
    await pane.page.getByRole('textbox', { name: 'Key' }).fill('name');
    await pane.press('Enter');
    await pane.page.getByText('There is a column "name" already.').waitFor();
    await pane.page.getByRole('textbox', { name: 'Key' }).fill('remark');
    await pane.press('Enter');
    await expect.poll(() => pane.columns()).toContain('remark');
    await pane.choose(pane.header('remark'), 'Change the column', 'Set remark in 4 rows…');
    await pane.page.getByRole('textbox', { name: 'Value' }).fill('12');
    await pane.press('Enter');
    await pane.shows(['remark'], [['12'], ['12'], ['12'], ['12']]);
    await pane.choose(pane.header('remark'), 'Change the column', 'Remove from all rows');
    await expect.poll(() => pane.columns()).not.toContain('remark');
    await pane.root.getByRole('button', { name: 'Insert' }).click();
    await pane.page.getByRole('menuitem', { name: 'Add column…' }).click();
    await pane.page.getByRole('textbox', { name: 'Key' }).fill('seen');
    await pane.press('Enter');
    await pane.shows(['seen'], [['null'], ['null'], ['null'], ['null']]);
    for (let step = 0; step < 4; step += 1) await pane.press('Control+z');
    await expect.poll(() => pane.text()).toBe(SOURCE);
  });

  it('[TAB-2] sorts and filters as a view, and writes an order only when asked', async () => {
    const pane = await TablePane.open(stage, source);
    const names = async (...expected: string[]): Promise<void> => {
      await pane.shows(
        ['name'],
        expected.map((name) => [name]),
      );
      await expect.poll(() => pane.grid.getAttribute('aria-rowcount')).toBe(String(expected.length + 1));
    };
    await pane.header('name').hover();
    await pane.header('name').getByRole('button', { name: 'Sort ascending' }).click();
    await names('espoo 9', 'espoo 10', 'Rotterdam', 'Łódź');
    await expect.poll(() => pane.header('name').getAttribute('aria-sort')).toBe('ascending');
    await pane.choose(pane.header('paid'), 'Sort descending');
    await pane.choose(pane.header('total'), 'Then sort by it', 'Then sort descending');
    await names('Rotterdam', 'espoo 9', 'Łódź', 'espoo 10');
    // An edited cell keeps its place until the rows are sorted again.
    await pane.click(1, 'total');
    await pane.type('9999');
    await pane.press('Enter');
    await names('Rotterdam', 'espoo 9', 'Łódź', 'espoo 10');
    await pane.root.getByRole('button', { name: 'Apply again' }).click();
    await names('espoo 9', 'Rotterdam', 'Łódź', 'espoo 10');
    await pane.press('Control+z');
    await expect.poll(() => pane.text()).toBe(SOURCE);
    await pane.root.getByRole('button', { name: 'Show rows in the order of the document' }).click();

    await pane.root.getByRole('button', { name: 'Filter', exact: true }).click();
    await pane.page.getByLabel('Column', { exact: true }).selectOption({ label: 'total' });
    await pane.page.getByLabel('Condition').selectOption({ label: 'is at least' });
    await pane.page.getByLabel('Value').fill('5');
    await pane.press('Enter');
    await names('Rotterdam', 'espoo 9', 'Łódź');
    await pane.root.getByText('3 of 4 rows').first().waitFor();
    await pane.choose(await pane.cell(0, 'paid'), 'Keep rows with this value');
    await names('Rotterdam', 'espoo 9');
    // Edits apply to the visible rows; their row headers keep the positions of the document.
    await pane.click(1, 'name');
    await pane.type('Helsinki');
    await pane.press('Enter');
    await names('Rotterdam', 'Helsinki');
    await expect.poll(() => pane.text()).toBe(SOURCE.replace('espoo 9', 'Helsinki'));
    await expect.poll(() => pane.grid.getByRole('rowheader').allInnerTexts()).toEqual(['0', '2']);
    await pane.root.getByRole('button', { name: /^Open these rows/ }).click();
    await panel(pane.page, 'Right').getByText('Rows of orders.json').first().waitFor();
    await pane.press('Control+z');
    await pane.root.getByRole('button', { name: 'Remove filter: paid is true' }).click();
    await pane.root.getByRole('button', { name: 'Remove filter: total is at least 5' }).click();
    await pane.choose(pane.header('name'), 'Sort ascending');
    await pane.root.getByRole('button', { name: 'Write this order' }).click();
    await expect.poll(() => pane.text()).toBe(spell([ROWS[2], ROWS[1], ROWS[0], ROWS[3]].flatMap((row) => row ?? [])));
  });
});

describe('a table of an array somewhere in the document', () => {
  it('[TAB-3] [TAB-2] is chosen from a list, opened from a cell, a path or the tree, and left again', async () => {
    const pane = await TablePane.open(stage, wrapped);
    await pane.root.getByRole('heading', { name: 'Choose an array to show as a table' }).waitFor();
    await expect
      .poll(() => pane.root.getByRole('listitem').allInnerTexts())
      .toEqual(['orders\n4 rows', 'none\n0 rows']);
    await pane.root.getByRole('button', { name: /^none/ }).click();
    await pane.root.getByText('This array is empty').waitFor();
    await pane.root.getByRole('button', { name: 'Add a row' }).click();
    await pane.shows(['value'], [['{}']]);
    await pane.press('Control+z');
    await expect.poll(() => pane.text()).toContain('"none": []');
    // Through the path field.
    await pane.press('Control+g');
    await pane.page.getByRole('textbox', { name: 'Line, byte or path' }).fill('$.orders[2].name');
    await pane.press('Enter');
    await pane.at(2, 'name');
    await pane.root.getByRole('navigation').getByRole('button', { name: 'name' }).waitFor();
    // Through a cell, and back.
    await pane.click(0, 'tags');
    await pane.press('Alt+Enter');
    await pane.shows(['value'], [['a'], ['b']]);
    await pane.root.getByRole('button', { name: 'Back to orders' }).click();
    await pane.shows(['name'], [['Rotterdam']]);
    // An object or array in a cell is edited in a small tree, as one undo step.
    await pane.click(0, 'tags');
    await pane.press('Enter');
    const dialog = pane.page.getByRole('dialog');
    await dialog
      .getByText('"b"')
      .or(dialog.getByText('b', { exact: true }))
      .first()
      .click();
    await pane.press('Enter');
    await pane.type('c');
    await pane.press('Enter');
    await dialog.getByText('c', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await pane.shows(['tags'], [['[2] "a", "c"']]);
    await pane.press('Control+z');
    await pane.shows(['tags'], [['[2] "a", "b"']]);
    // From the tree.
    await setMode(pane.page, 'Left', 'tree');
    const row = pane.root.getByRole('treegrid').getByRole('row').filter({ hasText: 'orders' }).first();
    await row.click({ button: 'right', position: { x: 120, y: 8 } });
    await pane.page.getByRole('menuitem', { name: 'Open as a table' }).click();
    await pane.shows(['name'], [['Rotterdam']]);
  });

  it('[TAB-2] keeps what was chosen for its columns, over a reload too', async () => {
    const pane = await TablePane.open(stage, source);
    const widthOf = async (name: string): Promise<number> => (await pane.header(name).boundingBox())?.width ?? 0;
    await pane.choose(pane.header('note'), 'Pin left');
    await pane.choose(pane.header('paid'), 'Hide');
    await pane.header('total').click();
    await pane.press('Control+Shift+Alt+ArrowLeft');
    await expect.poll(() => pane.columns()).toEqual(['note', 'id', 'total', 'name', 'geo.lat', 'geo.lon', 'tags']);
    const before = await widthOf('name');
    const edge = await pane.header('name').locator('[data-edge]').boundingBox();
    if (edge === null) throw new Error('the edge of a column is not on the screen');
    await pane.page.mouse.move(edge.x + 3, edge.y + 5);
    await pane.page.mouse.down();
    await pane.page.mouse.move(edge.x + 63, edge.y + 5, { steps: 3 });
    await pane.page.mouse.up();
    await expect.poll(() => widthOf('name')).toBeCloseTo(before + 60, 0);
    await pane.page.mouse.dblclick(edge.x + 63, edge.y + 5);
    await expect.poll(() => widthOf('name')).toBeLessThan(before + 60);
    // By mouse: drags the header of one column onto another.
    await pane.click(0, 'total');
    await pane.press('ArrowLeft');
    const [from, to] = [await pane.header('geo.lat').boundingBox(), await pane.header('id').boundingBox()];
    if (from === null || to === null) throw new Error('a header is not on the screen');
    await pane.page.mouse.move(from.x + 30, from.y + 8);
    await pane.page.mouse.down();
    await pane.page.mouse.move(to.x + 10, to.y + 8, { steps: 6 });
    await pane.page.mouse.up();
    const expected = ['note', 'geo.lat', 'id', 'total', 'name', 'geo.lon', 'tags'];
    await expect.poll(() => pane.columns()).toEqual(expected);
    // The panel is empty after a reload, so drop the file again.
    await pane.page.reload();
    await pane.drop(source);
    await expect.poll(() => pane.columns()).toEqual(expected);
    await pane.root.getByRole('button', { name: /^Columns/ }).click();
    await pane.page.getByRole('textbox', { name: 'Search columns' }).fill('pai');
    await pane.page.getByRole('checkbox', { name: /^paid/ }).check();
    await pane.press('Escape');
    await expect.poll(() => pane.columns()).toContain('paid');
  });

  it('[TRE-5] [PAR-4] [TRE-7] finds and replaces in cells, and shows the last valid state of an invalid text', async () => {
    const pane = await TablePane.open(stage, source);
    await pane.click(0, 'id');
    await pane.press('Control+f');
    await pane.type('espoo');
    await pane.root.getByText(/of 2$/).waitFor();
    await pane.at(1, 'name');
    const foundIn = async (row: number): Promise<string | null> =>
      (await pane.cell(row, 'name')).getAttribute('data-found');
    await expect.poll(() => foundIn(1)).toBe('current');
    await pane.press('Enter');
    await pane.at(2, 'name');
    await expect.poll(() => foundIn(2)).toBe('current');
    await expect.poll(() => foundIn(1)).toBe('hit');
    await pane.press('Control+h');
    await pane.page.getByRole('textbox', { name: /^Replace/ }).fill('Vaasa');
    await pane.root.getByRole('button', { name: 'Replace all' }).click();
    await pane.shows(['name'], [['Rotterdam'], ['Vaasa 10'], ['Vaasa 9'], ['Łódź']]);
    await pane.press('Escape', 'Control+z');
    await expect.poll(() => pane.text()).toBe(SOURCE);

    await setMode(pane.page, 'Left', 'text');
    await pane.root.locator('.view-line').first().click();
    await pane.press('Control+Home');
    await pane.type('x');
    await pane.root
      .getByText(/^Invalid/)
      .first()
      .waitFor();
    await setMode(pane.page, 'Left', 'table');
    await pane.shows(['name'], [['Rotterdam'], ['espoo 10']]);
    await pane.root.getByText('The text is not valid: this is its last valid state, read-only.').waitFor();
    await expect.poll(() => pane.grid.getAttribute('aria-readonly')).toBe('true');
    await pane.click(0, 'name');
    await pane.type('z');
    await pane.press('Delete');
    await expect.poll(() => pane.grid.getByRole('textbox').count()).toBe(0);
    await pane.press('Control+z');
    await expect.poll(() => pane.grid.getAttribute('aria-readonly')).toBe('false');
    await expect.poll(() => pane.text()).toBe(SOURCE);

    // Columns are unknown if the text was invalid when the table opened. They appear once it is valid.
    await pane.drop(wrapped);
    await setMode(pane.page, 'Left', 'text');
    await pane.root.locator('.view-line').first().click();
    await pane.press('Control+Home');
    await pane.type('x');
    await pane.root
      .getByText(/^Invalid/)
      .first()
      .waitFor();
    await setMode(pane.page, 'Left', 'table');
    await pane.root
      .getByRole('button', { name: /^orders/ })
      .last()
      .click();
    await pane.root.getByText('The text is not valid, so its columns are not known. Fix the error first.').waitFor();
    await pane.press('Control+z');
    await pane.shows(['name'], [['Rotterdam']]);
  });
});

describe('a table while something is on its way', () => {
  it('[TAB-2] cuts what was selected, wherever one goes before the clipboard has it', async () => {
    const pane = await TablePane.open(stage, source);
    const release = await holdClipboard(pane.page);
    await pane.click(1, 'name');
    await pane.press('Control+x', 'ArrowUp');
    await pane.at(0, 'name');
    await release();
    await pane.shows(['name'], [['Rotterdam'], ['""'], ['espoo 9']]);
    await expect.poll(() => pane.clipboard()).toBe('espoo 10');
    await pane.at(0, 'name');
  });

  it('[TAB-2] [TXT-2] writes what is typed into the row that is there once an undo, or rows that went, have arrived', async () => {
    const pane = await TablePane.open(stage, source);
    await pane.click(1, 'name');
    await pane.type('first');
    await pane.press('Enter', 'ArrowUp');
    // Without a pause: the undo is still running when the next key arrives.
    await pane.press('Control+z');
    await pane.type('Q');
    await pane.press('Enter');
    await expect.poll(() => pane.text()).toBe(SOURCE.replace('espoo 10', 'Q'));
    // The row below moves to the place of the deleted one.
    await pane.press('ArrowUp', 'Control+Shift+Delete');
    await pane.type('Z');
    await pane.press('Enter');
    await pane.shows(['name'], [['Rotterdam'], ['Z'], ['Łódź']]);
    await expect.poll(async () => JSON.parse(await pane.text())).toHaveLength(3);
  });
});
