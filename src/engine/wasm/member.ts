// AssemblyScript. Finds a member of an object by its key, 16 bytes of a key at a time. `engine/tape/path-finder.ts` drives it.

import { LONG as LINK, OPENING } from './states';

/** Returned when a key has escapes, so that its bytes cannot be compared. */
const ESCAPED: u32 = 1;

/**
 * Returns the address of the last entry inside the object at `entry` whose key is a name of `length` bytes; the four words are
 * the last 16 of these. 0 when there is none, 1 when a key has escapes. For longer names the caller compares the rest. Not for
 * text with comments.
 */
export function member(entry: u32, text: u32, length: u32, a: u32, b: u32, c: u32, d: u32): u32 {
  const close = entry + ((load<u32>(entry, 4) & LINK) << 3);
  const name = i32x4.replace_lane(
    i32x4.replace_lane(i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(0), 0, a), 1, b), 2, c),
    3,
    d,
  );
  const known = min<u32>(length, 16);
  const mask = 0xffff & (0xffff << (16 - known));
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  let found: u32 = 0;
  for (let e = entry + 8; e < close;) {
    let end = text + load<u32>(e) - 1;
    while (load<u8>(end) !== 0x22) end -= 1;
    // The bytes before the closing quote of the key, back to its opening quote.
    let at = end - 16;
    let piece = v128.load(at);
    const same = i8x16.bitmask(i8x16.eq(piece, name)) & mask;
    let quotes = i8x16.bitmask(i8x16.eq(piece, quote));
    let escapes = i8x16.bitmask(i8x16.eq(piece, backslash));
    while (quotes === 0) {
      if (escapes !== 0) return ESCAPED;
      at -= 16;
      piece = v128.load(at);
      quotes = i8x16.bitmask(i8x16.eq(piece, quote));
      escapes = i8x16.bitmask(i8x16.eq(piece, backslash));
    }
    const first = 31 - clz<i32>(quotes);
    if (escapes >>> first !== 0 || load<u8>(at + first - 1) === 0x5c) return ESCAPED;
    if (end - (at + first) - 1 === length && same === mask) found = e;
    const link = load<u32>(e, 4);
    e += (link & OPENING) === 0 ? 8 : ((link & LINK) + 1) << 3;
  }
  return found;
}
