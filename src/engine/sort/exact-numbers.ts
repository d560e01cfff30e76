// Sorts numbers by their exact values. Most are told apart by the nearest doubles, which ascend with the numbers. Only where
// several share a double, and it may have been rounded, are their digits compared: 9007199254740993 comes after
// 9007199254740992, and 2e400 after 1e400.

import { isPlainNumber } from '../../shared/bytes/literals.ts';
import { compareDecimals, compareExact, exactDecimal, type ExactDecimal } from '../base/decimals.ts';
import { indexesAt, mergeSort, sortWords, wordsAt, type Direction, type SortWords } from '../base/ordering.ts';
import type { Work } from '../base/work.ts';

const SLICE_NUMBERS = 16384;

/** Numbers, and the words that their nearest doubles sort by. */
export interface Numbers extends SortWords {
  /** 1 for each number whose double may be rounded; `null` when there is none. */
  readonly rounded: Uint8Array | null;
  /** The number at an index, in JSON spelling. */
  number(index: number): string;
}

/** Sorts the indexes of numbers; equal numbers keep their order. */
export function* sortNumbers(numbers: Numbers, indexes: Uint32Array, direction: Direction): Work<Uint32Array> {
  const { low, high, indexes: places } = yield* sortWords(wordsAt(numbers, indexes), direction);
  const sorted = indexesAt(indexes, places);
  const { rounded } = numbers;
  if (rounded === null) return sorted;
  const { length } = sorted;
  let slice = SLICE_NUMBERS;
  for (let start = 0, end = 1; start < length; start = end, end += 1) {
    let isRounded = rounded[sorted[start] ?? 0] === 1;
    for (; end < length && low[end] === low[start] && high[end] === high[start]; end += 1) {
      if (rounded[sorted[end] ?? 0] === 1) isRounded = true;
    }
    if (isRounded && end - start > 1) sorted.set(yield* sortRun(numbers, sorted.slice(start, end), direction), start);
    if (end < slice) continue;
    slice = end + SLICE_NUMBERS;
    yield { done: end, total: length };
  }
  return sorted;
}

/** Sorts numbers with the same nearest double. */
function* sortRun(numbers: Numbers, run: Uint32Array, direction: Direction): Work<Uint32Array> {
  const texts = Array.from(run, (index) => numbers.number(index));
  const [first] = texts;
  if (texts.every((text) => text === first)) return run;
  const exact = texts.map((text): ExactDecimal | null => (isPlainNumber(text) ? exactDecimal(text) : null));
  const sign = direction === 'ascending' ? 1 : -1;
  const compare = (a: number, b: number): number => {
    const [left, right] = [exact[a] ?? null, exact[b] ?? null];
    if (left !== null && right !== null) return sign * compareExact(left, right);
    return sign * compareDecimals(texts[a] ?? '', texts[b] ?? '');
  };
  return indexesAt(run, yield* mergeSort(Uint32Array.from(run.keys()), compare));
}
