// AssemblyScript. The scanner's fast path: turns the marks of a stretch into tape entries, as far as the text has nothing
// unusual. It reports no errors: at anything unusual it stops between two tokens, and `scan.ts` continues from there byte by
// byte.

import { LOW, mark, MARKS, SPACES, STRETCH } from './marks';
import { AFTER, CLOSING, FIRST_KEY, FIRST_VALUE, KEY, OPENING, VALUE } from './states';
import { acceptToken, NONE, numberEnd } from './tokens';

const ZEROS = memory.data<u8>([48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48], 16);
const NINE = memory.data<u8>([9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9], 16);
const POINT = memory.data<u8>([46, 46, 46, 46, 46, 46, 46, 46, 46, 46, 46, 46, 46, 46, 46, 46], 16);

/** The state in which the last stride stopped. */
export let paused: i32 = VALUE;
/** The number of entries written by then. */
export let written: u32 = 0;
/** The entry of the innermost container that is open there. */
export let innermost: u32 = NONE;

// @ts-ignore: decorator
@inline
function byteAt(mark: u32): u32 {
  return <u32>load<u8>(load<u32>(mark));
}

/** Whether the two marks from `mark` are a key and its colon. */
// @ts-ignore: decorator
@inline
function isKey(mark: u32): bool {
  return ((byteAt(mark) ^ 0x22) | (byteAt(mark + 4) ^ 0x3a)) == 0;
}

/** The last byte before `p` that is not white space. There must be one. */
function lastBefore(p: u32): u32 {
  const table = v128.load(SPACES);
  const low = v128.load(LOW);
  while (true) {
    const v = v128.load(p - 16);
    const other = ~i8x16.bitmask(i8x16.eq(i8x16.swizzle(table, v128.and(v, low)), v)) & 0xffff;
    if (other != 0) return p - 1 - clz(other << 16);
    p -= 16;
  }
}

/**
 * Whether the bytes from `p`, the first of a number, to `end` are a simple number: one without an exponent and of at most 31
 * digits. Digits, sign and point differ from number to number, so nothing here branches on them.
 */
// @ts-ignore: decorator
@inline
function isPlainNumber(p: u32, c: u32, end: u32): bool {
  const zero = v128.load(ZEROS);
  const nine = v128.load(NINE);
  const point = v128.load(POINT);
  const first = p + u32(c == 0x2d);
  const one = v128.load(first);
  const two = v128.load(first, 16);
  const oneValue = i8x16.sub(one, zero);
  const twoValue = i8x16.sub(two, zero);
  const digits =
    <u32>i8x16.bitmask(i8x16.eq(i8x16.min_u(oneValue, nine), oneValue)) |
    (<u32>i8x16.bitmask(i8x16.eq(i8x16.min_u(twoValue, nine), twoValue)) << 16);
  const points = <u32>i8x16.bitmask(i8x16.eq(one, point)) | (<u32>i8x16.bitmask(i8x16.eq(two, point)) << 16);
  const length = end - first;
  const behind: u32 = 1 << length;
  const own = points & (behind - 1);
  const refused =
    (~(digits | points) & (behind - 1)) | // neither digit nor point
    (own & (own - 1)) | // two points
    (points & (behind >> 1)) | // a point at the end
    ((digits & 1) ^ 1) | // no digit at the start
    (u32(load<u8>(first) == 0x30) & (digits >> 1)) | // a zero, then a digit
    (length >> 5);
  return refused == 0;
}

/** The end of a literal, or of a number that is not simple, at `p`; NONE if only `step` can decide. */
function scalarEnd(p: u32, next: u32, limit: u32): u32 {
  let end = p + 4;
  const word = load<u32>(p);
  if (<u32>load<u8>(p) < 0x60) end = numberEnd(p, limit, false);
  else if (word == 0x736c6166 && load<u8>(p + 4) == 0x65) end = p + 5;
  else if (word != 0x65757274 && word != 0x6c6c756e) return NONE;
  acceptToken();
  if (end == next || end == NONE) return end;
  const c = load<u8>(end);
  return end < limit && (c == 0x20 || c == 0x0a || c == 0x0d || c == 0x09) ? end : NONE;
}

// @ts-ignore: decorator
@inline
function leave(p: u32, now: i32, entries: u32, open: u32): u32 {
  paused = now;
  written = entries;
  innermost = open;
  return p;
}

/**
 * Continues from the address `from` in the state `now`. Returns the address it reached; the rest is in the globals. `limit` is
 * the end of the text so far; `stop` and `part` are as in `scan.ts`.
 */
export function stride(base: u32, tape: u32, from: u32, limit: u32, now: i32, count: u32, top: u32, part: i32, stop: u32): u32 {
  const room = limit - from;
  mark(from, from + ((room < STRETCH ? room : STRETCH) & ~63));
  let marks = MARKS;
  let entry = tape + (count << 3);
  let open = top;
  const outermost: u32 = part == 2 ? 0x7d : 0x5d;
  // The bracket that closes the innermost container.
  let closer: u32 = open == NONE ? outermost : <u32>load<u8>(base + load<u32>(tape + (open << 3))) + 2;
  let p = from;

  let after = now == AFTER;
  if (now == KEY || now == FIRST_KEY) {
    if (now == FIRST_KEY && byteAt(marks) == 0x7d) after = true;
    else {
      if (!isKey(marks)) return leave(p, now, count, open);
      p = load<u32>(marks, 4) + 1;
      marks += 8;
      now = VALUE;
    }
  } else if (now == FIRST_VALUE) after = byteAt(marks) == 0x5d;
  if (!after && open == NONE && load<u32>(marks) - base >= stop) return leave(p, now, count, open);

  while (true) {
    if (!after) {
      const at = load<u32>(marks);
      const c = <u32>load<u8>(at);
      const next = load<u32>(marks, 4);
      if (c == 0x22) {
        let end = next;
        if (load<u8>(next - 1) != 0x22) {
          if (next < base) break;
          end = lastBefore(next) + 1;
        }
        store<u32>(entry, at - base);
        store<u32>(entry, end - at, 4);
        entry += 8;
        marks += 4;
      } else if ((c | 0x20) == 0x7b) {
        store<u32>(entry, at - base);
        store<u32>(entry, open, 4);
        open = (entry - tape) >> 3;
        closer = c + 2;
        entry += 8;
        marks += 4;
        now = FIRST_VALUE;
        if (byteAt(marks) != closer) {
          if (c == 0x7b) {
            now = FIRST_KEY;
            if (!isKey(marks)) break;
            now = VALUE;
            marks += 8;
          }
          continue;
        }
      } else {
        let end = next;
        if (c - 0x2d > 12 || !isPlainNumber(at, c, next)) {
          end = scalarEnd(at, next, limit);
          if (end == NONE) break;
        }
        store<u32>(entry, at - base);
        store<u32>(entry, end - at, 4);
        entry += 8;
        marks += 4;
      }
    }
    after = false;

    // After a value: closing brackets, then a comma.
    let c = byteAt(marks);
    if (c != 0x2c) {
      now = AFTER;
      do {
        if (c != closer || open == NONE) break;
        const opening = tape + (open << 3);
        const parent = load<u32>(opening, 4);
        const distance = (entry - opening) >> 3;
        store<u32>(opening, distance | OPENING, 4);
        store<u32>(entry, load<u32>(marks) - base);
        store<u32>(entry, distance | CLOSING, 4);
        entry += 8;
        marks += 4;
        open = parent;
        closer = open == NONE ? outermost : <u32>load<u8>(base + load<u32>(tape + (open << 3))) + 2;
        c = byteAt(marks);
      } while (c != 0x2c);
      if (c != 0x2c) break;
    }
    if (open == NONE) {
      now = AFTER;
      if (part == 0) break;
    }
    now = KEY;
    marks += 4;
    if (closer == 0x7d) {
      if (!isKey(marks)) break;
      marks += 8;
    }
    now = VALUE;
    if (open == NONE && load<u32>(marks) - base >= stop) break;
  }

  // Where it stopped: after the last bracket, comma or colon, or after the scalar of the last entry.
  if (marks != MARKS) {
    p = load<u32>(marks - 4);
    if (now != AFTER || CLOSING <= load<u32>(entry - 4)) p += 1;
    else p = base + load<u32>(entry - 8) + load<u32>(entry - 4);
  }
  return leave(p, now, (entry - tape) >> 3, open);
}
