// Table logic that needs no page: the positions of columns, the selection, and the text that spreadsheets copy.
// @see requirements TAB-2

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableColumn } from '../../../../src/shared/protocol/table.ts';
import { createSettings } from '../../../../src/ui/settings/browser-settings.ts';
import { clampSelection, holds, rectangleOf, selectCell } from '../../../../src/ui/model/cell-selection.ts';
import {
  columnId,
  ColumnLayout,
  columnTitle,
  inOrder,
  moveColumn,
  NO_CHOICES,
} from '../../../../src/ui/table/model/column-layout.ts';
import { ColumnMemory } from '../../../../src/ui/table/model/columns.ts';
import { readTabs } from '../../../../src/ui/table/editing/tab-separated.ts';
import { filterOfDraft, type ConditionDraft, type ConditionName } from '../../../../src/ui/table/filter/conditions.ts';
import type { Path } from '../../../../src/shared/document/path.ts';
import type { TableFilter } from '../../../../src/shared/protocol/table.ts';
import { filterText } from '../../../../src/ui/table/filter/filter-text.ts';
import { TABLE_KEYS } from '../../../../src/ui/model/commands.ts';
import { runs } from '../../../runs.ts';

const NONE = { object: 0, array: 0, string: 0, number: 0, boolean: 0, null: 0 };
const column = (name: string): TableColumn => ({ path: [name], presence: 1, kinds: { ...NONE, number: 1 } });
const names = (columns: readonly { readonly path: readonly (string | number)[] }[]): string =>
  columns.map(({ path }) => path.join('.')).join('');
const ABC = [...'abcde'].map(column);
const id = (name: string): string => columnId([name]);

describe('the name of a column', () => {
  it('[TAB-1] differs for a key with a dot and for a path, also for empty keys', () => {
    const paths = [
      ['a.b'],
      ['a', 'b'],
      ['a', 'b.c'],
      ['a.b', 'c'],
      ['a', 'b', 'c'],
      [''],
      ['', ''],
      [' '],
      ['"a.b"'],
      ['"a', 'b"'],
      [],
      [0],
    ];
    const titles = paths.map((path) => columnTitle(path));
    expect(new Set(titles).size).toBe(paths.length);
    expect(titles.slice(0, 4)).toEqual(['"a.b"', 'a.b', 'a."b.c"', '"a.b".c']);
  });
});

describe('the layout of columns', () => {
  it('[TAB-2] puts pinned columns first, leaves hidden ones out, and knows where each begins', () => {
    const choices = { widths: { [id('a')]: 50, [id('d')]: 70 }, order: [], hidden: [id('b')], pinned: [id('d')] };
    const layout = new ColumnLayout(ABC, choices);
    expect(names(layout.columns)).toBe('dace');
    expect([...layout.offsets].slice(0, 3)).toEqual([0, 70, 120]);
    expect([layout.pinnedCount, layout.pinnedWidthPx]).toEqual([1, 70]);
    expect(layout.indexOfPath(['a', 'x', 3])).toBe(1);
    expect(layout.indexOfPath(['b'])).toBe(-1);
  });

  it('[TAB-2] finds the columns in sight as a walk does, and scrolls to a column as little as needed', () => {
    const layouts = fc.tuple(fc.array(fc.integer({ min: 40, max: 300 }), { minLength: 1, maxLength: 40 }), fc.nat(3));
    fc.assert(
      fc.property(layouts, fc.nat(4000), fc.integer({ min: 100, max: 1500 }), ([widths, pinned], left, viewport) => {
        const columns = widths.map((_, index) => column(`c${index}`));
        const layout = new ColumnLayout(columns, {
          ...NO_CHOICES,
          widths: Object.fromEntries(widths.map((width, index) => [id(`c${index}`), width])),
          pinned: columns.slice(0, pinned).map(({ path }) => columnId(path)),
        });
        const { first, end } = layout.inSight(left, viewport);
        const { offsets, pinnedWidthPx, pinnedCount, count } = layout;
        for (let index = pinnedCount; index < count; index += 1) {
          const start = (offsets[index] ?? 0) - left;
          const isSeen = (offsets[index + 1] ?? 0) - left > pinnedWidthPx + 1 && start < viewport;
          if (isSeen) expect(index >= first && index < end).toBe(true);
        }
        for (let index = pinnedCount; index < count; index += 1) {
          const to = layout.leftFor(index, left, viewport);
          const [start, stop] = [(offsets[index] ?? 0) - to, (offsets[index + 1] ?? 0) - to];
          expect(start).toBeGreaterThanOrEqual(pinnedWidthPx - 1e-9);
          if (stop - start <= viewport - pinnedWidthPx) expect(stop).toBeLessThanOrEqual(viewport + 1e-9);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('[TAB-2] keeps an order when columns come and go', () => {
    const moved = moveColumn(ABC, NO_CHOICES, id('e'), id('b'));
    expect(names(inOrder(ABC, moved.order))).toBe('aebcd');
    expect(names(inOrder([...ABC.slice(0, 3), column('x'), ...ABC.slice(3)], moved.order))).toBe('aebcxd');
    expect(names(inOrder(ABC.slice(1), moved.order))).toBe('ebcd');
    expect(names(inOrder(ABC, moveColumn(ABC, moved, id('a'), null).order))).toBe('ebcda');
  });

  it('[TAB-2] is remembered for each document and array, and survives what is no choice', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    } as unknown as Storage;
    const memory = new ColumnMemory(createSettings(() => storage));
    const choices = { ...NO_CHOICES, hidden: [id('a')] };
    memory.write('one', ['rows'], choices);
    memory.write('two', ['rows'], NO_CHOICES);
    const again = new ColumnMemory(createSettings(() => storage));
    expect(again.read('one', ['rows'])).toEqual(choices);
    expect(again.read('one', ['others'])).toEqual(NO_CHOICES);
    kept.set('tableColumns', '[["x", {"widths": 3}], 7]');
    expect(new ColumnMemory(createSettings(() => storage)).read('one', ['rows'])).toEqual(NO_CHOICES);
  });
});

describe('a selection of cells', () => {
  it('[TAB-2] is a rectangle, whole rows or whole columns, and stays inside the table', () => {
    const extent = { rows: 10, columns: 4 };
    const selection = { focus: { row: 2, column: 3 }, anchor: { row: 5, column: 1 }, span: 'cells' as const };
    const area = rectangleOf(selection, extent);
    expect(area).toEqual({ firstRow: 2, lastRow: 5, firstColumn: 1, lastColumn: 3 });
    expect(holds(area, { row: 4, column: 2 })).toBe(true);
    expect(holds(area, { row: 4, column: 0 })).toBe(false);
    expect(rectangleOf({ ...selection, span: 'rows' }, extent)).toMatchObject({ firstColumn: 0, lastColumn: 3 });
    expect(rectangleOf({ ...selection, span: 'columns' }, extent)).toMatchObject({ firstRow: 0, lastRow: 9 });
    expect(rectangleOf(selectCell({ row: -1, column: 2 }), extent)).toBeNull();
    expect(clampSelection(selection, { rows: 3, columns: 2 })).toMatchObject({ focus: { row: 2, column: 1 } });
    expect(clampSelection(selection, extent)).toBe(selection);
  });

  it('[TAB-2] every key means one command', () => {
    const keys = Object.values(TABLE_KEYS).flat();
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the text of a spreadsheet', () => {
  it('[TAB-2] is read cell by cell', () => {
    expect(readTabs('a\tb\r\n1\t\n')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
    expect(readTabs('"x\ty"\t"say ""hi"""\n"line\nend"')).toEqual([['x\ty', 'say "hi"'], ['line\nend']]);
    expect(readTabs('"open\tb')).toEqual([['"open', 'b']]);
    // A quote inside a cell that is not doubled is none of a spreadsheet.
    expect(readTabs('"fast" is what they call it\tb')).toEqual([['"fast" is what they call it', 'b']]);
    expect(readTabs('"open\nsays "this"\tb\n"c"')).toEqual([['"open'], ['says "this"', 'b'], ['c']]);
    expect(readTabs('"a""b\nc')).toEqual([['"a""b'], ['c']]);
    expect(readTabs('"" x\n""')).toEqual([['"" x'], ['']]);
    expect(readTabs('\n\n')).toEqual([[''], ['']]);
    expect(readTabs('')).toEqual([]);
  });

  it('[TAB-2] comes back as it went, whatever is in its cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', 'é'), maxLength: 6 });
    const tables = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
      .chain(([rows, columns]) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
      );
    const quote = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(tables, (table) => {
        const text = table.map((cells) => cells.map(quote).join('\t')).join('\n');
        // A last row of one empty cell cannot be told from a final line break, so it is not read as a row.
        const isEnd = table.at(-1)?.join('') === '' && table[0]?.length === 1;
        expect(readTabs(text)).toEqual(isEnd ? table.slice(0, -1) : table);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('a filter', () => {
  it('[TAB-2] is made of a condition and read in a few words', () => {
    const make = (path: Path | null, name: ConditionName, text = '', to = '', kinds: ConditionDraft['kinds'] = []) =>
      filterOfDraft(path, { name, text, to, kinds }, false, { isNumeric: true });
    expect(make(['a'], '>=', '5')).toEqual({ type: 'compare', path: ['a'], operator: '>=', literal: '5' });
    expect(make(['a'], '>=', 'x')).toBe('Enter a number, such as 12.5.');
    expect(make(['a'], 'contains')).toBe('Enter a value to compare with.');
    expect(make(['a'], 'kind')).toBe('Choose at least one type.');
    expect(make(['a'], 'between', '1', 'two')).toBe('Enter a number, such as 12.5.');
    expect(make(['a'], 'before', 'soon')).toBe('Enter a date, such as 2024-05-01, or a date and time.');
    expect(make(null, 'expression', '(')).toMatch(/^This is not a regular expression: /);
    const made = [
      make(['a', 'b'], 'one-of', 'x\n\ny'),
      make(['a'], 'missing'),
      make(['a'], 'present'),
      make(null, 'contains', 'q'),
      make(['a'], 'not-contains', 'q'),
      make(['a'], 'kind', '', '', ['string', 'missing']),
      make(['n'], 'not-equals', '1'),
      make(['n'], 'between', '1', '2.50'),
      make(['n'], 'between', '', '2'),
      make(['d'], 'before', '2024-05-01'),
      make(null, 'expression', '^a|b$'),
    ];
    expect(made.map((filter) => (typeof filter === 'string' ? filter : filterText(filter)))).toEqual([
      'a.b is x or a.b is y',
      'a is missing',
      'a is not missing',
      'any column contains q',
      'a does not contain q',
      'a is of type string, missing',
      'n is not 1',
      'n from 1 to 2.50',
      'n is at most 2',
      'd before 2024-05-01',
      'any column matches ^a|b$',
    ]);
    const path = ['city'];
    const said: readonly (readonly [TableFilter, string])[] = [
      [{ type: 'compare', path, operator: '!=', literal: '"Bern"' }, 'city is not Bern'],
      [{ type: 'compare', path, operator: '==', literal: '"Bern"' }, 'city is Bern'],
      [{ type: 'not', filter: { type: 'compare', path, operator: '==', literal: '"Bern"' } }, 'city is not Bern'],
      [{ type: 'compare', path, operator: '==', literal: '"12"' }, 'city is "12"'],
      [{ type: 'compare', path, operator: '==', literal: '""' }, 'city is ""'],
      [{ type: 'compare', path, operator: '<', literal: '12' }, 'city is less than 12'],
      [{ type: 'one-of', path, literals: ['"Bern"', 'null', '"true"'] }, 'city is Bern, null or "true"'],
      [{ type: 'not', filter: { type: 'one-of', path, literals: ['"Bern"'] } }, 'city is not Bern'],
      [{ type: 'one-of', path, literals: ['1', '2', '3', '4'] }, 'city is one of 4 values'],
      [{ type: 'not', filter: { type: 'text', path, at: 'start', text: 'B' } }, 'city does not start with B'],
      [{ type: 'not', filter: { type: 'kind', path, kinds: ['null'] } }, 'city is not null'],
      [{ type: 'between', of: 'times', path, from: '2024-05-01T00:00:00Z', to: null }, 'city from 2024-05-01 00:00 on'],
    ];
    for (const [filter, text] of said) expect(filterText(filter)).toBe(text);
  });
});
