// Counts how often each value of a column occurs. Values are told apart by 64 bits: a number by its double, or by a hash of its
// decimal when it is rounded; a string or a container by a hash.
//
// Up to 100,000 different values the counts are those of all rows. Beyond that, their number is estimated, and the counts are those
// of values that occur more often than once in 100,000 rows, whichever these are: with each new value that has no place, all counts
// go down by one, and those that reach zero make room; a second pass counts what is left.
// @see Misra and Gries, Finding repeated elements (1982)
// @see Flajolet et al., HyperLogLog (2007)

import { mixBits } from '../../diff/hash/value-hash.ts';

/** Different values that are counted exactly. */
export const MAX_VALUES = 100_000;
const SLOTS = 262_144;
/** Registers of the estimate: its standard error is 0.8 %. */
const REGISTER_BITS = 14;
const REGISTERS = 1 << REGISTER_BITS;

/** The counts of the values of a column. */
export class Tally {
  /** Number of values that are counted. */
  size = 0;
  private readonly slots: Int32Array;
  private lows: Uint32Array;
  private highs: Uint32Array;
  private amounts: Uint32Array;
  private firsts: Uint32Array;
  private registers: Uint8Array | null = null;

  constructor(
    private readonly most = MAX_VALUES,
    slots = SLOTS,
  ) {
    this.slots = new Int32Array(slots);
    const room = Math.min(most, 1024);
    this.lows = new Uint32Array(room);
    this.highs = new Uint32Array(room);
    this.amounts = new Uint32Array(room);
    this.firsts = new Uint32Array(room);
  }

  get byteLength(): number {
    return this.slots.byteLength + this.lows.length * 16;
  }

  /** Whether there are more values than can be counted. */
  get isOver(): boolean {
    return this.registers !== null;
  }

  /** Number of different values. */
  get distinct(): number {
    return this.registers === null ? this.size : estimate(this.registers);
  }

  /** How often a counted value occurs. */
  count(index: number): number {
    return this.amounts[index] ?? 0;
  }

  /** The first row that has it, of those since it was last forgotten. */
  firstRow(index: number): number {
    return this.firsts[index] ?? 0;
  }

  /** Counts the value of a row. */
  add(low: number, high: number, row: number): void {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = mixBits(low ^ mixBits(high)) & mask;
    for (let index = slots[slot] ?? 0; index !== 0; index = slots[slot] ?? 0) {
      if (this.lows[index - 1] === low >>> 0 && this.highs[index - 1] === high >>> 0) {
        this.amounts[index - 1] = (this.amounts[index - 1] ?? 0) + 1;
        if (this.registers !== null) register(this.registers, low, high);
        return;
      }
      slot = (slot + 1) & mask;
    }
    if (this.size === this.most) {
      this.begin();
      if (this.registers !== null) register(this.registers, low, high);
      this.forget();
      return;
    }
    if (this.registers !== null) register(this.registers, low, high);
    if (this.size === this.lows.length) this.grow();
    const index = this.size;
    this.lows[index] = low;
    this.highs[index] = high;
    this.amounts[index] = 1;
    this.firsts[index] = row;
    this.size += 1;
    slots[slot] = index + 1;
  }

  /** Sets all counts to zero, for a second pass with `recount`. */
  beginRecount(): void {
    this.amounts.fill(0);
  }

  /** Counts a row, if its value is one of those that are left. */
  recount(low: number, high: number): void {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = mixBits(low ^ mixBits(high)) & mask;
    for (let index = slots[slot] ?? 0; index !== 0; index = slots[slot] ?? 0) {
      if (this.lows[index - 1] === low >>> 0 && this.highs[index - 1] === high >>> 0) {
        this.amounts[index - 1] = (this.amounts[index - 1] ?? 0) + 1;
        return;
      }
      slot = (slot + 1) & mask;
    }
  }

  /** The indexes of the most frequent values, those that come first in the column first among equals. */
  mostFrequent(count: number): number[] {
    const best: number[] = [];
    const isBefore = (a: number, b: number): boolean =>
      this.count(a) > this.count(b) || (this.count(a) === this.count(b) && this.firstRow(a) < this.firstRow(b));
    for (let index = 0; index < this.size; index += 1) {
      const last = best.at(-1);
      if (this.count(index) === 0 || (best.length === count && last !== undefined && !isBefore(index, last))) continue;
      let at = best.length;
      while (at > 0 && isBefore(index, best[at - 1] ?? 0)) at -= 1;
      best.splice(at, 0, index);
      if (best.length > count) best.pop();
    }
    return best;
  }

  private grow(): void {
    const room = Math.min(this.most, this.lows.length * 2);
    const larger = (old: Uint32Array): Uint32Array => {
      const made = new Uint32Array(room);
      made.set(old);
      return made;
    };
    this.lows = larger(this.lows);
    this.highs = larger(this.highs);
    this.amounts = larger(this.amounts);
    this.firsts = larger(this.firsts);
  }

  /** Begins the estimate, with the values that are known. */
  private begin(): void {
    if (this.registers !== null) return;
    this.registers = new Uint8Array(REGISTERS);
    for (let index = 0; index < this.size; index += 1)
      register(this.registers, this.lows[index] ?? 0, this.highs[index] ?? 0);
  }

  /** Takes one from each count. */
  private forget(): void {
    const { slots, lows, highs, amounts, firsts } = this;
    const mask = slots.length - 1;
    slots.fill(0);
    let kept = 0;
    for (let index = 0; index < this.size; index += 1) {
      const count = (amounts[index] ?? 0) - 1;
      if (count === 0) continue;
      const [low, high] = [lows[index] ?? 0, highs[index] ?? 0];
      lows[kept] = low;
      highs[kept] = high;
      amounts[kept] = count;
      firsts[kept] = firsts[index] ?? 0;
      let slot = mixBits(low ^ mixBits(high)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      kept += 1;
      slots[slot] = kept;
    }
    this.size = kept;
  }
}

function register(registers: Uint8Array, low: number, high: number): void {
  const hash = mixBits(low ^ mixBits(high ^ 0x2f0b4c47));
  const rest = mixBits(high + Math.imul(hash, 0x9e3779b1));
  const at = hash & (REGISTERS - 1);
  const rank = Math.clz32(rest) + 1;
  if (rank > (registers[at] ?? 0)) registers[at] = rank;
}

function estimate(registers: Uint8Array): number {
  let sum = 0;
  let empty = 0;
  for (const rank of registers) {
    sum += 2 ** -rank;
    if (rank === 0) empty += 1;
  }
  const raw = ((0.7213 / (1 + 1.079 / REGISTERS)) * REGISTERS * REGISTERS) / sum;
  return Math.round(raw <= 2.5 * REGISTERS && empty > 0 ? REGISTERS * Math.log(REGISTERS / empty) : raw);
}
