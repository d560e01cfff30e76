// JSON in a cell: checked and written compact, without recursion and with numbers and strings as they are spelt.

import {
  BACKSLASH,
  BRACE,
  BRACE_END,
  BRACKET,
  BRACKET_END,
  COLON,
  COMMA,
  CR,
  LF,
  QUOTE,
  SPACE,
} from '../../shared/bytes/ascii.ts';
import { isDigit, TAB } from './cells.ts';
import { isJsonNumber } from './tokens.ts';

const WORDS = ['true', 'false', 'null'].map((word) => [...word].map((char) => char.charCodeAt(0)));
const HEX = /^[\da-fA-F]{4}$/;

/** Returns JSON without white space around its tokens; `null` if the bytes are not one JSON value. */
export function compactJson(bytes: Uint8Array): Uint8Array | null {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  const open: number[] = [];
  /** What may come: a value, a key, a colon, or a comma or closing bracket. */
  let next: 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'end' = 'value';
  let at = 0;
  const copy = (end: number): void => {
    for (; at < end; at += 1) out[length++] = bytes[at] ?? 0;
  };
  for (;;) {
    while (isSpace(bytes[at])) at += 1;
    if (at >= bytes.length) return next === 'end' && open.length === 0 ? out.subarray(0, length) : null;
    const byte = bytes[at] ?? 0;
    if (next === 'end') {
      const top = open.at(-1);
      if (top === undefined) return null;
      if (byte === COMMA) next = top === BRACE ? 'key' : 'value';
      else if (byte === (top === BRACE ? BRACE_END : BRACKET_END)) open.pop();
      else return null;
      copy(at + 1);
    } else if (next === 'colon') {
      if (byte !== COLON) return null;
      copy(at + 1);
      next = 'value';
    } else if (next === 'key' || next === 'first key') {
      if (byte === BRACE_END && next === 'first key') {
        open.pop();
        copy(at + 1);
        next = 'end';
        continue;
      }
      const end = stringEnd(bytes, at);
      if (end < 0) return null;
      copy(end);
      next = 'colon';
    } else if (byte === BRACKET_END && next === 'first value') {
      open.pop();
      copy(at + 1);
      next = 'end';
    } else if (byte === BRACE || byte === BRACKET) {
      open.push(byte);
      copy(at + 1);
      next = byte === BRACE ? 'first key' : 'first value';
    } else {
      const end = byte === QUOTE ? stringEnd(bytes, at) : tokenEnd(bytes, at);
      if (end < 0) return null;
      copy(end);
      next = 'end';
    }
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === LF || byte === CR;
}

function stringEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== QUOTE) return -1;
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at + 1;
    if (byte < SPACE) return -1;
    if (byte !== BACKSLASH) continue;
    at += 1;
    const escape = String.fromCharCode(bytes[at] ?? 0);
    if (escape === 'u') {
      if (!HEX.test(String.fromCharCode(...bytes.subarray(at + 1, at + 5)))) return -1;
      at += 4;
    } else if (!'"\\/bfnrt'.includes(escape)) return -1;
  }
  return -1;
}

function tokenEnd(bytes: Uint8Array, start: number): number {
  for (const word of WORDS) if (word.every((byte, index) => bytes[start + index] === byte)) return start + word.length;
  let end = start;
  for (; end < bytes.length; end += 1) {
    const byte = bytes[end] ?? 0;
    if (!isDigit(byte) && byte !== 0x2d && byte !== 0x2b && byte !== 0x2e && byte !== 0x65 && byte !== 0x45) break;
  }
  return isJsonNumber(bytes, start, end) ? end : -1;
}
