// AssemblyScript. Rewrites valid JSON text with other white space between the same tokens, in pieces as large as the output
// buffer. For each piece it records where its values start: the links of the tape do not change, so the new text needs no scan.
// Resumable: all state is in globals. `engine/layout/format.ts` drives it.

import { skipPlain, skipSpace } from './text';

const COMPACT = 0;
const FORMAT = 1;
const SMART = 2;
const LINES = 3; // compact, with a line break between two top-level values

/** The line end that is a single CR; 0 is LF, 1 is CRLF. */
const CR = 2;

// What is in progress between two calls.
const TOKEN = 0;
const INDENT = 1;
const STRING = 2;
const SCALAR = 3;

let style: i32 = COMPACT;
let indentByte: u32 = 0x20;
let indentWidth: u32 = 2;
let lineLength: u32 = 80;
let lineEnd: i32 = 0;
let depth: u32 = 0;
let doing: i32 = TOKEN;
let indentLeft: u64 = 0;
/** Whether a top-level value has begun. */
let started: bool = false;
/** Whether a closing bracket waits for the indentation before it. */
let closing: bool = false;
/** UTF-16 units of the current line that were flushed; the rest starts at `lineMark`. */
let column: u32 = 0;
let lineMark: u32 = 0;

/** The next byte of the text to read, an address. */
export let readPos: u32 = 0;
/** The address after the last entry that was written. */
export let entriesEnd: u32 = 0;
/** The link of the next entry of the old tape, an address. */
let linkPos: u32 = 0;
/** A string is a value unless a colon follows; until that is known, its start is held here. */
let waiting: bool = false;
let waitingStart: u32 = 0;
/** The number to add to an address in the output buffer to get an offset into the new text. */
let shift: u32 = 0;
/** Whether everything has been written. */
export let finished: bool = false;

export function beginFormat(
  from: u32,
  oldTape: u32,
  kind: i32,
  byte: u32,
  width: u32,
  length: u32,
  ending: i32,
): void {
  style = kind;
  indentByte = byte;
  indentWidth = width;
  lineLength = length;
  lineEnd = ending;
  depth = 0;
  doing = TOKEN;
  closing = false;
  waiting = false;
  column = 0;
  started = false;
  readPos = from;
  linkPos = oldTape + 4;
  finished = false;
}

// @ts-ignore: decorator
@inline
function unitsOf(c: u32): u32 {
  return c < 0x80 ? 1 : (c & 0xc0) == 0x80 ? 0 : c >= 0xf0 ? 2 : 1;
}

/** Writes the next entry of the new tape: a value or a closing bracket that starts at this offset. */
// @ts-ignore: decorator
@inline
function note(start: u32): void {
  store<u32>(entriesEnd, start);
  store<u32>(entriesEnd, load<u32>(linkPos), 4);
  entriesEnd += 8;
  linkPos += 8;
}

/** UTF-16 units of well-formed UTF-8. */
function countUnits(from: u32, to: u32): u32 {
  let n = to - from;
  for (let p = from; p < to; p += 16) {
    const v = v128.load(p);
    const valid: i32 = to - p >= 16 ? 0xffff : (1 << (to - p)) - 1;
    if ((i8x16.bitmask(v) & valid) == 0) continue;
    n -= popcnt(i8x16.bitmask(i8x16.lt_s(v, i8x16.splat(-64))) & valid);
    n += popcnt(i8x16.bitmask(i8x16.gt_u(v, i8x16.splat(-17))) & valid);
  }
  return n;
}

/** A bit for each of 16 bytes that cannot be part of a number or a literal. */
// @ts-ignore: decorator
@inline
function delimiters(v: v128): i32 {
  const closing = v128.or(i8x16.eq(v, i8x16.splat(0x5d)), i8x16.eq(v, i8x16.splat(0x7d)));
  const other = v128.or(i8x16.eq(v, i8x16.splat(0x2c)), i8x16.le_u(v, i8x16.splat(0x20)));
  return i8x16.bitmask(v128.or(closing, other));
}

/** The address after the container at `p` if it fits into `budget` units on one line, else 0. */
function fits(p: u32, end: u32, budget: i32): u32 {
  let level: u32 = 0;
  while (budget >= 0) {
    p = skipSpace(p, end);
    const c = <u32>load<u8>(p);
    if (c == 0x7b || c == 0x5b) {
      const q = skipSpace(p + 1, end);
      const closer = c + 2;
      if (load<u8>(q) == closer) {
        budget -= 2;
        p = q + 1;
      } else {
        budget -= c == 0x7b ? 2 : 1;
        p++;
        level++;
        continue;
      }
    } else if (c == 0x7d || c == 0x5d) {
      budget -= c == 0x7d ? 2 : 1;
      p++;
      level--;
    } else if (c == 0x2c || c == 0x3a) {
      budget -= 2;
      p++;
      continue;
    } else if (c == 0x22) {
      budget -= 2;
      p++;
      while (budget >= 0) {
        const plain = skipPlain(p, end);
        budget -= <i32>(plain - p);
        p = plain;
        const s = <u32>load<u8>(p);
        if (s == 0x22) break;
        if (s == 0x5c) {
          budget--;
          p++;
        }
        budget -= unitsOf(<u32>load<u8>(p));
        p++;
      }
      p++;
    } else {
      let run: u32 = 16;
      while (budget >= 0 && run == 16) {
        const stop = delimiters(v128.load(p));
        run = stop == 0 ? 16 : ctz(stop);
        if (run > end - p) run = end - p;
        budget -= run;
        p += run;
      }
    }
    if (level == 0 && budget >= 0) {
      const q = skipSpace(p, end);
      if (q < end && load<u8>(q) == 0x2c) budget--;
      return budget >= 0 ? p : 0;
    }
  }
  return 0;
}

/** Writes the container from `p` to `stop` on one line. Returns the new end of the output. */
function writeInline(p: u32, stop: u32, o: u32): u32 {
  while (true) {
    p = skipSpace(p, stop);
    if (p >= stop) return o;
    const c = <u32>load<u8>(p);
    if (c == 0x7b || c == 0x5b) {
      const q = skipSpace(p + 1, stop);
      note(o + shift);
      store<u8>(o++, c);
      if (load<u8>(q) == c + 2) {
        note(o + shift);
        store<u8>(o++, c + 2);
        p = q + 1;
      } else {
        if (c == 0x7b) store<u8>(o++, 0x20);
        p++;
      }
    } else if (c == 0x7d || c == 0x5d) {
      if (c == 0x7d) store<u8>(o++, 0x20);
      note(o + shift);
      store<u8>(o++, c);
      p++;
    } else if (c == 0x2c || c == 0x3a) {
      store<u8>(o++, c);
      store<u8>(o++, 0x20);
      p++;
    } else if (c == 0x22) {
      const start = o + shift;
      do {
        if (load<u8>(p) == 0x5c) store<u8>(o++, load<u8>(p++));
        store<u8>(o++, load<u8>(p++));
      } while (load<u8>(p) != 0x22);
      store<u8>(o++, load<u8>(p++));
      p = skipSpace(p, stop);
      if (load<u8>(p) != 0x3a) note(start);
    } else {
      note(o + shift);
      let run: u32 = 16;
      while (run == 16) {
        const v = v128.load(p);
        const end = delimiters(v);
        run = end == 0 ? 16 : ctz(end);
        v128.store(o, v);
        o += run;
        p += run;
      }
    }
  }
}

/** Writes a line end at `o`. */
// @ts-ignore: decorator
@inline
function endLine(o: u32): u32 {
  if (lineEnd != 0) store<u8>(o++, 0x0d);
  if (lineEnd != CR) store<u8>(o++, 0x0a);
  return o;
}

/** Writes a line break at `o`; the indentation is written next. */
// @ts-ignore: decorator
@inline
function breakLine(o: u32): u32 {
  o = endLine(o);
  lineMark = o;
  column = 0;
  indentLeft = <u64>depth * indentWidth;
  doing = INDENT;
  return o;
}

/**
 * Continues from `readPos` to `end`, writing to `out`. Returns the end of the output, a little before `outEnd`. `offset` is the
 * position of `out` in the new text; the entries of its tape are written to `tape` (room for one per byte of output).
 */
export function format(end: u32, out: u32, outEnd: u32, offset: u32, tape: u32): u32 {
  // Room for a container on one line, or for 16 bytes and a few tokens.
  const full = outEnd - 64 - (style == SMART ? lineLength * 4 : 0);
  const indent = i8x16.splat(<i8>indentByte);
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const pretty = style == FORMAT || style == SMART;
  let p = readPos;
  let o = out;
  lineMark = out;
  entriesEnd = tape;
  shift = offset - out;
  while (true) {
    if (o >= full) break;
    if (doing == INDENT) {
      if (indentLeft <= 16) {
        v128.store(o, indent);
        o += <u32>indentLeft;
        doing = TOKEN;
      } else {
        const run = indentLeft < <u64>(full - o) ? <u32>indentLeft : full - o;
        memory.fill(o, <u8>indentByte, run);
        o += run;
        indentLeft -= run;
        if (indentLeft == 0) doing = TOKEN;
        continue;
      }
    } else if (doing == STRING) {
      const v = v128.load(p);
      v128.store(o, v);
      const stop = i8x16.bitmask(v128.or(i8x16.eq(v, quote), i8x16.eq(v, backslash)));
      if (stop == 0) {
        p += 16;
        o += 16;
        continue;
      }
      const run = ctz(stop);
      p += run;
      o += run;
      if (load<u8>(p) == 0x22) {
        store<u8>(o++, 0x22);
        p++;
        doing = TOKEN;
      } else {
        store<u16>(o, load<u16>(p));
        p += 2;
        o += 2;
        continue;
      }
    }
    if (doing == SCALAR) {
      const v = v128.load(p);
      const stop = delimiters(v);
      let run: u32 = stop == 0 ? 16 : ctz(stop);
      if (run > end - p) run = end - p;
      v128.store(o, v);
      o += run;
      p += run;
      if (stop == 0 && p < end) continue;
      doing = TOKEN;
    }
    p = skipSpace(p, end);
    if (p >= end) {
      if (waiting) note(waitingStart);
      waiting = false;
      finished = true;
      break;
    }
    const c = <u32>load<u8>(p);
    if (waiting) {
      if (c != 0x3a) note(waitingStart);
      waiting = false;
    }
    if (style == LINES && depth == 0) {
      if (started) o = endLine(o);
      started = true;
    }
    if (c == 0x22) {
      waiting = true;
      waitingStart = o + shift;
      store<u8>(o++, c);
      p++;
      doing = STRING;
    } else if (c == 0x2c) {
      store<u8>(o++, c);
      p++;
      if (pretty) o = breakLine(o);
    } else if (c == 0x3a) {
      store<u8>(o++, c);
      p++;
      if (pretty) store<u8>(o++, 0x20);
    } else if (c == 0x7b || c == 0x5b) {
      const q = skipSpace(p + 1, end);
      if (load<u8>(q) == c + 2) {
        note(o + shift);
        store<u8>(o++, c);
        note(o + shift);
        store<u8>(o++, c + 2);
        p = q + 1;
        continue;
      }
      if (style == SMART) {
        const used = column + countUnits(lineMark, o);
        const stop = used < lineLength ? fits(p, end, <i32>(lineLength - used)) : 0;
        if (stop != 0) {
          o = writeInline(p, stop, o);
          p = stop;
          continue;
        }
      }
      note(o + shift);
      store<u8>(o++, c);
      p++;
      depth++;
      if (pretty) o = breakLine(o);
    } else if (c == 0x7d || c == 0x5d) {
      depth--;
      if (pretty) {
        // The bracket comes after the indentation of the new line: it is read again after that.
        if (!closing) {
          o = breakLine(o);
          closing = true;
          depth++;
          continue;
        }
        closing = false;
      }
      note(o + shift);
      store<u8>(o++, c);
      p++;
    } else {
      // A number or a literal.
      note(o + shift);
      doing = SCALAR;
    }
  }
  if (style == SMART) column += countUnits(lineMark, o);
  readPos = p;
  return o;
}
