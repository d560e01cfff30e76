// AssemblyScript. UTF-8 bytes → tape, with complete RFC 8259 checking. Resumable: all state is in the
// globals, a call stops at `limit` and the next one goes on. `engine/scan.ts` drives it and
// `tests/unit/engine/twin.ts` says the same in plain TypeScript.
//
// A tape entry is two 32-bit words:
//   start   byte offset of the value, or of a closing bracket
//   link    two bits of kind, thirty of content
//             00 scalar    length in bytes (0x3fffffff: that or more)
//             01 opening   how many entries ahead its closing bracket is
//             10 closing   how many entries back its opening bracket is
// While a container is open its link holds the entry of the container around it: the stack needs no
// memory of its own, so depth has no limit.

import { sequenceLength, skipPlain, skipSpace } from './text';

const VALUE = 0; // a value must come
const AFTER = 1; // after a value: a comma, a closing bracket, or the end
const KEY = 2; // after a comma in an object: a key must come
const FIRST_KEY = 3; // after `{`: a key or `}`
const FIRST_VALUE = 4; // after `[`: a value or `]`
const COLON = 5;
const IN_STRING = 6;
const IN_KEY = 7;

// What a call answers.
const DONE = 0; // the text is complete and valid
const MORE = 1; // reached the limit
const STOPPED = 2; // in a part: a value of the part's container starts at or after `stop`
const CLOSED = 3; // in a part: the closing bracket of the part's container is next
const FAILED = 4; // `errorCode`, at `pos`

// Why a text is refused; `engine/syntax.ts` has the sentences.
const E_VALUE = 1;
const E_END = 2;
const E_COMMA_ARRAY = 3;
const E_COMMA_OBJECT = 4;
const E_KEY = 5;
const E_TRAILING_OBJECT = 6;
const E_TRAILING_ARRAY = 7;
const E_COLON = 8;
const E_CONTROL = 9;
const E_ESCAPE = 10;
const E_HEX = 11;
const E_UTF8 = 12;
const E_LEADING_ZERO = 13;
const E_DIGIT = 14;
const E_LITERAL = 15;
const E_REST = 16;

const NONE: u32 = 0xffffffff;
const OPENING: u32 = 0x40000000;
const CLOSING: u32 = 0x80000000;
const LONG: u32 = 0x3fffffff;

/** Where the text starts in memory; offsets in the tape count from here. */
export let textBase: u32 = 0;
/** Where the tape's first entry is in memory. */
export let tapeBase: u32 = 0;
/** The next byte to read, as an offset into the text. */
export let pos: u32 = 0;
export let state: i32 = VALUE;
/** Entries written. */
export let count: u32 = 0;
/** The entry of the innermost open container. */
export let top: u32 = NONE;
/** 0: a whole text. 1, 2: a part inside an array, an object. */
export let part: i32 = 0;
let tokenStart: u32 = 0;
export let errorCode: i32 = 0;
/** In a part: where to look for the old tape again. */
export let stop: u32 = NONE;

export function begin(text: u32, tape: u32, at: u32, first: i32, kind: i32): void {
  textBase = text;
  tapeBase = tape;
  pos = at;
  state = first;
  count = 0;
  top = NONE;
  part = kind;
  errorCode = 0;
  stop = NONE;
}

export function setStop(at: u32): void {
  stop = at;
}

/** Moves the tape and the text under a scan that is not finished. */
export function rebase(text: u32, tape: u32): void {
  textBase = text;
  tapeBase = tape;
}

// @ts-ignore: decorator
@inline
function fail(code: i32, at: u32): i32 {
  errorCode = code;
  pos = at - textBase;
  return FAILED;
}

// @ts-ignore: decorator
@inline
function isHex(c: u32): bool {
  return c - 0x30 < 10 || (c | 0x20) - 0x61 < 6;
}

// @ts-ignore: decorator
@inline
function isDigit(p: u32, limit: u32): bool {
  return p < limit && <u32>load<u8>(p) - 0x30 < 10;
}

/**
 * From inside a string to its closing quote. Answers its address; or NONE with `errorCode` set and the
 * place in `stringPos`; or NONE without an error, to go on from `stringPos` when there is more.
 */
let stringPos: u32 = 0;
function stringEnd(p: u32, limit: u32, final: bool): u32 {
  while (true) {
    p = skipPlain(p, limit);
    if (p >= limit) {
      stringPos = limit;
      if (final) errorCode = E_END;
      return NONE;
    }
    const c = <u32>load<u8>(p);
    if (c == 0x22) return p;
    if (c == 0x5c) {
      if (p + 1 >= limit) {
        stringPos = p;
        if (final) {
          stringPos = limit;
          errorCode = E_END;
        }
        return NONE;
      }
      const e = <u32>load<u8>(p + 1);
      if (e == 0x75) {
        let digits: u32 = 0;
        while (digits < 4 && p + 2 + digits < limit && isHex(<u32>load<u8>(p + 2 + digits))) digits++;
        if (digits < 4) {
          stringPos = p;
          if (p + 2 + digits < limit) {
            stringPos = p + 2 + digits;
            errorCode = E_HEX;
          } else if (final) {
            stringPos = limit;
            errorCode = E_END;
          }
          return NONE;
        }
        p += 6;
      } else if (e == 0x22 || e == 0x5c || e == 0x2f || e == 0x62 || e == 0x66 || e == 0x6e || e == 0x72 || e == 0x74) {
        p += 2;
      } else {
        stringPos = p + 1;
        errorCode = E_ESCAPE;
        return NONE;
      }
    } else if (c < 0x20) {
      stringPos = p;
      errorCode = E_CONTROL;
      return NONE;
    } else {
      // Text that is not ASCII comes in runs: stay here until the run ends.
      do {
        const length = sequenceLength(p, limit);
        if (length == 0 || (length == 5 && final)) {
          stringPos = p;
          errorCode = E_UTF8;
          return NONE;
        }
        if (length == 5) {
          stringPos = p;
          return NONE;
        }
        p += length;
      } while (p < limit && load<u8>(p) >= 0x80);
    }
  }
}

/** The first byte at or after `p` that is no digit, or `limit`. */
// @ts-ignore: decorator
@inline
function digitsEnd(p: u32, limit: u32): u32 {
  const zero = i8x16.splat(0x30);
  const ten = i8x16.splat(10);
  while (p < limit) {
    const other = ~i8x16.bitmask(i8x16.lt_u(i8x16.sub(v128.load(p), zero), ten)) & 0xffff;
    if (other != 0) {
      p += ctz(other);
      return p < limit ? p : limit;
    }
    p += 16;
  }
  return limit;
}

/** From a number's first byte to behind its last. Or NONE: an error at `stringPos`, or more is needed. */
function numberEnd(p: u32, limit: u32, final: bool): u32 {
  if (load<u8>(p) == 0x2d) p++;
  if (isDigit(p, limit)) {
    if (load<u8>(p) == 0x30) {
      p++;
      if (isDigit(p, limit)) {
        stringPos = p;
        errorCode = E_LEADING_ZERO;
        return NONE;
      }
    } else {
      p = digitsEnd(p, limit);
    }
    if (p < limit && load<u8>(p) == 0x2e) {
      p++;
      if (!isDigit(p, limit)) return noDigit(p, limit, final);
      p = digitsEnd(p, limit);
    }
    if (p < limit && (load<u8>(p) | 0x20) == 0x65) {
      p++;
      if (p < limit && (load<u8>(p) == 0x2b || load<u8>(p) == 0x2d)) p++;
      if (!isDigit(p, limit)) return noDigit(p, limit, final);
      p = digitsEnd(p, limit);
    }
    if (p >= limit && !final) return NONE;
    return p;
  }
  return noDigit(p, limit, final);
}

function noDigit(p: u32, limit: u32, final: bool): u32 {
  if (p < limit || final) {
    stringPos = p;
    errorCode = p < limit ? E_DIGIT : E_END;
  }
  return NONE;
}

/** Whether `true`, `false` or `null` stands at `p`: its end; or NONE as in `numberEnd`. */
function literalEnd(p: u32, limit: u32, final: bool): u32 {
  const c = load<u8>(p);
  const length: u32 = c == 0x66 ? 5 : 4;
  if (p + length <= limit) {
    const word = load<u32>(p);
    if (c == 0x74 ? word == 0x65757274 : c == 0x6e ? word == 0x6c6c756e : word == 0x736c6166 && load<u8>(p + 4) == 0x65) {
      return p + length;
    }
  } else if (!final) {
    return NONE;
  }
  stringPos = p;
  errorCode = E_LITERAL;
  return NONE;
}

/**
 * The end of a number without an exponent, of up to 31 bytes; 0 for all that needs `numberEnd`. Whether it
 * has a sign, a fraction and how many digits differs from number to number, so nothing here branches on it.
 */
// @ts-ignore: decorator
@inline
function plainNumberEnd(p: u32, limit: u32): u32 {
  const zero = i8x16.splat(0x30);
  const ten = i8x16.splat(10);
  const dot = i8x16.splat(0x2e);
  const one = v128.load(p);
  const two = v128.load(p, 16);
  const digits =
    <u32>i8x16.bitmask(i8x16.lt_u(i8x16.sub(one, zero), ten)) | (<u32>i8x16.bitmask(i8x16.lt_u(i8x16.sub(two, zero), ten)) << 16);
  const dots = <u32>i8x16.bitmask(i8x16.eq(one, dot)) | (<u32>i8x16.bitmask(i8x16.eq(two, dot)) << 16);
  const sign: u32 = load<u8>(p) == 0x2d ? 1 : 0;
  const rest = ~(digits | dots | sign);
  if (rest == 0) return 0;
  const length = ctz(rest);
  const point = dots & ((1 << length) - 1);
  const end = p + length;
  const refused =
    (point & (point - 1)) | // two points
    (~(digits >> sign) & 1) | // no digit at the start
    (~(digits >> (length - 1)) & 1) | // no digit at the end
    (u32(load<u8>(p + sign) == 0x30) & (digits >> (sign + 1)) & 1) | // a zero, then more digits
    u32((load<u8>(end) | 0x20) == 0x65) |
    u32(end >= limit);
  return refused == 0 ? end : 0;
}

/** The closing quote of a string without escapes and of ASCII only, if it comes before `limit`; else 0. */
// @ts-ignore: decorator
@inline
function plainStringEnd(p: u32, limit: u32): u32 {
  const end = skipPlain(p, limit);
  return end < limit && load<u8>(end) == 0x22 ? end : 0;
}

/** Leaves a scan as it is, to go on later. */
// @ts-ignore: decorator
@inline
function leave(p: u32, now: i32, entries: u32, open: u32, answer: i32): i32 {
  pos = p - textBase;
  state = now;
  count = entries;
  top = open;
  return answer;
}

/**
 * Goes on to `limitOffset`. `final` says that the text ends there.
 * A token that crosses the limit is left for the next call (a string goes on in its middle).
 *
 * Most tokens take the short way: a comma, a plain key, its colon and the value follow each other without
 * going through `now`. Whatever is unusual sets `now` and takes the long way at the top of the loop.
 */
export function scan(limitOffset: u32, final: bool): i32 {
  const base = textBase;
  const tape = tapeBase;
  const limit = base + limitOffset;
  let p = base + pos;
  let n = count;
  let open = top;
  let now = state;
  let object: bool = open == NONE ? part == 2 : load<u8>(base + load<u32>(tape + (open << 3))) == 0x7b;

  while (true) {
    if (now != AFTER) {
      if (now < IN_STRING) {
        if (p >= limit || load<u8>(p) <= 0x20) p = skipSpace(p, limit);
        if (p >= limit) {
          leave(p, now, n, open, MORE);
          return final ? fail(E_END, p) : MORE;
        }
      }
      if (now > FIRST_VALUE || now == KEY || now == FIRST_KEY) {
        // The long way to a value: a key, its colon, or a string that was left in its middle.
        const c = load<u8>(p);
        if (now == KEY || now == FIRST_KEY) {
          if (c == 0x22) {
            p++;
            now = IN_KEY;
          } else if (c == 0x7d && now == FIRST_KEY) {
            now = AFTER;
            continue;
          } else {
            count = n;
            return fail(c == 0x7d ? E_TRAILING_OBJECT : E_KEY, p);
          }
        }
        if (now == COLON) {
          if (c != 0x3a) {
            count = n;
            return fail(E_COLON, p);
          }
          p++;
          now = VALUE;
          continue;
        }
        const end = stringEnd(p, limit, final);
        if (end == NONE) {
          leave(stringPos, now, n, open, MORE);
          return errorCode != 0 ? fail(errorCode, stringPos) : MORE;
        }
        p = end + 1;
        if (now == IN_KEY) {
          now = COLON;
          continue;
        }
        const length = p - base - tokenStart;
        store<u64>(tape + (n << 3), <u64>tokenStart | (<u64>(length < LONG ? length : LONG) << 32));
        n++;
        now = AFTER;
        continue;
      }

      // A value.
      if (open == NONE && part != 0 && p - base >= stop) return leave(p, now, n, open, STOPPED);
      const c = <u32>load<u8>(p);
      if (c == 0x22) {
        const end = plainStringEnd(p + 1, limit);
        if (end == 0) {
          tokenStart = p - base;
          p++;
          now = IN_STRING;
          continue;
        }
        const length = end + 1 - p;
        store<u64>(tape + (n << 3), <u64>(p - base) | (<u64>(length < LONG ? length : LONG) << 32));
        n++;
        p = end + 1;
      } else if (c == 0x7b || c == 0x5b) {
        store<u64>(tape + (n << 3), <u64>(p - base) | (<u64>open << 32));
        open = n;
        n++;
        p++;
        object = c == 0x7b;
        now = object ? FIRST_KEY : FIRST_VALUE;
        continue;
      } else if (c - 0x30 < 10 || c == 0x2d || c == 0x74 || c == 0x66 || c == 0x6e) {
        let end: u32 = 0;
        if (c > 0x60) end = literalEnd(p, limit, final);
        else {
          end = plainNumberEnd(p, limit);
          if (end == 0) end = numberEnd(p, limit, final);
        }
        if (end == NONE) {
          leave(p, now, n, open, MORE);
          return errorCode != 0 ? fail(errorCode, stringPos) : MORE;
        }
        const length = end - p;
        store<u64>(tape + (n << 3), <u64>(p - base) | (<u64>(length < LONG ? length : LONG) << 32));
        n++;
        p = end;
      } else if (c == 0x5d && now == FIRST_VALUE) {
        // The bracket is read below.
      } else {
        count = n;
        return fail(c == 0x5d && !object && (open != NONE || part != 0) ? E_TRAILING_ARRAY : E_VALUE, p);
      }
    }

    // After a value: close what closes, then a comma.
    while (true) {
      if (p >= limit || load<u8>(p) <= 0x20) {
        p = skipSpace(p, limit);
        if (p >= limit) {
          leave(p, AFTER, n, open, MORE);
          if (!final) return MORE;
          return open == NONE && part == 0 ? DONE : fail(E_END, p);
        }
      }
      const c = load<u8>(p);
      if (open == NONE && part == 0) {
        count = n;
        return fail(E_REST, p);
      }
      if (c == 0x2c) {
        p++;
        now = VALUE;
        if (object) {
          now = KEY;
          p = skipSpace(p, limit);
          if (p < limit && load<u8>(p) == 0x22) {
            const end = plainStringEnd(p + 1, limit);
            if (end != 0) {
              p = end + 1;
              now = COLON;
              if (p < limit && load<u8>(p) == 0x3a) {
                p++;
                now = VALUE;
                if (p < limit && load<u8>(p) == 0x20) p++;
              }
            }
          }
        }
        break;
      }
      if (c != (object ? 0x7d : 0x5d)) {
        count = n;
        return fail(object ? E_COMMA_OBJECT : E_COMMA_ARRAY, p);
      }
      if (open == NONE) return leave(p, AFTER, n, open, CLOSED);
      const parent = load<u32>(tape + (open << 3), 4);
      store<u32>(tape + (open << 3), (n - open) | OPENING, 4);
      store<u64>(tape + (n << 3), <u64>(p - base) | (<u64>((n - open) | CLOSING) << 32));
      n++;
      p++;
      open = parent;
      object = open == NONE ? part == 2 : load<u8>(base + load<u32>(tape + (open << 3))) == 0x7b;
    }
  }
}

/** Adds `delta` to the starts of the entries `from` to `to` (exclusive) of the tape at `tape`. */
export function shift(tape: u32, from: u32, to: u32, delta: i32): void {
  let p = tape + (from << 3);
  const end = tape + (to << 3);
  const step = i32x4(delta, 0, delta, 0);
  while (p + 16 <= end) {
    v128.store(p, i32x4.add(v128.load(p), step));
    p += 16;
  }
  if (p < end) store<u32>(p, load<u32>(p) + delta);
}
