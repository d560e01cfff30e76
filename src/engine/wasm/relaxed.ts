// AssemblyScript. Reads the tokens that JSON itself does not have: comments, and the white space, strings, numbers and names of
// JSON5. They are read byte by byte; tokens that are the same in JSON take the scanner's usual paths.
// @see https://spec.json5.org

import { isHex, sequenceLength, skipSpace } from './text';
import { E_CONTROL, E_DIGIT, E_END, E_ESCAPE, E_HEX, E_LEADING_ZERO, E_LITERAL, E_UTF8, NONE, refuse, wait } from './tokens';

export const JSON_TEXT: i32 = 0;
export const JSONC: i32 = 1;
export const JSON5: i32 = 2;

const E_COMMENT = 17;

// @ts-ignore: decorator
@inline
function isDigit(p: u32, limit: u32): bool {
  return p < limit && <u32>load<u8>(p) - 0x30 < 10;
}

/** Returns NONE: more text is needed to read what is at `p`, or the text ends too early. */
function missing(p: u32, limit: u32, final: bool): u32 {
  return final ? refuse(E_END, limit) : wait(p);
}

/** The length of the white space at `p` that JSON5 has and JSON does not; 0 if there is none, 5 if more text is needed. */
function wideSpace(p: u32, limit: u32, final: bool): u32 {
  const c = <u32>load<u8>(p);
  if (c == 0x0b || c == 0x0c) return 1;
  if (c != 0xc2 && c != 0xe1 && c != 0xe2 && c != 0xe3 && c != 0xef) return 0;
  const length: u32 = c == 0xc2 ? 2 : 3;
  if (p + length > limit) return final ? 0 : 5;
  const two = <u32>load<u8>(p + 1);
  if (c == 0xc2) return two == 0xa0 ? 2 : 0;
  const three = <u32>load<u8>(p + 2);
  if (c == 0xe1) return two == 0x9a && three == 0x80 ? 3 : 0;
  if (c == 0xe3) return two == 0x80 && three == 0x80 ? 3 : 0;
  if (c == 0xef) return two == 0xbb && three == 0xbf ? 3 : 0;
  if (two == 0x81) return three == 0x9f ? 3 : 0;
  return two == 0x80 && (three - 0x80 < 11 || three == 0xa8 || three == 0xa9 || three == 0xaf) ? 3 : 0;
}

/** The end of the comment that begins at `start`. */
function commentEnd(start: u32, limit: u32, final: bool): u32 {
  const block = load<u8>(start + 1) == 0x2a;
  let p = start + 2;
  while (p < limit) {
    const c = <u32>load<u8>(p);
    if (c >= 0x80) {
      const length = sequenceLength(p, limit);
      if (length == 0 || (length == 5 && final)) return refuse(E_UTF8, p);
      if (length == 5) return wait(start);
      p += length;
    } else if (block) {
      if (c == 0x2a) {
        if (p + 1 >= limit) break;
        if (load<u8>(p + 1) == 0x2f) return p + 2;
      }
      p++;
    } else {
      if (c == 0x0a || c == 0x0d) return p;
      p++;
    }
  }
  if (!final) return wait(start);
  return block ? refuse(E_COMMENT, start) : limit;
}

/**
 * The first byte at or after `p` that is neither white space nor in a comment, or `limit`. NONE with an error, or without one:
 * then the scan continues from `tokenPos` once there is more text.
 */
export function skipTrivia(p: u32, limit: u32, final: bool, dialect: i32): u32 {
  while (true) {
    p = skipSpace(p, limit);
    if (p >= limit) return limit;
    if (load<u8>(p) == 0x2f) {
      if (p + 1 >= limit) return final ? p : wait(p);
      const c = <u32>load<u8>(p + 1);
      if (c != 0x2f && c != 0x2a) return p;
      p = commentEnd(p, limit, final);
      if (p == NONE) return NONE;
    } else if (dialect == JSON5) {
      const length = wideSpace(p, limit, final);
      if (length == 0) return p;
      if (length == 5) return wait(p);
      p += length;
    } else {
      return p;
    }
  }
}

/** The same as `stringEnd` of `tokens.ts`, for a JSON5 string in quotes of either kind. */
export function relaxedStringEnd(p: u32, quote: u32, limit: u32, final: bool): u32 {
  while (p < limit) {
    const c = <u32>load<u8>(p);
    if (c == quote) return p;
    if (c == 0x5c) {
      if (p + 1 >= limit) break;
      const e = <u32>load<u8>(p + 1);
      if (e == 0x75 || e == 0x78) {
        const most: u32 = e == 0x75 ? 4 : 2;
        let digits: u32 = 0;
        while (digits < most && p + 2 + digits < limit && isHex(<u32>load<u8>(p + 2 + digits))) digits++;
        if (digits < most) return p + 2 + digits < limit ? refuse(E_HEX, p + 2 + digits) : missing(p, limit, final);
        p += 2 + most;
      } else if (e - 0x31 < 9) {
        return refuse(E_ESCAPE, p + 1);
      } else if (e == 0x30) {
        if (p + 2 >= limit && !final) return wait(p);
        if (isDigit(p + 2, limit)) return refuse(E_ESCAPE, p + 2);
        p += 2;
      } else if (e == 0x0d) {
        // A line continuation; its line feed may be the next byte.
        if (p + 2 >= limit && !final) return wait(p);
        p += p + 2 < limit && load<u8>(p + 2) == 0x0a ? 3 : 2;
      } else {
        p += e < 0x80 ? 2 : 1;
      }
    } else if (c == 0x0a || c == 0x0d) {
      return refuse(E_CONTROL, p);
    } else if (c < 0x80) {
      p++;
    } else {
      const length = sequenceLength(p, limit);
      if (length == 0 || (length == 5 && final)) return refuse(E_UTF8, p);
      if (length == 5) return wait(p);
      p += length;
    }
  }
  return missing(p, limit, final);
}

/** Returns 1 if `word` is at `p`, 2 if it matches as far as `limit`, else 0. `word` is up to eight characters. */
function matches(p: u32, word: u64, length: u32, limit: u32): u32 {
  for (let i: u32 = 0; i < length; i++) {
    if (p + i >= limit) return 2;
    if (<u64>load<u8>(p + i) != ((word >> (i << 3)) & 0xff)) return 0;
  }
  return 1;
}

function wordEnd(p: u32, limit: u32, final: bool): u32 {
  const infinity = load<u8>(p) == 0x49;
  const length: u32 = infinity ? 8 : 3;
  // "Infinity" and "NaN", the first character in the lowest byte.
  const found = matches(p, infinity ? 0x7974696e69666e49 : 0x4e614e, length, limit);
  if (found == 1) return p + length;
  return found == 2 && !final ? wait(p) : refuse(E_LITERAL, p);
}

/** The end of the JSON5 number that begins at `start`. NONE: an error, or more text is needed. */
export function relaxedNumberEnd(start: u32, limit: u32, final: bool): u32 {
  let p = start;
  const c = <u32>load<u8>(p);
  if (c == 0x2b || c == 0x2d) p++;
  if (p >= limit) return missing(start, limit, final);
  if (load<u8>(p) == 0x49 || load<u8>(p) == 0x4e) {
    const end = wordEnd(p, limit, final);
    return end == NONE ? NONE : end;
  }
  if (load<u8>(p) == 0x30 && p + 1 < limit && (load<u8>(p + 1) | 0x20) == 0x78) {
    const first = p + 2;
    p = first;
    while (p < limit && isHex(<u32>load<u8>(p))) p++;
    if (p >= limit && !final) return wait(start);
    if (p == first) return p < limit ? refuse(E_DIGIT, p) : refuse(E_END, p);
    return p;
  }
  const whole = p;
  while (isDigit(p, limit)) p++;
  if (p - whole > 1 && load<u8>(whole) == 0x30) return refuse(E_LEADING_ZERO, whole + 1);
  let digits = p - whole;
  if (p < limit && load<u8>(p) == 0x2e) {
    p++;
    const fraction = p;
    while (isDigit(p, limit)) p++;
    digits += p - fraction;
  }
  if (p >= limit && !final) return wait(start);
  if (digits == 0) return p < limit ? refuse(E_DIGIT, p) : refuse(E_END, p);
  if (p < limit && (load<u8>(p) | 0x20) == 0x65) {
    p++;
    if (p < limit && (load<u8>(p) == 0x2b || load<u8>(p) == 0x2d)) p++;
    const power = p;
    while (isDigit(p, limit)) p++;
    if (p >= limit && !final) return wait(start);
    if (p == power) return p < limit ? refuse(E_DIGIT, p) : refuse(E_END, p);
  }
  return p;
}

/**
 * The end of the JSON5 name that begins at `start`; `start` itself if there is none. Beyond ASCII, every character that is not
 * white space counts as a letter.
 */
export function nameEnd(start: u32, limit: u32, final: bool): u32 {
  let p = start;
  while (p < limit) {
    const c = <u32>load<u8>(p);
    if ((c | 0x20) - 0x61 < 26 || c == 0x24 || c == 0x5f) {
      p++;
    } else if (c - 0x30 < 10) {
      if (p == start) return start;
      p++;
    } else if (c == 0x5c) {
      if (p + 1 < limit && load<u8>(p + 1) != 0x75) return refuse(E_ESCAPE, p + 1);
      let digits: u32 = 0;
      while (digits < 4 && p + 2 + digits < limit && isHex(<u32>load<u8>(p + 2 + digits))) digits++;
      if (digits < 4) return p + 2 + digits < limit ? refuse(E_HEX, p + 2 + digits) : missing(start, limit, final);
      p += 6;
    } else if (c >= 0x80) {
      const space = wideSpace(p, limit, final);
      if (space == 5) return wait(start);
      if (space != 0) return p;
      const length = sequenceLength(p, limit);
      if (length == 0 || (length == 5 && final)) return refuse(E_UTF8, p);
      if (length == 5) return wait(start);
      p += length;
    } else {
      return p;
    }
  }
  return final ? p : wait(start);
}
