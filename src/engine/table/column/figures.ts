// Computes the figures of a column from its typed arrays; only numbers that are rounded, and the times among its strings, are read
// from the text again.

import { plainNumber, unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { ColumnFigures, ColumnRequest, Histogram } from '../../../shared/protocol/figures.ts';
import { compareDecimals } from '../../base/decimals.ts';
import type { Work } from '../../base/work.ts';
import { noCounts } from '../../suggest/value-kinds.ts';
import { DecimalSum, readDecimal } from '../decimal-sum.ts';
import { matchingRows, type Matches } from '../filter/row-filter.ts';
import { CELL, CELL_KINDS, KIND_MASK, ROUNDED, type ColumnData } from './column-data.ts';
import { numberEdges, rangeOf, timeEdges, type Edges } from './histogram.ts';
import type { TableIndex } from './table-index.ts';
import { readTimes } from './times.ts';
import { tallyValues, valueAt } from './value-tally.ts';

const SLICE_ROWS = 65_536;
/** Most frequent values, at most. */
const FREQUENT = 12;
/** Whole numbers up to this one, times a power of ten, are found again from their doubles. */
const SAFE = 2 ** 50;
const MAX_SCALE = 15;

/** Figures without the revision. */
export type Figures = Omit<ColumnFigures, 'revision'>;

/** Computes the figures of the rows that match; kept until the text changes. The tape must be that of the text. */
export function* readFigures(index: TableIndex, request: Omit<ColumnRequest, 'path'>): Work<Figures> {
  const column = yield* index.column(request.column);
  const matches = yield* matchingRows(index, request.filters);
  const counts = countKinds(column, matches);
  yield { done: 1, total: 4 };
  const numbers = yield* measureNumbers(index, column, matches);
  const times = counts[CELL.string] === 0 ? null : yield* measureTimes(index, request, column, matches);
  const tally = yield* tallyValues(index, request);
  const kinds = noCounts();
  for (const [kind, name] of CELL_KINDS.entries()) if (name !== 'missing') kinds[name] = counts[kind] ?? 0;
  // Where a column has both, the kind that more rows have is drawn.
  const isTimes = times !== null && times.count > numbers.count;
  return {
    rows: counts.reduce((sum, count) => sum + count, 0),
    missing: counts[CELL.missing] ?? 0,
    kinds,
    distinct: tally.distinct,
    isEstimate: tally.isOver,
    least: numbers.least,
    greatest: numbers.greatest,
    sum: numbers.sum,
    mean: numbers.mean,
    times: times?.count ?? 0,
    earliest: times?.earliest ?? '',
    latest: times?.latest ?? '',
    histogram: isTimes ? times.histogram : numbers.histogram,
    frequent: tally.mostFrequent(FREQUENT).map((at) => valueAt(index, column, tally, at)),
  };
}

function countKinds({ kinds }: ColumnData, matches: Matches | null): number[] {
  const counts = CELL_KINDS.map(() => 0);
  for (let row = 0; row < kinds.length; row += 1) {
    if (matches !== null && matches[row] !== 1) continue;
    const kind = (kinds[row] ?? 0) & KIND_MASK;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

interface NumberFigures extends Pick<Figures, 'least' | 'greatest' | 'sum' | 'mean' | 'histogram'> {
  readonly count: number;
}

function* measureNumbers(index: TableIndex, column: ColumnData, matches: Matches | null): Work<NumberFigures> {
  const { kinds, numbers, rows } = column;
  const textAt = (row: number): string => numberText(index, column, row);
  const sum = new DecimalSum();
  const scale = Math.min(MAX_SCALE, column.scale);
  const factor = 10 ** scale;
  let count = 0;
  let isAdded = true;
  let least = -1;
  let greatest = -1;
  let areWhole = true;
  let partial = 0;
  const flush = (): void => {
    sum.add({ digits: BigInt(partial), exponent: -scale });
    partial = 0;
  };
  const isBeyond = (row: number, best: number, sign: 1 | -1): boolean => {
    if (best < 0) return true;
    const [value, other] = [numbers[row] ?? 0, numbers[best] ?? 0];
    if (value !== other) return sign * (value - other) > 0;
    const isRounded = (((kinds[row] ?? 0) | (kinds[best] ?? 0)) & ROUNDED) !== 0;
    return isRounded && sign * compareDecimals(textAt(row), textAt(best)) > 0;
  };
  for (let row = 0; row < rows; row += 1) {
    if (row % SLICE_ROWS === SLICE_ROWS - 1) yield { done: row, total: rows };
    const cell = kinds[row] ?? 0;
    if ((cell & KIND_MASK) !== CELL.number || (matches !== null && matches[row] !== 1)) continue;
    const value = numbers[row] ?? 0;
    // NaN and Infinity of JSON5 are no numbers that can be added or drawn.
    if (!Number.isFinite(value) && (cell & ROUNDED) === 0) continue;
    count += 1;
    if (isBeyond(row, least, -1)) least = row;
    if (isBeyond(row, greatest, 1)) greatest = row;
    areWhole &&= Math.floor(value) === value;
    const scaled = value * factor;
    if ((cell & ROUNDED) === 0 && Math.abs(scaled) < SAFE && column.scale <= MAX_SCALE) {
      partial += Math.round(scaled);
      if (Math.abs(partial) > SAFE) flush();
      continue;
    }
    const decimal = readDecimal(textAt(row));
    if (decimal === null) isAdded = false;
    else sum.add(decimal);
  }
  flush();
  const edges = count === 0 ? null : numberEdges(numbers[least] ?? 0, numbers[greatest] ?? 0, areWhole);
  return {
    count,
    least: count === 0 ? '' : textAt(least),
    greatest: count === 0 ? '' : textAt(greatest),
    sum: count === 0 || !isAdded ? '' : sum.finish(),
    mean: count === 0 || !isAdded ? '' : sum.mean(count),
    histogram:
      edges === null
        ? null
        : countRanges(edges, rows, (row) =>
            ((kinds[row] ?? 0) & KIND_MASK) === CELL.number && (matches === null || matches[row] === 1)
              ? place(edges, column, row, textAt)
              : -1,
          ),
  };
}

/** The range of a number, decided by its decimal where its double is that of an edge. */
function place(edges: Edges, { numbers, kinds }: ColumnData, row: number, textAt: (row: number) => string): number {
  const value = numbers[row] ?? 0;
  if (!Number.isFinite(value)) return -1;
  const at = rangeOf(edges, value);
  if (((kinds[row] ?? 0) & ROUNDED) === 0 || edges.values[at] !== value || at === 0) return at;
  return compareDecimals(textAt(row), edges.texts[at] ?? '0') < 0 ? at - 1 : at;
}

function countRanges({ of, texts }: Edges, rows: number, rangeAt: (row: number) => number): Histogram {
  const counts = Array.from({ length: texts.length - 1 }, () => 0);
  for (let row = 0; row < rows; row += 1) {
    const at = rangeAt(row);
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
  }
  return { of, edges: texts, counts };
}

interface TimeFigures extends Pick<Figures, 'earliest' | 'latest' | 'histogram'> {
  readonly count: number;
}

function* measureTimes(
  index: TableIndex,
  request: Omit<ColumnRequest, 'path'>,
  column: ColumnData,
  matches: Matches | null,
): Work<TimeFigures | null> {
  const times = yield* readTimes(index, request.column);
  let count = 0;
  let earliest = -1;
  let latest = -1;
  for (let row = 0; row < times.length; row += 1) {
    const time = times[row] ?? Number.NaN;
    if (Number.isNaN(time) || (matches !== null && matches[row] !== 1)) continue;
    count += 1;
    if (earliest < 0 || time < (times[earliest] ?? 0)) earliest = row;
    if (latest < 0 || time > (times[latest] ?? 0)) latest = row;
  }
  if (count === 0) return null;
  const spelt = (row: number): string => {
    const { start, end } = index.places.range(column.entry(row));
    return unquote(decodeUtf8(index.places.text.slice(start, end)));
  };
  const edges = timeEdges(times[earliest] ?? 0, times[latest] ?? 0);
  return {
    count,
    earliest: spelt(earliest),
    latest: spelt(latest),
    histogram:
      edges === null
        ? null
        : countRanges(edges, times.length, (row) => {
            const time = times[row] ?? Number.NaN;
            return Number.isNaN(time) || (matches !== null && matches[row] !== 1) ? -1 : rangeOf(edges, time);
          }),
  };
}

function numberText({ places }: TableIndex, column: ColumnData, row: number): string {
  const { start, end } = places.range(column.entry(row));
  return plainNumber(decodeUtf8(places.text.slice(start, end)));
}
