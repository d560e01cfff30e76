// Finds the row of a file that each item of a document was: one that is the same, wherever it is now; else one with the same value in
// the first column, at its place or elsewhere; else the one that is left at its place.
//
//   file   a b c d e         a ── a
//   items  a B e d X         b ── B    between a and e: changed
//                            c         gone
//                            d ── d    moved
//                            e ── e
//                                 X    new

import { hashKey } from '../tape/key-table.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import type { Work } from '../base/work.ts';
import type { CellComparison } from './cell-comparison.ts';
import type { Member } from './member.ts';
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
  const matcher = new RowMatcher(items, index, members, comparison);
  yield* matcher.findSame();
  yield* matcher.inGaps((from, to, free) => matcher.pairByKey(from, to, free));
  yield* matcher.findMoved();
  yield* matcher.inGaps((from, to, free) => matcher.pairByPlace(from, to, free));
  return matcher;
}

class RowMatcher implements RowMatches {
  readonly rows: Int32Array;
  readonly isSame: Uint8Array;
  private readonly taken: Uint8Array;
  private readonly entries: Int32Array;
  private readonly cells: Int32Array;
  /** The first column that rows and items have; -1 for none. */
  private readonly key: number;
  private readonly scratch = new ByteBuffer();

  constructor(
    private readonly items: TableItems,
    private readonly index: CsvRowIndex,
    private readonly members: ReadonlyMap<Member, number>,
    private readonly comparison: CellComparison,
  ) {
    let count = 0;
    for (const _ of items.all()) count += 1;
    this.rows = new Int32Array(count).fill(-1);
    this.isSame = new Uint8Array(count);
    this.entries = new Int32Array(count);
    this.taken = new Uint8Array(index.count + 1);
    this.cells = new Int32Array(index.reading.columns.length);
    const held = new Set(members.values());
    this.key = index.isUsed.findIndex((isUsed, column) => isUsed === 1 && held.has(column));
  }

  /** Finds the rows that are as they were, first those in their places: of rows that are alike, each may be spelt otherwise. */
  *findSame(): Work<void> {
    const { items, index, rows, isSame, taken, entries } = this;
    if (rows.length === index.count)
      yield* items.each((item, at) => {
        if (index.inPlace[at] !== 1 && !index.isAt(at, items.json(item))) return;
        isSame[at] = 1;
        this.take(at, at);
      });
    let next = 0;
    yield* items.each((item, at) => {
      entries[at] = item;
      if (isSame[at] === 1) {
        next = at + 1;
        return;
      }
      const row = index.find(items.json(item), next, taken);
      if (row < 0) return;
      isSame[at] = 1;
      rows[at] = row;
      taken[row] = 1;
      next = row + 1;
    });
  }

  /** Calls back for each run of items that have no row yet, with the rows between those of its neighbours that no item has. */
  *inGaps(pair: (from: number, to: number, free: readonly number[]) => void): Work<void> {
    const { rows, index, taken } = this;
    const count = rows.length;
    for (let first = 0; first < count;) {
      if ((rows[first] ?? 0) >= 0) {
        first += 1;
        continue;
      }
      let last = first;
      while (last < count && (rows[last] ?? 0) < 0) last += 1;
      const from = first === 0 ? 0 : (rows[first - 1] ?? 0) + 1;
      const upTo = last < count && (rows[last] ?? 0) >= from ? (rows[last] ?? 0) : index.count;
      const free: number[] = [];
      for (let row = from; row < upTo && taken[row] !== 1 && free.length <= last - first + LOOK_AHEAD; row += 1)
        free.push(row);
      if (free.length > 0) pair(first, last, free);
      first = last;
      yield { done: last, total: count };
    }
  }

  /** Pairs items with rows that have the same value in the first column, in order. */
  pairByKey(from: number, to: number, free: readonly number[]): void {
    if (this.key < 0) return;
    let next = 0;
    for (let at = from; at < to && next < free.length; at += 1) {
      const entry = this.keyOf(at);
      if (entry < 0) continue;
      for (let place = next; place < Math.min(free.length, next + LOOK_AHEAD); place += 1) {
        const row = free[place] ?? 0;
        this.index.rows.readAt(this.index.start(row));
        if (!this.index.rows.isPresent(this.key) || !this.comparison.isSame(this.key, entry)) continue;
        this.take(at, row);
        next = place + 1;
        break;
      }
    }
  }

  /** Finds rows elsewhere by their value in the first column, where no other row and no other item has it. */
  *findMoved(): Work<void> {
    const { rows, index, taken, key, scratch } = this;
    if (key < 0 || !rows.includes(-1)) return;
    const byKey = new Map<number, number>();
    for (let row = 0; row < index.count; row += 1) {
      if (taken[row] === 1) continue;
      index.rows.readAt(index.start(row));
      if (!index.rows.isPresent(key)) continue;
      index.rows.writeCell(scratch, key);
      const json = scratch.takeView();
      const hash = hashKey(json, 0, json.length);
      byKey.set(hash, byKey.has(hash) ? -1 : row);
      if (row % 4096 === 0) yield { done: row, total: index.count };
    }
    for (const [at, own] of rows.entries()) {
      if (own >= 0) continue;
      const entry = this.keyOf(at);
      if (entry < 0) continue;
      const json = this.comparison.json(entry);
      const hash = hashKey(json, 0, json.length);
      const row = byKey.get(hash) ?? -1;
      if (row < 0) continue;
      index.rows.readAt(index.start(row));
      if (!this.comparison.isSame(key, entry)) continue;
      this.take(at, row);
      byKey.delete(hash);
    }
  }

  /** Pairs as many items with as many rows in order, or each with the row that is most like it. */
  pairByPlace(from: number, to: number, free: readonly number[]): void {
    if (free.length === to - from) {
      for (let at = from; at < to; at += 1) this.take(at, free[at - from] ?? 0);
      return;
    }
    let skipped = 0;
    for (let at = from; at < to; at += 1) {
      const ahead = free.slice(skipped, skipped + LOOK_AHEAD);
      const found = this.mostAlike(at, ahead);
      if (found < 0) continue;
      this.take(at, ahead[found] ?? 0);
      skipped += found + 1;
    }
  }

  private take(at: number, row: number): void {
    this.rows[at] = row;
    this.taken[row] = 1;
  }

  /** The value of an item in the first column; -1 for none. */
  private keyOf(at: number): number {
    this.items.cells(this.entries[at] ?? 0, this.members, this.cells);
    return this.cells[this.key] ?? -1;
  }

  /** The first of the rows that is most like an item, by its place among them; -1 if none is. */
  private mostAlike(at: number, among: readonly number[]): number {
    const { cells, index, comparison } = this;
    this.items.cells(this.entries[at] ?? 0, this.members, cells);
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
  }
}
