// AssemblyScript. Finds the tokens of a stretch of text, 64 bytes at a time and without branching on the bytes, and records
// them as marks. `stride.ts` reads them. A stretch ends before any unusual text, which `scan.ts` reads byte by byte.
//
// A mark is the address of a string's opening quote, of a structural character outside of strings, or of the first character of
// anything else that is not white space.
// @see Langdale and Lemire, "Parsing Gigabytes of JSON per Second" (2019)

import { isHex } from './text';

/** Most bytes that are marked in one call. */
export const STRETCH: u32 = 8192;

/** The address of the marks: below the text, above the module's own data. */
export const MARKS: u32 = 16384;

// Constants are loaded from memory: as literals, the WebAssembly engine would build each of them anew, in several instructions,
// wherever it is used.
const QUOTE = memory.data<u8>([34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34, 34], 16);
const BACKSLASH = memory.data<u8>([92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92, 92], 16);
export const LOW = memory.data<u8>([15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15], 16);
const CASE = memory.data<u8>([32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32], 16);
const CONTROL = memory.data<u8>([31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31], 16);
// Indexed by the low four bits of a byte: white space, and `:`, `{`, `,`, `}` (`[` and `]` differ from the braces in one bit).
export const SPACES = memory.data<u8>([32, 0, 0, 0, 0, 0, 0, 0, 0, 9, 10, 0, 0, 13, 0, 0], 16);
const STRUCTURE = memory.data<u8>([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 58, 123, 44, 125, 0, 0], 16);
// The faults that two neighbouring bytes may be part of, indexed by the upper and lower half of the first byte and by the upper
// half of the second. A pair that has a bit in all three has that fault.
// @see Keiser and Lemire, "Validating UTF-8 in Less Than One Instruction per Byte" (2020)
const FIRST_HIGH = memory.data<u8>([2, 2, 2, 2, 2, 2, 2, 2, 128, 128, 128, 128, 33, 1, 21, 73], 16);
const FIRST_LOW = memory.data<u8>([231, 163, 131, 131, 139, 203, 203, 203, 203, 203, 203, 203, 203, 219, 203, 203], 16);
const SECOND_HIGH = memory.data<u8>([1, 1, 1, 1, 1, 1, 1, 1, 230, 174, 186, 186, 1, 1, 1, 1], 16);
const THIRD = memory.data<u8>([96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96], 16);
const FOURTH = memory.data<u8>([112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112], 16);
const HIGH = memory.data<u8>([128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128], 16);
const ZERO = memory.data<u8>([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 16);

// @ts-ignore: decorator
@inline
function join(a: i32, b: i32, c: i32, d: i32): u64 {
  return <u64>(<u32>a | (<u32>b << 16)) | (<u64>(<u32>c | (<u32>d << 16)) << 32);
}

// @ts-ignore: decorator
@inline
function equals(a: v128, b: v128, c: v128, d: v128, byte: v128): u64 {
  return join(
    i8x16.bitmask(i8x16.eq(a, byte)),
    i8x16.bitmask(i8x16.eq(b, byte)),
    i8x16.bitmask(i8x16.eq(c, byte)),
    i8x16.bitmask(i8x16.eq(d, byte)),
  );
}

// @ts-ignore: decorator
@inline
function within(v: v128, table: v128, folded: v128): i32 {
  return i8x16.bitmask(i8x16.eq(i8x16.swizzle(table, v128.and(v, v128.load(LOW))), folded));
}

/** Non-zero for each of the 16 bytes from `p` that is not well-formed UTF-8, given the three bytes before them. */
export function faults(p: u32): v128 {
  const low = v128.load(LOW);
  const v = v128.load(p);
  const one = v128.load(p - 1);
  const pairs = v128.and(
    v128.and(
      i8x16.swizzle(v128.load(FIRST_HIGH), v128.and(i16x8.shr_u(one, 4), low)),
      i8x16.swizzle(v128.load(FIRST_LOW), v128.and(one, low)),
    ),
    i8x16.swizzle(v128.load(SECOND_HIGH), v128.and(i16x8.shr_u(v, 4), low)),
  );
  // After the lead byte of a longer sequence, two continuation bytes in a row are correct.
  const longer = v128.or(
    i8x16.sub_sat_u(v128.load(p - 2), v128.load(THIRD)),
    i8x16.sub_sat_u(v128.load(p - 3), v128.load(FOURTH)),
  );
  return v128.xor(v128.and(longer, v128.load(HIGH)), pairs);
}

/** Whether the bytes at `p` continue a backslash to a valid escape. */
function isEscape(p: u32): bool {
  const c = <u32>load<u8>(p);
  if (c != 0x75) return c == 0x22 || c == 0x5c || c == 0x2f || c == 0x62 || c == 0x66 || c == 0x6e || c == 0x72 || c == 0x74;
  return isHex(load<u8>(p + 1)) && isHex(load<u8>(p + 2)) && isHex(load<u8>(p + 3)) && isHex(load<u8>(p + 4));
}

/** In a block with backslashes: the characters that they escape. */
let escaped: u64 = 0;
/** 1 if the last byte of a block escapes the first of the next. */
let carried: u64 = 0;

/** Sets `escaped` and `carried`; false if an escape is invalid. */
function readEscapes(p: u32, backslashes: u64): bool {
  escaped = carried;
  let rest = backslashes & ~carried;
  carried = 0;
  while (rest != 0) {
    const at = ctz(rest);
    if (!isEscape(p + <u32>at + 1)) return false;
    if (at == 63) {
      carried = 1;
      return true;
    }
    escaped |= (<u64>2) << at;
    rest &= ~((<u64>3) << at);
  }
  return true;
}

/**
 * Writes the first of a block's marks, and returns the others. If there are none, it writes a value that is overwritten later.
 */
// @ts-ignore: decorator
@inline
function put(out: u32, block: u32, marks: u64): u64 {
  store<u32>(out, block + <u32>ctz(marks));
  return marks & (marks - 1);
}

/**
 * Marks the bytes from `from` to `end`, up to the first unusual block. Their number is a multiple of 64, and `from` is outside
 * of any token. After the last mark come eight that point to a zero byte with a zero byte before it, below the text.
 */
export function mark(from: u32, end: u32): void {
  const quote = v128.load(QUOTE);
  const backslash = v128.load(BACKSLASH);
  const control = v128.load(CONTROL);
  let out = MARKS;
  let open: u64 = 0; // all ones: the previous block ended in a string
  let tail: u64 = 0; // 1: it ended in something other than a string, structure or white space
  let wide = 0; // it had bytes above 0x7f
  carried = 0;
  for (let p = from; p < end; p += 64) {
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const d = v128.load(p, 48);
    let quotes = equals(a, b, c, d, quote);
    const any = v128.or(
      v128.or(i8x16.eq(a, backslash), i8x16.eq(b, backslash)),
      v128.or(i8x16.eq(c, backslash), i8x16.eq(d, backslash)),
    );
    if (v128.any_true(any) || carried != 0) {
      if (!readEscapes(p, equals(a, b, c, d, backslash))) break;
      quotes &= ~escaped;
    }
    const high = i8x16.bitmask(v128.or(v128.or(a, b), v128.or(c, d)));
    if ((high | wide) != 0) {
      if (v128.any_true(v128.or(v128.or(faults(p), faults(p + 16)), v128.or(faults(p + 32), faults(p + 48))))) break;
    }
    wide = high;
    // From each opening quote (inclusive) to its closing one (exclusive).
    let inside = quotes;
    inside ^= inside << 1;
    inside ^= inside << 2;
    inside ^= inside << 4;
    inside ^= inside << 8;
    inside ^= inside << 16;
    inside ^= inside << 32;
    inside ^= open;
    const controls = join(
      i8x16.bitmask(i8x16.eq(i8x16.min_u(a, control), a)),
      i8x16.bitmask(i8x16.eq(i8x16.min_u(b, control), b)),
      i8x16.bitmask(i8x16.eq(i8x16.min_u(c, control), c)),
      i8x16.bitmask(i8x16.eq(i8x16.min_u(d, control), d)),
    );
    if ((controls & inside) != 0) break;
    open = <u64>(<i64>inside >> 63);
    const spaces = v128.load(SPACES);
    const space = join(within(a, spaces, a), within(b, spaces, b), within(c, spaces, c), within(d, spaces, d));
    const structures = v128.load(STRUCTURE);
    const bit = v128.load(CASE);
    const structure = join(
      within(a, structures, v128.or(a, bit)),
      within(b, structures, v128.or(b, bit)),
      within(c, structures, v128.or(c, bit)),
      within(d, structures, v128.or(d, bit)),
    );
    const other = ~(structure | space | quotes | inside);
    let marks = (quotes & inside) | (structure & ~inside) | (other & ~((other << 1) | tail));
    tail = other >>> 63;
    const next = out + (<u32>popcnt(marks) << 2);
    do {
      marks = put(out, p, marks);
      marks = put(out + 4, p, marks);
      marks = put(out + 8, p, marks);
      marks = put(out + 12, p, marks);
      marks = put(out + 16, p, marks);
      marks = put(out + 20, p, marks);
      marks = put(out + 24, p, marks);
      marks = put(out + 28, p, marks);
      out += 32;
    } while (marks != 0);
    out = next;
  }
  const none = i32x4.splat(<i32>ZERO + 8);
  v128.store(out, none);
  v128.store(out, none, 16);
}
