// Summarizes a range of cells: the number of values, and the sum, minimum and maximum of the numbers, all exact.

import { smallest } from '../../../shared/append.ts';
import { isPlainNumber, plainNumber } from '../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { CellSummary } from '../../../shared/protocol/table.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { Work } from '../base/work.ts';
import type { Places } from '../tape/places.ts';
import { CellFinder } from './cell-finder.ts';
import { itemsAt, positionsOf, type View } from './table-rows.ts';

const SLICE_CELLS = 16_384;
/** Numbers with a larger exponent are skipped: their sum could have as many digits. */
const MOST_DIGITS = 4096;

/** Rows `firstRow` to `lastRow` of a view, both inclusive. */
export interface RangeOfRows {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly columns: readonly Path[];
}

/** Summarizes cells. Cost: the rows. */
export function* summarizeCells(
  places: Places,
  isLive: boolean,
  view: View,
  { firstRow, lastRow, columns }: RangeOfRows,
): Work<CellSummary> {
  const positions = positionsOf(places, view, firstRow, lastRow - firstRow + 1);
  const items = yield* itemsAt(places, view.array, positions);
  const finder = new CellFinder(places, columns, isLive);
  const found = new Int32Array(columns.length);
  const sum = new DecimalSum();
  let count = 0;
  let numbers = 0;
  let least: Decimal | null = null;
  let greatest: Decimal | null = null;
  let cells = 0;
  for (let row = 0; row < items.length; row += 1) {
    finder.find(items[row] ?? 0, found, 0);
    for (const node of found) {
      cells += 1;
      if (node < 0) continue;
      count += 1;
      if (places.kind(node) !== 'number') continue;
      const { start, end } = places.range(node);
      const number = readDecimal(plainNumber(decodeUtf8(places.text.slice(start, end))));
      if (number === null) continue;
      numbers += 1;
      sum.add(number);
      if (least === null || compareDecimals(number, least) < 0) least = number;
      if (greatest === null || compareDecimals(number, greatest) > 0) greatest = number;
    }
    if (cells < SLICE_CELLS) continue;
    cells = 0;
    yield { done: row, total: items.length };
  }
  return {
    count,
    numbers,
    sum: numbers === 0 ? '' : sum.finish(),
    least: least === null ? '' : spellDecimal(least),
    greatest: greatest === null ? '' : spellDecimal(greatest),
  };
}

/** `digits` × 10^`exponent`. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Reads a JSON number as a decimal; `null` for Infinity, NaN, and exponents that are too large. */
export function readDecimal(text: string): Decimal | null {
  if (!isPlainNumber(text)) return null;
  const [, mantissa = '', power = '0'] = /^([^eE]*)(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const point = mantissa.indexOf('.');
  const fraction = point < 0 ? 0 : mantissa.length - point - 1;
  const exponent = Number(power) - fraction;
  if (Math.abs(exponent) > MOST_DIGITS) return null;
  return { digits: BigInt(mantissa.replace('.', '')), exponent };
}

/** Returns a number below 0, 0, or above. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const exponent = Math.min(one.exponent, other.exponent);
  const difference = scale(one, exponent) - scale(other, exponent);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Digits with a point, without redundant zeros. */
export function spellDecimal({ digits, exponent }: Decimal): string {
  const isNegative = digits < 0n;
  const all = (isNegative ? -digits : digits).toString();
  const whole = exponent >= 0 ? all + '0'.repeat(exponent) : all.padStart(1 - exponent, '0');
  const text =
    exponent >= 0
      ? whole
      : `${whole.slice(0, exponent)}.${whole.slice(exponent)}`.replace(/0+$/, '').replace(/\.$/, '');
  return isNegative ? `-${text}` : text;
}

/** Keeps a sum for each exponent, and joins these at the end. */
class DecimalSum {
  private readonly byExponent = new Map<number, bigint>();

  add({ digits, exponent }: Decimal): void {
    this.byExponent.set(exponent, (this.byExponent.get(exponent) ?? 0n) + digits);
  }

  finish(): string {
    const least = smallest(this.byExponent.keys());
    let digits = 0n;
    for (const [exponent, sum] of this.byExponent) digits += scale({ digits: sum, exponent }, least);
    return spellDecimal({ digits, exponent: least });
  }
}

function scale({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
