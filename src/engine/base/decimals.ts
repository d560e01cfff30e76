// Compares numbers of JSON and JSON5 by their exact decimal values, whatever their length and exponent: no comparison of the
// product depends on what a double can hold. Numbers are texts as `plainNumber` returns them.

import { isPlainNumber } from '../../shared/bytes/literals.ts';

/** 0.digits × 10^exponent, without zeros at either end; 0 has no digits and no sign. */
export interface ExactDecimal {
  readonly digits: string;
  readonly exponent: bigint;
  readonly isNegative: boolean;
}

/** Reads a JSON number. */
export function exactDecimal(text: string): ExactDecimal {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  const leading = /^0*/.exec(all)?.[0].length ?? 0;
  const digits = trimZeros(all.slice(leading));
  if (digits === '') return { digits, exponent: 0n, isNegative: false };
  // The exponent itself may have more digits than a double can represent.
  const exponent = BigInt(power.replace('+', '')) + BigInt(whole.length - leading);
  return { digits, exponent, isNegative: sign === '-' };
}

/** Whether two numbers have the same exact value. JSON5's Infinity and NaN are compared by name. */
export function equalNumbers(a: string, b: string): boolean {
  if (a === b) return true;
  if (!isPlainNumber(a) || !isPlainNumber(b)) return false;
  const [left, right] = [exactDecimal(a), exactDecimal(b)];
  return left.digits === right.digits && left.exponent === right.exponent && left.isNegative === right.isNegative;
}

/**
 * Returns a number below zero when `a` is smaller, above zero when it is larger. Infinity is above every number; NaN is above
 * that, so that the order is total.
 */
export function compareDecimals(a: string, b: string): number {
  if (a === b) return 0;
  if (!isPlainNumber(a) || !isPlainNumber(b)) return outerRank(a) - outerRank(b);
  return compareExact(exactDecimal(a), exactDecimal(b));
}

/** Like `compareDecimals`, for numbers that were read already. */
export function compareExact(left: ExactDecimal, right: ExactDecimal): number {
  const [one, other] = [signOf(left), signOf(right)];
  if (one !== other) return one - other;
  if (left.exponent !== right.exponent) return left.exponent < right.exponent ? -one : one;
  if (left.digits === right.digits) return 0;
  return left.digits < right.digits ? -one : one;
}

/** The place of JSON5's names among all numbers. */
function outerRank(text: string): number {
  if (isPlainNumber(text)) return 0;
  if (text === 'NaN') return 2;
  return text.startsWith('-') ? -1 : 1;
}

function signOf({ digits, isNegative }: ExactDecimal): number {
  return digits === '' ? 0 : isNegative ? -1 : 1;
}

/** Removes zeros at the end. A regular expression for them takes quadratic time. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return digits.slice(0, end);
}
