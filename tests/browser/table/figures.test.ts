// The figures below each header of the table, and the card of a column: its values, its conditions and its figures, by keys.

import { afterEach, describe, expect, it } from 'vitest';
import { Expressions } from '../../../src/ui/table/model/expressions.ts';
import { pressKeys, TableBox, typing } from '../support/table-box.tsx';

let box: TableBox | null = null;
afterEach(() => {
  expect(box?.problems).toEqual([]);
  box?.close();
  box = null;
});
async function open(value: unknown): Promise<TableBox> {
  box = new TableBox();
  await box.open(value);
  return box;
}

const CITIES = ['Paris', 'Oslo', 'Rome'];
const people = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    city: CITIES[id % 3],
    age: 20 + (id % 50),
    zip: id % 10 === 4 ? 51_486 + id : String(51_486 + id),
    ...(id % 8 === 0 ? {} : { note: id % 8 === 1 ? null : 'x' }),
  }));

const card = (): HTMLElement | null => document.querySelector('[role=dialog]');
const inCard = (selector: string): HTMLElement | null => card()?.querySelector(selector) ?? null;
const named = (name: string): HTMLElement | null =>
  [...(card()?.querySelectorAll<HTMLElement>('button, input, select') ?? [])].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  ) ?? null;
/** Whether the figures are there, of the rows that are shown now. */
const figuresOf = (table: TableBox, name: string): string | undefined =>
  table.grid?.querySelector<HTMLElement>(`[role=columnheader][aria-label="${name}"] [data-figures]`)?.dataset[
    'figures'
  ];
const rowCount = (table: TableBox): number => Number(table.grid?.getAttribute('aria-rowcount')) - 1;

describe('the figures of a table', () => {
  it('[TAB-2] stand below each header, follow edits, and say what the rows of the other filters hold', async () => {
    const table = await open(people(400));
    for (const name of ['id', 'city', 'age', 'zip', 'note'])
      await expect.poll(() => figuresOf(table, name)).toBe('new');
    await table.click(0, 2);
    await pressKeys(['Alt+i']);
    await expect.poll(() => card()?.textContent).toContain('All 400 rows');
    expect(card()?.textContent).toContain('Distinct values50');
    expect(inCard('svg[role=img]')?.getAttribute('aria-label')).toBe('Distribution of age');
    // A range by its fields.
    const [from, to] = ['from', 'to'].map((name) => inCard(`input[name=${name}]`) as HTMLInputElement);
    from?.focus();
    await pressKeys(typing('30'));
    to?.focus();
    await pressKeys([...typing('40'), 'Enter']);
    await expect.poll(() => rowCount(table)).toBe(80);
    await pressKeys(['Escape']);
    await expect.poll(card).toBeNull();
    await expect.poll(() => document.activeElement).toBe(table.grid);
    await table.click(0, 0);
    await pressKeys(['Alt+i']);
    await expect.poll(() => card()?.textContent).toContain('80 of 400 rows, as the other filters keep them');
    // The range itself does not count for its own column.
    await pressKeys(['Escape']);
    await table.click(0, 2);
    await pressKeys(['Alt+i']);
    await expect.poll(() => card()?.textContent).toContain('All 400 rows');
    await pressKeys(['Escape']);
    // The age of the first row is 30.
    await table.click(0, 2);
    await pressKeys([...typing('90'), 'Enter']);
    await expect.poll(() => figuresOf(table, 'age')).toBe('new');
    await table.click(0, 2);
    await pressKeys(['Alt+i']);
    await expect.poll(() => card()?.textContent).toContain('Maximum90');
    await pressKeys(['Escape']);
  });

  it('[TAB-2] lead with a click to missing values, nulls and rows of another type', async () => {
    const table = await open(people(80));
    await table.click(0, 4);
    await pressKeys(['Alt+i']);
    await expect.poll(() => named('10 rows where it is missing')).toBeTruthy();
    named('10 rows where it is missing')?.click();
    await expect.poll(() => rowCount(table)).toBe(10);
    await pressKeys(['Escape']);
    await table.click(0, 3);
    await pressKeys(['Alt+i']);
    // Of the rows without a note: those whose number ends in 4 or is a multiple of 8.
    const odd = people(80).filter(({ zip, note }) => typeof zip === 'number' && note === undefined).length;
    await expect.poll(() => named(`${odd} rows where it is a number`)).toBeTruthy();
    named(`${odd} rows where it is a number`)?.click();
    await expect.poll(() => rowCount(table)).toBe(odd);
    await pressKeys(['Escape']);
  });
});

describe('the values of a column', () => {
  it('[TAB-2] are listed with their counts, searched, and ticked', async () => {
    const table = await open(people(90));
    await table.click(0, 1);
    await pressKeys(['Alt+v']);
    await expect.poll(() => card()?.querySelectorAll('li').length).toBe(3);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Search values');
    // All are ticked; one is not any more.
    named('Rows with Oslo, 30')?.click();
    await expect.poll(() => card()?.textContent).toContain('60 rows match');
    await pressKeys(['Enter']);
    await expect.poll(() => rowCount(table)).toBe(60);
    await expect.poll(card).toBeNull();
    // What is ticked is that of the filter.
    await table.click(0, 1);
    await pressKeys(['Alt+v']);
    await expect.poll(() => (named('Rows with Oslo, 30') as HTMLInputElement | null)?.checked).toBe(false);
    await pressKeys(typing('RO'));
    await expect.poll(() => card()?.querySelectorAll('li').length).toBe(1);
    named('Keep only Rome')?.click();
    await expect.poll(() => rowCount(table)).toBe(30);
    named('Match case')?.click();
    await expect.poll(() => card()?.textContent).toContain('No value contains this');
    await pressKeys(['Escape']);
  });

  it('[TAB-2] include the missing ones', async () => {
    const table = await open(people(80));
    await table.click(0, 4);
    await pressKeys(['Alt+v']);
    await expect.poll(() => named('Rows with missing, 10')).toBeTruthy();
    named('None')?.click();
    named('Rows with missing, 10')?.click();
    named('Rows with null, 10')?.click();
    await expect.poll(() => card()?.textContent).toContain('20 rows match');
    named('Filter')?.click();
    await expect.poll(() => rowCount(table)).toBe(20);
  });
});

describe('a condition on a column', () => {
  const enter = async (name: string, ...texts: string[]): Promise<void> => {
    const select = inCard('select') as HTMLSelectElement;
    const option = [...select.options].find(({ text }) => text === name);
    select.value = option?.value ?? '';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    for (const [at, text] of texts.entries()) {
      await expect.poll(() => card()?.querySelectorAll('fieldset input').length).toBe(texts.length);
      card()?.querySelectorAll<HTMLInputElement>('fieldset input')[at]?.focus();
      await pressKeys(typing(text));
    }
  };

  it('[TAB-2] finds strings of digits by what is typed, and says how many rows match meanwhile', async () => {
    const table = await open(people(80));
    await table.click(0, 3);
    await pressKeys(['Alt+f']);
    await expect.poll(() => inCard('select')).toBeTruthy();
    await enter('equals', '51490');
    // Row 4 has the number, and no other row has it.
    await expect.poll(() => card()?.textContent).toContain('1 row match');
    await pressKeys(['Backspace', '1']);
    await expect.poll(() => (inCard('fieldset input') as HTMLInputElement | null)?.value).toBe('51491');
    await pressKeys(['Enter']);
    await expect.poll(() => rowCount(table)).toBe(1);
    await expect.poll(() => table.cell(0, 3)?.textContent).toBe('51491');
    expect(table.cell(0, 3)?.dataset['kind']).toBe('string');
  });

  it('[TAB-2] is joined to another one by "or", and refuses what is no number or no expression', async () => {
    const table = await open(people(100));
    await table.click(0, 2);
    await pressKeys(['Alt+f']);
    await expect.poll(() => inCard('select')).toBeTruthy();
    await enter('is less than', 'x');
    await pressKeys(['Enter']);
    await expect.poll(() => inCard('[role=alert]')?.textContent).toBe('Enter a number, such as 12.5.');
    await pressKeys(['Backspace', ...typing('22')]);
    named('Add a condition')?.click();
    await expect.poll(() => card()?.querySelectorAll('select').length).toBe(2);
    const second = card()?.querySelectorAll('select')[1] as HTMLSelectElement;
    second.value = '>=';
    second.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.poll(() => card()?.querySelectorAll('fieldset input').length).toBe(2);
    card()?.querySelectorAll<HTMLInputElement>('fieldset input')[1]?.focus();
    await pressKeys(typing('69'));
    await expect.poll(() => card()?.textContent).toContain('0 rows match');
    (inCard('input[type=radio][value=or]') as HTMLInputElement).click();
    await expect.poll(() => card()?.textContent).toContain('6 rows match');
    named('Filter')?.click();
    await expect.poll(() => rowCount(table)).toBe(6);
  });

  it('[TAB-2] as an expression runs elsewhere, and again after an edit', async () => {
    const table = await open(people(60));
    await table.click(0, 1);
    await pressKeys(['Alt+f']);
    await expect.poll(() => inCard('select')).toBeTruthy();
    await enter('matches expression', '^[PR]');
    await expect.poll(() => (inCard('fieldset input') as HTMLInputElement | null)?.value).toBe('^[PR]');
    await expect.poll(() => card()?.textContent).toContain('40 rows match');
    await pressKeys(['Enter']);
    await expect.poll(() => rowCount(table)).toBe(40);
    await expect.poll(() => table.cell(1, 1)?.textContent).toBe('Rome');
    // An edited row stays, marked, until the rows are chosen again.
    await table.click(1, 1);
    await pressKeys([...typing('Bonn'), 'Enter']);
    await expect.poll(() => table.grid?.querySelector('[data-row="1"][data-unmatched]')).toBeTruthy();
    expect(rowCount(table)).toBe(40);
    const again = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Apply again');
    again?.click();
    await expect.poll(() => rowCount(table)).toBe(39);
    expect(table.grid?.querySelector('[data-unmatched]')).toBeNull();
  });
});

describe('an expression that never ends', () => {
  it('[TAB-2] is ended at a limit, with a sentence, and the table goes on', async () => {
    const table = await open([{ a: `${'a'.repeat(40)}!` }, { a: 'b' }]);
    const expressions = new Expressions(table.client, 500);
    const filter = (pattern: string) => ({ type: 'expression', path: ['a'], pattern }) as const;
    await expect(expressions.prepare([], [filter('^(a+)+$')])).rejects.toThrow(
      'The expression was stopped after 0.5 seconds. Use one that takes less time, or filter by something else first.',
    );
    await expect(table.client.countMatches([], [filter('^(a+)+$')])).rejects.toThrow();
    const patient = new Expressions(table.client);
    await patient.prepare([], [filter('^b')]);
    expect(await table.client.countMatches([], [filter('^b')])).toBe(1);
    expressions.close();
    patient.close();
  });
});

describe('a filtered table', () => {
  it('[TAB-2] names the column and the rows that are set, and shows a new column beside the current one', async () => {
    const table = await open(people(60));
    await table.click(0, 1);
    await pressKeys(['Alt+v']);
    await expect.poll(() => named('Keep only Oslo')).toBeTruthy();
    named('Keep only Oslo')?.click();
    await expect.poll(() => rowCount(table)).toBe(20);
    await pressKeys(['Escape']);
    await expect.poll(() => document.activeElement).toBe(table.grid);
    await table.click(0, 2);
    await pressKeys(['ArrowUp', 'Shift+F10']);
    const entry = (text: string): HTMLElement | undefined =>
      [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent?.startsWith(text));
    await expect.poll(() => entry('Change the column')).toBeTruthy();
    entry('Change the column')?.click();
    await expect.poll(() => entry('Set age in 20 rows…')).toBeTruthy();
    entry('Set age in 20 rows…')?.click();
    await expect.poll(() => document.querySelector('[role=dialog] h2')?.textContent).toBe('Set age in 20 rows');
    await expect.poll(() => document.activeElement?.matches('[role=dialog] input')).toBe(true);
    await pressKeys([...typing('7'), 'Enter']);
    await expect.poll(() => table.written).toEqual(['age was set in 20 rows.']);
    const ages = ((await table.value()) as { city: string; age: number }[]).filter(({ age }) => age === 7);
    expect(ages.map(({ city }) => city)).toEqual(Array.from({ length: 20 }, () => 'Oslo'));

    await table.click(0, 1);
    await pressKeys(['ArrowUp', 'Shift+F10']);
    await expect.poll(() => entry('Change the column')).toBeTruthy();
    entry('Change the column')?.click();
    await expect.poll(() => entry('Insert column right…')).toBeTruthy();
    entry('Insert column right…')?.click();
    await expect.poll(() => document.activeElement?.matches('[role=dialog] input')).toBe(true);
    await pressKeys([...typing('new'), 'Enter']);
    await expect
      .poll(() =>
        [...(table.grid?.querySelectorAll('[role=columnheader]') ?? [])]
          .map((one) => one.getAttribute('aria-label'))
          .slice(1),
      )
      .toEqual(['id', 'city', 'new', 'age', 'zip', 'note']);
    await expect.poll(() => table.grid?.querySelector('[data-focused]')?.getAttribute('data-column')).toBe('2');
  });
});
