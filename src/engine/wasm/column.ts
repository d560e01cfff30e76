// AssemblyScript. Reads the cells of one column of a table: for each row the entry of its value, its kind, and a word of 64 bits
// by which values are compared. `engine/table/column/read-column.ts` drives it, and draws the table that it reads and writes.

import { hashString } from './hash';
import { LONG as LINK, OPENING } from './states';

const NO_ENTRY: u32 = 0xffffffff;
const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;

const MISSING: u32 = 0;
const NULL: u32 = 1;
const BOOLEAN: u32 = 2;
const NUMBER: u32 = 3;
const STRING: u32 = 4;
const OBJECT: u32 = 5;
const ARRAY: u32 = 6;
/** The caller has to find or read this value. */
const LEFT: u32 = 7;
const ROUNDED: u32 = 8;

/** Bytes per level of the path. */
const LEVEL: u32 = 32;
const NO_NODE: u32 = 0;
const ESCAPED: u32 = 1;

/** A double holds every whole number up to this one. */
const EXACT: u64 = 9007199254740992;
/** Any two decimals of this many digits have different doubles. */
const DIGITS: u32 = 15;
/** Powers of ten up to this one are exact as doubles. */
const POWERS: u32 = 22;

/** After `readColumn`: the address of the next item, the cells left to the caller, and the most digits after a point. */
export let columnItem: u32 = 0;
export let columnLeft: u32 = 0;
export let columnScale: u32 = 0;

let text: u32 = 0;
let isRounded: bool = false;
let scale: u32 = 0;

/**
 * Reads the cells of up to `rows` items, from the one whose entry is at `item` to the closing entry at `close`. `path` has
 * `levels` levels. Returns the number of rows.
 */
export function readColumn(
  item: u32,
  close: u32,
  textAt: u32,
  tape: u32,
  path: u32,
  levels: u32,
  rows: u32,
  words: u32,
  entries: u32,
  kinds: u32,
): u32 {
  text = textAt;
  let left: u32 = 0;
  let most: u32 = 0;
  let row: u32 = 0;
  for (; row < rows && item < close; row++) {
    let node = item;
    for (let level: u32 = 0; level < levels && node > ESCAPED; level++) node = step(node, path + level * LEVEL);
    // What is in an item has columns of its own.
    if (levels == 0 && (load<u32>(item, 4) & OPENING) != 0 && (load<u32>(item, 4) & LINK) != 1) node = NO_NODE;
    let kind = MISSING;
    let word: u64 = 0;
    if (node == ESCAPED) {
      kind = LEFT;
    } else if (node != NO_NODE) {
      const start = text + load<u32>(node);
      const link = load<u32>(node, 4);
      const first: u32 = load<u8>(start);
      if (link & OPENING) kind = first == 0x7b ? OBJECT : ARRAY;
      else if (first == QUOTE) {
        kind = STRING;
        word = hashString(start + 1);
      } else if (first == 0x6e) kind = NULL;
      else if (first == 0x74 || first == 0x66) {
        kind = BOOLEAN;
        word = first == 0x74 ? 1 : 0;
      } else {
        word = readNumber(start, start + (link & LINK));
        kind = word == u64.MAX_VALUE ? LEFT : isRounded ? NUMBER | ROUNDED : NUMBER;
        if (!isRounded && scale > most) most = scale;
      }
    }
    if (kind == LEFT) left++;
    store<u64>(words + (row << 3), word);
    store<u32>(entries + (row << 2), node > ESCAPED ? (node - tape) >>> 3 : NO_ENTRY);
    store<u8>(kinds + row, kind);
    const link = load<u32>(item, 4);
    item += (link & OPENING) == 0 ? 8 : ((link & LINK) + 1) << 3;
  }
  columnItem = item;
  columnLeft = left;
  columnScale = most;
  return row;
}

/** The address of the entry one level below a container; `NO_NODE` or `ESCAPED`. */
function step(entry: u32, level: u32): u32 {
  const link = load<u32>(entry, 4);
  if ((link & OPENING) == 0) return NO_NODE;
  const close = entry + ((link & LINK) << 3);
  const isKey = load<u32>(level) == 0;
  if ((load<u8>(text + load<u32>(entry)) == 0x7b) != isKey) return NO_NODE;
  const length = load<u32>(level, 4);
  if (!isKey) {
    let child = entry + 8;
    for (let index: u32 = 0; index < length && child < close; index++) child = next(child);
    return child < close ? child : NO_NODE;
  }
  const bytes = load<u32>(level, 8);
  const name = v128.load(level, 16);
  const known = min<u32>(length, 16);
  const mask = 0xffff & (0xffff << (16 - known));
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  let found: u32 = NO_NODE;
  for (let child = entry + 8; child < close; child = next(child)) {
    let end = text + load<u32>(child) - 1;
    while (load<u8>(end) != QUOTE) end--;
    let at = end - 16;
    let piece = v128.load(at);
    const same = i8x16.bitmask(i8x16.eq(piece, name)) & mask;
    let quotes = i8x16.bitmask(i8x16.eq(piece, quote));
    let escapes = i8x16.bitmask(i8x16.eq(piece, backslash));
    while (quotes == 0) {
      if (escapes != 0) return ESCAPED;
      at -= 16;
      piece = v128.load(at);
      quotes = i8x16.bitmask(i8x16.eq(piece, quote));
      escapes = i8x16.bitmask(i8x16.eq(piece, backslash));
    }
    const first = 31 - clz<i32>(quotes);
    if (escapes >>> first != 0 || load<u8>(at + first - 1) == BACKSLASH) return ESCAPED;
    const start = at + first + 1;
    if (end - start == length && same == mask && (length <= 16 || isSame(start, bytes, length - 16))) found = child;
  }
  return found;
}

// @ts-ignore: decorator
@inline
function next(entry: u32): u32 {
  const link = load<u32>(entry, 4);
  return entry + ((link & OPENING) == 0 ? 8 : ((link & LINK) + 1) << 3);
}

function isSame(a: u32, b: u32, length: u32): bool {
  for (let at: u32 = 0; at < length; at++) if (load<u8>(a + at) != load<u8>(b + at)) return false;
  return true;
}

/** The bits of a number's nearest double, and `isRounded` and `scale`; all ones when the caller has to read it. */
function readNumber(p: u32, end: u32): u64 {
  const isNegative = load<u8>(p) == 0x2d;
  if (isNegative) p++;
  let mantissa: u64 = 0;
  let digits: u32 = 0;
  let zeros: u32 = 0;
  let points: u32 = 0;
  let step: u32 = 0;
  isRounded = false;
  scale = 0;
  // Without overflow: 19 digits fit into 64 bits.
  if (end - p > 20) return u64.MAX_VALUE;
  for (; p < end; p++) {
    const byte: u32 = load<u8>(p);
    if (byte == 0x2e) {
      step = 1;
      continue;
    }
    if (byte - 0x30 > 9) return u64.MAX_VALUE;
    points += step;
    mantissa = mantissa * 10 + (byte - 0x30);
    if (mantissa == 0) continue;
    digits++;
    zeros = byte == 0x30 ? zeros + 1 : 0;
  }
  if (digits > 19 || mantissa > EXACT || points > POWERS) return u64.MAX_VALUE;
  isRounded = digits - zeros > DIGITS;
  scale = points;
  let value = f64(mantissa);
  if (points > 0) value /= power(points);
  if (isNegative && mantissa != 0) value = -value;
  return reinterpret<u64>(value);
}

function power(exponent: u32): f64 {
  let value: f64 = 1;
  let base: f64 = 10;
  // Each product is a power of ten up to 10^22, and so exact.
  for (let left = exponent; left > 0; left >>>= 1) {
    if (left & 1) value *= base;
    base *= base;
  }
  return value;
}
