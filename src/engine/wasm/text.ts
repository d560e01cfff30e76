// AssemblyScript. Skips runs of text, 16 bytes at a time, for more than one pass. Loads may read up to 15 bytes past the text:
// the memory after it is always mapped.

/** The first byte at or after `p` that is not JSON white space, or `limit`. */
// @ts-ignore: decorator
@inline
export function skipSpace(p: u32, limit: u32): u32 {
  if (p < limit && load<u8>(p) > 0x20) return p;
  // The table, indexed by the low nibble, holds the white space byte with that nibble, else 0.
  const table = i8x16(0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0x09, 0x0a, 0, 0, 0x0d, 0, 0);
  const low = i8x16.splat(0x0f);
  while (p < limit) {
    const v = v128.load(p);
    const space = i8x16.eq(i8x16.swizzle(table, v128.and(v, low)), v);
    const other = ~i8x16.bitmask(space) & 0xffff;
    if (other != 0) {
      p += ctz(other);
      return p < limit ? p : limit;
    }
    p += 16;
  }
  return limit;
}

/** The first byte at or after `p` that ends a run of plain string bytes: `"`, `\`, a control character, or non-ASCII. */
// @ts-ignore: decorator
@inline
export function skipPlain(p: u32, limit: u32): u32 {
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  while (p < limit) {
    const v = v128.load(p);
    // One signed comparison finds control characters (below 0x20) and bytes above 0x7f (negative).
    const stop = i8x16.bitmask(v128.or(v128.or(i8x16.eq(v, quote), i8x16.eq(v, backslash)), i8x16.lt_s(v, space)));
    if (stop != 0) {
      p += ctz(stop);
      return p < limit ? p : limit;
    }
    p += 16;
  }
  return limit;
}

// @ts-ignore: decorator
@inline
function isContinuation(p: u32): bool {
  return (load<u8>(p) & 0xc0) == 0x80;
}

/**
 * The length of the well-formed UTF-8 sequence that starts at `p`, a byte above 0x7f: 2, 3 or 4; 0 if it is ill-formed, 5 if it
 * is well-formed but cut off at `limit`.
 * @see Unicode 15, table 3-7
 */
export function sequenceLength(p: u32, limit: u32): u32 {
  const lead = <u32>load<u8>(p);
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (p + 1 >= limit) return 5;
  const second = <u32>load<u8>(p + 1);
  if (lead < 0xe0) return (second & 0xc0) == 0x80 ? 2 : 0;
  let least: u32 = 0x80;
  let most: u32 = 0xbf;
  if (lead == 0xe0) least = 0xa0;
  else if (lead == 0xed) most = 0x9f;
  else if (lead == 0xf0) least = 0x90;
  else if (lead == 0xf4) most = 0x8f;
  if (second < least || second > most) return 0;
  if (p + 2 >= limit) return 5;
  if (!isContinuation(p + 2)) return 0;
  if (lead < 0xf0) return 3;
  if (p + 3 >= limit) return 5;
  return isContinuation(p + 3) ? 4 : 0;
}

// @ts-ignore: decorator
@inline
export function isHex(c: u32): bool {
  return c - 0x30 < 10 || (c | 0x20) - 0x61 < 6;
}
