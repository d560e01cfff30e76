// The laws of row selections: a selection is a set of rows, however it was made.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampTo,
  countSelected,
  extendTo,
  mapSelectedRows,
  isSelected,
  NOTHING,
  selectRow,
  selectRows,
  toggleRow,
  type RowSelection,
} from '../../../../src/ui/tree/model/selection.ts';

const ROWS = 40;
const rowsOf = (selection: RowSelection): number[] =>
  Array.from({ length: ROWS * 3 }, (_, row) => row).filter((row) => isSelected(selection, row));

const row = fc.nat({ max: ROWS - 1 });
const steps = fc.array(fc.tuple(fc.constantFrom('one', 'extend', 'toggle'), row), { maxLength: 12 });

function run(done: readonly (readonly [string, number])[]): RowSelection {
  let selection: RowSelection = NOTHING;
  for (const [choice, at] of done)
    selection =
      choice === 'one' ? selectRow(at) : choice === 'extend' ? extendTo(selection, at) : toggleRow(selection, at);
  return selection;
}

describe('a selection of rows', () => {
  it('[TRE-2] holds what was toggled an odd number of times since one row was selected', () => {
    fc.assert(
      fc.property(row, fc.array(row, { maxLength: 20 }), (first, toggled) => {
        let selection = selectRow(first);
        const wanted = new Set([first]);
        for (const one of toggled) {
          selection = toggleRow(selection, one);
          if (!wanted.delete(one)) wanted.add(one);
        }
        expect(rowsOf(selection)).toEqual([...wanted].toSorted((a, b) => a - b));
      }),
    );
  });

  it('[TRE-2] rises, with a row between two ranges, whatever was done; the focus is where the last step was', () => {
    fc.assert(
      fc.property(steps, (done) => {
        const selection = run(done);
        for (const [index, { first, last }] of selection.ranges.entries()) {
          expect(first).toBeLessThanOrEqual(last);
          const next = selection.ranges[index + 1];
          if (next !== undefined) expect(next.first).toBeGreaterThan(last + 1);
        }
        expect(countSelected(selection)).toBe(rowsOf(selection).length);
        expect(selection.focus).toBe(done.at(-1)?.[1] ?? -1);
      }),
    );
  });

  it('[TRE-2] extended again and again reaches from the anchor to the focus, and no further', () => {
    fc.assert(
      fc.property(row, fc.array(row, { minLength: 1, maxLength: 8 }), (anchor, ends) => {
        let selection = selectRow(anchor);
        for (const end of ends) selection = extendTo(selection, end);
        const end = ends.at(-1) ?? 0;
        const [first, last] = [Math.min(anchor, end), Math.max(anchor, end)];
        expect(selection.ranges).toEqual([{ first, last }]);
      }),
    );
  });

  it('[TRE-1] follows rows that come and go behind a row', () => {
    fc.assert(
      fc.property(steps, row, fc.integer({ min: -8, max: 8 }), (done, at, change) => {
        const before = run(done);
        const wanted = new Set(
          rowsOf(before).map((one) => (one <= at ? one : change < 0 && one <= at - change ? at : one + change)),
        );
        const after = mapSelectedRows(before, at, change);
        expect(rowsOf(after)).toEqual([...wanted].toSorted((a, b) => a - b));
        const moved = (one: number): number => (one <= at ? one : Math.max(at, one + change));
        expect([after.focus, after.anchor]).toEqual([moved(before.focus), moved(before.anchor)]);
      }),
    );
  });

  it('[TRE-2] is cut to the rows that there are', () => {
    expect(clampTo(selectRows(3, 5), 6).ranges).toEqual([{ first: 3, last: 5 }]);
    expect(clampTo(selectRow(9), 4)).toEqual(selectRow(3));
    expect(clampTo(selectRow(1), 0)).toBe(NOTHING);
    // The focused row is not selected any more.
    const apart = toggleRow(toggleRow(selectRow(1), 9), 9);
    expect(clampTo(apart, 4)).toEqual({ ranges: [{ first: 1, last: 1 }], focus: 3, anchor: 3 });
    const kept = selectRow(2);
    expect(clampTo(kept, 3)).toBe(kept);
  });
});
