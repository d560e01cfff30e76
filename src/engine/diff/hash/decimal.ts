// Compares differences of numbers in exact decimals: 1.1 and 1.0 differ by no more than 0.1, which is false for doubles.

import { plainNumber } from '../../../shared/bytes/literals.ts';

/** Numbers with more digits or a larger exponent are compared as doubles. */
const MAX_DIGITS = 400;

/** A number as digits × 10^power. */
interface Decimal {
  readonly digits: bigint;
  readonly power: number;
}

/** Whether two numbers, as spelt in a document, differ by at most `tolerance`. */
export function isWithin(one: string, other: string, tolerance: number): boolean {
  const [left, right] = [plainNumber(one), plainNumber(other)];
  const [a, b, most] = [readDecimal(left), readDecimal(right), readDecimal(String(tolerance))];
  if (a === null || b === null || most === null) return Math.abs(Number(left) - Number(right)) <= tolerance;
  const power = Math.min(a.power, b.power, most.power);
  const scale = (decimal: Decimal): bigint => decimal.digits * 10n ** BigInt(decimal.power - power);
  const difference = scale(a) - scale(b);
  return (difference < 0n ? -difference : difference) <= scale(most);
}

function readDecimal(text: string): Decimal | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const power = Number(exponent) - fraction.length;
  if (whole === '' || whole.length + fraction.length > MAX_DIGITS || Math.abs(power) > MAX_DIGITS) return null;
  return { digits: BigInt(`${sign}${whole}${fraction}`), power };
}
