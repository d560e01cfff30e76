// Editing with a schema, in text, tree and table: completion of keys and values, and the descriptions of keys.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { chooseMore, panel, setMode, setStage, shownLines, validIn, type Side } from '../support/app.ts';
import { findings } from '../support/axe.ts';

const stage = setStage();
/** Folder for screenshots; without it none are taken. */
const shots = process.env['SHOTS'];

const SCHEMA = {
  title: 'Account',
  required: ['role', 'name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', title: 'Full name', description: 'As in the <b>passport</b>, not *shortened*.' },
    role: {
      enum: ['admin', 'reader', 'guest'],
      default: 'reader',
      description: 'What the account may do.',
      enumDescriptions: ['May do all', 'May read', 'May look around'],
    },
    age: { type: 'integer', description: 'In full years.' },
    fax: { type: 'string', deprecated: true, description: 'Nobody has one any more.' },
    active: { type: 'boolean' },
    home: { type: 'object', properties: { city: { type: 'string' }, country: { enum: ['DE', 'FR'] } } },
  },
};

const shows = (left: string, right: string): string =>
  `#left=json.${encodeURIComponent(left)}&right=json.${encodeURIComponent(right)}`;

/** Chooses a schema for a panel's document in the dialog. */
async function choose(page: Page, side: Side, schema: unknown): Promise<void> {
  await chooseMore(page, side, 'Schema…');
  const dialog = page.getByRole('dialog', { name: 'Schema', exact: true });
  await dialog.getByRole('radio', { name: 'Written here' }).check();
  await dialog.getByRole('textbox', { name: 'JSON Schema' }).fill(JSON.stringify(schema));
  await dialog.getByRole('button', { name: 'Use schema' }).click();
  await dialog.waitFor({ state: 'detached' });
}

const suggested = (page: Page): Promise<string[]> =>
  page.locator('.suggest-widget.visible .monaco-list-row .label-name').allInnerTexts();
const offers = (page: Page, expected: readonly string[]): Promise<void> =>
  expect.poll(() => suggested(page)).toEqual(expected);
const textOf = async (page: Page, side: Side): Promise<string> => (await shownLines(page, side)).join('\n');

/** A key as the text of the left panel shows it. */
const keyIn = (page: Page, key: string): Locator =>
  panel(page, 'Left')
    .locator('.view-line')
    .filter({ hasText: `"${key}"` })
    .getByText(key)
    .last();

/** Fails if a floating element extends beyond the window. */
async function isInside(page: Page, floating: Locator): Promise<void> {
  const box = await floating.boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  expect(box).not.toBeNull();
  if (box === null) return;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.y + box.height).toBeLessThanOrEqual(height);
}

async function shoot(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
}

describe('[SCH-3] text mode', () => {
  it('offers keys and values of the schema, also while the text is invalid, and says what they mean', async () => {
    const page = await stage.show(shows('{\n  "age": 5\n}\n', '[]'));
    await choose(page, 'Left', SCHEMA);
    const left = panel(page, 'Left');
    await left.locator('.view-line').nth(1).click();
    await page.keyboard.press('End');
    // There is no comma before the new line and no closing quote: the text is invalid from here on.
    await page.keyboard.press('Enter');
    await page.keyboard.type('"');
    await offers(page, ['name', 'role', 'active', 'home', 'fax']);
    const list = page.locator('.suggest-widget.visible');
    const rows = list.locator('.monaco-list-row');
    await expect.poll(() => rows.first().innerText()).toContain('required');
    await expect.poll(() => rows.nth(4).innerText()).toContain('deprecated');
    const details = page.locator('.suggest-details');
    await details.getByText('As in the <b>passport</b>, not *shortened*.').waitFor();
    await isInside(page, list);
    await isInside(page, details);
    await shoot(page, 'completion');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    // Inserts the key with its default, and the missing comma before it.
    await expect.poll(() => textOf(page, 'Left')).toBe('{\n  "age": 5,\n  "role": "reader"\n}\n');
    await validIn(left).waitFor();
    // The inserted default is selected. Deleting it lists the allowed values.
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Space');
    await offers(page, ['"admin"', '"reader"', '"guest"']);
    await page.keyboard.type('gu');
    await offers(page, ['"guest"']);
    await details.getByText('May look around').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page, 'Left')).toContain('"role": "guest"\n');
    // After a key without a default, the list of values opens by itself; an object is inserted empty.
    await page.keyboard.type(',');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"');
    await offers(page, ['name', 'active', 'home', 'fax']);
    await page.keyboard.type('ho');
    await offers(page, ['home']);
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page, 'Left')).toContain('"home": {}');
    await page.keyboard.type('"');
    await offers(page, ['city', 'country']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await offers(page, ['"DE"', '"FR"']);
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page, 'Left')).toContain('"home": {"country": "DE"}');
    await validIn(left).waitFor();

    // The hover shows descriptions as text, not as markup.
    await keyIn(page, 'age').hover();
    const tooltip = page.locator('.monaco-hover:not(.hidden) .monaco-hover-content').first();
    await tooltip.getByText('In full years.').waitFor();
    await tooltip.getByText('Type: integer').waitFor();
    await shoot(page, 'hover');
    await keyIn(page, 'role').hover();
    await tooltip.getByText('Allowed: "admin", "reader", "guest"').waitFor();
    await tooltip.getByText('Required.').waitFor();
    await isInside(page, tooltip);
    // The hover also works in an invalid text.
    await page.keyboard.press('Control+End');
    await page.keyboard.type('x');
    await left
      .getByText(/^Invalid/)
      .first()
      .waitFor();
    await page.mouse.move(0, 0);
    await keyIn(page, 'age').hover();
    await tooltip.getByText('In full years.').waitFor();
    await page.keyboard.press('Backspace');
  });
});

const LISTS = {
  properties: {
    role: { enum: ['admin', 'reader'] },
    mixed: { enum: [1, 'two', null] },
    on: { type: 'boolean' },
    tags: { items: { enum: ['red', 'green'] } },
  },
};

describe('[SCH-3] completion inside quotation marks', () => {
  // A text with the caret, what is typed there (nothing: Ctrl+Space), what is offered, and the text with the first of it.
  const cases: readonly (readonly [string, string, readonly string[], string])[] = [
    ['{"role": "|"}', '', ['"admin"', '"reader"'], '{"role": "admin"}'],
    ['{"role": "xyz|"}', '', ['"admin"', '"reader"'], '{"role": "admin"}'],
    ['{"role": "reader"|}', '', ['"admin"', '"reader"'], '{"role": "admin"}'],
    ['{"role": "re|, "on": true}', '', ['"reader"'], '{"role": "reader", "on": true}'],
    ['{"role": "|" "on": true}', '', ['"admin"', '"reader"'], '{"role": "admin", "on": true}'],
    ['{"role": | "on": true}', '"', ['"admin"', '"reader"'], '{"role": "admin", "on": true}'],
    ['{"mixed": "|"}', '', ['1', '"two"', 'null'], '{"mixed": 1}'],
    ['{"on": "t|"}', '', ['true'], '{"on": true}'],
    ['{"ro|": "admin"}', '', ['role'], '{"role": "admin"}'],
    ['{"role": "admin" |}', '"', ['mixed', 'on', 'tags'], '{"role": "admin", "mixed": }'],
    ['{"role": "admin" "o|"}', '', ['on'], '{"role": "admin", "on": false}'],
    ['{"tags": ["|"]}', '', ['"red"', '"green"'], '{"tags": ["red"]}'],
    ['{"tags": ["red" |]}', '"', ['"red"', '"green"'], '{"tags": ["red", "red"]}'],
    ['{"tags": ["|" "green"]}', '', ['"red"', '"green"'], '{"tags": ["red", "green"]}'],
  ];

  it('always has something to say, and replaces the content with both marks', async () => {
    const page = await stage.show(shows('{}', '[]'));
    await choose(page, 'Left', LISTS);
    await panel(page, 'Left').locator('.view-line').first().click();
    for (const [marked, typed, offered, expected] of cases) {
      const [before = '', after = ''] = marked.split('|');
      await page.evaluate((text) => navigator.clipboard.writeText(text), before + after);
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Control+V');
      await expect.poll(() => textOf(page, 'Left')).toBe(before + after);
      for (let left = after.length; left > 0; left -= 1) await page.keyboard.press('ArrowLeft');
      if (typed === '') await page.keyboard.press('Control+Space');
      else await page.keyboard.type(typed);
      await expect.poll(() => suggested(page), { message: marked }).toEqual(offered);
      await page.keyboard.press('Enter');
      await expect.poll(() => textOf(page, 'Left'), { message: marked }).toBe(expected);
      await page.keyboard.press('Escape');
    }
  });
});

/** A row of the tree by its key. */
const rowOf = (page: Page, key: string): Locator =>
  panel(page, 'Left')
    .getByRole('row')
    .filter({ hasText: new RegExp(`^${key}`) });
const choices = (page: Page): Locator => page.getByRole('listbox', { name: 'Allowed values' });
const optionsOf = (list: Locator): Promise<string[]> =>
  list
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => option.firstElementChild?.textContent ?? ''));

describe('[SCH-3] tree mode', () => {
  it('[TRE-4] lists allowed values, says what keys mean, marks required and deprecated ones, and completes keys', async () => {
    const page = await stage.show(shows('{"name": "Ada", "role": "admin", "fax": "1", "home": {}}', '[]'));
    await choose(page, 'Left', SCHEMA);
    await setMode(page, 'Left', 'tree');
    const role = rowOf(page, 'role');
    // Rows are marked by icons with accessible names.
    await role.getByRole('img', { name: 'Required by the schema' }).waitFor();
    await rowOf(page, 'fax').getByRole('img', { name: 'Deprecated by the schema' }).waitFor({ state: 'attached' });
    await expect
      .poll(() =>
        rowOf(page, 'home')
          .getByRole('img', { name: /by the schema/ })
          .count(),
      )
      .toBe(0);
    await rowOf(page, 'name').locator('[data-hint]').first().hover();
    const tooltip = page.getByRole('tooltip', { includeHidden: true });
    await tooltip.getByText('As in the <b>passport</b>, not *shortened*.').waitFor();
    await isInside(page, tooltip);
    await shoot(page, 'tree-tooltip');
    // The list of allowed values, by keyboard.
    await role.locator('[role=gridcell]').nth(1).click();
    await page.keyboard.press('Enter');
    const list = choices(page);
    await expect.poll(() => optionsOf(list)).toEqual(['admin', 'reader', 'guest']);
    await isInside(page, list);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await list.getByRole('option', { selected: true }).getByText('reader').waitFor();
    await shoot(page, 'tree-list');
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => role.innerText()).toMatch(/reader/);
    await list.waitFor({ state: 'detached' });
    // By mouse, filtered by what was typed.
    await page.keyboard.press('Enter');
    await list.waitFor();
    await page.keyboard.type('gu');
    await expect.poll(() => optionsOf(list)).toEqual(['guest']);
    await list.getByRole('option').click();
    await expect.poll(() => role.innerText()).toMatch(/guest/);
    // A new key, and its allowed values; Escape leaves the field.
    await role.locator('[role=gridcell]').nth(1).click();
    await page.keyboard.press('Insert');
    const keys = page.getByRole('listbox', { name: 'Keys of the schema' });
    await expect.poll(() => optionsOf(keys)).toEqual(['age', 'active']);
    await isInside(page, keys);
    await page.keyboard.type('act');
    await expect.poll(() => optionsOf(keys)).toEqual(['active']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => optionsOf(list)).toEqual(['true', 'false']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => rowOf(page, 'active').innerText()).toMatch(/true/);
  });
});

describe('[SCH-2] table mode', () => {
  it('marks cells that do not fit, lists what may be there, and says what columns mean', async () => {
    const rows = [
      { name: 'Ada', role: 'admn', age: 5 },
      { name: 'Bob', age: 6 },
    ];
    const page = await stage.show(shows(JSON.stringify(rows), '[]'));
    await choose(page, 'Left', { items: SCHEMA });
    await setMode(page, 'Left', 'table');
    const left = panel(page, 'Left');
    const cell = (row: number, column: number): Locator =>
      left.locator(`[data-row="${row}"] [role=gridcell][aria-colindex="${column + 2}"]`);
    await cell(0, 1)
      .getByRole('img', { name: '"admn" is not allowed. Did you mean "admin"? Allowed: "admin", "reader", "guest".' })
      .waitFor({ state: 'attached' });
    await cell(0, 1).click();
    await page.keyboard.press('Enter');
    const list = choices(page);
    await expect.poll(() => optionsOf(list)).toEqual(['admin', 'reader', 'guest']);
    await isInside(page, list);
    await shoot(page, 'table-list');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(0, 1).innerText()).toBe('admin');
    // A cell without a value has the list, too.
    await cell(1, 1).click();
    await page.keyboard.press('Enter');
    await list.getByRole('option', { name: 'guest' }).click();
    await expect.poll(() => cell(1, 1).innerText()).toBe('guest');
    await cell(0, 1).getByRole('img').waitFor({ state: 'detached' });
  });
});
