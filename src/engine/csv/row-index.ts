// The rows of a file by what they are as JSON, to find the row that an item of the document was.

import { SLICE_BYTES, type Work } from '../base/work.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import type { TakeRow } from './fast-rows.ts';
import type { Reading } from './reading.ts';
import { RowReader } from './rows.ts';
import type { TableItems } from './table-items.ts';

/** Rows with the same hash that are looked at. */
const MAX_TRIES = 64;

/** The rows of one file. */
export class CsvRowIndex {
  count = 0;
  /** Where each column has a value in at least one row. */
  readonly isUsed: Uint8Array;
  /** How many texts of each column are in quotes, and how many are not. */
  readonly quoted: Uint32Array;
  readonly bare: Uint32Array;
  /** How many cells of each column are empty with quotes, and how many without. */
  readonly quotedEmpties: Uint32Array;
  readonly bareEmpties: Uint32Array;
  /** Rows with a quote that nothing closes. */
  readonly unclosed = new Set<number>();
  /** Rows whose JSON is spelt like the item at their place. */
  inPlace = new Uint8Array(1024);
  /** Reads rows of the file again. */
  readonly rows: RowReader;
  /** Where each row begins, with the blank lines before it, and at last where the rows end. */
  private starts = new Float64Array(1024);
  private hashes = new Uint32Array(1024);
  /** Rows by bucket, ascending in each, and where the buckets begin. */
  private order = new Uint32Array();
  private buckets = new Uint32Array();
  private mask = 0;
  private readonly scratch = new ByteBuffer();

  constructor(readonly reading: Reading) {
    const { length } = reading.columns;
    this.isUsed = new Uint8Array(length);
    this.quoted = new Uint32Array(length);
    this.bare = new Uint32Array(length);
    this.quotedEmpties = new Uint32Array(length);
    this.bareEmpties = new Uint32Array(length);
    this.rows = new RowReader(reading);
  }

  start(row: number): number {
    return this.starts[row] ?? 0;
  }

  /** Reads all rows, beside the items of the document. */
  *build(items: TableItems): Work<void> {
    const { rows, reading, isUsed, scratch } = this;
    let pauseAt = SLICE_BYTES;
    let item = items.first;
    this.starts[0] = rows.at;
    let areSpelt = false;
    const take: TakeRow = (start, json, from, to, hash) => {
      if (this.count + 1 >= this.starts.length) this.grow();
      this.starts[this.count] = start;
      this.hashes[this.count] = hash;
      if (item >= 0) {
        if (areSpelt || items.isSpelt(item, json, from, to)) this.inPlace[this.count] = 1;
        item = items.after(item);
      }
      this.count += 1;
    };
    for (;;) {
      const { isLeft } = rows.writeMany(pauseAt, true);
      areSpelt = items.areSpelt(item, rows);
      rows.eachOfMany(take);
      areSpelt = false;
      this.starts[this.count] = rows.at;
      if (isLeft) {
        if (!rows.next()) break;
        for (let column = 0; column < rows.cells; column += 1) {
          if (rows.isPresent(column)) isUsed[column] = 1;
          const counts = this.countsOf(column);
          counts[column] = (counts[column] ?? 0) + 1;
        }
        if (rows.isUnclosed()) this.unclosed.add(this.count);
        rows.write(scratch);
        const json = scratch.takeView();
        take(rows.rowStart, json, 0, json.length, hashRow(json));
        this.starts[this.count] = rows.at;
      } else if (rows.at >= reading.text.length) break;
      if (rows.at < pauseAt) continue;
      pauseAt = rows.at + SLICE_BYTES;
      yield { done: rows.at, total: reading.text.length };
    }
    this.countMany();
    this.sort();
  }

  /** Adds what the rows that were read in WebAssembly have. */
  private countMany(): void {
    const { rows, isUsed, quoted, bare, quotedEmpties, bareEmpties } = this;
    for (let column = 0; column < isUsed.length; column += 1) {
      const many = rows.countsOfMany(column);
      const plain = rows.manyCount - many.empty - many.quoted - many.quotedEmpty;
      quoted[column] = (quoted[column] ?? 0) + many.quoted;
      bare[column] = (bare[column] ?? 0) + plain;
      quotedEmpties[column] = (quotedEmpties[column] ?? 0) + many.quotedEmpty;
      bareEmpties[column] = (bareEmpties[column] ?? 0) + many.empty;
      if (rows.manyCount > many.empty || (many.empty > 0 && rows.keepsEmpty)) isUsed[column] = 1;
    }
  }

  private countsOf(column: number): Uint32Array {
    const { rows } = this;
    if (rows.isQuoted(column)) return rows.isEmpty(column) ? this.quotedEmpties : this.quoted;
    return rows.isEmpty(column) ? this.bareEmpties : this.bare;
  }

  /**
   * The row that is the same as this JSON, at best one that is not taken, and the one at `from` or the next after it; -1 if there is
   * none.
   */
  find(json: Uint8Array, from: number, taken: Uint8Array): number {
    const hash = hashRow(json);
    if (taken[from] !== 1 && this.is(from, hash, json)) return from;
    const { order, buckets } = this;
    const first = buckets[hash & this.mask] ?? 0;
    const last = buckets[(hash & this.mask) + 1] ?? 0;
    let [low, high] = [first, last];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((order[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    const ranges = [
      [low, Math.min(last, low + MAX_TRIES)],
      [first, Math.min(low, first + MAX_TRIES)],
    ] as const;
    let other = -1;
    for (const [start, end] of ranges) {
      for (let at = start; at < end; at += 1) {
        const row = order[at] ?? 0;
        if ((other >= 0 && taken[row] === 1) || !this.is(row, hash, json)) continue;
        if (taken[row] !== 1) return row;
        other = row;
      }
    }
    return other;
  }

  /** Whether a row is the same as this JSON. */
  isAt(row: number, json: Uint8Array): boolean {
    return this.is(row, hashRow(json), json);
  }

  private is(row: number, hash: number, json: Uint8Array): boolean {
    if (row >= this.count || this.hashes[row] !== hash) return false;
    this.rows.readAt(this.start(row));
    this.rows.write(this.scratch);
    const own = this.scratch.takeView();
    if (own.length !== json.length) return false;
    for (let at = 0; at < own.length; at += 1) if (own[at] !== json[at]) return false;
    return true;
  }

  private grow(): void {
    const starts = new Float64Array(this.starts.length * 2);
    starts.set(this.starts);
    this.starts = starts;
    const hashes = new Uint32Array(starts.length);
    hashes.set(this.hashes);
    this.hashes = hashes;
    const inPlace = new Uint8Array(starts.length);
    inPlace.set(this.inPlace);
    this.inPlace = inPlace;
  }

  private sort(): void {
    const { count, hashes } = this;
    const size = 2 ** Math.ceil(Math.log2(count + 1));
    this.mask = size - 1;
    const buckets = new Uint32Array(size + 1);
    for (let row = 0; row < count; row += 1) {
      const bucket = ((hashes[row] ?? 0) & this.mask) + 1;
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    for (let bucket = 0; bucket < size; bucket += 1)
      buckets[bucket + 1] = (buckets[bucket + 1] ?? 0) + (buckets[bucket] ?? 0);
    const next = buckets.slice();
    const order = new Uint32Array(count);
    for (let row = 0; row < count; row += 1) {
      const bucket = (hashes[row] ?? 0) & this.mask;
      const at = next[bucket] ?? 0;
      order[at] = row;
      next[bucket] = at + 1;
    }
    this.order = order;
    this.buckets = buckets;
  }
}

/** The hash of a row's JSON, four bytes at a time. The same as in `wasm/csv-rows.ts`. */
function hashRow(json: Uint8Array): number {
  const { length } = json;
  let hash = 0x811c9dc5;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const word =
      (json[at] ?? 0) | ((json[at + 1] ?? 0) << 8) | ((json[at + 2] ?? 0) << 16) | ((json[at + 3] ?? 0) << 24);
    hash = Math.imul(hash ^ word, 0x01000193);
    hash ^= hash >>> 15;
  }
  for (; at < length; at += 1) hash = Math.imul(hash ^ (json[at] ?? 0), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x85ebca6b) >>> 0;
}
