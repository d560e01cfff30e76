// The differences of one side as a table shows them, and as CSV.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { markOf, type ChangedColumn } from '../../../../src/shared/protocol/compare.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { writeChanges } from '../../../../src/engine/csv/write-changes.ts';
import { changedTable } from '../../../../src/engine/diff/result/changed-table.ts';
import { runs } from '../../../runs.ts';
import { compareTexts } from './model.ts';

const sides = ['left', 'right'] as const;

function tableOf(left: string, right: string, side: (typeof sides)[number], path: string[] = []) {
  return finish(changedTable(compareTexts(left, right), side, path));
}

const shown = (columns: readonly ChangedColumn[]): string[] =>
  columns
    .map(({ path, changed, added, inAddedRows }) => `${path.join('.')} ${changed} ${added} ${inAddedRows}`)
    .toSorted();

describe('[CMP-3] the changed rows and columns of a table', () => {
  const left = '{"rows":[{"id":1,"a":1,"old":1},{"id":2,"a":2,"old":2},{"id":3,"a":{"b":1}},{"id":4,"a":4}]}';
  const right = '{"rows":[{"id":9,"a":0},{"id":1,"a":5},{"id":2,"a":2},{"id":3,"a":{"b":2}},{"id":4,"a":4}]}';

  it('are counted for each side', () => {
    const found = tableOf(left, right, 'left', ['rows']);
    expect([...found.rows]).toEqual([0, 1, 2]);
    expect(shown(found.columns)).toEqual(['a 1 0 0', 'a.b 1 0 0', 'old 2 2 0']);
    const other = tableOf(left, right, 'right', ['rows']);
    expect([...other.rows]).toEqual([0, 1, 2, 3]);
    expect(shown(other.columns)).toEqual(['a 1 0 1', 'a.b 1 0 0', 'id 0 0 1']);
  });

  it('are none where there is no array, or nothing differs', () => {
    expect(tableOf('{"a":1}', '{"a":2}', 'left', ['a'])).toEqual({ rows: new Uint32Array(), columns: [] });
    expect(tableOf('[{"a":1}]', '[{"a":1.0}]', 'left')).toEqual({ rows: new Uint32Array(), columns: [] });
  });

  it('are all where the whole array is new', () => {
    expect([...tableOf('{}', '{"rows":[1,2]}', 'right', ['rows']).rows]).toEqual([0, 1]);
  });

  it('are the rows that have a mark in the tree', () => {
    const row = fc.record(
      { id: fc.nat(9), a: fc.nat(2), b: fc.option(fc.record({ c: fc.nat(1) })) },
      { requiredKeys: [] },
    );
    const rows = fc.array(fc.oneof(row, fc.nat(3)), { maxLength: 8 });
    fc.assert(
      fc.property(rows, rows, fc.constantFrom(...sides), (one, other, side) => {
        const comparison = compareTexts(JSON.stringify(one), JSON.stringify(other));
        const { places } = comparison.sides[side];
        const marks = comparison.marks[side];
        const { rows: found, columns } = finish(changedTable(comparison, side, []));
        const count = (side === 'left' ? one : other).length;
        const expected = Array.from({ length: count }, (_, position) => position).filter(
          (position) => markOf(marks, places.atPath([position])) !== null,
        );
        expect([...found]).toEqual(expected);
        // Each marked value is in one of the columns.
        for (const position of expected) {
          for (const key of ['id', 'a', 'b']) {
            const node = places.atPath([position, key]);
            if (node >= 0 && markOf(marks, node) !== null)
              expect(columns.some(({ path }) => path.length === 0 || path[0] === key)).toBe(true);
          }
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

it('[CMP-1] differences are written as CSV, formulas escaped, numbers as they are spelt', () => {
  const comparison = compareTexts(
    '{"n":1.0,"s":"=1+1","list":[{"id":1},{"id":2},{"id":3}],"gone":null}',
    '{"n":12345678901234567890,"s":"a \\"b\\"","list":[{"id":3},{"id":1},{"id":2}],"new":{"a":[1]}}',
  );
  const lines = new TextDecoder().decode(joinBytes(finish(writeChanges(comparison)))).split('\r\n');
  expect(lines).toEqual([
    'change,path,to,left,right',
    'changed,$.n,,1.0,12345678901234567890',
    'changed,$.s,,\'=1+1,"a ""b"""',
    'moved,$.list[2],$.list[0],"{""id"":3}","{""id"":3}"',
    'deleted,$.gone,,null,',
    'created,$.new,,,"{""a"":[1]}"',
    '',
  ]);
});
