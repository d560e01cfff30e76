// Compares scalars of the tape with values, in most cases without creating strings.

import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { ReadPlaces } from '../tape/places.ts';
import { numberAt } from './inexact.ts';
import { BACKSLASH, MINUS, ZERO } from '../../shared/bytes/ascii.ts';

/** Most characters of a number that is read without a string. */
const SHORT_NUMBER = 9;

/** Whether the string at an entry equals `value`. */
export function holdsString(places: ReadPlaces, entry: number, value: string): boolean {
  const { tape, text } = places;
  const start = tape.start(entry);
  const end = start + tape.scalarLength(entry);
  for (let at = start + 1; at < end - 1; at += 1) {
    const byte = text.byteAt(at);
    // Most strings are ASCII without escapes.
    if (byte > 0x7f || byte === BACKSLASH) return readString(places, entry) === value;
    if (byte !== value.charCodeAt(at - start - 1)) return false;
  }
  return value.length === end - start - 2;
}

/** The number at an entry. Short integers are read digit by digit: a string for each takes five times as long. */
export function readNumber(places: ReadPlaces, entry: number): number {
  const { tape, text } = places;
  const start = tape.start(entry);
  const end = start + tape.scalarLength(entry);
  const isNegative = text.byteAt(start) === MINUS;
  let at = isNegative ? start + 1 : start;
  if (end - at <= SHORT_NUMBER) {
    let value = 0;
    for (; at < end; at += 1) {
      const digit = text.byteAt(at) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at === end) return isNegative ? -value : value;
  }
  return Number(numberAt(places, entry));
}

export function readString({ tape, text }: ReadPlaces, entry: number): string {
  const start = tape.start(entry);
  return unquote(decodeUtf8(text.slice(start, start + tape.scalarLength(entry))));
}
