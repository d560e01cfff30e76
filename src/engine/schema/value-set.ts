// A set of values of one document, by their hashes: the allowed values of a schema, or the items of an array read so far.

import type { Work } from '../base/work.ts';
import type { ValueHasher } from './value-hash.ts';
import type { ValueReader } from './value-reader.ts';

const MIN_CAPACITY = 8;

/** An open-addressing table: 16 to 32 bytes for each value. */
export class ValueSet {
  count = 0;
  private slots = new Uint32Array(MIN_CAPACITY);
  private lows = new Int32Array(MIN_CAPACITY / 2);
  private highs = new Int32Array(MIN_CAPACITY / 2);
  private values = new Int32Array(MIN_CAPACITY / 2);

  /** Hashes the set's own values. */
  constructor(private readonly hasher: ValueHasher) {}

  /** Reads the set's own values. */
  get reader(): ValueReader {
    return this.hasher.reader;
  }

  /** The value of the set at an index, from 0. */
  at(index: number): number {
    return this.values[index] ?? 0;
  }

  /** Adds a value. Returns the equal value that the set already has, else -1. */
  *add(value: number): Work<number> {
    const { hasher } = this;
    yield* hasher.hash(value);
    const { low, high } = hasher;
    const known = yield* this.findHashed(hasher, value, low, high);
    if (known >= 0) return known;
    if (this.count === this.values.length) this.grow();
    this.lows[this.count] = low;
    this.highs[this.count] = high;
    this.values[this.count] = value;
    this.place(this.count);
    this.count += 1;
    return -1;
  }

  /** The value of the set that equals a value of another document; -1 when there is none. */
  *find(hasher: ValueHasher, value: number): Work<number> {
    yield* hasher.hash(value);
    return yield* this.findHashed(hasher, value, hasher.low, hasher.high);
  }

  private *findHashed(hasher: ValueHasher, value: number, low: number, high: number): Work<number> {
    const mask = this.slots.length - 1;
    for (let slot = (low ^ (high >>> 7)) & mask; ; slot = (slot + 1) & mask) {
      const index = (this.slots[slot] ?? 0) - 1;
      if (index < 0) return -1;
      if (this.lows[index] !== low || this.highs[index] !== high) continue;
      const own = this.values[index] ?? 0;
      if (yield* hasher.confirm(value, this.hasher.reader, own)) return own;
    }
  }

  private place(index: number): void {
    const mask = this.slots.length - 1;
    let slot = ((this.lows[index] ?? 0) ^ ((this.highs[index] ?? 0) >>> 7)) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = index + 1;
  }

  private grow(): void {
    const capacity = this.slots.length * 4;
    this.slots = new Uint32Array(capacity);
    const longer = (array: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(capacity / 2);
      larger.set(array);
      return larger;
    };
    this.lows = longer(this.lows);
    this.highs = longer(this.highs);
    this.values = longer(this.values);
    for (let index = 0; index < this.count; index += 1) this.place(index);
  }
}
