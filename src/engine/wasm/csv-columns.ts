// AssemblyScript. Finds the columns of an array of objects, and writes its items as separated values. `engine/csv/fast-items.ts` drives
// it. An item that has a key of its own, an escape in a key, or a value that has to be decoded in a special way is left to the caller.
//
// A member is a key at one place of the items, in 48 bytes; the members of one object stand one after the other.
//
//   0 key, address    4 its length    8 column    12 members, address    16 their number    20 flags    32 the last 16 bytes of the key

import { LONG as LINK, OPENING } from './states';

const MEMBER: u32 = 48;
/** Of a member: it has a value, one of its values is an object or an array; its objects are values. */
const HAS_VALUE: u32 = 1;
const HAS_CONTAINER: u32 = 2;
const IS_WHOLE: u32 = 4;

/** Members of one object that are looked at for a key, and levels of objects in objects. */
const MOST_TRIES: u32 = 64;
const MOST_DEPTH: u32 = 32;

const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
const LF: u32 = 10;
const CR: u32 = 13;
/** Bytes that are written without a look at the room. */
const SLACK: u32 = 64;

/** How items are written: all texts in quotes; texts that may be formulas are left to the caller; no null. */
const IS_TYPED: u32 = 1;
const ESCAPES_FORMULAS: u32 = 2;
const SKIPS_NULL: u32 = 4;

const DONE: u32 = 0;
const ODD: u32 = 1;
const FULL: u32 = 2;

/** After each call: the address of the next item, whether the caller has to take it, and the number of items. */
export let itemPos: u32 = 0;
export let itemOdd: bool = false;
export let itemCount: u32 = 0;
/** Objects and arrays that were written as cells in the last call, and values whose key stands twice in their object. */
export let nestedCount: u32 = 0;
export let doubledCount: u32 = 0;

let text: u32 = 0;
let root: u32 = 0;
let isFlat: bool = false;
/** The entry of each column, 0 for none; 0 while columns are looked for. */
let cells: u32 = 0;
let doubled: u32 = 0;

let out: u32 = 0;
let outEnd: u32 = 0;
let separator: u32 = 0;
let quote: u32 = 0;
let flags: u32 = 0;

// @ts-ignore: decorator
@inline
function next(entry: u32): u32 {
  const link = load<u32>(entry, 4);
  return entry + ((link & OPENING) == 0 ? 8 : ((link & LINK) + 1) << 3);
}

/** Whether the key that ends before the quote at `end` is that of a member. */
// @ts-ignore: decorator
@inline
function isKey(end: u32, member: u32): bool {
  const length = load<u32>(member, 4);
  if (length > end - text) return false;
  const start = end - length;
  if (load<u8>(start - 1) != QUOTE || load<u8>(start - 2) == BACKSLASH) return false;
  const mask = length >= 16 ? 0xffff : 0xffff & (0xffff << (16 - length));
  if ((i8x16.bitmask(i8x16.eq(v128.load(end - 16), v128.load(member, 32))) & mask) != mask) return false;
  if (length <= 16) return true;
  const key = load<u32>(member);
  for (let at: u32 = 0; at < length - 16; at++) if (load<u8>(start + at) != load<u8>(key + at)) return false;
  return true;
}

/** Takes the values of an object. Returns `ODD` for one that the caller has to take. */
function walk(entry: u32, parent: u32, depth: u32): u32 {
  const close = entry + ((load<u32>(entry, 4) & LINK) << 3);
  const first = load<u32>(parent, 12);
  const count = load<u32>(parent, 16);
  const last = first + count * MEMBER;
  if (count == 0) return entry + 8 < close ? ODD : DONE;
  let member = first;
  for (let child = entry + 8; child < close; child = next(child)) {
    const start = text + load<u32>(child);
    let end = start - 1;
    while (load<u8>(end) != QUOTE) end--;
    let tries = min(count, MOST_TRIES);
    while (!isKey(end, member)) {
      if (--tries == 0) return ODD;
      member += MEMBER;
      if (member == last) member = first;
    }
    const found = member;
    member += MEMBER;
    if (member == last) member = first;
    const link = load<u32>(child, 4);
    const known = load<u32>(found, 20);
    const isOpening = (link & OPENING) != 0;
    if (isFlat && isOpening && (known & IS_WHOLE) == 0 && (link & LINK) > 1 && load<u8>(start) == 0x7b) {
      if (depth == MOST_DEPTH || walk(child, found, depth + 1) == ODD) return ODD;
    } else if (cells == 0) {
      if ((known & HAS_VALUE) == 0 || (isOpening && (known & HAS_CONTAINER) == 0)) return ODD;
    } else {
      const cell = cells + (load<u32>(found, 8) << 2);
      if (load<u32>(cell) != 0) doubled++;
      store<u32>(cell, child);
    }
  }
  return DONE;
}

// @ts-ignore: decorator
@inline
function isObject(item: u32): bool {
  return (load<u32>(item, 4) & OPENING) != 0 && load<u8>(text + load<u32>(item)) == 0x7b;
}

/** Looks at items from the entry at `item` to `close`, at most `most`, whether all of their members are known. */
export function knowItems(item: u32, close: u32, most: u32, textAt: u32, rootAt: u32, flat: bool): void {
  text = textAt;
  root = rootAt;
  isFlat = flat;
  cells = 0;
  itemOdd = false;
  itemCount = 0;
  while (item < close && itemCount < most) {
    if (!isObject(item) || walk(item, root, 0) == ODD) {
      itemOdd = true;
      break;
    }
    item = next(item);
    itemCount++;
  }
  itemPos = item;
}

/** Whether a byte makes quotes necessary. */
// @ts-ignore: decorator
@inline
function needsQuotes(c: u32): bool {
  return c == separator || c == quote || c == LF || c == CR;
}

/** Whether the cell that is being written has to be in quotes. */
let isQuoted: bool = false;

// @ts-ignore: decorator
@inline
function put(c: u32): void {
  if (needsQuotes(c)) {
    isQuoted = true;
    if (c == quote) {
      store<u8>(out, c);
      out++;
    }
  }
  store<u8>(out, c);
  out++;
}

// @ts-ignore: decorator
@inline
function hex(c: u32): u32 {
  return c < 0x3a ? c - 0x30 : (c | 0x20) - 0x57;
}

/** Ends a cell that begins at `start` with room for a quote before it. */
// @ts-ignore: decorator
@inline
function endCell(start: u32): void {
  if (isQuoted) {
    store<u8>(start, quote);
    store<u8>(out, quote);
    out++;
    return;
  }
  memory.copy(start, start + 1, out - start - 1);
  out--;
}

/** Writes the text of a string whose content is between `p` and `end`. */
function writeText(p: u32, end: u32): u32 {
  const start = out;
  if ((flags & (IS_TYPED | ESCAPES_FORMULAS)) != 0 && p < end) {
    const c: u32 = load<u8>(p);
    // What may begin a formula, or an escape that does.
    if (c == 0x27 || c == 0x3d || c == 0x2b || c == 0x2d || c == 0x40 || c == BACKSLASH || c == 0xef) return ODD;
  }
  isQuoted = (flags & IS_TYPED) != 0 || p == end;
  if (!isQuoted) {
    const s = i8x16.splat(<i8>separator);
    const q = i8x16.splat(<i8>quote);
    const b = i8x16.splat(<i8>BACKSLASH);
    for (let at = p; ; at += 16) {
      if (out + SLACK > outEnd) return FULL;
      const v = v128.load(at);
      v128.store(out, v);
      let mask: u32 = i8x16.bitmask(v128.or(v128.or(i8x16.eq(v, s), i8x16.eq(v, q)), i8x16.eq(v, b)));
      if (end - at < 16) mask &= (1 << (end - at)) - 1;
      if (mask != 0) break;
      if (end - at <= 16) {
        out += end - at;
        return DONE;
      }
      out += 16;
    }
    out = start;
  }
  out++;
  while (p < end) {
    if (out + SLACK > outEnd) return FULL;
    let c: u32 = load<u8>(p);
    p++;
    if (c != BACKSLASH) {
      put(c);
      continue;
    }
    c = load<u8>(p);
    p++;
    if (c == 0x75) {
      c = (hex(load<u8>(p)) << 12) | (hex(load<u8>(p + 1)) << 8) | (hex(load<u8>(p + 2)) << 4) | hex(load<u8>(p + 3));
      p += 4;
      if ((c & 0xf800) == 0xd800) return ODD;
      if (c < 0x80) put(c);
      else if (c < 0x800) {
        store<u8>(out, 0xc0 | (c >>> 6));
        store<u8>(out, 0x80 | (c & 0x3f), 1);
        out += 2;
      } else {
        store<u8>(out, 0xe0 | (c >>> 12));
        store<u8>(out, 0x80 | ((c >>> 6) & 0x3f), 1);
        store<u8>(out, 0x80 | (c & 0x3f), 2);
        out += 3;
      }
      continue;
    }
    if (c == 0x62) c = 8;
    else if (c == 0x66) c = 12;
    else if (c == 0x6e) c = LF;
    else if (c == 0x72) c = CR;
    else if (c == 0x74) c = 9;
    put(c);
  }
  endCell(start);
  return DONE;
}

/** Writes the JSON between `p` and `end` without white space. */
function writeJson(p: u32, end: u32): u32 {
  const start = out;
  isQuoted = (flags & IS_TYPED) != 0;
  out++;
  let isString = false;
  while (p < end) {
    if (out + SLACK > outEnd) return FULL;
    const c: u32 = load<u8>(p);
    p++;
    if (isString) {
      put(c);
      if (c == BACKSLASH) {
        put(load<u8>(p));
        p++;
      } else if (c == QUOTE) isString = false;
      continue;
    }
    if (c == 0x20 || c == 9 || c == LF || c == CR) continue;
    if (c == QUOTE) isString = true;
    put(c);
  }
  endCell(start);
  return DONE;
}

function writeCell(entry: u32, isJson: bool): u32 {
  const link = load<u32>(entry, 4);
  const start = text + load<u32>(entry);
  const first: u32 = load<u8>(start);
  if ((link & OPENING) != 0) {
    const close = entry + ((link & LINK) << 3);
    nestedCount++;
    return writeJson(start, text + load<u32>(close) + 1);
  }
  const length = link & LINK;
  if (length == LINK) return ODD;
  if (first == QUOTE) {
    const isTextOfJson = isJson && length > 2 && (flags & IS_TYPED) != 0;
    return isTextOfJson ? writeJson(start, start + length) : writeText(start + 1, start + length - 1);
  }
  if (first == 0x6e && (flags & SKIPS_NULL) != 0) return DONE;
  if (out + length + SLACK > outEnd) return FULL;
  for (let at: u32 = 0; at < length; at += 16) v128.store(out + at, v128.load(start + at));
  out += length;
  return DONE;
}

/**
 * Writes items from the entry at `item` to `close` as rows, until there is no room up to `outLimit`. `cellsAt` is a word for each of
 * `columns` columns, all 0 before and after; `json` is a byte for each, 1 for a column of JSON. `lineEnd`: its bytes, the first one
 * lowest. Returns the address after the last row.
 */
export function writeItems(
  item: u32,
  close: u32,
  textAt: u32,
  rootAt: u32,
  flat: bool,
  cellsAt: u32,
  json: u32,
  columns: u32,
  style: u32,
  separatorByte: u32,
  quoteByte: u32,
  lineEnd: u32,
  outStart: u32,
  outLimit: u32,
): u32 {
  text = textAt;
  root = rootAt;
  isFlat = flat;
  cells = cellsAt;
  flags = style;
  separator = separatorByte;
  quote = quoteByte;
  out = outStart;
  outEnd = outLimit;
  itemOdd = false;
  itemCount = 0;
  nestedCount = 0;
  doubledCount = 0;
  const lineEndLength: u32 = lineEnd > 0xff ? 2 : 1;
  let written = out;
  while (item < close) {
    const nested = nestedCount;
    doubled = 0;
    let status = isObject(item) ? walk(item, root, 0) : ODD;
    for (let column: u32 = 0; column < columns; column++) {
      const cell = cells + (column << 2);
      const entry = load<u32>(cell);
      store<u32>(cell, 0);
      if (status != DONE) continue;
      if (out + SLACK > outEnd) {
        status = FULL;
        continue;
      }
      if (column > 0) {
        store<u8>(out, separator);
        out++;
      }
      if (entry != 0) status = writeCell(entry, load<u8>(json + column) != 0);
    }
    if (status != DONE) {
      // A row that has no room even alone.
      itemOdd = status == ODD || itemCount == 0;
      nestedCount = nested;
      break;
    }
    store<u16>(out, lineEnd);
    out += lineEndLength;
    written = out;
    doubledCount += doubled;
    item = next(item);
    itemCount++;
  }
  itemPos = item;
  return written;
}
