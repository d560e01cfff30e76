// AssemblyScript. Counts the line ends and UTF-16 units of a stretch of text. A line ends at `\n`, and at a `\r` that no `\n`
// follows. `engine/document/lines.ts` keeps the sums.

/** Line ends found by the last `measure`. */
export let breaks: u32 = 0;
/** UTF-16 units, exact for well-formed UTF-8. */
export let units: u32 = 0;
/** Bytes up to the first line end, inclusive; all bytes when there is none. */
export let head: u32 = 0;
/** Bytes after the last line end; all bytes when there is none. */
export let tail: u32 = 0;
/** Bytes of the longest line that is entirely between two line ends here, including its own line end. */
export let longest: u32 = 0;

// @ts-ignore: decorator
@inline
function breakMask(v: v128, p: u32, textEnd: u32): i32 {
  const feeds = i8x16.bitmask(i8x16.eq(v, i8x16.splat(0x0a)));
  const returns = i8x16.bitmask(i8x16.eq(v, i8x16.splat(0x0d)));
  if (returns == 0) return feeds;
  const next: i32 = p + 16 < textEnd && load<u8>(p + 16) == 0x0a ? 0x10000 : 0;
  return feeds | (returns & ~((feeds | next) >> 1));
}

/** The start of the current line. */
let line: u32 = 0;
let continuations: u32 = 0;
let quads: u32 = 0;

// @ts-ignore: decorator
@inline
function countUnits(v: v128, valid: i32): void {
  continuations += popcnt(i8x16.bitmask(i8x16.lt_s(v, i8x16.splat(-64))) & valid);
  quads += popcnt(i8x16.bitmask(i8x16.gt_u(v, i8x16.splat(-17))) & valid);
}

/** Measures from `from` to `to`, 16 bytes at a time: the end of a stretch, and blocks with a `\r`. */
function measureEach(from: u32, to: u32, start: u32, textEnd: u32): void {
  for (let p = from; p < to; p += 16) {
    const v = v128.load(p);
    const valid: i32 = to - p >= 16 ? 0xffff : (1 << (to - p)) - 1;
    if ((i8x16.bitmask(v) & valid) != 0) countUnits(v, valid);
    let mask = breakMask(v, p, textEnd) & valid;
    while (mask != 0) {
      const next = p + ctz(mask) + 1;
      if (breaks == 0) head = next - start;
      else if (next - line > longest) longest = next - line;
      line = next;
      breaks++;
      mask &= mask - 1;
    }
  }
}

/** Measures the bytes from `start` to `end`; the text they are part of ends at `textEnd`. */
export function measure(start: u32, end: u32, textEnd: u32): void {
  breaks = 0;
  longest = 0;
  head = end - start;
  line = start;
  continuations = 0;
  quads = 0;
  const feed = i8x16.splat(0x0a);
  const back = i8x16.splat(0x0d);
  // Locals, because each access to a global goes to memory.
  let found: u32 = 0;
  let most: u32 = 0;
  let last = start;
  let p = start;
  for (; p + 64 <= end; p += 64) {
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const d = v128.load(p, 48);
    const ab = v128.or(i8x16.eq(a, back), i8x16.eq(b, back));
    const cd = v128.or(i8x16.eq(c, back), i8x16.eq(d, back));
    if (v128.any_true(v128.or(ab, cd))) {
      breaks = found;
      longest = most;
      line = last;
      measureEach(p, p + 64, start, textEnd);
      found = breaks;
      most = longest;
      last = line;
      continue;
    }
    if (i8x16.bitmask(v128.or(v128.or(a, b), v128.or(c, d))) != 0) {
      countUnits(a, 0xffff);
      countUnits(b, 0xffff);
      countUnits(c, 0xffff);
      countUnits(d, 0xffff);
    }
    let mask =
      <u64>i8x16.bitmask(i8x16.eq(a, feed)) |
      (<u64>i8x16.bitmask(i8x16.eq(b, feed)) << 16) |
      (<u64>i8x16.bitmask(i8x16.eq(c, feed)) << 32) |
      (<u64>i8x16.bitmask(i8x16.eq(d, feed)) << 48);
    while (mask != 0) {
      const next = p + <u32>ctz(mask) + 1;
      if (found == 0) head = next - start;
      else if (next - last > most) most = next - last;
      last = next;
      found++;
      mask &= mask - 1;
    }
  }
  breaks = found;
  longest = most;
  line = last;
  measureEach(p, end, start, textEnd);
  units = end - start - continuations + quads;
  tail = end - line;
}

/** The address after the `n`-th line end (from 1) at or after `start`; `end` if there are fewer. */
export function afterBreak(start: u32, end: u32, textEnd: u32, n: u32): u32 {
  for (let p = start; p < end; p += 16) {
    const valid: i32 = end - p >= 16 ? 0xffff : (1 << (end - p)) - 1;
    let mask = breakMask(v128.load(p), p, textEnd) & valid;
    const here = popcnt(mask);
    if (<u32>here < n) {
      n -= here;
      continue;
    }
    while (--n > 0) mask &= mask - 1;
    return p + ctz(mask) + 1;
  }
  return end;
}
