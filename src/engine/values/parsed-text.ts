// The text of JSON for `JSON.parse`. One character beyond Latin-1 makes a string take two bytes for each character, and the browser
// decodes it four times as slowly. Where such characters are rare, they are written as escapes, which JSON allows.

import { decodeUtf8, sequenceLength } from '../../shared/bytes/utf8.ts';
import { BACKSLASH, LETTER_U } from '../../shared/bytes/ascii.ts';

/** Shorter texts are decoded as they are. */
const SHORT = 4096;
/** What escapes may add: `SHORT`, and one byte for this many before them. More of them cost more than they save. */
const RARE = 16;
const NOT_ASCII = 0x80808080;
const ESCAPE_BYTES = 6;
const HEX = new TextEncoder().encode('0123456789abcdef');

const ascii = new TextDecoder('latin1');

/** Decodes a JSON text for `JSON.parse`. Bytes that are not UTF-8 become U+FFFD. */
export function decodeJson(bytes: Uint8Array): string {
  const escaped = bytes.length < SHORT ? null : escapeRare(bytes);
  return escaped === null ? decodeUtf8(bytes) : ascii.decode(escaped);
}

/** The text in ASCII; the bytes themselves if they are. `null` where too many are not, or where they are not UTF-8. */
function escapeRare(bytes: Uint8Array): Uint8Array | null {
  const { length } = bytes;
  let at = nextBeyondAscii(bytes, 0);
  if (at === length) return bytes;
  const out = new Uint8Array(length + Math.ceil(length / RARE) + SHORT + 2 * ESCAPE_BYTES);
  let used = 0;
  for (let from = 0; ; from = at) {
    at = nextBeyondAscii(bytes, from);
    out.set(bytes.subarray(from, at), used);
    used += at - from;
    if (at === length) return out.subarray(0, used);
    const size = sequenceLength(bytes, at, length);
    const code = codePointAt(bytes, at, size);
    if (code < 0) return null;
    if (code > 0xffff) {
      writeEscape(out, used, 0xd800 + ((code - 0x10000) >> 10));
      used += ESCAPE_BYTES;
    }
    writeEscape(out, used, code > 0xffff ? 0xdc00 + (code & 0x3ff) : code);
    used += ESCAPE_BYTES;
    at += size;
    if (used - at > SHORT + at / RARE) return null;
  }
}

/** The offset of the next byte that is not ASCII; the length when there is none. */
function nextBeyondAscii(bytes: Uint8Array, from: number): number {
  const { buffer, byteOffset, length } = bytes;
  let at = from;
  while (at < length && (byteOffset + at) % 4 !== 0) {
    if ((bytes[at] ?? 0) > 0x7f) return at;
    at += 1;
  }
  if (at === length) return at;
  const words = new Uint32Array(buffer, byteOffset + at, (length - at) >>> 2);
  let word = 0;
  while (word < words.length && ((words[word] ?? 0) & NOT_ASCII) === 0) word += 1;
  for (at += word * 4; at < length; at += 1) if ((bytes[at] ?? 0) > 0x7f) return at;
  return length;
}

/** The code point of a sequence; below 0 where it is broken. */
function codePointAt(bytes: Uint8Array, at: number, size: number): number {
  const lead = bytes[at] ?? 0;
  if (size !== (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4)) return -1;
  let code = lead & (0xff >> (size + 1));
  for (let index = 1; index < size; index += 1) {
    const byte = bytes[at + index] ?? 0;
    if ((byte & 0xc0) !== 0x80) return -1;
    code = code * 64 + (byte & 0x3f);
  }
  return code;
}

function writeEscape(out: Uint8Array, at: number, unit: number): void {
  out[at] = BACKSLASH;
  out[at + 1] = LETTER_U;
  for (let digit = 0; digit < 4; digit += 1) out[at + 2 + digit] = HEX[(unit >> (12 - digit * 4)) & 15] ?? 0;
}
