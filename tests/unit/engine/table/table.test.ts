// Laws of tables over the tape: columns, cells, order and filter equal those of a simple walk over the parsed values, and
// changing cells keeps every other byte.
// @see requirements TAB-1, TAB-2

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Path } from '../../../../src/shared/document/path.ts';
import { unpackCells, type TableChange, type TableFilter } from '../../../../src/shared/protocol/table.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { orderItems } from '../../../../src/engine/sort/sort.ts';
import { listArrays } from '../../../../src/engine/table/array-list.ts';
import { placeOfCell } from '../../../../src/engine/table/cell-place.ts';
import { summarizeCells } from '../../../../src/engine/table/cell-summary.ts';
import { writeCells } from '../../../../src/engine/table/cell-text.ts';
import { packCells } from '../../../../src/engine/table/cell-window.ts';
import { TableIndex } from '../../../../src/engine/table/column/table-index.ts';
import { arrangeRows } from '../../../../src/engine/table/row-order.ts';
import { findColumns } from '../../../../src/engine/table/table-columns.ts';
import { planTable } from '../../../../src/engine/table/table-edit.ts';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { documents, keys, matches, scalarFilters } from '../../shared/wizard.ts';
import { makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of the columns, computed from the values. */
function naiveColumns(items: readonly unknown[], flatten: boolean): Path[] {
  interface Field {
    isColumn: boolean;
    readonly inside: Map<string, Field>;
  }
  const root = new Map<string, Field>();
  const visit = (object: Record<string, unknown>, fields: Map<string, Field>): void => {
    for (const key of Object.keys(object)) {
      const value = object[key];
      const field = fields.get(key) ?? { isColumn: false, inside: new Map<string, Field>() };
      fields.set(key, field);
      if (flatten && isObject(value)) visit(value, field.inside);
      else field.isColumn = true;
    }
  };
  for (const item of items) if (isObject(item)) visit(item, root);
  const columns: Path[] = [];
  const add = (fields: Map<string, Field>, path: string[]): void => {
    for (const [key, { isColumn, inside }] of fields) {
      if (isColumn || inside.size === 0) columns.push([...path, key]);
      add(inside, [...path, key]);
    }
  };
  add(root, []);
  const widest = Math.max(0, ...items.map((item) => (Array.isArray(item) ? item.length : 0)));
  const hasScalars = items.some((item) => typeof item !== 'object' || item === null);
  const hasArrays = items.some((item) => Array.isArray(item));
  const isEmpty = columns.length === 0 && !hasArrays && items.length > 0;
  return [...(hasScalars || isEmpty ? [[]] : []), ...columns, ...Array.from({ length: widest }, (_, at) => [at])];
}

const columnsOf = (document: JsonDocument, flatten: boolean, node = 0): Path[] =>
  finish(findColumns(document, node, flatten)).columns.map(({ path }) => path);

function valueAt(item: unknown, path: Path): unknown {
  let value = item;
  for (const segment of path) {
    if (typeof segment === 'number' ? !Array.isArray(value) : !isObject(value)) return undefined;
    const holder = value as Record<string | number, unknown>;
    value = Object.hasOwn(holder, segment) ? holder[segment] : undefined;
  }
  return value;
}

/** Without numeric keys, which JavaScript objects do not keep in the order of the text. */
const plain = documents.filter((items) => !JSON.stringify(items).match(/"\d+":/));

/** Applies a change, and undoes it at the end. */
function change(
  document: JsonDocument,
  path: Path,
  wanted: TableChange,
  look: (count: number, splices: number) => void,
): void {
  const before = textOf(document);
  const { splices, count } = finish(planTable(document.places, { type: 'table', path, change: wanted }));
  const back = document.apply(splices);
  finish(document.settle());
  look(count, splices.length);
  document.apply(back);
  finish(document.settle());
  expect(textOf(document)).toBe(before);
}

describe('the columns of a table', () => {
  it('[TAB-1] are the union over all rows, in order of first appearance', () => {
    fc.assert(
      fc.property(plain, fc.boolean(), (items, flatten) => {
        const text = JSON.stringify(items);
        const expected = naiveColumns(JSON.parse(text) as unknown[], flatten);
        expect(columnsOf(makeDocument(text), flatten)).toEqual(expected);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[TAB-1] keep those of one object together, tell arrays by position, and know NDJSON and JSON5', () => {
    const text = '[{"id":1,"at":{"x":1}},{"note":"n","at":{"y":2}},7,[8,9]]';
    expect(columnsOf(makeDocument(text), true)).toEqual([[], ['id'], ['at', 'x'], ['at', 'y'], ['note'], [0], [1]]);
    expect(columnsOf(makeDocument('{"a":1}\n{"b":{"c":2}}\n', 1 << 20, 'ndjson'), true)).toEqual([['a'], ['b', 'c']]);
    expect(columnsOf(makeDocument("[{a: 1, /* c */ 'b': 2,},]", 1 << 20, 'json5'), true)).toEqual([['a'], ['b']]);
  });

  it('[TAB-3] come from any array; those that lie in no other array are listed', () => {
    const document = makeDocument('{"a":{"b":[1,[2]],"c":{}},"d":[],"e":[{"f":[1]}],"g":0}');
    expect(finish(listArrays(document.places))).toEqual({
      arrays: [
        { path: ['a', 'b'], rows: 2 },
        { path: ['d'], rows: 0 },
        { path: ['e'], rows: 1 },
      ],
      complete: true,
    });
    expect(finish(listArrays(document.places, 2)).complete).toBe(false);
    expect(finish(listArrays(makeDocument('[[1]]').places)).arrays).toEqual([{ path: [], rows: 1 }]);
  });
});

describe('the cells of a table', () => {
  it('[TAB-1] are the values of the rows, all in their columns', () => {
    fc.assert(
      fc.property(plain, fc.boolean(), (items, isLive) => {
        const document = makeDocument(JSON.stringify(items));
        const parsed = JSON.parse(JSON.stringify(items)) as unknown[];
        const columns = columnsOf(document, true);
        const view = { array: 0, positions: null };
        const { rows } = unpackCells(packCells(document.places, isLive, view, { first: 0, count: 99, columns }));
        expect(rows.map(({ position }) => position)).toEqual([...parsed.keys()]);
        for (const [row, { cells }] of rows.entries()) {
          for (const [column, { node, byteStart, byteLength }] of cells.entries()) {
            const value = valueAt(parsed[row], columns[column] ?? []);
            const isShown = value !== undefined && ((columns[column] ?? []).length > 0 || !isFull(value));
            expect(node !== null).toBe(isShown);
            if (isShown)
              expect(JSON.parse(textOf(document).slice(...bytesOf(document, byteStart, byteLength)))).toEqual(value);
          }
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('[TAB-2] a byte is in the cell that holds it', () => {
    const document = makeDocument('{"rows":[{"a":1},{"a":{"b":[5,6]}}]}');
    const view = { array: document.places.atPath(['rows']), positions: Uint32Array.from([1]) };
    expect(placeOfCell(document.places, view, textOf(document).indexOf('6'))).toEqual({
      row: 0,
      position: 1,
      path: ['a', 'b', 1],
    });
    expect(placeOfCell(document.places, view, textOf(document).indexOf('1'))?.row).toBe(-1);
    expect(placeOfCell(document.places, view, 2)).toBeNull();
  });

  it('[TAB-2] sum up exactly, and are copied as they are spelt', () => {
    const document = makeDocument(
      '[{"n":0.1,"s":"a\\tb"},{"n":0.20},{"n":9007199254740993},{"n":-1e-3,"s":null},{"s":"x"}]',
    );
    const view = { array: 0, positions: null };
    const range = { firstRow: 0, lastRow: 4, columns: [['n'], ['s']] };
    expect(finish(summarizeCells(document.places, true, view, range))).toEqual({
      count: 7,
      numbers: 4,
      distinct: 7,
      isEstimate: false,
      sum: '9007199254740993.299',
      mean: '2251799813685248',
      least: '-0.001',
      greatest: '9007199254740993',
    });
    const { tsv, json } = finish(writeCells(document.places, true, view, range));
    const text = (pieces: Uint8Array[]): string => new TextDecoder().decode(joinBytes(pieces));
    expect(text(tsv)).toBe('0.1\t"a\tb"\n0.20\t\n9007199254740993\t\n-1e-3\tnull\n\tx');
    expect(text(json)).toBe('[{"n":0.1,"s":"a\\tb"},{"n":0.20},{"n":9007199254740993},{"n":-1e-3,"s":null},{"s":"x"}]');
  });
});

describe('the order of rows', () => {
  it('[TAB-2] by a column is that of sorting in the tree, and keys that count less order the equals', () => {
    fc.assert(
      fc.property(
        documents,
        keys,
        keys,
        fc.constantFrom('ascending' as const, 'descending' as const),
        (items, a, b, direction) => {
          const document = makeDocument(JSON.stringify(items));
          const { places } = document;
          const once = finish(
            arrangeRows(new TableIndex(places, 0, document), { filters: [], sorts: [{ path: [a], direction }] }),
          );
          const { order } = finish(orderItems(places, 0, { type: 'path', path: [a] }, direction));
          expect([...(once ?? [])]).toEqual([...order]);
          const sorts = [
            { path: [a], direction },
            { path: [b], direction: 'ascending' as const },
          ];
          const both =
            finish(arrangeRows(new TableIndex(places, 0, document), { filters: [], sorts })) ?? new Uint32Array();
          change(document, [], { type: 'sort-rows', sorts }, () => {
            const parsed = JSON.parse(JSON.stringify(items)) as unknown[];
            expect(JSON.parse(textOf(document))).toEqual(Array.from(both, (position) => parsed[position]));
          });
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('[TAB-2] a filter keeps what the wizard keeps, of the values that are there', () => {
    fc.assert(
      fc.property(documents, scalarFilters, (items, filter) => {
        const document = makeDocument(JSON.stringify(items));
        const kept = finish(
          arrangeRows(new TableIndex(document.places, 0, document), {
            filters: [{ type: 'compare', ...filter }],
            sorts: [],
          }),
        );
        const expected = items.flatMap((item, position) =>
          matches(item, filter) && valueAt(item, filter.path) !== undefined && (filter.path.length > 0 || !isFull(item))
            ? [position]
            : [],
        );
        expect([...(kept ?? [])]).toEqual(expected);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[TAB-2] filters by text, by kind, by several values, and by all of these at once', () => {
    const items = [{ a: 'Rome' }, { a: null }, {}, { a: 'rómulo', b: { c: 'ROM' } }, { a: 7 }, { a: '7' }];
    const document = makeDocument(JSON.stringify(items));
    const { places } = document;
    const kept = (...chosen: TableFilter[]): number[] => [
      ...(finish(arrangeRows(new TableIndex(places, 0, document), { filters: chosen, sorts: [] })) ?? []),
    ];
    expect(kept({ type: 'contains', path: ['a'], text: 'rom' })).toEqual([0]);
    expect(kept({ type: 'contains', path: null, text: 'rom' })).toEqual([0, 3]);
    expect(kept({ type: 'kind', path: ['a'], kinds: ['missing', 'null'] })).toEqual([1, 2]);
    expect(kept({ type: 'one-of', path: ['a'], literals: ['7', '"7"', 'Rome'] })).toEqual([0, 4, 5]);
    expect(kept({ type: 'kind', path: ['a'], kinds: ['string'] }, { type: 'contains', path: null, text: '7' })).toEqual(
      [5],
    );
  });
});

describe('a change of a table', () => {
  it('[TAB-2] of a cell changes the bytes of that value and nothing else', () => {
    fc.assert(
      fc.property(
        plain,
        fc.nat(),
        fc.nat(),
        fc.constantFrom('1.50', '"x"', 'null', '{"q": [1]}'),
        (items, r, c, json) => {
          const document = makeDocument(JSON.stringify(items, null, r % 2 === 0 ? 2 : 0));
          const columns = columnsOf(document, true);
          if (items.length === 0 || columns.length === 0) return;
          const position = r % items.length;
          const path = columns[c % columns.length] ?? [];
          const parsed = JSON.parse(JSON.stringify(items)) as unknown[];
          const before = valueAt(parsed[position], path);
          if (before === undefined || (path.length === 0 && isFull(before))) return;
          const text = textOf(document);
          const node = document.places.atPath([position, ...path]);
          const { start, end } = document.places.range(node);
          const wanted: TableChange = {
            type: 'set-cells',
            rows: Uint32Array.from([position]),
            columns: [path],
            jsons: [json],
          };
          change(document, [], wanted, (count, splices) => {
            expect([count, splices]).toEqual([1, 1]);
            const bytes = new TextEncoder().encode(text);
            const now = document.memory.text();
            expect(now.slice(0, start)).toEqual(bytes.slice(0, start));
            expect(now.slice(now.length - (bytes.length - end))).toEqual(bytes.slice(end));
            expect(valueAt((JSON.parse(textOf(document)) as unknown[])[position], path)).toEqual(JSON.parse(json));
          });
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('[TAB-2] puts what is missing where it belongs, several keys of one object at once', () => {
    const document = makeDocument('[\n  {"id": 1},\n  {"id": 2, "at": null},\n  5,\n  [7]\n]');
    const columns = [['at', 'x'], ['at', 'y'], ['note']];
    const wanted: TableChange = {
      type: 'set-cells',
      rows: Uint32Array.from([1, 0, 2]),
      columns,
      jsons: ['1', '2', '"b"', '3', '4', '"a"', '5', '6', '"c"'],
    };
    change(document, [], wanted, (count) => {
      expect(count).toBe(6);
      expect(JSON.parse(textOf(document))).toEqual([
        { id: 1, at: { x: 3, y: 4 }, note: 'a' },
        { id: 2, at: { x: 1, y: 2 }, note: 'b' },
        5,
        [7],
      ]);
    });
    change(
      document,
      [],
      { type: 'set-cells', rows: Uint32Array.from([3]), columns: [[2], [0]], jsons: ['9', '8'] },
      () => expect(JSON.parse(textOf(document)).at(-1)).toEqual([8, null, 9]),
    );
    const refused: TableChange = {
      type: 'set-cells',
      rows: Uint32Array.from([2]),
      columns: [['at', 'x']],
      jsons: ['1'],
    };
    expect(() => finish(planTable(document.places, { type: 'table', path: [], change: refused }))).toThrow(
      'A value of this column would have to stand inside a number, which cannot hold it.',
    );
  });

  it('[TAB-2] [ERR-3] names what cannot hold a value: a broken record, a boolean, a text', () => {
    const document = makeDocument('{"a": 1}\n{"a": \ntrue\n"b"\n', 1 << 20, 'ndjson');
    finish(document.recoverRecords());
    const refusalAt = (row: number): string => {
      const refused: TableChange = {
        type: 'set-cells',
        rows: Uint32Array.from([row]),
        columns: [['a']],
        jsons: ['1'],
      };
      try {
        finish(planTable(document.places, { type: 'table', path: [], change: refused }));
        return 'not refused';
      } catch (error) {
        return String(error);
      }
    };
    expect(refusalAt(1)).toContain('inside a record that is not valid JSON, which cannot hold it');
    expect(refusalAt(2)).toContain('inside a boolean, which cannot hold it');
    expect(refusalAt(3)).toContain('inside a text, which cannot hold it');
  });

  it('[TAB-2] removes values with their keys, and inserts, duplicates, moves and removes rows', () => {
    for (const dialect of ['json', 'ndjson', 'jsonc'] as const) {
      const items = [{ a: 1, b: 2 }, { a: 3 }, { b: 4, c: 5 }];
      const text =
        dialect === 'ndjson'
          ? items.map((item) => `${JSON.stringify(item)}\n`).join('')
          : JSON.stringify(items, null, 2);
      const document = makeDocument(text, 1 << 20, dialect);
      const now = (): unknown => {
        const written = textOf(document);
        return dialect === 'ndjson'
          ? written
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line) as unknown)
          : JSON.parse(written);
      };
      const becomes = (wanted: TableChange, expected: unknown): void =>
        change(document, [], wanted, () => expect(now()).toEqual(expected));
      const rows = Uint32Array.from([2, 0]);
      becomes({ type: 'empty-cells', rows, columns: [['a'], ['c']] }, [{ a: null, b: 2 }, { a: 3 }, { b: 4, c: null }]);
      becomes({ type: 'remove-cells', rows, columns: [['b'], ['c']] }, [{ a: 1 }, { a: 3 }, {}]);
      becomes({ type: 'insert-rows', at: 1, jsons: ['{"x":1}', '7'] }, [items[0], { x: 1 }, 7, items[1], items[2]]);
      becomes({ type: 'insert-rows', at: 3, jsons: ['{}'] }, [...items, {}]);
      becomes({ type: 'remove-rows', rows }, [items[1]]);
      becomes({ type: 'duplicate-rows', rows: Uint32Array.from([1]) }, [items[0], items[1], items[1], items[2]]);
      becomes({ type: 'move-rows', rows: Uint32Array.from([2]), at: 0 }, [items[2], items[0], items[1]]);
      becomes({ type: 'move-rows', rows: Uint32Array.from([0]), at: 3 }, [items[1], items[2], items[0]]);
      becomes({ type: 'rename-column', column: ['b'], key: 'd' }, [{ a: 1, d: 2 }, { a: 3 }, { d: 4, c: 5 }]);
    }
  });

  it('[TAB-2] renames no key to one that a row has', () => {
    const { places } = makeDocument('[{"a":1},{"a":2,"b":3}]');
    expect(() =>
      finish(
        planTable(places, { type: 'table', path: [], change: { type: 'rename-column', column: ['a'], key: 'b' } }),
      ),
    ).toThrow('Row 1 has a key "b" already. No row was changed.');
  });
});

/** Whether a value is a non-empty container: its row shows columns for its children, not one for itself. */
function isFull(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** Converts a range of bytes to UTF-16 units of the document's text. */
function bytesOf(document: JsonDocument, start: number, length: number): [number, number] {
  const before = new TextDecoder().decode(document.memory.text().slice(0, start)).length;
  const value = new TextDecoder().decode(document.memory.text().slice(start, start + length)).length;
  return [before, before + value];
}
