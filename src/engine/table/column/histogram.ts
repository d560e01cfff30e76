// Divides numbers and times into ranges with round edges. The edges are decimals, so that a filter by a range keeps exactly the
// rows that its bar has counted.

import type { Histogram } from '../../../shared/protocol/figures.ts';
import { readIsoTime } from '../../../shared/document/iso-time.ts';
import { spellDecimal } from '../decimal-sum.ts';

/** Ranges, at most. */
const MAX_RANGES = 24;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Widths of ranges of times, in milliseconds, and in months. */
const TIME_STEPS = [
  1,
  10,
  100,
  SECOND,
  5 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
];
const MONTH_STEPS = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000];
const EARLIEST = Date.UTC(0, 0);
const FIRST_YEAR = new Date(EARLIEST).setUTCFullYear(0);
const LAST_YEAR = 9999;

/** The edges of ranges, as texts and as numbers. */
export interface Edges {
  readonly of: Histogram['of'];
  readonly texts: readonly string[];
  readonly values: Float64Array;
}

/** Edges around numbers from `least` to `greatest`; `null` if there is no room between them. */
export function numberEdges(least: number, greatest: number, areWhole: boolean): Edges | null {
  const range = greatest - least;
  if (!(range > 0) || !Number.isFinite(range)) return null;
  const wanted = range / (MAX_RANGES - 2);
  let exponent = Math.floor(Math.log10(wanted));
  let factor = [1, 2, 5, 10].find((one) => one * 10 ** exponent >= wanted) ?? 10;
  if (factor === 10) {
    factor = 1;
    exponent += 1;
  }
  if (areWhole && exponent < 0) [factor, exponent] = [1, 0];
  const step = Number(`${factor}e${exponent}`);
  const first = Math.floor(least / step);
  if (!Number.isSafeInteger(first) || step === 0) return null;
  const textAt = (index: number): string => spellDecimal({ digits: BigInt(index) * BigInt(factor), exponent });
  const texts: string[] = [];
  let index = first;
  while (Number(textAt(index)) > least) index -= 1;
  for (; texts.length === 0 || Number(texts.at(-1)) <= greatest; index += 1) {
    if (texts.length > MAX_RANGES * 2) return null;
    texts.push(textAt(index));
  }
  return edgesOf('numbers', texts, Number);
}

/** Edges around times from `least` to `greatest`. */
export function timeEdges(least: number, greatest: number): Edges | null {
  const range = greatest - least;
  if (!(range > 0) || least < FIRST_YEAR) return null;
  const step = TIME_STEPS.find((one) => range / one <= MAX_RANGES - 2);
  const texts: string[] = [];
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  if (step !== undefined) {
    const spell = step >= DAY ? day : (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
    for (let ms = Math.floor(least / step) * step; texts.length === 0 || ms - step <= greatest; ms += step)
      texts.push(spell(ms));
    return edgesOf('times', texts, (text) => readIsoTime(text) ?? 0);
  }
  const months = range / (30 * DAY);
  const width = MONTH_STEPS.find((one) => months / one <= MAX_RANGES - 2) ?? MONTH_STEPS.at(-1) ?? 1;
  const start = new Date(least);
  let month = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / width) * width;
  const msOf = (at: number): number => new Date(FIRST_YEAR).setUTCFullYear(Math.floor(at / 12), at % 12);
  for (; texts.length === 0 || msOf(month - width) <= greatest; month += width) {
    if (Math.floor(month / 12) > LAST_YEAR) return null;
    texts.push(day(msOf(month)));
  }
  return edgesOf('times', texts, (text) => readIsoTime(text) ?? 0);
}

/** The range that a value is in: its start included, its end not. */
export function rangeOf({ values }: Edges, value: number): number {
  const last = values.length - 2;
  const [first = 0] = values;
  const end = values[last + 1] ?? 1;
  let at = Math.max(0, Math.min(last, Math.floor(((value - first) / (end - first)) * (last + 1))));
  while (at > 0 && value < (values[at] ?? 0)) at -= 1;
  while (at < last && value >= (values[at + 1] ?? 0)) at += 1;
  return at;
}

function edgesOf(of: Histogram['of'], texts: readonly string[], read: (text: string) => number): Edges {
  return { of, texts, values: Float64Array.from(texts, read) };
}
