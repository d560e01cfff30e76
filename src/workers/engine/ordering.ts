// Orders indexes by numbers, or by any comparison; equals keep their order. In slices, because millions of
// them take seconds.

import type { Progress, Work } from './work.ts';

export type Direction = 'ascending' | 'descending';

const SLICE = 4096;
/** A slice of a pass that only counts or moves. */
const SLICE_MOVES = 65536;
const DIGITS = 8;
const RADIX = 256;
const SIGN = 0x80000000;

/** Numbers as 64 bits that are in order when taken as one whole number, and the indexes that they came from. */
interface Keys {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly indexes: Uint32Array;
}

/**
 * The indexes of numbers, none of them NaN, in their order: a radix sort by one byte after the other, the
 * last one first. A tenth of the time of comparing.
 */
export function* sortNumbers(numbers: Float64Array, direction: Direction): Work<Uint32Array> {
  const { length } = numbers;
  const total = length * (DIGITS + 1);
  const counts = new Uint32Array(DIGITS * RADIX);
  let from = makeKeys(length);
  yield* inSlices(length, 0, total, (start, end) => readKeys(numbers, direction, from, counts, start, end));
  let to = makeKeys(length);
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const next = counts.subarray(digit * RADIX, (digit + 1) * RADIX);
    // Whole numbers have no low bytes, and numbers that are alike the same high ones.
    if (next.includes(length)) continue;
    let sum = 0;
    for (let byte = 0; byte < RADIX; byte += 1) {
      const count = next[byte] ?? 0;
      next[byte] = sum;
      sum += count;
    }
    const [source, target] = [from, to];
    yield* inSlices(length, length * (digit + 1), total, (start, end) =>
      moveKeys(source, target, digit, next, start, end),
    );
    [from, to] = [to, from];
  }
  return from.indexes;
}

/** The indexes in the order that `compare` says; `indexes` may be written to. */
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

function makeKeys(length: number): Keys {
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

/** A double's bits rise with it, but for the sign: of a negative one they fall. */
function readKeys(
  numbers: Float64Array,
  direction: Direction,
  { low, high, indexes }: Keys,
  counts: Uint32Array,
  start: number,
  end: number,
): void {
  const one = new Float64Array(1);
  const words = new Uint32Array(one.buffer);
  const turned = direction === 'ascending' ? 0 : -1;
  for (let index = start; index < end; index += 1) {
    // -0 and 0 are equal.
    one[0] = (numbers[index] ?? 0) + 0;
    const upper = words[1] ?? 0;
    const flip = upper >= SIGN ? -1 : 0;
    const a = (words[0] ?? 0) ^ flip ^ turned;
    const b = upper ^ (flip | SIGN) ^ turned;
    low[index] = a;
    high[index] = b;
    indexes[index] = index;
    for (let digit = 0, shift = 0; digit < 4; digit += 1, shift += 8) {
      const inLow = digit * RADIX + ((a >>> shift) & 0xff);
      const inHigh = (digit + 4) * RADIX + ((b >>> shift) & 0xff);
      counts[inLow] = (counts[inLow] ?? 0) + 1;
      counts[inHigh] = (counts[inHigh] ?? 0) + 1;
    }
  }
}

function moveKeys(from: Keys, to: Keys, digit: number, next: Uint32Array, start: number, end: number): void {
  const words = digit < 4 ? from.low : from.high;
  const shift = (digit & 3) * 8;
  for (let at = start; at < end; at += 1) {
    const byte = ((words[at] ?? 0) >>> shift) & 0xff;
    const target = next[byte] ?? 0;
    next[byte] = target + 1;
    to.low[target] = from.low[at] ?? 0;
    to.high[target] = from.high[at] ?? 0;
    to.indexes[target] = from.indexes[at] ?? 0;
  }
}
