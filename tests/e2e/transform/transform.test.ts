// Transforming documents: the wizard, the six languages, previews, and the single undo step.

import { describe, expect, it } from 'vitest';
import { dropOpen, panel, rowTexts, saveBytes, setMode, setStage, waitValid, type Side } from '../support/app.ts';
import { findings, findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';
import { catchSaves, caughtBytes } from '../support/saves.ts';
import {
  apply,
  chooseLanguage,
  dialog,
  openInPlace,
  openTransform,
  outcome,
  result,
  resultRows,
  shownQuery,
  writeQuery,
} from '../support/transform-pane.ts';

const stage = setStage({ passed: ['transformDrafts', 'transformQueries'] });
const folder = makeFolder();

const PEOPLE = `[
  {"id": 1, "name": "Ada", "age": 36, "price": 12345678901234567890, "city": {"name": "London"}},
  {"id": 2, "name": "Bob", "age": 22, "price": 1.50, "city": {"name": "Paris"}},
  {"id": 3, "name": "Cid", "age": 51, "price": 3e2, "city": {"name": "Berlin"}}
]
`;

const inline = (text: string): string => `#left=json.${encodeURIComponent(text)}`;

const text = async (page: Parameters<typeof saveBytes>[0], side: Side): Promise<string> =>
  (await saveBytes(page, side)).toString();

/**
 * Per language: a query with the rows of its result, a query that passes a number through as it is written, and a query with a
 * mistake and its message.
 */
const BY_HAND: readonly {
  readonly language: string;
  readonly query: string;
  readonly rows: readonly string[];
  readonly exact: string;
  readonly wrong: string;
  readonly place: RegExp;
}[] = [
  {
    language: 'JavaScript',
    query: 'data.filter(item => item.age > 30).map(item => item.name)',
    rows: ['0 Ada', '1 Cid'],
    exact: '({...data[0], age: 37})',
    wrong: 'data\n  .filter(item => )',
    place: /^Line 2, column 19: “\)” can’t stand here/,
  },
  {
    language: 'Lodash',
    query: '_.map(_.sortBy(data, "age"), "city.name")',
    rows: ['0 Paris', '1 London', '2 Berlin'],
    exact: '_.first(data)',
    wrong: 'function query (data) {\n  return data.nothing.there\n}',
    place: /^Line 2, column 23: “data.nothing” is undefined/,
  },
  {
    language: 'JSONPath',
    query: '$[?@.age > 30].name',
    rows: ['0 Ada', '1 Cid'],
    exact: '$[0]',
    wrong: '$[?@.age >',
    place: /^Line 1, column \d+/,
  },
  {
    language: 'JSON Query',
    query: 'filter(.age > 30) | map(.name)',
    rows: ['0 Ada', '1 Cid'],
    exact: 'get(0)',
    wrong: 'filter(.age >',
    place: /^Line 1, column \d+/,
  },
  {
    language: 'jq',
    query: 'map(select(.age > 30) | .name)',
    rows: ['0 Ada', '1 Cid'],
    exact: '.[0]',
    wrong: 'map(select(',
    place: /^Line 1, column \d+/,
  },
  {
    language: 'JMESPath',
    query: '[?age > `30`].city.name',
    rows: ['0 London', '1 Berlin'],
    exact: '[0]',
    wrong: '[?age > ]',
    place: /^Line 1, column 9/,
  },
];

describe('the transform dialog', () => {
  it('[TRF-1] has conditions on texts and lists, all of which have to match, or any', async () => {
    const page = await stage.show(inline(PEOPLE));
    await waitValid(page, 'Left');
    await openTransform(page);
    const box = dialog(page);
    const first = async (): Promise<string | undefined> => (await resultRows(page))[0];
    await box.getByRole('combobox', { name: 'Filter' }).selectOption('name');
    await box.getByRole('combobox', { name: 'Operator' }).selectOption('contains');
    await box.getByRole('textbox', { name: 'Value' }).fill('i');
    await expect.poll(() => shownQuery(page)).toMatch(/includes\("i"\)/);
    await expect.poll(first).toBe('root 1 item');
    await box.getByRole('button', { name: 'Add a condition' }).click();
    await box.getByRole('combobox', { name: 'Filter 2' }).selectOption('id');
    await box.getByRole('combobox', { name: 'Operator 2' }).selectOption('is one of');
    await box.getByRole('textbox', { name: 'Value 2' }).fill('1, 2');
    await box.getByRole('combobox', { name: 'Conditions' }).selectOption('or');
    await expect.poll(() => shownQuery(page)).toMatch(/\|\| \[1, 2\]\.includes/);
    await expect.poll(first).toBe('root 3 items');
    expect(await findingsInBoth(page)).toEqual([]);
    await catchSaves(page);
    await box.getByRole('button', { name: 'Save', exact: true }).click();
    const saved = JSON.parse((await caughtBytes(page)).toString()) as { id: number }[];
    expect(saved.map(({ id }) => id)).toEqual([1, 2, 3]);
    await page.setViewportSize({ width: 390, height: 800 });
    for (const row of await box.getByRole('combobox', { name: /^Operator/ }).all()) {
      const at = await row.boundingBox();
      expect(at !== null && at.x >= 0 && at.x + at.width <= 390).toBe(true);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await box.getByRole('button', { name: 'Remove the condition', exact: true }).click();
    await box.getByRole('button', { name: 'Add a condition' }).waitFor();
    await expect.poll(() => shownQuery(page)).not.toMatch(/"i"/);
    await expect.poll(() => box.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('1, 2');
  });

  it('[TRF-1] [TRF-4] filters, sorts and picks by the wizard, into the other panel and as one undo step', async () => {
    const page = await stage.show(inline(PEOPLE));
    await waitValid(page, 'Left');
    await setMode(page, 'Right', 'text');
    await openTransform(page);
    const box = dialog(page);
    await box.getByRole('combobox', { name: 'Filter' }).selectOption('age');
    await box.getByRole('combobox', { name: 'Operator' }).selectOption('>');
    await box.getByRole('textbox', { name: 'Value' }).fill('30');
    await box.getByRole('combobox', { name: 'Sort' }).selectOption('name');
    await box.getByRole('combobox', { name: 'Direction' }).selectOption('descending');
    await expect.poll(() => shownQuery(page)).toMatch(/_\.filter[\s\S]*30[\s\S]*_\.orderBy[\s\S]*desc/);
    await expect.poll(async () => (await resultRows(page))[1]).toContain('name: "Cid"');
    await expect.poll(async () => (await resultRows(page))[0]).toBe('root 2 items');
    await box.getByRole('button', { name: /^Pick/ }).click();
    const fields = page.getByRole('dialog', { name: 'Pick' });
    await fields.getByText('id', { exact: true }).click();
    await fields.getByText('price', { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => resultRows(page))
      .toEqual(['root 2 items', '0 2 keys {id: 3, price: 3e2}', '1 2 keys {id: 1, price: 12345678901234567890}']);
    await expect.poll(() => outcome(page)).toMatch(/^2 items.*ms$/s);
    await apply(page);
    await waitValid(page, 'Right');
    const wanted =
      '[\n  {\n    "id": 3,\n    "price": 3e2\n  },\n  {\n    "id": 1,\n    "price": 12345678901234567890\n  }\n]';
    expect(await text(page, 'Right')).toBe(wanted);
    expect(await text(page, 'Left')).toBe(PEOPLE);
    // The notice has a button to undo.
    const notice = page.locator('[data-severity]').filter({ hasText: 'Transformed the document.' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await panel(page, 'Right').getByText('Empty').first().waitFor();
    await panel(page, 'Right').getByRole('button', { name: 'Redo' }).click();
    await waitValid(page, 'Right');
    expect(await text(page, 'Right')).toBe(wanted);
  });

  it('[TRF-1] [TRF-2] [PAR-2] runs six languages, live, passes on what is there as it is written, and marks what is wrong where it is', async () => {
    const page = await stage.show(inline(PEOPLE));
    await waitValid(page, 'Left');
    await openTransform(page);
    const done = dialog(page).getByRole('button', { name: 'Transform', exact: true });
    for (const { language, query, rows, exact, wrong, place } of BY_HAND) {
      await chooseLanguage(page, language);
      await writeQuery(page, wrong);
      await expect.poll(() => outcome(page), { message: language, timeout: 15_000 }).toMatch(place);
      await dialog(page).locator('.squiggly-error').first().waitFor();
      await expect.poll(() => done.getAttribute('aria-disabled')).toBe('true');
      await writeQuery(page, query);
      await expect
        .poll(() => resultRows(page), { message: language, timeout: 15_000 })
        .toEqual([`root ${rows.length} items`, ...rows]);
      await dialog(page).getByText('The query was edited by hand', { exact: false }).waitFor();
      await writeQuery(page, exact);
      await expect
        .poll(async () => (await resultRows(page)).join(), { message: language })
        .toContain('12345678901234567890');
    }
    // If a language calculates with doubles, the numbers that change are reported.
    await writeQuery(page, 'abs([0].price)');
    await result(page).getByText('The query reads 12345678901234567890 at $[0].price', { exact: false }).waitFor();
    // The last language and its query are remembered, across a reload.
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.reload();
    await waitValid(page, 'Left');
    await openTransform(page);
    await expect.poll(() => shownQuery(page)).toBe('abs([0].price)');
    await expect.poll(() => dialog(page).getByRole('combobox', { name: 'Language' }).inputValue()).toBe('jmespath');
    await chooseLanguage(page, 'Lodash');
  });

  it('[PAR-2] gives code exact numbers, or those that JavaScript has, as the settings say', async () => {
    const page = await stage.show(inline(PEOPLE));
    await waitValid(page, 'Left');
    const first = async (): Promise<string> => (await resultRows(page))[1] ?? '';
    await openTransform(page);
    await writeQuery(page, '_.map(data, "price")');
    await expect.poll(first).toBe('0 12345678901234567890');
    await writeQuery(page, 'JSON.parse(JSON.stringify(data.map(({ price }) => [price])))[0]');
    await expect.poll(first).toBe('0 12345678901234567890');
    await writeQuery(
      page,
      '[[JSON.stringify(data[0].price), BigInt(data[0].price) + 1n, data[0].price === data[0].price]]',
    );
    await expect.poll(first).toBe('0 3 items ["12345678901234567890", 12345678901234567891, true]');
    await writeQuery(page, 'Map.groupBy(data, ({ id }) => (id > 1 ? "more" : "one"))');
    await expect.poll(() => outcome(page)).toMatch(/^2 keys/);
    await writeQuery(page, '[data[0].price + 0]');
    await expect.poll(first).toBe('0 12345678901234567000');
    await result(page)
      .getByText('used the nearest double for 12345678901234567890 at $[0].price', { exact: false })
      .waitFor();
    await writeQuery(page, '_.map(data, "price")');
    await expect.poll(first).toBe('0 12345678901234567890');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Configure editor…' }).click();
    const settings = page.getByRole('dialog', { name: 'Editor configuration' });
    await settings
      .getByRole('combobox', { name: 'Numbers in queries' })
      .selectOption({ label: 'as JavaScript has them' });
    await settings.getByRole('button', { name: 'Close' }).click();
    await openTransform(page);
    await expect.poll(first).toBe('0 12345678901234567000');
    await result(page).getByText('The query reads 12345678901234567890 at $[0].price', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Configure editor…' }).click();
    await settings.getByRole('combobox', { name: 'Numbers in queries' }).selectOption('lossless');
  });

  it('[TRF-3] [PAR-2] gives each query in code values that none before it has changed, also those made ahead', async () => {
    const records = Array.from({ length: 20_000 }, (_, id) => `{"id": ${id}, "name": "record ${id}"}`);
    const path = folder.write('records.json', `[${records.join(',\n')},\n{"id": 12345678901234567890}]`);
    const page = await stage.blank();
    await dropOpen(page, 'Left', path);
    await waitValid(page, 'Left');
    await openTransform(page);
    await chooseLanguage(page, 'JavaScript');
    const rows = (): Promise<string[]> => resultRows(page);
    // The preview of the document's beginning has fewer rows: wait for the result on the whole.
    await writeQuery(page, 'data.map((one) => { one.id = -1; return one.id }).length');
    await expect.poll(rows).toEqual(['root 20001']);
    await writeQuery(page, 'data.filter((one) => one.id > 0).length');
    await expect.poll(rows).toEqual(['root 20000']);
    await writeQuery(page, 'data.slice(20_000)');
    await expect.poll(rows).toEqual(['root 1 item', expect.stringContaining('id: 12345678901234567890')]);
    // A mistake is reported even while the next value is being prepared, and does not affect the next query.
    await writeQuery(page, 'data.map((one) => one.id');
    await expect.poll(() => outcome(page)).toMatch(/The query ends where more of it is expected/);
    await chooseLanguage(page, 'JSON Query');
    await writeQuery(page, 'size()');
    await expect.poll(rows).toEqual(['root 20001']);
    await chooseLanguage(page, 'JavaScript');
    await writeQuery(page, 'data.reverse()[1].id');
    await expect.poll(rows).toEqual(['root 19999']);
    // Closed while a value is being prepared, and opened again on another document.
    await writeQuery(page, 'data.length + 0.5');
    await expect.poll(rows).not.toEqual(['root 19999']);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await dropOpen(page, 'Left', folder.write('other.json', `[${records.slice(1).join(',\n')}]`));
    await openTransform(page);
    await expect.poll(rows).toEqual(['root 19999.5']);
    await chooseLanguage(page, 'Lodash');
  });

  it('[TRF-1] [TRF-4] changes one value in place, laid out as what is around it, and undo brings it back', async () => {
    const page = await stage.blank();
    const file = folder.write('nested.json', '{\n  "keep": 1.0,\n  "list": [\n    3,\n    1,\n    2\n  ]\n}\n');
    await dropOpen(page, 'Right', file);
    await setMode(page, 'Right', 'tree');
    await openInPlace(page, 'Right');
    const path = dialog(page).getByRole('textbox', { name: 'Path' });
    await path.fill('$.lost');
    await dialog(page).getByText('There is nothing at $.lost', { exact: false }).first().waitFor();
    await path.fill('$.list');
    await expect.poll(async () => (await resultRows(page))[0]).toBe('root 3 items');
    await dialog(page).getByText('$.list, in place').waitFor();
    await writeQuery(page, '({ sorted: [...data].sort(), sum: _.sum(data) })');
    await expect.poll(async () => (await resultRows(page))[0]).toBe('root 2 keys');
    await page.keyboard.press('Control+Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await waitValid(page, 'Right');
    expect(await text(page, 'Right')).toBe(
      '{\n  "keep": 1.0,\n  "list": {\n    "sorted": [\n      1,\n      2,\n      3\n    ],\n    "sum": 6\n  }\n}\n',
    );
    await panel(page, 'Right').getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => text(page, 'Right'))
      .toBe('{\n  "keep": 1.0,\n  "list": [\n    3,\n    1,\n    2\n  ]\n}\n');
  });

  it('[TRF-1] opens from a row, remembers queries, and lets the wizard take over again', async () => {
    const page = await stage.show(inline(PEOPLE));
    await waitValid(page, 'Left');
    await setMode(page, 'Left', 'tree');
    await panel(page, 'Left').getByRole('row').nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Change', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Transform this…' }).click();
    await expect.poll(() => dialog(page).getByRole('textbox', { name: 'Path' }).inputValue()).toBe('$[0]');
    await dialog(page).getByText('The wizard works on arrays', { exact: false }).waitFor();
    await writeQuery(page, '_.pick(data, ["id"])');
    await expect.poll(async () => (await resultRows(page)).join()).toContain('id 1');
    await apply(page);
    await expect.poll(async () => (await rowTexts(page, 'Left')).join()).toContain('{id: 1}');
    await openTransform(page);
    await expect.poll(() => shownQuery(page)).toBe('_.pick(data, ["id"])');
    await dialog(page).getByRole('button', { name: 'Let the wizard write it' }).click();
    await expect.poll(() => shownQuery(page)).toContain('return data');
    await dialog(page).getByRole('button', { name: 'Earlier queries' }).click();
    await page.getByRole('menuitem', { name: /_\.pick/ }).click();
    await expect.poll(() => shownQuery(page)).toBe('_.pick(data, ["id"])');
    await dialog(page).getByRole('button', { name: 'Help' }).click();
    const help = dialog(page).getByRole('region', { name: 'Lodash in short' });
    await help.getByRole('button', { name: /How many items there are/ }).click();
    await expect.poll(() => shownQuery(page)).toContain('_.size(data)');
    await help.getByRole('button', { name: 'Close the help' }).click();
    await expect.poll(() => resultRows(page)).toEqual(['root 3']);
    await dialog(page).getByRole('button', { name: 'Let the wizard write it' }).click();
    await expect.poll(() => shownQuery(page)).toContain('return data');
  });

  it('has no faults that axe finds, in the light, in the dark, on a phone, and fills the screen', async () => {
    const page = await stage.show(inline(PEOPLE));
    await waitValid(page, 'Left');
    const help = dialog(page).getByRole('button', { name: 'Help' });
    const check = async (): Promise<void> => expect(await findings(page, '[data-modal]')).toEqual([]);
    await openTransform(page);
    await expect.poll(() => outcome(page)).toMatch(/3 items/);
    await help.click();
    await dialog(page).getByRole('region', { name: 'Lodash in short' }).waitFor();
    await check();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await check();
    await page.emulateMedia({ colorScheme: null });
    const full = dialog(page).getByRole('button', { name: 'Full screen' });
    await full.click();
    await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(1440);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 390, height: 900 });
    await panel(page, 'Left').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Transform…' }).click();
    await dialog(page).locator('.monaco-editor .view-lines').waitFor();
    await expect.poll(() => outcome(page)).toMatch(/3 items/);
    await check();
    // On a phone the dialog fills the screen, so there is no button for it.
    await expect.poll(() => full.count()).toBe(0);
    await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(390);
    await help.click();
    await dialog(page).getByRole('region', { name: 'Lodash in short' }).waitFor();
    await check();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
