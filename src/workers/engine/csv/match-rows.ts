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
  /** The first of the rows that is most like an item, by its place among them; -1 if none is. */
  const mostAlike = (at: number, among: readonly number[]): number => {
    items.cells(entries[at] ?? 0, members, cells);
    let [best, most] = [-1, 0];
    for (const [place, row] of among.entries()) {
      index.rows.readAt(index.start(row));
      let [same, lost, present] = [0, 0, 0];
      for (let column = 0; column < cells.length; column += 1) {
        if (!index.rows.isPresent(column)) continue;
        const entry = cells[column] ?? -1;
        present += 1;
        if (entry < 0) lost += 1;
        else if (comparison.isSame(column, entry)) same += 1;
      }
      // One that has lost nothing and half of whose values are the same is taken without a look at the others.
      if (lost === 0 && same * 2 >= present && same > 0) return place;
      const likeness = same === 0 ? 0 : Math.max(1, cells.length + same - lost);
      if (likeness > most) [best, most] = [place, likeness];
    }
    return best;
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
        const found = mostAlike(at, ahead);
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
