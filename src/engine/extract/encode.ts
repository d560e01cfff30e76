// The encodings of `view.ts`, in the other direction.

import type { Encoding } from './view.ts';

const ENTITIES: Readonly<Record<number, string>> = {
  0x22: '&quot;',
  0x26: '&amp;',
  0x3c: '&lt;',
  0x3e: '&gt;',
  0x27: '&#39;',
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
  const hasPlus = raw.includes(0x2b);
  for (const encoding of encodings.toReversed()) {
    const out: number[] = [];
    for (const byte of encoded) {
      const text = encodeByte(byte, encoding, hasHex, hasPlus);
      if (text === null) out.push(byte);
      else for (let index = 0; index < text.length; index += 1) out.push(text.charCodeAt(index));
      if (encoding === 'lines' && byte === 0x0a) out.push(...linePrefix);
    }
    encoded = Uint8Array.from(out);
  }
  return encoded;
}

function encodeByte(byte: number, encoding: Encoding, hasHex: boolean, hasPlus: boolean): string | null {
  switch (encoding) {
    case 'escaped':
      if (hasHex && (byte === 0x22 || byte === 0x5c)) return `\\x${hex(byte)}`;
      if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
      return byte < 0x20 ? (CONTROLS[byte] ?? `\\u00${hex(byte).toLowerCase()}`) : null;
    case 'quoted-escaped':
      if (byte === 0x27 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
      return byte < 0x20 ? (CONTROLS[byte] ?? `\\x${hex(byte).toLowerCase()}`) : null;
    case 'url':
      if (byte === 0x20 && hasPlus) return '+';
      return isUnreserved(byte) ? null : `%${hex(byte)}`;
    case 'html':
      return ENTITIES[byte] ?? null;
    case 'csv':
      return byte === 0x22 ? '""' : null;
    case 'sql':
      return byte === 0x27 ? "''" : null;
    case 'shell':
      return byte === 0x27 ? "'\\''" : null;
    default:
      return null;
  }
}

function hex(byte: number): string {
  return `${UPPER[byte >> 4] ?? ''}${UPPER[byte & 15] ?? ''}`;
}

function isUnreserved(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    ((byte | 32) >= 0x61 && (byte | 32) <= 0x7a) ||
    byte === 0x2d ||
    byte === 0x2e ||
    byte === 0x5f ||
    byte === 0x7e
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
