// Stable sorts of indexes, by numbers or texts packed into words or by a comparison function. They run in slices because
// sorting millions takes seconds.

import type { Progress, Work } from './work.ts';

export type Direction = 'ascending' | 'descending';

const SLICE = 4096;
/** Elements per slice of a pass that only counts or moves. */
const SLICE_MOVES = 65536;
/** Each 32-bit word has three digits: two of 11 bits, and one of the remaining 10. */
const BITS = 11;
const DIGITS = 6;
const RADIX = 1 << BITS;
const SIGN = 0x80000000;

/** Sort keys of 64 bits, each compared as one unsigned integer. */
export interface SortWords {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

/** Sorted words, and the index that each had before. */
export interface IndexedWords extends SortWords {
  readonly indexes: Uint32Array;
}

/**
 * Sorts words; equal ones keep their order. A radix sort with digits of 11 bits, the lowest first: takes a tenth of the time of
 * a comparison sort.
 */
export function* sortWords(words: SortWords, direction: Direction): Work<IndexedWords> {
  const { length } = words.low;
  const total = length * (DIGITS + 1);
  const counts = new Uint32Array(DIGITS * RADIX);
  let from = makeKeys(length);
  yield* inSlices(length, 0, total, (start, end) => readKeys(words, direction, from, counts, start, end));
  let to = makeKeys(length);
  // Words that are all the same need not be moved.
  const isSame = (first: number): boolean =>
    [0, 1, 2].every((digit) => counts.subarray((first + digit) * RADIX, (first + digit + 1) * RADIX).includes(length));
  const moved = { low: !isSame(0), high: !isSame(DIGITS / 2) };
  if (!moved.low) to.low.set(from.low);
  if (!moved.high) to.high.set(from.high);
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const next = counts.subarray(digit * RADIX, (digit + 1) * RADIX);
    // All words share this digit: integers have zeros in the low bits, similar numbers the same high bits.
    if (next.includes(length)) continue;
    let sum = 0;
    for (let value = 0; value < RADIX; value += 1) {
      const count = next[value] ?? 0;
      next[value] = sum;
      sum += count;
    }
    const [source, target] = [from, to];
    yield* inSlices(length, length * (digit + 1), total, (start, end) =>
      moveKeys(source, target, moved, digit, next, start, end),
    );
    [from, to] = [to, from];
  }
  return from;
}

/** Keys of one word, and the items that they order. */
interface SmallKeys {
  readonly keys: Uint32Array;
  readonly items: Uint32Array;
}

/** Bits per digit of a sort of small keys: the counters stay in the processor's nearest cache. */
const SMALL_BITS = 12;

/**
 * Sorts items by keys from 0 to `greatest`, ascending; equal ones keep their order. Takes only as many passes as the greatest key
 * has digits. Overwrites both arrays.
 */
export function* sortSmall(keys: Uint32Array, items: Uint32Array, greatest: number): Work<Uint32Array> {
  const { length } = keys;
  const passes = Math.max(1, Math.ceil(Math.log2(greatest + 1) / SMALL_BITS));
  const bits = Math.max(1, Math.ceil(Math.log2(greatest + 1) / passes));
  const mask = 2 ** bits - 1;
  let from: SmallKeys = { keys, items };
  let to: SmallKeys = { keys: new Uint32Array(length), items: new Uint32Array(length) };
  const next = new Uint32Array(mask + 1);
  for (let pass = 0, shift = 0; pass < passes; pass += 1, shift += bits) {
    next.fill(0);
    const [source, target] = [from, to];
    yield* inSlices(length, length * pass, length * passes, (start, end) => {
      for (let at = start; at < end; at += 1) {
        const digit = ((source.keys[at] ?? 0) >>> shift) & mask;
        next[digit] = (next[digit] ?? 0) + 1;
      }
    });
    let sum = 0;
    for (let digit = 0; digit <= mask; digit += 1) {
      const count = next[digit] ?? 0;
      next[digit] = sum;
      sum += count;
    }
    yield* inSlices(length, length * pass, length * passes, (start, end) => {
      for (let at = start; at < end; at += 1) {
        const key = source.keys[at] ?? 0;
        const digit = (key >>> shift) & mask;
        const place = next[digit] ?? 0;
        next[digit] = place + 1;
        target.keys[place] = key;
        target.items[place] = source.items[at] ?? 0;
      }
    });
    [from, to] = [to, from];
  }
  return from.items;
}

/** Sorts indexes by `compare`. May write to `indexes`. */
export function* mergeSort(indexes: Uint32Array, compare: (a: number, b: number) => number): Work<Uint32Array> {
  const { length } = indexes;
  let from: Uint32Array = indexes;
  let to: Uint32Array = new Uint32Array(length);
  const passes = Math.ceil(Math.log2(Math.max(2, length)));
  let sinceSlice = 0;
  for (let width = 1, pass = 0; width < length; width *= 2, pass += 1) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(length, start + width);
      const end = Math.min(length, start + 2 * width);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at += 1) {
        const takeLeft = right >= end || (left < middle && compare(from[left] ?? 0, from[right] ?? 0) <= 0);
        to[at] = (takeLeft ? from[left] : from[right]) ?? 0;
        if (takeLeft) left += 1;
        else right += 1;
        sinceSlice += 1;
        if (sinceSlice >= SLICE) {
          sinceSlice = 0;
          yield { done: length * (pass / passes), total: length };
        }
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** The words at the given indexes. */
export function wordsAt(words: SortWords, indexes: Uint32Array): SortWords {
  const { length } = indexes;
  const found = { low: new Uint32Array(length), high: new Uint32Array(length) };
  for (let at = 0; at < length; at += 1) {
    const index = indexes[at] ?? 0;
    found.low[at] = words.low[index] ?? 0;
    found.high[at] = words.high[index] ?? 0;
  }
  return found;
}

/** The elements of `indexes` at the given positions. */
export function indexesAt(indexes: Uint32Array, places: Uint32Array): Uint32Array {
  const found = new Uint32Array(places.length);
  for (let at = 0; at < found.length; at += 1) found[at] = indexes[places[at] ?? 0] ?? 0;
  return found;
}

function makeKeys(length: number): IndexedWords {
  return { low: new Uint32Array(length), high: new Uint32Array(length), indexes: new Uint32Array(length) };
}

function* inSlices(
  length: number,
  done: number,
  total: number,
  run: (start: number, end: number) => void,
): Generator<Progress, void, void> {
  for (let start = 0; start < length; start += SLICE_MOVES) {
    run(start, Math.min(length, start + SLICE_MOVES));
    yield { done: done + start, total };
  }
}

const double = new Float64Array(1);
const doubleWords = new Uint32Array(double.buffer);

/**
 * Stores a number, which must not be NaN, as words that sort in its order: the bits of a double ascend with its value, but
 * those of a negative one descend and are inverted.
 */
export function storeSortKey(words: SortWords, index: number, value: number): void {
  // -0 and 0 are equal.
  double[0] = value + 0;
  const upper = doubleWords[1] ?? 0;
  const flip = upper >= SIGN ? -1 : 0;
  words.low[index] = (doubleWords[0] ?? 0) ^ flip;
  words.high[index] = upper ^ (flip | SIGN);
}

function readKeys(
  words: SortWords,
  direction: Direction,
  { low, high, indexes }: IndexedWords,
  counts: Uint32Array,
  start: number,
  end: number,
): void {
  const turned = direction === 'ascending' ? 0 : -1;
  for (let index = start; index < end; index += 1) {
    const a = (words.low[index] ?? 0) ^ turned;
    const b = (words.high[index] ?? 0) ^ turned;
    low[index] = a;
    high[index] = b;
    indexes[index] = index;
    for (let digit = 0, shift = 0; digit < DIGITS / 2; digit += 1, shift += BITS) {
      const inLow = digit * RADIX + ((a >>> shift) & (RADIX - 1));
      const inHigh = (digit + DIGITS / 2) * RADIX + ((b >>> shift) & (RADIX - 1));
      counts[inLow] = (counts[inLow] ?? 0) + 1;
      counts[inHigh] = (counts[inHigh] ?? 0) + 1;
    }
  }
}

function moveKeys(
  from: IndexedWords,
  to: IndexedWords,
  moved: { readonly low: boolean; readonly high: boolean },
  digit: number,
  next: Uint32Array,
  start: number,
  end: number,
): void {
  const words = digit < DIGITS / 2 ? from.low : from.high;
  const shift = (digit % (DIGITS / 2)) * BITS;
  for (let at = start; at < end; at += 1) {
    const value = ((words[at] ?? 0) >>> shift) & (RADIX - 1);
    const target = next[value] ?? 0;
    next[value] = target + 1;
    if (moved.low) to.low[target] = from.low[at] ?? 0;
    if (moved.high) to.high[target] = from.high[at] ?? 0;
    to.indexes[target] = from.indexes[at] ?? 0;
  }
}
