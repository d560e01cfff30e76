// Times in ISO 8601 as strings of JSON spell them: a date, or a date and a time with or without a zone. Read from bytes, because a
// column may have millions.
//
//   2024-05-01
//   2024-05-01T10:20   2024-05-01 10:20:30.123456789   2024-05-01T10:20:30Z   …+02:00   …-0530   …+02

import { COLON, MINUS, NINE, PLUS, POINT, SPACE, ZERO } from '../bytes/ascii.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';

const SHORTEST = 10;
const LONGEST = 35;
const MAX_FRACTION = 9;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days before each month, and those of each month in a leap year. */
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Days from year 0 to 1970. */
const DAYS_TO_1970 = 719_528;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const LOWER = 0x20;

/** The time that a text spells, as `readIsoBytes` does. */
export function readIsoTime(text: string): number | null {
  if (text.length < SHORTEST || text.length > LONGEST) return null;
  const bytes = encodeUtf8(text);
  const ms = readIsoBytes(bytes, 0, bytes.length);
  return Number.isNaN(ms) ? null : ms;
}

/**
 * The time between two offsets, in milliseconds since 1970 with fractions; NaN for any other text, and for days that do not exist.
 * A time without a zone is read as UTC.
 */
export function readIsoBytes(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length < SHORTEST || length > LONGEST) return Number.NaN;
  if (bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS) return Number.NaN;
  const year = two(bytes, start) * 100 + two(bytes, start + 2);
  const month = two(bytes, start + 5);
  const day = two(bytes, start + 8);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !isLeap ? 28 : (DAYS[month - 1] ?? 0);
  if (!(year >= 0) || !(day >= 1 && day <= last)) return Number.NaN;
  const leaps = Math.floor((year + 3) / 4) - Math.floor((year + 99) / 100) + Math.floor((year + 399) / 400);
  const days = year * 365 + leaps + (DAYS_BEFORE[month - 1] ?? 0) + (isLeap && month > 2 ? 1 : 0) + day - 1;
  const ms = (days - DAYS_TO_1970) * DAY_MS;
  return length === SHORTEST ? ms : ms + readClock(bytes, start + SHORTEST, end);
}

/** The time of a day, less its zone. */
function readClock(bytes: Uint8Array, start: number, end: number): number {
  const between = bytes[start] ?? 0;
  if (between !== SPACE && (between & ~LOWER) !== LETTER_T) return Number.NaN;
  if (end - start < 6 || bytes[start + 3] !== COLON) return Number.NaN;
  const hour = two(bytes, start + 1);
  const minute = two(bytes, start + 4);
  let at = start + 6;
  let ms = 0;
  if (bytes[at] === COLON && at + 3 <= end) {
    const second = two(bytes, at + 1);
    if (!(second <= 60)) return Number.NaN;
    ms = second * 1000;
    at += 3;
    if (bytes[at] === POINT && at < end) {
      const first = at + 1;
      let digits = 0;
      for (at = first; at < end && isDigit(bytes[at]); at += 1) digits = digits * 10 + (bytes[at] ?? 0) - ZERO;
      if (at === first || at - first > MAX_FRACTION) return Number.NaN;
      ms += (digits * 1000) / 10 ** (at - first);
    }
  }
  if (!(hour <= 24 && minute <= 59) || (hour === 24 && minute + ms > 0)) return Number.NaN;
  return (hour * 60 + minute) * MINUTE_MS + ms - readZone(bytes, at, end);
}

function readZone(bytes: Uint8Array, at: number, end: number): number {
  if (at === end) return 0;
  const sign = bytes[at] ?? 0;
  if ((sign & ~LOWER) === LETTER_Z) return at + 1 === end ? 0 : Number.NaN;
  if (sign !== PLUS && sign !== MINUS) return Number.NaN;
  const rest = at + 3 + (bytes[at + 3] === COLON && at + 3 < end ? 1 : 0);
  if (rest > end || (rest !== end && rest + 2 !== end) || (rest === end && rest !== at + 3)) return Number.NaN;
  const minutes = two(bytes, at + 1) * 60 + (rest === end ? 0 : two(bytes, rest));
  return (sign === MINUS ? -minutes : minutes) * MINUTE_MS;
}

/** Two digits; NaN for anything else. */
function two(bytes: Uint8Array, at: number): number {
  const [tens, ones] = [bytes[at], bytes[at + 1]];
  return isDigit(tens) && isDigit(ones) ? ((tens ?? 0) - ZERO) * 10 + (ones ?? 0) - ZERO : Number.NaN;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
