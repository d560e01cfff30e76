// AssemblyScript. What a cell without quotes looks like, as `engine/csv/tokens.ts` says, in the same bits.

const NUMBER: u32 = 4;
const BOOLEAN: u32 = 8;
const COMMA_NUMBER: u32 = 16;
const LOOSE_NUMBER: u32 = 32;
const TIME: u32 = 64;
const NULL: u32 = 128;
const TEXT: u32 = 256;
const GROUPS: u32 = 2048;

const MINUS: u32 = 0x2d;
const PLUS: u32 = 0x2b;
const POINT: u32 = 0x2e;
const COMMA: u32 = 0x2c;
const COLON: u32 = 0x3a;
const SLASH: u32 = 0x2f;

// @ts-ignore: decorator
@inline
function isDigit(c: u32): bool {
  return c - 0x30 < 10;
}

// @ts-ignore: decorator
@inline
function byte(p: u32): u32 {
  return <u32>load<u8>(p);
}

/** The first byte from `p` on that is no digit, or `end`. */
// @ts-ignore: decorator
@inline
function digits(p: u32, end: u32): u32 {
  while (p < end && isDigit(byte(p))) p++;
  return p;
}

/** The looks of a cell that is not empty, from its first byte that is not blank to the last one. */
export function looksOf(start: u32, end: u32): u32 {
  const first = byte(start);
  const length = end - start;
  // The words as 32-bit numbers in little-endian order.
  if (first == 0x74) return length == 4 && load<u32>(start) == 0x65757274 ? BOOLEAN : TEXT;
  if (first == 0x66) return length == 5 && load<u32>(start, 1) == 0x65736c61 ? BOOLEAN : TEXT;
  if (first == 0x6e) return length == 4 && load<u32>(start) == 0x6c6c756e ? NULL : TEXT;
  if (!isDigit(first) && first != MINUS && first != PLUS && first != POINT) return TEXT;
  if (isNumber(start, end)) return NUMBER;
  if (isGrouped(start, end)) return COMMA_NUMBER | GROUPS;
  const loose = looseNumber(start, end);
  if (loose != 0) return loose;
  return isTime(start, end) ? TIME : TEXT;
}

/** @see RFC 8259 §6 */
function isNumber(p: u32, end: u32): bool {
  if (byte(p) == MINUS) p++;
  if (p >= end) return false;
  if (byte(p) == 0x30) p++;
  else {
    const from = p;
    p = digits(p, end);
    if (p == from) return false;
  }
  if (p < end && byte(p) == POINT) {
    const from = ++p;
    p = digits(p, end);
    if (p == from) return false;
  }
  return p == end || isExponent(p, end);
}

function isExponent(p: u32, end: u32): bool {
  if ((byte(p) | 0x20) != 0x65) return false;
  p++;
  if (p < end && (byte(p) == MINUS || byte(p) == PLUS)) p++;
  const from = p;
  p = digits(p, end);
  return p > from && p == end;
}

function looseNumber(start: u32, end: u32): u32 {
  let p = byte(start) == MINUS || byte(start) == PLUS ? start + 1 : start;
  let count: u32 = 0;
  let mark: u32 = 0;
  for (; p < end; p++) {
    const c = byte(p);
    if (isDigit(c)) count++;
    else if ((c == POINT || c == COMMA) && mark == 0) mark = c;
    else break;
  }
  if (count == 0) return 0;
  if (p < end && !isExponent(p, end)) return 0;
  return mark == COMMA && isDigit(byte(end - 1)) && byte(start) != COMMA ? COMMA_NUMBER : LOOSE_NUMBER;
}

/** `1.234,56` */
function isGrouped(start: u32, end: u32): bool {
  let p = byte(start) == MINUS || byte(start) == PLUS ? start + 1 : start;
  let count: u32 = 0;
  let groups: u32 = 0;
  for (; p < end && byte(p) != COMMA; p++) {
    const c = byte(p);
    if (isDigit(c)) count++;
    else if (c == POINT && (groups == 0 ? count > 0 && count <= 3 : count == 3)) {
      groups++;
      count = 0;
    } else return false;
  }
  if (groups == 0 || count != 3 || p + 1 >= end) return false;
  return digits(p + 1, end) == end;
}

/** A date, a time, or a date with a time behind a blank or a T. */
function isTime(start: u32, end: u32): bool {
  if (end - start > 40) return false;
  let p = digits(start, end);
  const first = p - start;
  // Behind the end is no byte of the cell.
  const mark = p < end ? byte(p) : 0;
  if (mark == COLON) return first <= 2 && isClock(start, end);
  if (mark != MINUS && mark != SLASH && mark != POINT) return false;
  let from = ++p;
  p = digits(p, end);
  const second = p - from;
  if (second == 0 || second > 2 || p >= end || byte(p) != mark) return false;
  from = ++p;
  p = digits(p, end);
  const third = p - from;
  const isDate = (first == 4 && third >= 1 && third <= 2) || (first >= 1 && first <= 2 && (third == 2 || third == 4));
  if (!isDate) return false;
  if (p == end) return true;
  const c = byte(p);
  if (c != 0x20 && c != 0x54 && c != 0x74) return false;
  return isClock(p + 1, end);
}

/** The end of one or two digits; `p` where there is none. */
// @ts-ignore: decorator
@inline
function pair(p: u32, end: u32): u32 {
  const limit = min(end, p + 2);
  return digits(p, limit);
}

function isClock(start: u32, end: u32): bool {
  let p = pair(start, end);
  if (p == start || p >= end || byte(p) != COLON) return false;
  let from = ++p;
  p = pair(p, end);
  if (p == from) return false;
  if (p < end && byte(p) == COLON) {
    from = ++p;
    p = pair(p, end);
    if (p == from) return false;
    if (p < end && (byte(p) == POINT || byte(p) == COMMA)) p = digits(p + 1, end);
  }
  if (p == end) return true;
  const c = byte(p);
  if ((c | 0x20) == 0x7a) return p + 1 == end;
  if (c != MINUS && c != PLUS) return false;
  for (p++; p < end; p++) if (!isDigit(byte(p)) && byte(p) != COLON) return false;
  return true;
}
