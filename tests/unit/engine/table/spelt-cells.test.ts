// Cells that are copied and pasted are the same cells: their kind, their spelling, and whether they are there at all.
// @see requirements TAB-2

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { Path } from '../../../../src/shared/document/path.ts';
import type { SpeltCells, TableChange } from '../../../../src/shared/protocol/table.ts';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { writeCells } from '../../../../src/engine/table/cell-text.ts';
import { planTable } from '../../../../src/engine/table/table-edit.ts';
import { makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const decoder = new TextDecoder();

function cellsOf(document: JsonDocument, columns: readonly Path[]): SpeltCells {
  const { places } = document;
  const lastRow = places.children.count(0) - 1;
  const view = { array: 0, positions: null };
  const texts = finish(writeCells(places, document.isLive, view, { firstRow: 0, lastRow, columns }));
  return JSON.parse(decoder.decode(joinBytes(texts.cells))) as SpeltCells;
}

function make(text: string, dialect: Dialect = 'json'): JsonDocument {
  const document = makeDocument(text, undefined, dialect);
  expect(document.isLive).toBe(true);
  return document;
}

function change(document: JsonDocument, made: TableChange): JsonDocument {
  document.apply(finish(planTable(document.places, { type: 'table', path: [], change: made })).splices);
  finish(document.settle());
  expect(document.error).toBeNull();
  return document;
}

const rowsTo = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, row) => row);

/** Values as they may be spelt, which would be others if they were read as text. */
const VALUES = [
  '"true"',
  'true',
  '"12"',
  '12',
  '1e2',
  '-0',
  '1.10',
  '12345678901234567890',
  '"null"',
  'null',
  '""',
  '" 5 "',
  '"[\\"1\\"]"',
  '["1"]',
  '{"x": [1, {}]}',
  '"\\ud800"',
  '"\\u00e9"',
  '"a\\tb\\nc\\"d"',
  '"{}"',
  '[]',
  'false',
];
const LOOSE = ['0x10', '+1', '.5', "'it'", 'Infinity', '/* note */ 3', '[1, 2,]', '"\\x41"'];
const COLUMNS: readonly Path[] = [['a'], ['b'], ['c', 'x'], ['c', 'y']];

type Cell = string | null;
const cellIn = (values: readonly string[]): fc.Arbitrary<Cell> => fc.constantFrom<Cell>(null, ...values);
const tables = (values: readonly string[]) =>
  fc.array(fc.tuple(cellIn(values), cellIn(values), cellIn(values), cellIn(values)), { minLength: 1, maxLength: 5 });

function spell(rows: readonly (readonly Cell[])[], between: string): string {
  const items = rows.map(([a, b, x, y]) => {
    const inside = [x == null ? '' : `"x":${x}`, y == null ? '' : `"y":${y}`].filter((one) => one !== '');
    const members = [
      a == null ? '' : `"a":${a}`,
      inside.length === 0 ? '' : `"c":{${inside.join(',')}}`,
      b == null ? '' : `"b": ${b}`,
    ];
    return `{${members.filter((one) => one !== '').join(`,${between}`)}}`;
  });
  return `[${between}${items.join(`,${between}`)}${between}]`;
}

describe('cells that are copied', () => {
  it('[TAB-2] are the same cells where they are pasted, also in rows that are added', () => {
    fc.assert(
      fc.property(tables(VALUES), tables(VALUES), fc.constantFrom('', ' ', '\n  '), (from, to, between) => {
        const copied = cellsOf(make(spell(from, between)), COLUMNS);
        expect(copied.rows).toEqual(from);
        const target = make(spell(to, between));
        const rows = rowsTo(Math.min(from.length, to.length));
        change(target, {
          type: 'set-cells',
          rows,
          columns: COLUMNS,
          jsons: copied.rows.flat(),
          dialect: copied.dialect,
        });
        const values = (all: readonly (readonly Cell[])[]): unknown =>
          all.map((row) => row.map((cell) => cell && squeeze(cell)));
        expect(values(cellsOf(target, COLUMNS).rows)).toEqual(values([...from, ...to.slice(from.length)]));
      }),
      { numRuns: runs(600) },
    );
  });

  it('[TAB-2] are spelt as they were in a dialect that holds them, and as JSON in one that does not', () => {
    fc.assert(
      fc.property(tables([...VALUES, ...LOOSE]), (from) => {
        const copied = cellsOf(make(spell(from, '\n'), 'json5'), COLUMNS);
        expect(copied.dialect).toBe('json5');
        const jsons = copied.rows.flat();
        const same = change(make('[]', 'json5'), {
          type: 'set-cells',
          rows: rowsTo(0),
          columns: COLUMNS,
          jsons,
          dialect: 'json5',
        });
        expect(
          cellsOf(same, COLUMNS)
            .rows.flat()
            .map((cell) => cell && squeeze(cell)),
        ).toEqual(jsons.map((cell) => cell && squeeze(cell)));
        const plain = change(make('[]'), {
          type: 'set-cells',
          rows: rowsTo(0),
          columns: COLUMNS,
          jsons,
          dialect: 'json5',
        });
        JSON.parse(textOf(plain));
        const held = cellsOf(plain, COLUMNS).rows.flat();
        for (const [index, json] of jsons.entries()) {
          expect(held[index] === null).toBe(json === null);
          if (json !== null && VALUES.includes(json) && !/^[[{"]/.test(json)) expect(held[index]).toBe(json);
        }
        expect(held[jsons.indexOf('0x10')] ?? '16').toBe('16');
      }),
      { numRuns: runs(200) },
    );
  });

  it('[TAB-2] make arrays and plain values of rows that are added to such tables', () => {
    const columns: Path[] = [[0], [1], [2]];
    const grid = change(make('[[1, 2]]'), {
      type: 'set-cells',
      rows: rowsTo(1),
      columns,
      jsons: ['9', null, '8', '1', null, '3'],
    });
    expect(JSON.parse(textOf(grid))).toEqual([
      [9, null, 8],
      [1, null, 3],
    ]);
    const list = change(make('[1]'), {
      type: 'set-cells',
      rows: rowsTo(1),
      columns: [[]],
      jsons: ['"2"', 'null', null, '4'],
    });
    expect(JSON.parse(textOf(list))).toEqual(['2', null, null, 4]);
  });

  it('[TAB-2] [BIG-1] are 125,000 rows as well as one', () => {
    const count = 125_000;
    const jsons = Array.from({ length: count }, (_, row) => String(row));
    const many = change(make('[{"a": null}]'), { type: 'set-cells', rows: rowsTo(1), columns: [['a']], jsons });
    const value = JSON.parse(textOf(many)) as { a: number }[];
    expect([value.length, value[0]?.a, value.at(-1)?.a]).toEqual([count, 0, count - 1]);
  });
});

/** Without white space outside strings: containers get that of the place where they are pasted. */
function squeeze(json: string): string {
  return /^[[{]/.test(json) ? json.replace(/\s+/g, '') : json;
}
