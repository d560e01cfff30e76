// A decoded view is a stretch of the text as its reader would see it: without escapes, line prefixes or colours. Each of its bytes
// remembers the bytes of the text that it stands for, so that what is found in it has a place in the text, and so that a change of
// it becomes a change of those bytes alone.
//
//   text     m s g = " { \ " a \ " : 1 } "          view      { " a " : 1 }
//                      7 8   10 11   13             starts    7 8 10 11 13 14 15    ends   8 10 11 13 14 15 16

import {
  AMPERSAND,
  APOSTROPHE,
  AT,
  BACKSLASH,
  BRACE,
  BRACE_END,
  BRACKET,
  BRACKET_END,
  COLON,
  COMMA,
  CR,
  ESCAPE,
  GREATER,
  HASH,
  LESS,
  LETTER_U,
  LF,
  NINE,
  PERCENT,
  PLUS,
  QUOTE,
  SEMICOLON,
  SPACE,
  TAB,
  TILDE,
  ZERO,
} from '../../shared/bytes/ascii.ts';
import { isDigit, isHex } from '../base/json-tokens.ts';

/** How the bytes of a find are written in the text. */
export type Encoding =
  | 'plain'
  | 'escaped'
  | 'quoted-escaped'
  | 'hex'
  | 'url'
  | 'html'
  | 'csv'
  | 'sql'
  | 'shell'
  | 'ansi'
  | 'lines'
  | 'cri';

/** A decoded stretch of the text. */
export interface DecodedView {
  readonly bytes: Uint8Array;
  /** For each byte, the offsets in the text of what it stands for. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Whether the view ends where its encoding does, not just where reading stopped. */
  readonly isWhole: boolean;
}

/** A view under construction. */
export class ViewWriter {
  private bytes: Uint8Array;
  private starts: Uint32Array;
  private ends: Uint32Array;
  private length = 0;

  constructor(
    private readonly source: DecodedView,
    capacity: number,
  ) {
    this.bytes = new Uint8Array(capacity);
    this.starts = new Uint32Array(capacity);
    this.ends = new Uint32Array(capacity);
  }

  /** Adds a byte that stands for a range of the source. */
  add(byte: number, start: number, end: number): void {
    if (this.length === this.bytes.length) this.grow();
    this.bytes[this.length] = byte;
    this.starts[this.length] = this.source.starts[start] ?? 0;
    this.ends[this.length] = this.source.ends[end - 1] ?? 0;
    this.length += 1;
  }

  /** Adds a character that stands for a range of the source. */
  addCharacter(code: number, start: number, end: number): void {
    for (const byte of utf8(code)) this.add(byte, start, end);
  }

  finish(isWhole: boolean): DecodedView {
    const { length } = this;
    return {
      bytes: this.bytes.subarray(0, length),
      starts: this.starts.subarray(0, length),
      ends: this.ends.subarray(0, length),
      isWhole,
    };
  }

  private grow(): void {
    const size = Math.max(64, this.bytes.length * 2);
    const bytes = new Uint8Array(size);
    bytes.set(this.bytes);
    this.bytes = bytes;
    for (const name of ['starts', 'ends'] as const) {
      const wider = new Uint32Array(size);
      wider.set(this[name]);
      this[name] = wider;
    }
  }
}

/** The bytes of the text as they are, from `start`. */
export function plainView(text: Uint8Array, start: number, length: number): DecodedView {
  const end = Math.min(text.length, start + length);
  const starts = new Uint32Array(end - start);
  const ends = new Uint32Array(end - start);
  for (let index = 0; index < starts.length; index += 1) {
    starts[index] = start + index;
    ends[index] = start + index + 1;
  }
  return { bytes: text.subarray(start, end), starts, ends, isWhole: end === text.length };
}

/** Decodes one level of an encoding. */
export function decodeView(source: DecodedView, encoding: Encoding): DecodedView {
  switch (encoding) {
    case 'escaped':
    case 'quoted-escaped':
    case 'hex':
      return unescape(source, encoding);
    case 'url':
      return decodeUrl(source);
    case 'html':
      return decodeHtml(source);
    case 'csv':
      return undouble(source, QUOTE);
    case 'sql':
      return undouble(source, APOSTROPHE);
    case 'shell':
      return unquoteShell(source);
    case 'ansi':
      return withoutColours(source);
    default:
      return source;
  }
}

const ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x6e, LF],
  [0x74, TAB],
  [0x72, CR],
  [0x62, 0x08],
  [0x66, 0x0c],
]);

/** Ends at the quote that ends the string: a double one, or for `quoted-escaped` a single one. */
function unescape(source: DecodedView, encoding: Encoding): DecodedView {
  const { bytes } = source;
  const quote = encoding === 'quoted-escaped' ? APOSTROPHE : QUOTE;
  const out = new ViewWriter(source, bytes.length);
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === quote || byte === LF || byte === CR) return out.finish(true);
    if (byte !== BACKSLASH) {
      out.add(byte, at, at + 1);
      at += 1;
      continue;
    }
    if (at + 1 >= bytes.length) break;
    const next = bytes[at + 1] ?? 0;
    if (next === LETTER_U || next === 0x78) {
      const digits = next === LETTER_U ? 4 : 2;
      if (at + 2 + digits > bytes.length && !source.isWhole) break;
      const code = hexNumber(bytes, at + 2, digits);
      if (code < 0) return out.finish(true);
      if (next === 0x78) out.add(code, at, at + 4);
      else if (code >= 0xd800 && code < 0xdc00 && bytes[at + 6] === BACKSLASH && bytes[at + 7] === LETTER_U) {
        const low = hexNumber(bytes, at + 8, 4);
        if (at + 12 > bytes.length && !source.isWhole) break;
        const pair = ((code - 0xd800) << 10) + (low - 0xdc00) + 0x10000;
        if (low >= 0xdc00 && low < 0xe000) {
          out.addCharacter(pair, at, at + 12);
          at += 12;
          continue;
        }
        out.addCharacter(0xfffd, at, at + 6);
      } else out.addCharacter(code >= 0xd800 && code < 0xe000 ? 0xfffd : code, at, at + 6);
      at += 2 + digits;
      continue;
    }
    out.add(ESCAPES.get(next) ?? next, at, at + 2);
    at += 2;
  }
  return out.finish(source.isWhole);
}

/** Ends at a byte that urls don't have. */
function decodeUrl(source: DecodedView): DecodedView {
  const { bytes } = source;
  const out = new ViewWriter(source, bytes.length);
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (
      byte <= SPACE ||
      byte === QUOTE ||
      byte === LESS ||
      byte === GREATER ||
      byte === AMPERSAND ||
      byte === APOSTROPHE
    )
      return out.finish(true);
    if (byte !== PERCENT) {
      out.add(byte === PLUS ? SPACE : byte, at, at + 1);
      at += 1;
      continue;
    }
    if (at + 3 > bytes.length && !source.isWhole) break;
    const code = hexNumber(bytes, at + 1, 2);
    if (code < 0) return out.finish(true);
    out.add(code, at, at + 3);
    at += 3;
  }
  return out.finish(source.isWhole);
}

const ENTITIES: ReadonlyMap<string, number> = new Map([
  ['quot', QUOTE],
  ['amp', AMPERSAND],
  ['lt', LESS],
  ['gt', GREATER],
  ['apos', APOSTROPHE],
  ['nbsp', 0xa0],
  ['lbrace', BRACE],
  ['lcub', BRACE],
  ['rbrace', BRACE_END],
  ['rcub', BRACE_END],
  ['lbrack', BRACKET],
  ['lsqb', BRACKET],
  ['rbrack', BRACKET_END],
  ['rsqb', BRACKET_END],
  ['colon', COLON],
  ['comma', COMMA],
]);
const LONGEST_ENTITY = 10;

/** Ends at a tag or at the quote that ends the attribute. */
function decodeHtml(source: DecodedView): DecodedView {
  const { bytes } = source;
  const out = new ViewWriter(source, bytes.length);
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE || byte === LESS) return out.finish(true);
    const end = byte === AMPERSAND ? entityEnd(bytes, at) : -1;
    if (byte === AMPERSAND && end < 0 && at + LONGEST_ENTITY + 2 > bytes.length && !source.isWhole) break;
    if (end < 0) {
      out.add(byte, at, at + 1);
      at += 1;
      continue;
    }
    const code = entityCode(String.fromCharCode(...bytes.subarray(at + 1, end - 1)));
    if (code < 0) for (let index = at; index < end; index += 1) out.add(bytes[index] ?? 0, index, index + 1);
    else out.addCharacter(code, at, end);
    at = end;
  }
  return out.finish(source.isWhole);
}

function entityEnd(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < start + LONGEST_ENTITY + 2 && at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === SEMICOLON) return at > start + 1 ? at + 1 : -1;
    if (byte !== HASH && !isDigit(byte) && !((byte | 32) >= 0x61 && (byte | 32) <= 0x7a)) return -1;
  }
  return -1;
}

function entityCode(name: string): number {
  if (name === 'quot') return QUOTE;
  if (!name.startsWith('#')) return ENTITIES.get(name) ?? -1;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? code : -1;
}

/** Two quotes stand for one; a single one ends the cell or the literal. */
function undouble(source: DecodedView, quote: number): DecodedView {
  const { bytes } = source;
  const out = new ViewWriter(source, bytes.length);
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte !== quote) {
      out.add(byte, at, at + 1);
      at += 1;
      continue;
    }
    if (at + 1 >= bytes.length && !source.isWhole) break;
    if (bytes[at + 1] !== quote) return out.finish(true);
    out.add(quote, at, at + 2);
    at += 2;
  }
  return out.finish(source.isWhole);
}

/** `'\''` stands for a single quote; another single quote ends the word. */
function unquoteShell(source: DecodedView): DecodedView {
  const { bytes } = source;
  const out = new ViewWriter(source, bytes.length);
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte !== APOSTROPHE) {
      out.add(byte, at, at + 1);
      at += 1;
      continue;
    }
    if (at + 4 > bytes.length && !source.isWhole) break;
    if (bytes[at + 1] !== BACKSLASH || bytes[at + 2] !== APOSTROPHE || bytes[at + 3] !== APOSTROPHE)
      return out.finish(true);
    out.add(APOSTROPHE, at, at + 4);
    at += 4;
  }
  return out.finish(source.isWhole);
}

/** The end of a terminal's control sequence, or -1. */
export function colourEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== ESCAPE || bytes[start + 1] !== BRACKET) return -1;
  for (let at = start + 2; at < start + 32 && at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= AT && byte <= TILDE) return at + 1;
  }
  return -1;
}

function withoutColours(source: DecodedView): DecodedView {
  const { bytes } = source;
  const out = new ViewWriter(source, bytes.length);
  let at = 0;
  while (at < bytes.length) {
    const end = colourEnd(bytes, at);
    if (end >= 0) at = end;
    else if (bytes[at] === ESCAPE && at + 32 > bytes.length && !source.isWhole) break;
    else {
      out.add(bytes[at] ?? 0, at, at + 1);
      at += 1;
    }
  }
  return out.finish(source.isWhole);
}

function hexNumber(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at += 1) {
    const byte = bytes[at] ?? 0;
    if (!isHex(byte)) return -1;
    value = value * 16 + (byte <= NINE ? byte - ZERO : (byte | 32) - 0x57);
  }
  return value;
}

/** A character in UTF-8. */
export function utf8(code: number): readonly number[] {
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)];
  if (code < 0x10000) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
}
