// AssemblyScript. Line ends and UTF-16 lengths of a stretch of text. A line ends at `\n`, and at a `\r`
// that no `\n` follows. `engine/lines.ts` keeps the sums.

/** Line ends found by the last `measure`. */
export let breaks: u32 = 0;
/** UTF-16 units, exact for well-formed UTF-8. */
export let units: u32 = 0;
/** Bytes before the first line end's last byte is passed; all of them when there is none. */
export let head: u32 = 0;
/** Bytes behind the last line end; all of them when there is none. */
export let tail: u32 = 0;
/** Bytes in the longest line that lies whole between two line ends here. */
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

/** Measures the bytes from `start` to `end`; the text they are part of ends at `textEnd`. */
export function measure(start: u32, end: u32, textEnd: u32): void {
  let found: u32 = 0;
  let continuations: u32 = 0;
  let quads: u32 = 0;
  let line: u32 = start;
  let first: u32 = 0;
  let most: u32 = 0;
  for (let p = start; p < end; p += 16) {
    const v = v128.load(p);
    const valid: i32 = end - p >= 16 ? 0xffff : (1 << (end - p)) - 1;
    if ((i8x16.bitmask(v) & valid) != 0) {
      continuations += popcnt(i8x16.bitmask(i8x16.lt_s(v, i8x16.splat(-64))) & valid);
      quads += popcnt(i8x16.bitmask(i8x16.gt_u(v, i8x16.splat(-17))) & valid);
    }
    let mask = breakMask(v, p, textEnd) & valid;
    while (mask != 0) {
      const next = p + ctz(mask) + 1;
      if (found == 0) first = next - start;
      else if (next - line > most) most = next - line;
      line = next;
      found++;
      mask &= mask - 1;
    }
  }
  breaks = found;
  units = end - start - continuations + quads;
  head = found == 0 ? end - start : first;
  tail = found == 0 ? end - start : end - line;
  longest = most;
}

/** The address behind the `n`-th line end (from 1) at or after `start`; `end` if there are fewer. */
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
