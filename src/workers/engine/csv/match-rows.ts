// Finds the row of a file that each item of a document was: one that is the same, wherever it is now; else the one that is left at
// its place between those.
//
//   file   a b c d e         a ── a
//   items  a B e d X         b ── B    alone between a and e: changed
//                            c         gone
//                            d ── d    moved
//                            e ── e
//                                 X    new

import type { Work } from '../base/work.ts';
import type { CellComparison } from './cell-comparison.ts';
import type { Member } from './member-columns.ts';
import type { CsvRowIndex } from './row-index.ts';
import type { TableItems } from './table-items.ts';

/** Rows that are looked at for one that an item may have been. */
const LOOK_AHEAD = 32;

/** What items were. */
export interface RowMatches {
  /** The row of each item; -1 for a new one. */
  readonly rows: Int32Array;
  /** Whether that row is the same still. */
  readonly isSame: Uint8Array;
}

/** Matches items with rows. `members`: the column of the file that each member has. */
export function* matchRows(
  items: TableItems,
  index: CsvRowIndex,
  members: ReadonlyMap<Member, number>,
  comparison: CellComparison,
): Work<RowMatches> {
  let count = 0;
  for (const _ of items.all()) count += 1;
  const rows = new Int32Array(count).fill(-1);
  const isSame = new Uint8Array(count);
  const taken = new Uint8Array(index.count + 1);
  const entries = new Int32Array(count);
  let next = 0;
  yield* items.each((item, at) => {
    entries[at] = item;
    const row = index.find(items.json(item), next, taken);
    if (row < 0) return;
    rows[at] = row;
    isSame[at] = 1;
    taken[row] = 1;
    next = row + 1;
  });
  const cells = new Int32Array(index.reading.columns.length);
  /** Whether an item has a value that a row has. */
  const isAlike = (at: number, row: number): boolean => {
    items.cells(entries[at] ?? 0, members, cells);
    index.rows.readAt(index.start(row));
    return cells.some(
      (entry, column) => entry >= 0 && index.rows.isPresent(column) && comparison.isSame(column, entry),
    );
  };
  for (let first = 0; first < count;) {
    if ((isSame[first] ?? 0) === 1) {
      first += 1;
      continue;
    }
    let last = first;
    while (last < count && isSame[last] !== 1) last += 1;
    const from = first === 0 ? 0 : (rows[first - 1] ?? 0) + 1;
    const upTo = last < count && (rows[last] ?? 0) >= from ? (rows[last] ?? 0) : index.count;
    const free: number[] = [];
    for (let row = from; row < upTo && taken[row] !== 1 && free.length <= last - first + LOOK_AHEAD; row += 1)
      free.push(row);
    const isWhole = free.length === last - first;
    let skipped = 0;
    for (let at = first; at < last; at += 1) {
      if (isWhole) rows[at] = free[at - first] ?? -1;
      else {
        const ahead = free.slice(skipped, skipped + LOOK_AHEAD);
        const found = ahead.findIndex((row) => isAlike(at, row));
        if (found < 0) continue;
        rows[at] = ahead[found] ?? -1;
        skipped += found + 1;
      }
      const row = rows[at] ?? -1;
      if (row >= 0) taken[row] = 1;
    }
    first = last;
    yield { done: last, total: count };
  }
  return { rows, isSame };
}
