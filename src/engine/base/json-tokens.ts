// The tokens of strict JSON in any bytes: where each of them ends, or what is wrong with it. For texts that are no document, as a
// cell of a CSV file or a line of a log.

import { APOSTROPHE, BACKSLASH, BACKTICK, QUOTE } from '../../shared/bytes/ascii.ts';

/** What may follow a backslash, but for `u`: `" \\ / b f n r t`. */
const ESCAPED = new Set([0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74]);

/** The first byte that is no JSON white space. */
export function skipSpace(bytes: Uint8Array, start: number, limit: number): number {
  let at = start;
  while (at < limit) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at += 1;
  }
  return at;
}

/** The end of a JSON string, or `-1 - offset` of what is wrong with it. */
export function skipString(bytes: Uint8Array, start: number, limit: number): number {
  let at = start + 1;
  while (at < limit) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at + 1;
    if (byte < 0x20) return -1 - at;
    if (byte !== BACKSLASH) {
      at += 1;
      continue;
    }
    const escaped = bytes[at + 1] ?? 0;
    if (escaped === 0x75) {
      for (let digit = at + 2; digit < at + 6; digit += 1)
        if (digit < limit && !isHex(bytes[digit] ?? 0)) return -1 - at;
      at += 6;
    } else if (ESCAPED.has(escaped)) at += 2;
    else return -1 - (at + 1 >= limit ? limit : at);
  }
  return -1 - limit;
}

/** Whether a byte is a hexadecimal digit. */
export function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

/** Whether a byte is a quotation mark of any language: `"`, `'` or a backtick. */
export function isQuoteByte(byte: number): boolean {
  return byte === QUOTE || byte === APOSTROPHE || byte === BACKTICK;
}

/** Whether a byte is a digit. */
export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Letters, digits, `_`, `$` and everything beyond ASCII. */
export function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x5f ||
    byte === 0x24 ||
    byte >= 0x80
  );
}

/** The end of a JSON number, true, false or null; or `-1 - offset` of what is wrong with it. */
export function skipScalar(bytes: Uint8Array, start: number, limit: number): number {
  const byte = bytes[start] ?? 0;
  if (byte === 0x2d || isDigit(byte)) return skipNumber(bytes, start, limit);
  const word = byte === 0x74 ? 'true' : byte === 0x66 ? 'false' : byte === 0x6e ? 'null' : '';
  if (word === '') return -1 - start;
  for (let index = 1; index < word.length; index += 1) {
    if (start + index >= limit) return -1 - limit;
    if (bytes[start + index] !== word.charCodeAt(index)) return -1 - start;
  }
  return isWordByte(bytes[start + word.length]) && start + word.length < limit ? -1 - start : start + word.length;
}

function skipNumber(bytes: Uint8Array, start: number, limit: number): number {
  let at = start;
  if (bytes[at] === 0x2d) at += 1;
  if (bytes[at] === 0x30) at += 1;
  else {
    const first = at;
    while (at < limit && isDigit(bytes[at])) at += 1;
    if (at === first) return -1 - (at >= limit ? limit : start);
  }
  if (at < limit && bytes[at] === 0x2e) {
    const first = at + 1;
    at = first;
    while (at < limit && isDigit(bytes[at])) at += 1;
    if (at === first) return -1 - (at >= limit ? limit : start);
  }
  if (at < limit && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
    at += 1;
    if (at < limit && (bytes[at] === 0x2b || bytes[at] === 0x2d)) at += 1;
    const first = at;
    while (at < limit && isDigit(bytes[at])) at += 1;
    if (at === first) return -1 - (at >= limit ? limit : start);
  }
  return at < limit && isWordByte(bytes[at]) ? -1 - start : at;
}
