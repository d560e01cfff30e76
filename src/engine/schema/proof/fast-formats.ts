// Tests formats on the bytes of a string. `true` is certain; `false` means that the format's own test decides. So these tests
// know only the usual spellings, and need no calendar.

import { COLON, MINUS, NINE, POINT, ZERO } from '../../../shared/bytes/ascii.ts';

/** Whether a string certainly passes. `start` and `end` are the addresses of its first byte and of the byte after its last. */
export type ByteTest = (bytes: Uint8Array, start: number, end: number) => boolean;

const DATE_LENGTH = 10;
const TIME_LENGTH = 8;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const LETTER_A = 0x61;
const LETTER_F = 0x66;
/** Days per month, from 1. */
const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const LOWER_CASE = 0x20;

/** By the name of the format. */
export const FAST_FORMAT_TESTS: ReadonlyMap<string, ByteTest> = new Map<string, ByteTest>([
  ['date', (bytes, start, end) => end - start === DATE_LENGTH && isDate(bytes, start)],
  ['date-time', isDateTime],
  ['uuid', isUuid],
]);

function isDateTime(bytes: Uint8Array, start: number, end: number): boolean {
  const time = start + DATE_LENGTH + 1;
  return end - time > TIME_LENGTH && bytes[time - 1] === LETTER_T && isDate(bytes, start) && isTime(bytes, time, end);
}

/** Any day but 29 February. */
function isDate(bytes: Uint8Array, at: number): boolean {
  const month = twoDigits(bytes, at + 5);
  const day = twoDigits(bytes, at + 8);
  return (
    twoDigits(bytes, at) >= 0 &&
    twoDigits(bytes, at + 2) >= 0 &&
    bytes[at + 4] === MINUS &&
    month >= 1 &&
    month <= 12 &&
    bytes[at + 7] === MINUS &&
    day >= 1 &&
    day <= (DAYS[month] ?? 0)
  );
}

/** A time in UTC without a leap second. */
function isTime(bytes: Uint8Array, at: number, end: number): boolean {
  const [hour, minute, second] = [twoDigits(bytes, at), twoDigits(bytes, at + 3), twoDigits(bytes, at + 6)];
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  if (bytes[at + 2] !== COLON || bytes[at + 5] !== COLON || bytes[end - 1] !== LETTER_Z) return false;
  const fraction = at + TIME_LENGTH;
  if (fraction === end - 1) return true;
  if (bytes[fraction] !== POINT || fraction + 1 === end - 1) return false;
  for (let digit = fraction + 1; digit < end - 1; digit += 1) if (!isDigit(bytes[digit] ?? 0)) return false;
  return true;
}

function isUuid(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 36) return false;
  for (let at = 0; at < 36; at += 1) {
    const byte = bytes[start + at] ?? 0;
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (byte !== MINUS) return false;
    } else if (!isDigit(byte)) {
      const letter = byte | LOWER_CASE;
      if (letter < LETTER_A || letter > LETTER_F) return false;
    }
  }
  return true;
}

/** -1 for anything else. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const [tens, ones] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : -1;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}
