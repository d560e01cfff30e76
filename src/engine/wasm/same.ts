// AssemblyScript. Compares stretches of bytes, 16 at a time, and copies the tokens of a text without the white space between
// them. `engine/receipt` drives it.

import { skipPlain, skipSpace } from './text';

/** How many bytes at `a` and `b` are the same, of at most `length`. */
export function sameForward(a: u32, b: u32, length: u32): u32 {
  let at: u32 = 0;
  while (at + 16 <= length) {
    const other = ~i8x16.bitmask(i8x16.eq(v128.load(a + at), v128.load(b + at))) & 0xffff;
    if (other != 0) return at + ctz(other);
    at += 16;
  }
  while (at < length && load<u8>(a + at) == load<u8>(b + at)) at++;
  return at;
}

/** How many bytes before `a` and `b`, exclusive, are the same, of at most `length`. */
export function sameBackward(a: u32, b: u32, length: u32): u32 {
  let at: u32 = 0;
  while (at + 16 <= length) {
    const other = ~i8x16.bitmask(i8x16.eq(v128.load(a - at - 16), v128.load(b - at - 16))) & 0xffff;
    if (other != 0) return at + clz(other << 16);
    at += 16;
  }
  while (at < length && load<u8>(a - at - 1) == load<u8>(b - at - 1)) at++;
  return at;
}

// @ts-ignore: decorator
@inline
function isWord(c: u32): bool {
  return c - 0x30 < 10 || (c | 0x20) - 0x61 < 26 || c == 0x2b || c == 0x2d || c == 0x2e || c == 0x24 || c == 0x5f || c > 0x7f;
}

/** The end of a string whose content begins at `p`, after its quote; `end` if it has none. */
function stringEnd(p: u32, end: u32): u32 {
  while (p < end) {
    p = skipPlain(p, end);
    if (p >= end) break;
    const c = <u32>load<u8>(p);
    if (c == 0x22) return p + 1;
    p += c == 0x5c ? 2 : 1;
  }
  return end;
}

/** The end of a comment that begins at `p`; `p` if none does. */
function commentEnd(p: u32, end: u32): u32 {
  const kind = p + 1 < end ? <u32>load<u8>(p + 1) : 0;
  if (kind == 0x2f) {
    let q = p + 2;
    while (q < end && load<u8>(q) != 0x0a && load<u8>(q) != 0x0d) q++;
    return q < end ? q + 1 : end;
  }
  if (kind != 0x2a) return p;
  let q = p + 2;
  while (q < end && !(load<u8>(q) == 0x2f && q >= p + 3 && load<u8>(q - 1) == 0x2a)) q++;
  return q < end ? q + 1 : end;
}

/**
 * Copies the text from `p` to `end` to `out`, which may be `p`, without the white space between tokens; returns the end of the
 * copy. One space stays where two words would become one. With `relaxed`, strings may have single quotes, and comments are
 * copied as they are.
 */
export function withoutSpace(p: u32, end: u32, out: u32, relaxed: bool): u32 {
  let last: u32 = 0;
  while (p < end) {
    const c = <u32>load<u8>(p);
    if (c == 0x20 || c == 0x0a || c == 0x0d || c == 0x09) {
      p = skipSpace(p, end);
      if (p < end && isWord(last) && isWord(load<u8>(p))) {
        store<u8>(out, 0x20);
        out++;
      }
      continue;
    }
    let next = p + 1;
    if (c == 0x22) {
      next = stringEnd(next, end);
    } else if (relaxed && c == 0x27) {
      while (next < end && load<u8>(next) != 0x27) next += load<u8>(next) == 0x5c ? 2 : 1;
      next = next < end ? next + 1 : end;
    } else if (relaxed && c == 0x2f) {
      next = commentEnd(p, end);
      if (next == p) next = p + 1;
    }
    const length = next - p;
    if (length == 1) store<u8>(out, c);
    else memory.copy(out, p, length);
    out += length;
    last = c == 0x22 || c == 0x27 ? 0 : <u32>load<u8>(out - 1);
    p = next;
  }
  return out;
}
