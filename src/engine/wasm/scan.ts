// AssemblyScript. Turns UTF-8 bytes into a tape, with complete RFC 8259 checking. Resumable: all state is in globals; a call
// stops at `limit` and the next one continues. `engine/document/scan.ts` drives it, and
// `tests/unit/engine/tape/plain-scanner.ts` is the same in plain TypeScript.
//
// A tape entry is two 32-bit words:
//   start   byte offset of the value, or of a closing bracket
//   link    two bits of kind, thirty of content
//             00 scalar    length in bytes (0x3fffffff: that or more)
//             01 opening   how many entries ahead its closing bracket is
//             10 closing   how many entries back its opening bracket is
// While a container is open, its link holds the entry of the container around it: the stack needs no memory of its own, so
// depth has no limit.

import { AFTER, CLOSING, COLON, FIRST_KEY, FIRST_VALUE, IN_KEY, IN_STRING, KEY, LONG, OPENING, VALUE } from './states';
import { STRETCH } from './marks';
import { innermost, paused, stride, written } from './stride';
import { JSON5, JSON_TEXT, nameEnd, relaxedNumberEnd, relaxedStringEnd, skipTrivia } from './relaxed';
import { skipSpace } from './text';
import { acceptToken, E_END, literalEnd, NONE, numberEnd, plainNumberEnd, plainStringEnd, stringEnd, tokenError, tokenPos } from './tokens';

// Return values of a call.
const DONE = 0; // the text is complete and valid
const MORE = 1; // reached the limit
const STOPPED = 2; // in a part: a value of its container starts at or after `stop`
const CLOSED = 3; // in a part: the closing bracket of its container is next
const FAILED = 4; // `errorCode`, at `pos`
const AGAIN = 5; // internal: after a value, beyond `until`

// Errors between tokens; `engine/document/syntax.ts` has the messages.
const E_VALUE = 1;
const E_COMMA_ARRAY = 3;
const E_COMMA_OBJECT = 4;
const E_KEY = 5;
const E_TRAILING_OBJECT = 6;
const E_TRAILING_ARRAY = 7;
const E_COLON = 8;
const E_REST = 16;
const E_LINE = 18;

// Values of `part`.
const IN_OBJECT = 2;
const LINES = 3; // values without brackets around them, each on its own line

/** The address of the text; offsets in the tape count from here. */
export let textBase: u32 = 0;
/** The address of the tape's first entry. */
export let tapeBase: u32 = 0;
/** The next byte to read, as an offset into the text. */
export let pos: u32 = 0;
export let state: i32 = VALUE;
/** Entries written. */
export let count: u32 = 0;
/** The entry of the innermost open container. */
export let top: u32 = NONE;
/** 0: a whole text. 1, 2: a part inside an array, an object. 3: the records of an NDJSON text. */
export let part: i32 = 0;
/** The language of the text, one of those in `relaxed.ts`. */
let dialect: i32 = JSON_TEXT;
/** The quote that closes the string that a scan stopped in. */
let quote: u32 = 0x22;
let tokenStart: u32 = 0;
export let errorCode: i32 = 0;
/** In a part: the offset from which the old tape may fit again. */
export let stop: u32 = NONE;

export function begin(text: u32, tape: u32, at: u32, first: i32, kind: i32, language: i32): void {
  textBase = text;
  tapeBase = tape;
  pos = at;
  state = first;
  count = 0;
  top = NONE;
  part = kind;
  dialect = language;
  errorCode = 0;
  acceptToken();
  stop = NONE;
}

export function setStop(at: u32): void {
  stop = at;
}

/** Moves the tape and the text of an unfinished scan. */
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

/** Saves the state of a scan, to continue later. */
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
 * Continues to `limitOffset`, where the text ends if `final` is set. A token that crosses the limit is left for the next call
 * (a string is continued in its middle).
 *
 * Runs `stride` while it makes progress, and `step` over what stopped it.
 */
export function scan(limitOffset: u32, final: bool): i32 {
  while (true) {
    const from = textBase + pos;
    const limit = textBase + limitOffset;
    let until = NONE;
    if (dialect == JSON_TEXT && part != LINES && state < COLON && limit > from && limit - from >= 64) {
      const reached = stride(textBase, tapeBase, from, limit, state, count, top, part, stop);
      leave(reached, paused, written, innermost, MORE);
      if (reached - from >= STRETCH / 2) continue;
      until = reached + STRETCH / 4;
    }
    const answer = step(limitOffset, final, until);
    if (answer != AGAIN) return answer;
  }
}

/**
 * The same, token by token, until after a value that ends beyond the address `until`.
 *
 * Most tokens take the short path: a comma, a plain key, its colon and the value follow each other without going through `now`.
 * Anything unusual sets `now` and takes the long path at the top of the loop.
 */
function step(limitOffset: u32, final: bool, until: u32): i32 {
  const base = textBase;
  const tape = tapeBase;
  const limit = base + limitOffset;
  let p = base + pos;
  let n = count;
  let open = top;
  let now = state;
  let object: bool = open == NONE ? part == IN_OBJECT : load<u8>(base + load<u32>(tape + (open << 3))) == 0x7b;

  while (true) {
    if (now != AFTER) {
      if (now < IN_STRING) {
        if (p >= limit || load<u8>(p) <= 0x20) p = skipSpace(p, limit);
        if (dialect != JSON_TEXT) {
          p = skipTrivia(p, limit, final, dialect);
          if (p == NONE) {
            leave(tokenPos, now, n, open, MORE);
            return tokenError != 0 ? fail(tokenError, tokenPos) : MORE;
          }
        }
        if (p >= limit) {
          leave(p, now, n, open, MORE);
          if (!final) return MORE;
          return open == NONE && part == LINES ? CLOSED : fail(E_END, p);
        }
      }
      if (now > FIRST_VALUE || now == KEY || now == FIRST_KEY) {
        // The long path to a value: a key, its colon, or a string that was left in its middle.
        const c = load<u8>(p);
        if (now == KEY || now == FIRST_KEY) {
          if (c == 0x22 || (c == 0x27 && dialect == JSON5)) {
            quote = c;
            p++;
            now = IN_KEY;
          } else if (c == 0x7d && (now == FIRST_KEY || dialect != JSON_TEXT)) {
            now = AFTER;
            continue;
          } else {
            if (dialect == JSON5) {
              const end = nameEnd(p, limit, final);
              if (end == NONE) {
                leave(p, now, n, open, MORE);
                return tokenError != 0 ? fail(tokenError, tokenPos) : MORE;
              }
              if (end != p) {
                p = end;
                now = COLON;
                continue;
              }
            }
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
        const end = dialect == JSON5 ? relaxedStringEnd(p, quote, limit, final) : stringEnd(p, limit, final);
        if (end == NONE) {
          leave(tokenPos, now, n, open, MORE);
          return tokenError != 0 ? fail(tokenError, tokenPos) : MORE;
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
          quote = 0x22;
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
        else if (dialect == JSON5) end = relaxedNumberEnd(p, limit, final);
        else {
          end = plainNumberEnd(p, limit);
          if (end == 0) end = numberEnd(p, limit, final);
        }
        if (end == NONE) {
          leave(p, now, n, open, MORE);
          return tokenError != 0 ? fail(tokenError, tokenPos) : MORE;
        }
        const length = end - p;
        store<u64>(tape + (n << 3), <u64>(p - base) | (<u64>(length < LONG ? length : LONG) << 32));
        n++;
        p = end;
      } else if (c == 0x5d && (now == FIRST_VALUE || (dialect != JSON_TEXT && !object && (open != NONE || part != 0)))) {
        // The bracket is read below.
      } else if (c == 0x27 && dialect == JSON5) {
        tokenStart = p - base;
        quote = c;
        p++;
        now = IN_STRING;
        continue;
      } else if (dialect == JSON5 && (c == 0x2b || c == 0x2e || c == 0x49 || c == 0x4e)) {
        const end = relaxedNumberEnd(p, limit, final);
        if (end == NONE) {
          leave(p, now, n, open, MORE);
          return tokenError != 0 ? fail(tokenError, tokenPos) : MORE;
        }
        const length = end - p;
        store<u64>(tape + (n << 3), <u64>(p - base) | (<u64>(length < LONG ? length : LONG) << 32));
        n++;
        p = end;
      } else {
        count = n;
        return fail(c == 0x5d && !object && (open != NONE || part != 0) ? E_TRAILING_ARRAY : E_VALUE, p);
      }
    }

    // After a value: closing brackets, then a comma.
    if (p > until) return leave(p, AFTER, n, open, AGAIN);
    while (true) {
      const behind = p;
      if (p >= limit || load<u8>(p) <= 0x20) p = skipSpace(p, limit);
      if (dialect != JSON_TEXT) {
        p = skipTrivia(p, limit, final, dialect);
        if (p == NONE) {
          leave(tokenPos, AFTER, n, open, MORE);
          return tokenError != 0 ? fail(tokenError, tokenPos) : MORE;
        }
      }
      if (p >= limit) {
        const records = open == NONE && part == LINES;
        // Records need a line break between them: the next call searches for it again.
        leave(records && !final ? behind : p, AFTER, n, open, MORE);
        if (!final) return MORE;
        if (records) return CLOSED;
        return open == NONE && part == 0 ? DONE : fail(E_END, p);
      }
      const c = load<u8>(p);
      if (open == NONE && part == 0) {
        count = n;
        return fail(E_REST, p);
      }
      if (open == NONE && part == LINES) {
        count = n;
        if (!hasLineEnd(behind, p)) return fail(E_LINE, p);
        now = VALUE;
        break;
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
      object = open == NONE ? part == IN_OBJECT : load<u8>(base + load<u32>(tape + (open << 3))) == 0x7b;
    }
  }
}

/** Whether there is a line feed in the white space from `p` to `end`. */
function hasLineEnd(p: u32, end: u32): bool {
  while (p < end && load<u8>(p) != 0x0a) p++;
  return p < end;
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
