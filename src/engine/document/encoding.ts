// Files that are not UTF-8: UTF-16 and UTF-32, detected by their byte order mark or by the position of zero bytes. They are
// converted to UTF-8 when opened and back when saved. Invalid code units, and trailing bytes that are less than one, become
// U+FFFD and are counted: the user sees them and can remove them. A byte order mark stays the text's first character in any
// encoding.

import { joinBytes } from '../../shared/bytes/bytes.ts';
import type { EncodingName } from '../../shared/document/encoding-name.ts';

const REPLACEMENT = 0xfffd;
/** Characters that a JSON text may begin with. */
const STARTS = new Set([...'{["-0123456789tfn \t\r\n'].map((char) => char.charCodeAt(0)));

/** Bytes per code unit, and the byte order. */
const LAYOUT: Record<Exclude<EncodingName, 'utf-8'>, { readonly width: 2 | 4; readonly little: boolean }> = {
  'utf-16le': { width: 2, little: true },
  'utf-16be': { width: 2, little: false },
  'utf-32le': { width: 4, little: true },
  'utf-32be': { width: 4, little: false },
};

/**
 * Detects the encoding of a file by its first four bytes. @see RFC 4627 §3, which uses the zero bytes, as the first characters
 * of a JSON text are ASCII; Unicode 15 §23.8 for the byte order marks
 */
export function detectEncoding(start: Uint8Array): EncodingName {
  const [a = -1, b = -1, c = -1, d = -1] = start;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0) return (c === 0xfe && d === 0xff) || (c === 0 && STARTS.has(d)) ? 'utf-32be' : 'utf-8';
  if (a === 0 && STARTS.has(b)) return c !== 0 || d !== 0 ? 'utf-16be' : 'utf-8';
  if (b === 0 && STARTS.has(a)) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  return 'utf-8';
}

/** Converts the bytes of a file to UTF-8, piece by piece. */
export class Decoder {
  /** The number of invalid characters that became U+FFFD. */
  replaced = 0;
  private rest = new Uint8Array();
  /** The first half of a surrogate pair whose second half has not arrived yet; 0 if there is none. */
  private high = 0;

  constructor(readonly encoding: EncodingName) {}

  /** Converts the next bytes. `last` marks the final piece. The result may be the piece itself. */
  decode(piece: Uint8Array, last = false): Uint8Array {
    if (this.encoding === 'utf-8') return piece;
    const { width, little } = LAYOUT[this.encoding];
    const whole = this.rest.length === 0 ? piece : joinBytes([this.rest, piece]);
    const end = whole.length - (whole.length % width);
    const view = new DataView(whole.buffer, whole.byteOffset, whole.length);
    const out = new Writer((end / width) * (width === 2 ? 3 : 4) + 8);
    for (let at = 0; at < end; at += width) {
      if (width === 4) this.put(out, view.getUint32(at, little));
      else this.unit(out, view.getUint16(at, little));
    }
    this.rest = whole.slice(end);
    if (last) {
      if (this.high !== 0) this.replace(out);
      if (this.rest.length > 0) this.replace(out);
      this.high = 0;
      this.rest = new Uint8Array();
    }
    return out.bytes.subarray(0, out.length);
  }

  private unit(out: Writer, unit: number): void {
    const { high } = this;
    if (high !== 0) {
      this.high = 0;
      if (unit >= 0xdc00 && unit <= 0xdfff) {
        out.put(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
        return;
      }
      this.replace(out);
    }
    if (unit >= 0xd800 && unit <= 0xdbff) this.high = unit;
    else this.put(out, unit);
  }

  private put(out: Writer, code: number): void {
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) this.replace(out);
    else out.put(code);
  }

  private replace(out: Writer): void {
    this.replaced += 1;
    out.put(REPLACEMENT);
  }
}

/** Converts UTF-8 to the bytes of a file, piece by piece. */
export class Encoder {
  private rest = new Uint8Array();

  constructor(readonly encoding: EncodingName) {}

  /** Converts the next bytes. `last` marks the final piece. The result may be the piece itself. */
  encode(piece: Uint8Array, last = false): Uint8Array {
    if (this.encoding === 'utf-8') return piece;
    const { width, little } = LAYOUT[this.encoding];
    const whole = this.rest.length === 0 ? piece : joinBytes([this.rest, piece]);
    const end = last ? whole.length : wholeCharacters(whole);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole.subarray(0, end));
    this.rest = whole.slice(end);
    const bytes = new Uint8Array(text.length * width);
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (let index = 0; index < text.length; index += 1) {
      if (width === 2) view.setUint16(at, text.charCodeAt(index), little);
      else {
        const code = text.codePointAt(index) ?? REPLACEMENT;
        view.setUint32(at, code, little);
        if (code > 0xffff) index += 1;
      }
      at += width;
    }
    return bytes.subarray(0, at);
  }
}

/** The number of bytes of a piece that form whole characters: a character cut off at its end waits for the next piece. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Writes UTF-8 into a buffer that is known to be large enough. */
class Writer {
  readonly bytes: Uint8Array;
  length = 0;

  constructor(room: number) {
    this.bytes = new Uint8Array(room);
  }

  put(code: number): void {
    const { bytes } = this;
    if (code < 0x80) {
      bytes[this.length++] = code;
    } else if (code < 0x800) {
      bytes[this.length++] = 0xc0 | (code >> 6);
      bytes[this.length++] = 0x80 | (code & 0x3f);
    } else if (code < 0x10000) {
      bytes[this.length++] = 0xe0 | (code >> 12);
      bytes[this.length++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[this.length++] = 0x80 | (code & 0x3f);
    } else {
      bytes[this.length++] = 0xf0 | (code >> 18);
      bytes[this.length++] = 0x80 | ((code >> 12) & 0x3f);
      bytes[this.length++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[this.length++] = 0x80 | (code & 0x3f);
    }
  }
}
