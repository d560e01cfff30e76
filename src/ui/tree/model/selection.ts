// The selected rows of the tree, as ranges: their number depends on the user's clicks, not on how many rows they hold. The
// *focus* is the row that receives keys, the *anchor* the row where the range with the focus starts.
//
//   rows      0  1  2  3  4  5  6  7  8  9
//   ranges       └───────┘        └──┘            {1, 4}, {7, 8}; both ends selected
//   focus                            ▲

import type { RowRange } from '../../../shared/protocol/rows.ts';
import { countWhile } from '../../../shared/bytes/binary-search.ts';

/** A selection; immutable. Ranges are in ascending order, with at least one unselected row between two of them. */
export interface RowSelection {
  readonly ranges: readonly RowRange[];
  /** -1 when nothing is selected. */
  readonly focus: number;
  readonly anchor: number;
}

export const NOTHING: RowSelection = { ranges: [], focus: -1, anchor: -1 };

/** Selects one row. */
export function selectRow(row: number): RowSelection {
  return { ranges: [{ first: row, last: row }], focus: row, anchor: row };
}

/** Selects consecutive rows, with the focus on the first. */
export function selectRows(first: number, count: number): RowSelection {
  return { ranges: [{ first, last: first + Math.max(1, count) - 1 }], focus: first, anchor: first };
}

/** Selects the rows from the anchor to `row`, replacing the range between the anchor and the focus. */
export function extendTo({ ranges, focus, anchor }: RowSelection, row: number): RowSelection {
  if (anchor < 0) return selectRow(row);
  const rest = without(ranges, between(anchor, focus));
  return { ranges: joined([...rest, between(anchor, row)]), focus: row, anchor };
}

/** Adds a row to the selection, or removes it when it was selected. */
export function toggleRow({ ranges }: RowSelection, row: number): RowSelection {
  const one = { first: row, last: row };
  const next = isSelected({ ranges }, row) ? without(ranges, one) : joined([...ranges, one]);
  return { ranges: next, focus: row, anchor: row };
}

/** Whether a row is selected. O(log n) in the number of ranges. */
export function isSelected({ ranges }: Pick<RowSelection, 'ranges'>, row: number): boolean {
  const at = countWhile(ranges.length, (index) => (ranges[index]?.last ?? 0) < row);
  return (ranges[at]?.first ?? Infinity) <= row;
}

/** Counts the selected rows. */
export function countSelected({ ranges }: RowSelection): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/**
 * Adjusts a selection to `change` rows inserted right after `row`, or removed when negative. Removed rows that were selected
 * are replaced by `row`.
 */
export function mapSelectedRows(selection: RowSelection, row: number, change: number): RowSelection {
  const move = (place: number): number => (place <= row ? place : Math.max(row, place + change));
  const ranges = selection.ranges.flatMap(({ first, last }) => {
    if (change <= 0 || first > row || last <= row) return [{ first: move(first), last: move(last) }];
    // The inserted rows are not selected: a range around them is split.
    return [
      { first, last: row },
      { first: row + 1 + change, last: last + change },
    ];
  });
  return { ranges: joined(ranges), focus: move(selection.focus), anchor: move(selection.anchor) };
}

/** Restricts a selection to a tree of `count` rows; selects the last row when nothing selected remains. */
export function clampTo(selection: RowSelection, count: number): RowSelection {
  if (selection.focus < count && (selection.ranges.at(-1)?.last ?? -1) < count) return selection;
  if (count === 0) return NOTHING;
  const ranges = selection.ranges
    .filter(({ first }) => first < count)
    .map(({ first, last }) => ({ first, last: Math.min(last, count - 1) }));
  if (ranges.length === 0) return selectRow(count - 1);
  const inside = (row: number): number => Math.min(row, count - 1);
  return { ranges, focus: inside(selection.focus), anchor: inside(selection.anchor) };
}

function between(a: number, b: number): RowRange {
  return { first: Math.min(a, b), last: Math.max(a, b) };
}

function without(ranges: readonly RowRange[], { first, last }: RowRange): RowRange[] {
  return ranges.flatMap((range) =>
    [
      { first: range.first, last: Math.min(range.last, first - 1) },
      { first: Math.max(range.first, last + 1), last: range.last },
    ].filter((part) => part.first <= part.last),
  );
}

function joined(ranges: readonly RowRange[]): RowRange[] {
  const made: RowRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = made.at(-1);
    if (before !== undefined && range.first <= before.last + 1)
      made[made.length - 1] = { first: before.first, last: Math.max(before.last, range.last) };
    else made.push(range);
  }
  return made;
}
