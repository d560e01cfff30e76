// AssemblyScript. Reads rows of separated values, 16 bytes at a time. Only rows whose spelling leaves nothing to decide are read here:
// a row with a faulty quote, a NUL or another number of cells is left to `engine/csv/rows.ts`, which reads it and comes back.
// `engine/csv/fast-rows.ts` drives this.

import { looksOf } from './csv-looks';
import { faults } from './marks';

const LF: u32 = 10;
const CR: u32 = 13;
const TAB: u32 = 9;
const SPACE: u32 = 0x20;
const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
const COMMA: u32 = 0x2c;

/** How a cell ends. */
const IN_ROW: u32 = 0;
const AT_LINE_END: u32 = 1;
/** The row is left to the caller. */
const ODD: u32 = 2;
/** The room for what is written is used up. */
const FULL: u32 = 3;

const QUOTED_EMPTY: u32 = 2;
const QUOTED: u32 = 1;
const BLANKS: u32 = 512;
const TEXT: u32 = 256;

/** Bytes that are written without a look at the room: a block with all of it escaped. */
const SLACK: u32 = 128;
/**
 * Bytes per column of `writeRows`, seven words: the address and the length of its key, whether its cells are tokens of JSON, and how
 * many of its cells are empty, in quotes, and empty in quotes; the last word is what its cell in this row is.
 */
const COLUMN: u32 = 28;
const KIND: u32 = 24;
/** What a cell is: the place of the word that counts such cells, or 0. */
const BARE: u32 = 0;
const EMPTY: u32 = 12;
const IN_QUOTES: u32 = 16;
const EMPTY_QUOTES: u32 = 20;

let end: u32 = 0;
let separator: u32 = 0;
let quote: u32 = 0;
/** Whether a cell may begin with an apostrophe only where the caller reads it. */
let hasApostrophes: bool = false;
let keepsEmpty: bool = false;

/** After each call: where the next row begins, with the blank lines before it, and whether the caller has to read that row. */
export let rowsPos: u32 = 0;
export let rowsOdd: bool = false;
/** Rows of the last call, and cells in quotes. */
export let rowCount: u32 = 0;
export let quotedCount: u32 = 0;
/** Line ends outside of quotes in the last call, and lines in quotes. */
export let lfCount: u32 = 0;
export let crlfCount: u32 = 0;
export let crCount: u32 = 0;
export let linesInside: u32 = 0;
/** The number of cells of the longest row that `judgeRows` has read; those at its end that are empty don't count. */
export let widest: u32 = 0;

// Of the cell that was read last.
let cellStart: u32 = 0;
let cellEnd: u32 = 0;
let isQuoted: bool = false;
/** The address of what ends it. */
let after: u32 = 0;
let lines: u32 = 0;

/** Sets what the following calls read: the text up to `endAt`, its separator (256 for none) and its quote. */
export function beginRows(endAt: u32, separatorByte: u32, quoteByte: u32, apostrophes: bool, keeps: bool): void {
  end = endAt;
  separator = separatorByte;
  quote = quoteByte;
  hasApostrophes = apostrophes;
  keepsEmpty = keeps;
  widest = 0;
}

/** What `survey` finds: bytes that are not well-formed UTF-8, NUL, and characters that may be a separator or a quote. */
const ILL_FORMED: u32 = 1;
const HAS_NUL: u32 = 2;
const HAS_COMMA: u32 = 4;
const HAS_SEMICOLON: u32 = 8;
const HAS_TAB: u32 = 16;
const HAS_BAR: u32 = 32;
const HAS_APOSTROPHE: u32 = 64;

/** Tells which of these occur in a text, as bits. It has no continuation byte before it, and zeros behind it. */
export function survey(p: u32, limit: u32): u32 {
  const none = i8x16.splat(0);
  let nul = none;
  let comma = none;
  let semicolon = none;
  let tab = none;
  let bar = none;
  let apostrophe = none;
  let faulty = none;
  const whole = limit - ((limit - p) & 15);
  let wide = 0;
  for (; p < whole; p += 16) {
    const v = v128.load(p);
    nul = v128.or(nul, i8x16.eq(v, none));
    comma = v128.or(comma, same(v, COMMA));
    semicolon = v128.or(semicolon, same(v, 0x3b));
    tab = v128.or(tab, same(v, TAB));
    bar = v128.or(bar, same(v, 0x7c));
    apostrophe = v128.or(apostrophe, same(v, 0x27));
    const high = i8x16.bitmask(v);
    if ((high | wide) != 0) faulty = v128.or(faulty, faults(p));
    wide = high;
  }
  faulty = v128.or(faulty, v128.or(faults(p), faults(p + 16)));
  let found: u32 = v128.any_true(faulty) ? ILL_FORMED : 0;
  if (v128.any_true(nul)) found |= HAS_NUL;
  if (v128.any_true(comma)) found |= HAS_COMMA;
  if (v128.any_true(semicolon)) found |= HAS_SEMICOLON;
  if (v128.any_true(tab)) found |= HAS_TAB;
  if (v128.any_true(bar)) found |= HAS_BAR;
  if (v128.any_true(apostrophe)) found |= HAS_APOSTROPHE;
  for (; p < limit; p++) {
    const c: u32 = load<u8>(p);
    if (c == 0) found |= HAS_NUL;
    else if (c == COMMA) found |= HAS_COMMA;
    else if (c == 0x3b) found |= HAS_SEMICOLON;
    else if (c == TAB) found |= HAS_TAB;
    else if (c == 0x7c) found |= HAS_BAR;
    else if (c == 0x27) found |= HAS_APOSTROPHE;
  }
  return found;
}

// @ts-ignore: decorator
@inline
function isBlank(c: u32): bool {
  return c == SPACE || (c == TAB && separator != TAB);
}

// @ts-ignore: decorator
@inline
function same(v: v128, byte: u32): v128 {
  return i8x16.eq(v, i8x16.splat(<i8>byte));
}

/** The separator, the quote, and the control characters up to the return; nothing where the separator is none. */
// @ts-ignore: decorator
@inline
function stops(v: v128): u32 {
  const found = v128.or(v128.or(same(v, separator), same(v, quote)), i8x16.lt_u(v, i8x16.splat(14)));
  return i8x16.bitmask(separator < 256 ? found : v128.or(same(v, quote), i8x16.lt_u(v, i8x16.splat(14))));
}

/** Reads the cell at `p`. */
// @ts-ignore: decorator
@inline
function readCell(p: u32): u32 {
  cellStart = p;
  isQuoted = false;
  let c: u32 = p < end ? <u32>load<u8>(p) : LF;
  let q = p;
  if (c <= SPACE) {
    while (q < end && isBlank(<u32>load<u8>(q))) q++;
    if (q < end && <u32>load<u8>(q) == quote) return q > p ? ODD : readQuoted(p);
  } else if (c == quote) return readQuoted(p);
  else if (c == QUOTE) return ODD;
  for (; q <= end; q += 16) {
    let mask = stops(v128.load(q));
    if (q + 16 > end) mask = q < end ? mask | (1 << (end - q)) : 1;
    while (mask != 0) {
      const at = q + <u32>ctz(mask);
      mask &= mask - 1;
      if (at < end) {
        c = <u32>load<u8>(at);
        if (c == quote || c == 0) return ODD;
        if (c != separator && c != LF && c != CR) continue;
      }
      cellEnd = at;
      after = at;
      return at < end && c == separator ? IN_ROW : AT_LINE_END;
    }
  }
  return ODD;
}

function readQuoted(p: u32): u32 {
  isQuoted = true;
  cellStart = p + 1;
  let skip = cellStart;
  for (let q = cellStart; q < end; q += 16) {
    const v = v128.load(q);
    let mask = i8x16.bitmask(v128.or(same(v, quote), i8x16.lt_u(v, i8x16.splat(14))));
    while (mask != 0) {
      const at = q + <u32>ctz(mask);
      mask &= mask - 1;
      if (at >= end) return ODD;
      if (at < skip) continue;
      const c: u32 = load<u8>(at);
      if (c == quote) {
        if (at + 1 < end && <u32>load<u8>(at + 1) == quote) {
          skip = at + 2;
          continue;
        }
        cellEnd = at;
        return endOf(at + 1);
      }
      if (c == 0) return ODD;
      if (c == LF || (c == CR && (at + 1 >= end || load<u8>(at + 1) != LF))) lines++;
    }
  }
  return ODD;
}

/** What follows a closing quote. */
// @ts-ignore: decorator
@inline
function endOf(p: u32): u32 {
  after = p;
  if (p >= end) return AT_LINE_END;
  const c: u32 = load<u8>(p);
  if (c == separator) return IN_ROW;
  return c == LF || c == CR ? AT_LINE_END : ODD;
}

/** Goes over the line end at `p`, which is counted. */
// @ts-ignore: decorator
@inline
function endLine(p: u32): u32 {
  if (p >= end) return p;
  if (load<u8>(p) == LF) {
    lfCount++;
    return p + 1;
  }
  if (p + 1 < end && load<u8>(p + 1) == LF) {
    crlfCount++;
    return p + 2;
  }
  crCount++;
  return p + 1;
}

function reset(from: u32): void {
  rowsPos = from;
  rowsOdd = false;
  rowCount = 0;
  quotedCount = 0;
  lfCount = 0;
  crlfCount = 0;
  crCount = 0;
  linesInside = 0;
  lines = 0;
}

/**
 * Reads rows from `from` until one begins at or after `to`. `widths` is a word for each number of cells below `most`, which counts the
 * rows that have it; a longer row is left to the caller.
 */
export function splitRows(from: u32, to: u32, widths: u32, most: u32): void {
  reset(from);
  let p = from;
  while (p < to) {
    while (p < end && (load<u8>(p) == LF || load<u8>(p) == CR)) p = endLine(p);
    rowsPos = p;
    if (p >= to) return;
    let cells: u32 = 0;
    let quoted: u32 = 0;
    let ending = IN_ROW;
    for (; ending == IN_ROW; p = after + 1) {
      ending = readCell(p);
      cells++;
      if (isQuoted) quoted++;
    }
    if (ending == ODD || cells >= most) {
      rowsOdd = true;
      return;
    }
    p = endLine(after);
    const count = widths + (cells << 2);
    store<u32>(count, load<u32>(count) + 1);
    quotedCount += quoted;
    rowCount++;
    linesInside = lines;
    rowsPos = p;
  }
}

/** Reads rows like `splitRows`, and adds the looks of their cells to those of their columns, at `looks`; there is room for `most`. */
export function judgeRows(from: u32, to: u32, looks: u32, most: u32): void {
  reset(from);
  let p = from;
  while (p < to) {
    while (p < end && (load<u8>(p) == LF || load<u8>(p) == CR)) p = endLine(p);
    rowsPos = p;
    if (p >= to) return;
    let column: u32 = 0;
    let width: u32 = 0;
    let ending = IN_ROW;
    for (; ending == IN_ROW; p = after + 1) {
      ending = readCell(p);
      // What an odd row has is found again by the caller, and the looks of a cell stay what they are.
      if (ending == ODD || column >= most) {
        rowsOdd = true;
        return;
      }
      const seen = looksOfCell();
      const place = looks + (column << 2);
      store<u32>(place, load<u32>(place) | seen);
      column++;
      if (seen != 0) width = column;
    }
    if (width > widest) widest = width;
    p = endLine(after);
    rowCount++;
    linesInside = lines;
    rowsPos = p;
  }
}

// @ts-ignore: decorator
@inline
function looksOfCell(): u32 {
  if (isQuoted) return cellStart == cellEnd ? QUOTED_EMPTY : QUOTED;
  if (cellStart == cellEnd) return 0;
  let first = cellStart;
  let last = cellEnd;
  let blanks: u32 = 0;
  if (isBlank(<u32>load<u8>(first)) || isBlank(<u32>load<u8>(last - 1))) {
    while (first < last && isBlank(<u32>load<u8>(first))) first++;
    while (first < last && isBlank(<u32>load<u8>(last - 1))) last--;
    blanks = BLANKS;
    if (first == last) return TEXT | blanks;
  }
  return looksOf(first, last) | blanks;
}

/** The address after what is written. */
let out: u32 = 0;
let outEnd: u32 = 0;

/** Writes the escape of a character. */
function putEscape(c: u32): void {
  store<u8>(out, BACKSLASH);
  if (c >= SPACE) {
    store<u8>(out, c, 1);
    out += 2;
    return;
  }
  let short: u32 = 0;
  if (c == 8) short = 0x62;
  else if (c == TAB) short = 0x74;
  else if (c == LF) short = 0x6e;
  else if (c == 12) short = 0x66;
  else if (c == CR) short = 0x72;
  if (short != 0) {
    store<u8>(out, short, 1);
    out += 2;
    return;
  }
  const low = c & 15;
  store<u32>(out, 0x30303075, 1);
  store<u8>(out, 0x30 + (c >>> 4), 4);
  store<u8>(out, low < 10 ? 0x30 + low : 0x57 + low, 5);
  out += 6;
}

/** Writes the cell at `p`, which is not in quotes, as a string. */
function writeText(p: u32): u32 {
  store<u8>(out, QUOTE);
  out++;
  let c: u32 = 0;
  for (;;) {
    if (out + SLACK > outEnd) return FULL;
    const v = v128.load(p);
    v128.store(out, v);
    let found = v128.or(v128.or(same(v, quote), same(v, QUOTE)), v128.or(same(v, BACKSLASH), i8x16.lt_u(v, i8x16.splat(32))));
    if (separator < 256) found = v128.or(found, same(v, separator));
    let mask: u32 = i8x16.bitmask(found);
    if (p + 16 > end) mask = p < end ? mask | (1 << (end - p)) : 1;
    if (mask == 0) {
      p += 16;
      out += 16;
      continue;
    }
    const length = <u32>ctz(mask);
    p += length;
    out += length;
    if (p >= end) break;
    c = load<u8>(p);
    if (c == separator || c == LF || c == CR) break;
    if (c == quote || c == 0) return ODD;
    putEscape(c);
    p++;
  }
  store<u8>(out, QUOTE);
  out++;
  after = p;
  return p < end && c == separator ? IN_ROW : AT_LINE_END;
}

/** Writes the cell at `p`, whose opening quote stands before it, as a string. */
function writeQuoted(p: u32): u32 {
  store<u8>(out, QUOTE);
  out++;
  for (;;) {
    if (out + SLACK > outEnd) return FULL;
    if (p >= end) return ODD;
    const v = v128.load(p);
    v128.store(out, v);
    let mask: u32 = i8x16.bitmask(
      v128.or(v128.or(same(v, quote), same(v, QUOTE)), v128.or(same(v, BACKSLASH), i8x16.lt_u(v, i8x16.splat(32)))),
    );
    if (mask == 0) {
      p += 16;
      out += 16;
      continue;
    }
    const length = <u32>ctz(mask);
    p += length;
    out += length;
    if (p >= end) return ODD;
    const c: u32 = load<u8>(p);
    p++;
    if (c == quote) {
      if (p >= end || <u32>load<u8>(p) != quote) break;
      p++;
      if (c != QUOTE) {
        store<u8>(out, c);
        out++;
        continue;
      }
    }
    if (c == 0) return ODD;
    if (c == LF || (c == CR && (p >= end || load<u8>(p) != LF))) lines++;
    putEscape(c);
  }
  store<u8>(out, QUOTE);
  out++;
  return endOf(p);
}

/** Writes the cell at `p` as it stands, without the blanks around it. */
function writeToken(p: u32): u32 {
  const ending = readCell(p);
  if (ending == ODD) return ODD;
  while (cellStart < cellEnd && isBlank(<u32>load<u8>(cellStart))) cellStart++;
  while (cellStart < cellEnd && isBlank(<u32>load<u8>(cellEnd - 1))) cellEnd--;
  const length = cellEnd - cellStart;
  if (length == 0) {
    store<u16>(out, 0x2222);
    out += 2;
    return ending;
  }
  if (outEnd - out < length + SLACK) return FULL;
  for (let at: u32 = 0; at < length; at += 16) v128.store(out + at, v128.load(cellStart + at));
  out += length;
  return ending;
}

/** Writes the member of one column, unless its cell is empty. */
// @ts-ignore: decorator
@inline
function writeMember(p: u32, column: u32, isFirst: bool): u32 {
  const c: u32 = p < end ? <u32>load<u8>(p) : LF;
  const isEmpty = c == separator || c == LF || c == CR;
  store<u32>(column, isEmpty ? EMPTY : BARE, KIND);
  if (isEmpty && !keepsEmpty) {
    after = p;
    return p < end && c == separator ? IN_ROW : AT_LINE_END;
  }
  const key = load<u32>(column);
  const length = load<u32>(column, 4);
  if (outEnd - out < length + SLACK) return FULL;
  if (!isFirst) {
    store<u8>(out, COMMA);
    out++;
  }
  for (let at: u32 = 0; at < length; at += 16) v128.store(out + at, v128.load(key + at));
  out += length;
  if (c == quote) {
    if (hasApostrophes && p + 1 < end && load<u8>(p + 1) == 0x27) return ODD;
    const from = out;
    const ending = writeQuoted(p + 1);
    store<u32>(column, out - from == 2 ? EMPTY_QUOTES : IN_QUOTES, KIND);
    return ending;
  }
  if (c == QUOTE || (c == 0x27 && hasApostrophes)) return ODD;
  if (c <= SPACE) {
    let q = p;
    while (q < end && isBlank(<u32>load<u8>(q))) q++;
    if (q < end && <u32>load<u8>(q) == quote) return ODD;
  }
  if (load<u32>(column, 8) != 0) return writeToken(p);
  return writeText(p);
}

/** The hash of an object. The same as `hashRow` of `engine/csv/row-index.ts`. */
function hashOf(p: u32, limit: u32): u32 {
  let hash: u32 = 0x811c9dc5;
  for (; p + 4 <= limit; p += 4) {
    hash = (hash ^ load<u32>(p)) * 0x01000193;
    hash ^= hash >>> 15;
  }
  for (; p < limit; p++) hash = (hash ^ <u32>load<u8>(p)) * 0x01000193;
  hash ^= hash >>> 15;
  return hash * 0x85ebca6b;
}

/**
 * Writes rows from `from` as objects of JSON, each after a comma, a line feed and two blanks (the first of the file after a bracket
 * instead of the comma), until one begins at or after `to` or the room up to `outLimit` is used up. A row without exactly `columns`
 * cells is left to the caller, as is one that needs more than the room. For each row, three words at `starts` say where it begins, as
 * `rowsPos` does, where its object does, and its hash, unless `starts` is 0; there is room for `most`. Returns the address after the last row.
 */
export function writeRows(
  from: u32,
  to: u32,
  table: u32,
  columns: u32,
  isFirstRow: bool,
  outStart: u32,
  outLimit: u32,
  starts: u32,
  most: u32,
): u32 {
  reset(from);
  out = outStart;
  outEnd = outLimit;
  const tableEnd = table + columns * COLUMN;
  let written = out;
  let p = from;
  while (p < to && rowCount < most) {
    const lf = lfCount;
    const crlf = crlfCount;
    const cr = crCount;
    while (p < end && (load<u8>(p) == LF || load<u8>(p) == CR)) p = endLine(p);
    if (p >= end || out + SLACK > outEnd) {
      // Blank lines at the end are left to the caller.
      rowsOdd = p >= end;
      lfCount = lf;
      crlfCount = crlf;
      crCount = cr;
      return written;
    }
    store<u32>(out, isFirstRow ? 0x20200a5b : 0x20200a2c);
    store<u8>(out, 0x7b, 4);
    const object = out + 4;
    out += 5;
    let ending = IN_ROW;
    let column = table;
    for (; ending == IN_ROW && column < tableEnd; column += COLUMN, p = after + 1)
      ending = writeMember(p, column, out == object + 1);
    if (ending != AT_LINE_END || column < tableEnd) {
      lfCount = lf;
      crlfCount = crlf;
      crCount = cr;
      // A row that has no room even alone.
      rowsOdd = ending != FULL || rowCount == 0;
      return written;
    }
    store<u8>(out, 0x7d);
    out++;
    for (column = table; column < tableEnd; column += COLUMN) {
      const kind = load<u32>(column, KIND);
      if (kind != BARE) store<u32>(column + kind, load<u32>(column + kind) + 1);
    }
    if (starts != 0) {
      store<u32>(starts, rowsPos);
      store<u32>(starts, object, 4);
      store<u32>(starts, hashOf(object, out), 8);
      starts += 12;
    }
    p = endLine(after);
    isFirstRow = false;
    rowCount++;
    linesInside = lines;
    written = out;
    rowsPos = p;
  }
  return written;
}
