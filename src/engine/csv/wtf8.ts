// Text that is not valid in the encoding of its file, held without a loss: UTF-8 in which lone surrogates are characters of three
// bytes. Those of UTF-16 are themselves. A byte that is no part of a character, in other encodings, is the surrogate U+DC00 and the
// byte, as Python's `surrogateescape` has it. JSON has both as `\udce9`, so they stay what they were through every edit.
//
//   UTF-8     63 61 66 E9 2C        63 61 66 ED B3 A9 2C        "caf\udce9"
//   UTF-16    D83D alone            ED A0 BD                    "\ud83d"
//
// The last byte of a file in UTF-16 that has half a character is F8 and its two halves; JSON has U+FFFD for it.
// @see https://simonsapin.github.io/wtf-8/  https://peps.python.org/pep-0383/

import { CodedError } from '../../shared/errors.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { decodeUtf8, encodeUtf8, sequenceLength } from '../../shared/bytes/utf8.ts';
import { CSV_TEXTS } from '../../shared/texts/conversions.ts';

/** The first byte of all surrogates, and of some other characters. */
export const SURROGATE_LEAD = 0xed;
/** The first of the three bytes that stand for half a character at the end of UTF-16. */
export const HALF_LEAD = 0xf8;
const ESCAPE_BASE = 0xdc00;
/** Bytes that `findOdd` looks at first. */
const FIRST_BLOCK = 64;
const LONE = /[\ud800-\udfff]/u;

/** Whether a lone surrogate begins at `at`. */
export function isSurrogateAt(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === SURROGATE_LEAD && (bytes[at + 1] ?? 0) >= 0xa0;
}

/** The lone surrogate at `at`. */
export function surrogateAt(bytes: Uint8Array, at: number): number {
  return 0xd000 | (((bytes[at + 1] ?? 0) & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f);
}

/** Where the first lone surrogate, or half character, begins, from `from` on; -1 if there is none. */
export function findOdd(bytes: Uint8Array, from = 0): number {
  // In blocks that grow: where only one of the two kinds occurs, each call would look for the other one up to the end.
  for (let start = from, size = FIRST_BLOCK; start < bytes.length; start += size, size *= 2) {
    const block = bytes.subarray(0, start + size);
    let at = block.indexOf(SURROGATE_LEAD, start);
    while (at >= 0 && !isSurrogateAt(bytes, at)) at = block.indexOf(SURROGATE_LEAD, at + 1);
    const half = block.indexOf(HALF_LEAD, start);
    if (half >= 0 && (at < 0 || half < at)) return half;
    if (at >= 0) return at;
  }
  return -1;
}

/** How many lone surrogates, and half characters, there are. */
export function countOdd(bytes: Uint8Array): number {
  let count = 0;
  for (let at = findOdd(bytes); at >= 0; at = findOdd(bytes, at + 3)) count += 1;
  return count;
}

/** Decodes text with lone surrogates. */
export function decodeWtf8(bytes: Uint8Array): string {
  let text = '';
  let from = 0;
  for (let at = findOdd(bytes); at >= 0; at = findOdd(bytes, from)) {
    const odd = bytes[at] === HALF_LEAD ? '\ufffd' : String.fromCharCode(surrogateAt(bytes, at));
    text += decodeUtf8(bytes.subarray(from, at)) + odd;
    from = at + 3;
  }
  return text + decodeUtf8(bytes.subarray(from));
}

/** Encodes a string with its lone surrogates. */
export function encodeWtf8(text: string): Uint8Array {
  if (!LONE.test(text)) return encodeUtf8(text);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { index } of text.matchAll(new RegExp(LONE, 'gu'))) {
    parts.push(encodeUtf8(text.slice(from, index)), surrogateBytes(text.charCodeAt(index)));
    from = index + 1;
  }
  return joinBytes([...parts, encodeUtf8(text.slice(from))]);
}

/** Whether a string has lone surrogates. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE.test(text);
}

function surrogateBytes(code: number): Uint8Array {
  return Uint8Array.of(SURROGATE_LEAD, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
}

/** Three bytes for a byte that is no part of a character. */
export function escapeByte(byte: number): Uint8Array {
  return surrogateBytes(ESCAPE_BASE | byte);
}

/** The byte that a surrogate stands for; -1 if it stands for none. */
export function escapedByte(code: number): number {
  return code >= ESCAPE_BASE + 0x80 && code <= ESCAPE_BASE + 0xff ? code & 0xff : -1;
}

/** Three bytes for the one that has half a character of UTF-16. */
export function escapeHalf(byte: number): Uint8Array {
  return Uint8Array.of(HALF_LEAD, 0x80 | (byte >> 4), 0x80 | (byte & 15));
}

/** The byte that has half a character, from its three. */
export function halfAt(bytes: Uint8Array, at: number): number {
  return (((bytes[at + 1] ?? 0) & 15) << 4) | ((bytes[at + 2] ?? 0) & 15);
}

/** UTF-8 that is not valid, with its other bytes as surrogates. */
export function fromBrokenUtf8(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at < length;) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const size = sequenceLength(bytes, at, length);
    const needed = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (size !== needed) {
      parts.push(bytes.subarray(from, at));
      for (let part = 0; part < size; part += 1) parts.push(escapeByte(bytes[at + part] ?? 0));
      from = at + size;
    }
    at += size;
  }
  return joinBytes([...parts, bytes.subarray(from)]);
}

/**
 * The inverse.
 * @throws CodedError `refused` for a surrogate that stands for no byte
 */
export function toBrokenUtf8(text: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = findOdd(text); at >= 0; at = findOdd(text, from)) {
    const code = surrogateAt(text, at);
    const byte = escapedByte(code);
    if (byte < 0) throw new CodedError('refused', CSV_TEXTS.surrogate(code, 'UTF-8'));
    parts.push(text.subarray(from, at), Uint8Array.of(byte));
    from = at + 3;
  }
  return from === 0 ? text : joinBytes([...parts, text.subarray(from)]);
}
