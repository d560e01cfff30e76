// What a schema asks of numbers besides their order (`base/decimals.ts`), exactly, whatever their length and exponent.

import { exactDecimal } from '../base/decimals.ts';

/** A number as it is spelt, and the nearest double. */
export interface SchemaDecimal {
  readonly text: string;
  readonly nearest: number;
  /** Whether it has at most 15 digits and no exponent. Two such numbers are equal exactly when their nearest doubles are. */
  readonly isShort: boolean;
}

/** Makes a `Decimal` from the text of a number. */
export function readDecimal(text: string): SchemaDecimal {
  return { text, nearest: Number(text), isShort: /^-?[\d.]{1,15}$/.test(text) };
}

/** Whether a number has no fractional part: true for 1.0 and 1e3. */
export function isWhole(text: string): boolean {
  const { digits, exponent } = exactDecimal(text);
  return BigInt(digits.length) <= exponent || digits === '';
}

/** Whether a number is a whole multiple of `divisor`, which is above 0. No power of ten is written out, however large. */
export function isMultiple(text: string, divisor: string): boolean {
  const [value, unit] = [exactDecimal(text), exactDecimal(divisor)];
  if (value.digits === '') return true;
  if (unit.digits === '') return false;
  // Both are digits × 10^power.
  const power = value.exponent - BigInt(value.digits.length) - (unit.exponent - BigInt(unit.digits.length));
  const [digits, divider] = [BigInt(value.digits), BigInt(unit.digits)];
  // The digits of the value do not end in 0.
  return power >= 0n && (digits * powerOfTen(power, divider)) % divider === 0n;
}

/** 10^power modulo a number. */
function powerOfTen(power: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  let base = 10n % modulus;
  for (let left = power; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}
