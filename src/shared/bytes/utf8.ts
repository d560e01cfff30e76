// Between UTF-8 bytes and UTF-16 columns inside a run of bytes. Broken UTF-8 counts as `TextDecoder`
// replaces it: each maximal subpart of a character is one U+FFFD. So for every run, decoding it gives a
// string in which these columns are true. @see https://encoding.spec.whatwg.org/#utf-8-decoder

import { CodedError } from '../errors.ts';
import { stringTooLong } from '../texts/documents.ts';

/** The longest string of V8, in UTF-16 units; a text has at least as many bytes. */
export const STRING_LIMIT = 0x1fffffe8;

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** The bytes of a text; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** The text of bytes, a byte order mark included; each broken part becomes U+FFFD. @throws CodedError `too-large` above `STRING_LIMIT` */
export function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.length > STRING_LIMIT) {
    throw new CodedError('too-large', stringTooLong(bytes.length));
  }
  return DECODER.decode(bytes);
}

/**
 * How many bytes the character at `at` takes, 1 to 4; of a broken one, its maximal subpart. Four bytes
 * are two UTF-16 units, anything else is one. `at` is below `end`, `end` is exclusive.
 */
export function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 1;
  const needed = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // The first continuation byte is what excludes overlong forms, surrogates and what is above U+10FFFF.
  let lower = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let upper = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  let length = 1;
  while (length < needed && at + length < end) {
    const byte = bytes[at + length] ?? 0;
    if (byte < lower || byte > upper) break;
    lower = 0x80;
    upper = 0xbf;
    length += 1;
  }
  return length;
}

/** Whether a run holds only ASCII, so that columns are bytes. Cost: its length. */
export function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  // Eight at a time: a third of the time of a loop with a branch per byte.
  let at = start;
  for (; at + 8 <= end; at += 8) {
    const any =
      (bytes[at] ?? 0) |
      (bytes[at + 1] ?? 0) |
      (bytes[at + 2] ?? 0) |
      (bytes[at + 3] ?? 0) |
      (bytes[at + 4] ?? 0) |
      (bytes[at + 5] ?? 0) |
      (bytes[at + 6] ?? 0) |
      (bytes[at + 7] ?? 0);
    if (any > 0x7f) return false;
  }
  for (; at < end; at += 1) if ((bytes[at] ?? 0) > 0x7f) return false;
  return true;
}

/** The UTF-16 units of a run. A character that `end` cuts counts as broken. Cost: the run's length. */
export function countUtf16(bytes: Uint8Array, start: number, end: number): number {
  return columnAtByte(bytes, start, end, end);
}

/**
 * The byte at which the UTF-16 unit `column` of the run starts; `end` when the run is shorter. The
 * second half of a surrogate pair is where its character starts. Cost: the bytes walked over.
 */
export function byteAtColumn(bytes: Uint8Array, start: number, end: number, column: number): number {
  let left = column;
  let at = start;
  while (left > 0 && at < end) {
    if ((bytes[at] ?? 0) < 0x80) {
      at += 1;
      left -= 1;
    } else {
      const length = sequenceLength(bytes, at, end);
      const units = length === 4 ? 2 : 1;
      if (units > left) break;
      at += length;
      left -= units;
    }
  }
  return at;
}

/**
 * The UTF-16 column, within the run, of the character that holds the byte at `offset`. `end` is the run's
 * end: where `offset` lies inside a character, the column is that of the character's start.
 */
export function columnAtByte(bytes: Uint8Array, start: number, end: number, offset: number): number {
  const stop = Math.min(offset, end);
  let units = 0;
  let at = start;
  while (at < stop) {
    if ((bytes[at] ?? 0) < 0x80) {
      at += 1;
      units += 1;
    } else {
      const length = sequenceLength(bytes, at, end);
      at += length;
      if (at > stop) break;
      units += length === 4 ? 2 : 1;
    }
  }
  return units;
}
