// Converts between UTF-8 bytes and UTF-16 columns inside a run of bytes. Broken UTF-8 counts as `TextDecoder` replaces it: each
// maximal subpart of a character is one U+FFFD. So the columns are valid in the string that decoding the run gives. @see
// https://encoding.spec.whatwg.org/#utf-8-decoder

import { CodedError } from '../errors.ts';
import { stringTooLong } from '../texts/documents.ts';

/** V8's limit of a string's length, in UTF-16 units. The text of such a string has at least as many bytes. */
export const STRING_LIMIT = 0x1fffffe8;

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** Encodes a string; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/**
 * Decodes bytes, a byte order mark included; each broken part becomes U+FFFD.
 * @throws CodedError `too-large` above `STRING_LIMIT`
 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.length > STRING_LIMIT) {
    throw new CodedError('too-large', stringTooLong(bytes.length));
  }
  return DECODER.decode(bytes);
}

/**
 * Returns the length in bytes of the character at `at`, 1 to 4; for a broken one, of its maximal subpart. Four bytes are two
 * UTF-16 units, any other length is one. `at` must be below `end`, which is exclusive.
 */
export function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 1;
  const needed = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // The first continuation byte excludes overlong forms, surrogates and code points above U+10FFFF.
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

/** Whether a run is all ASCII, so that columns equal bytes. Cost: its length. */
export function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  // Eight at a time takes a third of the time of a loop with a branch per byte.
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

/** Returns the length of a run in UTF-16 units. A character that `end` cuts counts as broken. Cost: the run's length. */
export function countUtf16(bytes: Uint8Array, start: number, end: number): number {
  return columnAtByte(bytes, start, end, end);
}

/**
 * Returns the offset of the byte at which the UTF-16 unit `column` of the run starts; `end` if the run is shorter. The second
 * half of a surrogate pair maps to the start of its character. Cost: the bytes up to the result.
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
 * Returns the UTF-16 column, within the run, of the character that holds the byte at `offset`. `end` is the run's end: an
 * `offset` inside a character gives the column of the character's start.
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

/** Returns a number below 0 when `a` comes first. A lone surrogate counts as a code point of its own. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
  }
  return a.length - b.length;
}
