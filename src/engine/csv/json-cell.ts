// JSON in a cell: checked and written compact, without recursion and with numbers and strings as they are spelt.

import { BRACE, BRACE_END, BRACKET, BRACKET_END, COLON, COMMA, QUOTE } from '../../shared/bytes/ascii.ts';
import { skipScalar, skipSpace, skipString } from '../base/json-tokens.ts';

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
    at = skipSpace(bytes, at, bytes.length);
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
      const end = byte === QUOTE ? skipString(bytes, at, bytes.length) : -1;
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
      const skip = byte === QUOTE ? skipString : skipScalar;
      const end = skip(bytes, at, bytes.length);
      if (end < 0) return null;
      copy(end);
      next = 'end';
    }
  }
}
