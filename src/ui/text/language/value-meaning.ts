// What a number or a string may mean: a date, or a number that JavaScript cannot represent exactly.

import { plainNumber, unquote } from '../../../shared/bytes/literals.ts';

/** Unix time in seconds from 1990 to 2100. Smaller numbers are more often something else. */
const SECONDS = [631_152_000, 4_102_444_800] as const;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const PLAIN = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;

/** A date that a scalar may represent. */
export interface TextMeaning {
  readonly date: Date;
  /** Whether it includes the time of day. */
  readonly hasTime: boolean;
  /** The unit in which a number was read; `null` for a date that is written out. */
  readonly unit: 'seconds' | 'milliseconds' | null;
}

/** The date that the spelling of a number or string may represent; `null` if none. */
export function dateOf(kind: 'number' | 'string', spelling: string): TextMeaning | null {
  const text = kind === 'string' ? unquote(spelling) : plainNumber(spelling);
  if (/^\d{9,13}$/.test(text)) {
    const count = Number(text);
    if (count >= SECONDS[0] && count < SECONDS[1])
      return { date: new Date(count * 1000), hasTime: true, unit: 'seconds' };
    if (count >= SECONDS[0] * 1000 && count < SECONDS[1] * 1000)
      return { date: new Date(count), hasTime: true, unit: 'milliseconds' };
    return null;
  }
  if (kind === 'number' || !ISO.test(text)) return null;
  const hasTime = text.length > 10;
  // A date without a time is local, so that it is the same day in every time zone.
  const date = new Date(hasTime ? text : `${text}T00:00:00`);
  return Number.isNaN(date.getTime()) ? null : { date, hasTime, unit: null };
}

/** The number that JavaScript reads for a spelling, if it differs; otherwise `null`. */
export function changedByDouble(spelling: string): string | null {
  const text = plainNumber(spelling);
  const exact = parts(text);
  if (exact === null) return null;
  const value = Number(text);
  return String(parts(String(value))) === String(exact) ? null : String(value);
}

/** The sign of a number, its digits without zeros at either end, and the power of ten to multiply them by. Zero has no sign. */
function parts(text: string): readonly [sign: string, digits: string, exponent: string] | null {
  const found = PLAIN.exec(text);
  if (found === null) return null;
  const [, sign = '', whole = '', fraction = '', power = '0'] = found;
  const leading = (whole + fraction).replace(/^0+/, '');
  const digits = leading.replace(/0+$/, '');
  if (digits === '') return ['', '0', '0'];
  const exponent = BigInt(power) - BigInt(fraction.length) + BigInt(leading.length - digits.length);
  return [sign === '-' ? '-' : '', digits, String(exponent)];
}
