// AssemblyScript. Plain search: finds where the characters of a needle are in the text, or in its tokens with their escapes
// resolved. `engine/search/find-text.ts` drives it and draws the table that it reads.
//
// Two tests on 16 bytes at a time find where a match may begin: one on the byte there, one on the next. Inside tokens a
// backslash is always a candidate, so that no escape is entered in its middle. The token that a byte is in comes from the tape,
// by an entry that only moves forward. What is not searched (white space, commas, the values in a search for keys) is skipped
// at its first candidate.

import { LOW } from './marks';
import { CLOSING, LONG, OPENING } from './states';
import { isHex, sequenceLength, skipSpace } from './text';

const NO_ENTRY: u32 = 0xffffffff;
/** Set in the third word of a hit that is in the key of its node. */
const KEY_BIT: u32 = 0x80000000;
const NO_CODE: i32 = -1;

const IN_KEYS: i32 = 1;
const IN_VALUES: i32 = 2;

/** After `find`: the address to continue from. */
export let findPos: u32 = 0;

let textStart: u32 = 0;
let textEnd: u32 = 0;
let tape: u32 = 0;
let entries: u32 = 0;
/** 0: search the bytes of the text as they are. */
let scope: i32 = 0;
let table: u32 = 0;
/** The last entry that starts at or before the current byte. */
let entry: u32 = NO_ENTRY;
/** The searched span around the current byte: the text, or the inside of a token. */
let spanStart: u32 = 0;
let spanEnd: u32 = 0;
let spanWord: u32 = NO_ENTRY;
let escapes: bool = false;
/** The last character that was read from an escape, or as the last one of a hit, and where it ended. */
let beforeEnd: u32 = 0;
let beforeCode: i32 = NO_CODE;
/** Where the last `decode` ended. */
let codeEnd: u32 = 0;

/**
 * Sets the needle. The text is `size` bytes at `text`; `first` is the last entry of the tape that starts at or before the place
 * where `find` will begin.
 */
export function beginFind(needle: u32, text: u32, size: u32, tapeAt: u32, count: u32, first: u32, where: i32): void {
  table = needle;
  textStart = text;
  textEnd = text + size;
  tape = tapeAt;
  entries = count;
  entry = first;
  scope = where;
  spanStart = where == 0 ? text : 0;
  spanEnd = where == 0 ? textEnd : 0;
  spanWord = NO_ENTRY;
  escapes = false;
  beforeEnd = 0;
}

// @ts-ignore: decorator
@inline
function entryStart(index: u32): u32 {
  return textStart + load<u32>(tape + (index << 3));
}

/** The end of a scalar whose length does not fit into its link. */
function longEnd(start: u32): u32 {
  let p = start + 1;
  if (load<u8>(start) == 0x22) {
    while (load<u8>(p) != 0x22) p += load<u8>(p) == 0x5c ? 2 : 1;
    return p + 1;
  }
  while (p < textEnd) {
    const c = <u32>load<u8>(p);
    if (c - 0x30 >= 10 && (c | 0x20) != 0x65 && c != 0x2e && c != 0x2b && c != 0x2d) break;
    p++;
  }
  return p;
}

/** Finds the span that `p` is in, or else the next one to be searched. Returns the address to continue from. */
function enter(p: u32): u32 {
  let e = entry;
  while (e + 1 < entries && entryStart(e + 1) <= p) e++;
  entry = e;
  if (e == NO_ENTRY) return entryStart(0);
  const start = entryStart(e);
  const link = load<u32>(tape + (e << 3), 4);
  let end = start + 1;
  if ((link & (OPENING | CLOSING)) == 0) {
    end = link == LONG ? longEnd(start) : start + link;
    if (p < end) {
      if ((scope & IN_VALUES) == 0) return end;
      escapes = load<u8>(start) == 0x22;
      spanStart = escapes ? start + 1 : start;
      spanEnd = escapes ? end - 1 : end;
      spanWord = e;
      if (p < spanStart) return spanStart;
      return p < spanEnd ? p : end;
    }
  }
  if (p < end) return end;
  // Between two entries: white space, a comma, and the key of the next one.
  const next = e + 1 < entries ? entryStart(e + 1) : textEnd;
  if ((scope & IN_KEYS) == 0) return next;
  let quote = skipSpace(end, next);
  if (quote < next && load<u8>(quote) == 0x2c) quote = skipSpace(quote + 1, next);
  if (quote >= next || load<u8>(quote) != 0x22) return next;
  let close = next - 1;
  while (load<u8>(close) != 0x22) close--;
  escapes = true;
  spanStart = quote + 1;
  spanEnd = close;
  spanWord = (e + 1) | KEY_BIT;
  if (p < spanStart) return spanStart;
  return p < spanEnd ? p : next;
}

function hex4(p: u32): i32 {
  let code = 0;
  for (let i: u32 = 0; i < 4; i++) {
    const c = <i32>load<u8>(p + i);
    code = (code << 4) | (c < 0x40 ? c - 0x30 : (c & 0xdf) - 0x37);
  }
  return code;
}

/** The code point at `p`, and `codeEnd`; `NO_CODE` at the end of the span and for malformed UTF-8. */
function decode(p: u32): i32 {
  if (p >= spanEnd) return NO_CODE;
  const c = <u32>load<u8>(p);
  if (c < 0x80) {
    if (c == 0x5c && escapes) return decodeEscape(p);
    codeEnd = p + 1;
    return c;
  }
  const length = sequenceLength(p, spanEnd);
  if (length == 0 || length == 5) return NO_CODE;
  codeEnd = p + length;
  let code = c & (length == 2 ? 0x1f : length == 3 ? 0x0f : 0x07);
  for (let i: u32 = 1; i < length; i++) code = (code << 6) | (load<u8>(p + i) & 0x3f);
  return code;
}

function decodeEscape(p: u32): i32 {
  const c = <i32>load<u8>(p + 1);
  codeEnd = p + 2;
  switch (c) {
    case 0x62:
      return 8;
    case 0x66:
      return 12;
    case 0x6e:
      return 10;
    case 0x72:
      return 13;
    case 0x74:
      return 9;
    case 0x75:
      break;
    default:
      return c;
  }
  codeEnd = p + 6;
  const high = hex4(p + 2);
  if ((high & 0xfc00) != 0xd800 || load<u8>(p + 6) != 0x5c || load<u8>(p + 7) != 0x75) return high;
  const low = hex4(p + 8);
  if ((low & 0xfc00) != 0xdc00) return high;
  codeEnd = p + 12;
  return 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff);
}

/** The code point that ends at `p`; `NO_CODE` at the start of the span and after malformed UTF-8. */
function decodeBefore(p: u32): i32 {
  if (p <= spanStart) return NO_CODE;
  if (beforeEnd == p) return beforeCode;
  let start = p - 1;
  while (start > spanStart && p - start < 4 && (load<u8>(start) & 0xc0) == 0x80) start--;
  const plain = escapes;
  escapes = false;
  const code = decode(start);
  escapes = plain;
  return codeEnd == p ? code : NO_CODE;
}

/** Whether a code point is part of a word: ASCII by rule, others by the ranges in the table. */
function isWord(code: i32): bool {
  if (code < 0x80) return <u32>(code | 0x20) - 0x61 < 26 || <u32>code - 0x30 < 10 || code == 0x5f;
  let low: u32 = 0;
  let high = load<u32>(table, 68);
  const ranges = table + 80 + (load<u32>(table, 64) << 4);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<i32>(ranges + (middle << 3)) <= code) low = middle + 1;
    else high = middle;
  }
  return low > 0 && code <= load<i32>(ranges + ((low - 1) << 3), 4);
}

/** Whether a place is not between two characters of one word, given the code points before and after it. */
// @ts-ignore: decorator
@inline
function isEdge(before: i32, behind: i32): bool {
  return before < 0 || behind < 0 || !isWord(before) || !isWord(behind);
}

/** The end of a match that begins at `p`, or 0. */
function matchEnd(p: u32): u32 {
  const count = load<u32>(table, 64);
  let element = table + 80;
  const last = element + (count << 4);
  let q = p;
  let first: i32 = NO_CODE;
  let code: i32 = NO_CODE;
  for (; element < last; element += 16) {
    code = decode(q);
    if (code < 0) return 0;
    if (code != load<i32>(element) && code != load<i32>(element, 4) && code != load<i32>(element, 8) && code != load<i32>(element, 12)) return 0;
    if (q == p) first = code;
    q = codeEnd;
  }
  if (load<u32>(table, 68) != 0) {
    if (!isEdge(decodeBefore(p), first) || !isEdge(code, decode(q))) return 0;
  }
  beforeEnd = q;
  beforeCode = code;
  return q;
}

/**
 * Writes hits that begin from `from` to `end` to `out`, three words each: the start and the end as offsets into the text, and
 * the node with the key bit. Stops when fewer than three words fit before `outEnd`. `findPos` is the address to continue from;
 * it is at or after `end` when all is done. Returns the address after the last hit.
 */
export function find(from: u32, end: u32, out: u32, outEnd: u32): u32 {
  const low = v128.load(LOW);
  const firstLow = v128.load(table);
  const firstHigh = v128.load(table, 16);
  const secondLow = v128.load(table, 32);
  const secondHigh = v128.load(table, 48);
  let skip = from;
  let block = from;
  while (block < end) {
    const v = v128.load(block);
    const w = v128.load(block, 1);
    const may = v128.and(
      v128.and(i8x16.swizzle(firstLow, v128.and(v, low)), i8x16.swizzle(firstHigh, v128.and(i16x8.shr_u(v, 4), low))),
      v128.and(i8x16.swizzle(secondLow, v128.and(w, low)), i8x16.swizzle(secondHigh, v128.and(i16x8.shr_u(w, 4), low))),
    );
    if (!v128.any_true(may)) {
      block += 16;
      continue;
    }
    let mask = ~i8x16.bitmask(i8x16.eq(may, i8x16.splat(0))) & 0xffff;
    if (end - block < 16) mask &= (1 << (end - block)) - 1;
    while (mask != 0) {
      const p = block + <u32>ctz(mask);
      mask &= mask - 1;
      if (p < skip) continue;
      if (p < spanStart || p >= spanEnd) {
        const next = enter(p);
        if (next != p) {
          skip = next;
          continue;
        }
      }
      const q = matchEnd(p);
      if (q != 0) {
        store<u32>(out, p - textStart);
        store<u32>(out, q - textStart, 4);
        store<u32>(out, spanWord, 8);
        out += 12;
        skip = q;
        if (out + 12 > outEnd) {
          findPos = skip;
          return out;
        }
      } else if (escapes && load<u8>(p) == 0x5c) {
        beforeCode = decodeEscape(p);
        beforeEnd = codeEnd;
        skip = codeEnd;
      }
    }
    block += 16;
    if (skip > block) block = skip;
  }
  findPos = skip > end ? skip : end;
  return out;
}
