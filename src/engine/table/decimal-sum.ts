// Exact sums and means of decimals.

import { smallest } from '../../shared/append.ts';
import { isPlainNumber } from '../../shared/bytes/literals.ts';

/** Numbers with a larger exponent are not added: their sum could have as many digits. */
const MAX_EXPONENT = 4096;
/** Digits of a mean, at least. */
const MEAN_DIGITS = 15;

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
  if (Math.abs(exponent) > MAX_EXPONENT) return null;
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
  if (digits === 0n) return '0';
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
export class DecimalSum {
  private readonly byExponent = new Map<number, bigint>();

  add({ digits, exponent }: Decimal): void {
    this.byExponent.set(exponent, (this.byExponent.get(exponent) ?? 0n) + digits);
  }

  get total(): Decimal {
    if (this.byExponent.size === 0) return { digits: 0n, exponent: 0 };
    const least = smallest(this.byExponent.keys());
    let digits = 0n;
    for (const [exponent, sum] of this.byExponent) digits += scale({ digits: sum, exponent }, least);
    return { digits, exponent: least };
  }

  /** The sum, spelt. */
  finish(): string {
    return spellDecimal(this.total);
  }

  /** The sum divided by a count, spelt with at least 15 digits and all before the point. */
  mean(count: number): string {
    const { digits, exponent } = this.total;
    const isNegative = digits < 0n;
    const size = isNegative ? -digits : digits;
    const by = BigInt(count);
    // Enough digits behind the last one that is kept, whatever the first one is.
    const shift = Math.max(0, MEAN_DIGITS + 1 + by.toString().length - size.toString().length, exponent + 1);
    const exact = (size * 10n ** BigInt(shift)) / by;
    const drop = Math.min(exact.toString().length - MEAN_DIGITS, shift - exponent);
    if (drop <= 0) return spellDecimal({ digits: isNegative ? -exact : exact, exponent: exponent - shift });
    const unit = 10n ** BigInt(drop);
    const rounded = (size * 10n ** BigInt(shift) * 2n + unit * by) / (unit * by * 2n);
    return spellDecimal({ digits: isNegative ? -rounded : rounded, exponent: exponent - shift + drop });
  }
}

function scale({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
