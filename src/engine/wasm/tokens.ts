// AssemblyScript. Finds the end of a token from its first byte, and checks its grammar.

import { isHex, sequenceLength, skipPlain } from './text';

// Errors in tokens; `engine/document/syntax.ts` has the messages.
export const E_END = 2;
export const E_CONTROL = 9;
export const E_ESCAPE = 10;
export const E_HEX = 11;
export const E_UTF8 = 12;
export const E_LEADING_ZERO = 13;
export const E_DIGIT = 14;
export const E_LITERAL = 15;

/** No address: the token is invalid or not complete yet. */
export const NONE: u32 = 0xffffffff;
/** The address of the error, or the one to continue from once there is more text. */
export let tokenPos: u32 = 0;
/** The error; 0 for none. */
export let tokenError: i32 = 0;

export function acceptToken(): void {
  tokenError = 0;
}

/** Returns NONE and sets an error. */
export function refuse(code: i32, at: u32): u32 {
  tokenError = code;
  tokenPos = at;
  return NONE;
}

/** Returns NONE without an error; the scan continues from `at`. */
export function wait(at: u32): u32 {
  tokenPos = at;
  return NONE;
}

// @ts-ignore: decorator
@inline
function isDigit(p: u32, limit: u32): bool {
  return p < limit && <u32>load<u8>(p) - 0x30 < 10;
}

/**
 * Returns the address of a string's closing quote, from inside the string. NONE with `tokenError` set, and the place in
 * `tokenPos`; or NONE without an error: the scan continues from `tokenPos` once there is more text.
 */
export function stringEnd(p: u32, limit: u32, final: bool): u32 {
  while (true) {
    p = skipPlain(p, limit);
    if (p >= limit) {
      tokenPos = limit;
      if (final) tokenError = E_END;
      return NONE;
    }
    const c = <u32>load<u8>(p);
    if (c == 0x22) return p;
    if (c == 0x5c) {
      if (p + 1 >= limit) {
        tokenPos = p;
        if (final) {
          tokenPos = limit;
          tokenError = E_END;
        }
        return NONE;
      }
      const e = <u32>load<u8>(p + 1);
      if (e == 0x75) {
        let digits: u32 = 0;
        while (digits < 4 && p + 2 + digits < limit && isHex(<u32>load<u8>(p + 2 + digits))) digits++;
        if (digits < 4) {
          tokenPos = p;
          if (p + 2 + digits < limit) {
            tokenPos = p + 2 + digits;
            tokenError = E_HEX;
          } else if (final) {
            tokenPos = limit;
            tokenError = E_END;
          }
          return NONE;
        }
        p += 6;
      } else if (e == 0x22 || e == 0x5c || e == 0x2f || e == 0x62 || e == 0x66 || e == 0x6e || e == 0x72 || e == 0x74) {
        p += 2;
      } else {
        tokenPos = p + 1;
        tokenError = E_ESCAPE;
        return NONE;
      }
    } else if (c < 0x20) {
      tokenPos = p;
      tokenError = E_CONTROL;
      return NONE;
    } else {
      // Non-ASCII text comes in runs: stay here until the run ends.
      do {
        const length = sequenceLength(p, limit);
        if (length == 0 || (length == 5 && final)) {
          tokenPos = p;
          tokenError = E_UTF8;
          return NONE;
        }
        if (length == 5) {
          tokenPos = p;
          return NONE;
        }
        p += length;
      } while (p < limit && load<u8>(p) >= 0x80);
    }
  }
}

/** The first byte at or after `p` that is not a digit, or `limit`. */
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

/** The end of the number that begins at `p`. NONE: an error at `tokenPos`, or more text is needed. */
export function numberEnd(p: u32, limit: u32, final: bool): u32 {
  if (load<u8>(p) == 0x2d) p++;
  if (isDigit(p, limit)) {
    if (load<u8>(p) == 0x30) {
      p++;
      if (isDigit(p, limit)) {
        tokenPos = p;
        tokenError = E_LEADING_ZERO;
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
    tokenPos = p;
    tokenError = p < limit ? E_DIGIT : E_END;
  }
  return NONE;
}

/** The end of `true`, `false` or `null` at `p`; NONE as in `numberEnd`. */
export function literalEnd(p: u32, limit: u32, final: bool): u32 {
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
  tokenPos = p;
  tokenError = E_LITERAL;
  return NONE;
}

/**
 * The end of a number without an exponent, of up to 31 bytes; 0 for everything that needs `numberEnd`. Sign, fraction and
 * number of digits differ from number to number, so nothing here branches on them.
 */
// @ts-ignore: decorator
@inline
export function plainNumberEnd(p: u32, limit: u32): u32 {
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

/** The closing quote of an ASCII string without escapes, if it comes before `limit`; else 0. */
// @ts-ignore: decorator
@inline
export function plainStringEnd(p: u32, limit: u32): u32 {
  const end = skipPlain(p, limit);
  return end < limit && load<u8>(end) == 0x22 ? end : 0;
}
