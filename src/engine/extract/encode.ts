// The encodings of `view.ts`, in the other direction.

import {
  AMPERSAND,
  APOSTROPHE,
  BACKSLASH,
  GREATER,
  LESS,
  LF,
  LOW_LINE,
  MINUS,
  NINE,
  PLUS,
  POINT,
  QUOTE,
  SPACE,
  TILDE,
  ZERO,
} from '../../shared/bytes/ascii.ts';
import type { Encoding } from './view.ts';

const ENTITIES: Readonly<Record<number, string>> = {
  [QUOTE]: '&quot;',
  [AMPERSAND]: '&amp;',
  [LESS]: '&lt;',
  [GREATER]: '&gt;',
  [APOSTROPHE]: '&#39;',
};
const CONTROLS: Readonly<Record<number, string>> = { 8: '\\b', 9: '\\t', 10: '\\n', 12: '\\f', 13: '\\r' };
const UPPER = '0123456789ABCDEF';

/** Encodes bytes from JSON to the text around it, as the old text `raw` was. */
export function encode(
  bytes: Uint8Array,
  encodings: readonly Encoding[],
  raw: Uint8Array,
  linePrefix: Uint8Array,
): Uint8Array {
  let encoded = bytes;
  const hasHex = includes(raw, '\\x22');
  const hasPlus = raw.includes(PLUS);
  for (const encoding of encodings.toReversed()) {
    const out: number[] = [];
    for (const byte of encoded) {
      const text = encodeByte(byte, encoding, hasHex, hasPlus);
      if (text === null) out.push(byte);
      else for (let index = 0; index < text.length; index += 1) out.push(text.charCodeAt(index));
      if (encoding === 'lines' && byte === LF) out.push(...linePrefix);
    }
    encoded = Uint8Array.from(out);
  }
  return encoded;
}

function encodeByte(byte: number, encoding: Encoding, hasHex: boolean, hasPlus: boolean): string | null {
  switch (encoding) {
    case 'escaped':
      if (hasHex && (byte === QUOTE || byte === BACKSLASH)) return `\\x${hex(byte)}`;
      if (byte === QUOTE || byte === BACKSLASH) return `\\${String.fromCharCode(byte)}`;
      return byte < SPACE ? (CONTROLS[byte] ?? `\\u00${hex(byte).toLowerCase()}`) : null;
    case 'quoted-escaped':
      if (byte === APOSTROPHE || byte === BACKSLASH) return `\\${String.fromCharCode(byte)}`;
      return byte < SPACE ? (CONTROLS[byte] ?? `\\x${hex(byte).toLowerCase()}`) : null;
    case 'url':
      if (byte === SPACE && hasPlus) return '+';
      return isUnreserved(byte) ? null : `%${hex(byte)}`;
    case 'html':
      return ENTITIES[byte] ?? null;
    case 'csv':
      return byte === QUOTE ? '""' : null;
    case 'sql':
      return byte === APOSTROPHE ? "''" : null;
    case 'shell':
      return byte === APOSTROPHE ? "'\\''" : null;
    default:
      return null;
  }
}

function hex(byte: number): string {
  return `${UPPER[byte >> 4] ?? ''}${UPPER[byte & 15] ?? ''}`;
}

function isUnreserved(byte: number): boolean {
  return (
    (byte >= ZERO && byte <= NINE) ||
    ((byte | 32) >= 0x61 && (byte | 32) <= 0x7a) ||
    byte === MINUS ||
    byte === POINT ||
    byte === LOW_LINE ||
    byte === TILDE
  );
}

function includes(bytes: Uint8Array, word: string): boolean {
  for (let at = bytes.indexOf(word.charCodeAt(0)); at >= 0; at = bytes.indexOf(word.charCodeAt(0), at + 1)) {
    let index = 1;
    while (index < word.length && bytes[at + index] === word.charCodeAt(index)) index += 1;
    if (index === word.length) return true;
  }
  return false;
}
