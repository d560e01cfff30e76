// What a number or a string may mean beyond its characters: a date, or a number that JavaScript could not hold.

import { plainNumber, unquote } from '../../../shared/bytes/literals.ts';

/** Whole seconds of 1990 to 2100: smaller numbers count something else more often. */
const SECONDS = [631_152_000, 4_102_444_800] as const;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const PLAIN = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;

/** A date that a scalar may stand for. */
export interface Meaning {
  readonly date: Date;
  /** Whether the time of day is part of it. */
  readonly hasTime: boolean;
  /** How it was read; `null` where the characters say it. */
  readonly unit: 'seconds' | 'milliseconds' | null;
}

/** The date that the spelling of a number or string stands for; `null` for none. */
export function dateOf(kind: 'number' | 'string', spelling: string): Meaning | null {
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
  // A day without a time is the same day everywhere.
  const date = new Date(hasTime ? text : `${text}T00:00:00`);
  return Number.isNaN(date.getTime()) ? null : { date, hasTime, unit: null };
}

/** What JavaScript makes of the spelling of a number, where that is another number; else `null`. */
export function changedByDouble(spelling: string): string | null {
  const text = plainNumber(spelling);
  const exact = parts(text);
  if (exact === null) return null;
  const value = Number(text);
  return String(parts(String(value))) === String(exact) ? null : String(value);
}

/** A number's digits without zeros at either end, and the power of ten behind them. The sign of zero does not count. */
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
