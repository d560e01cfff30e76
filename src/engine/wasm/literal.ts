// AssemblyScript. Finds a run of bytes, 16 places at a time by its first and its last byte. `engine/search/literal.ts` drives it.

/**
 * The address of the first of `length` bytes from `p` on, before `end`; 0 if there is none. `needle` has the bytes, and `masks` what is
 * added to each byte of the text before it is compared: 0x20 for a letter in either case.
 */
export function findBytes(p: u32, end: u32, needle: u32, masks: u32, length: u32): u32 {
  if (end < p || end - p < length) return 0;
  const back = length - 1;
  const first = i8x16.splat(load<u8>(needle));
  const firstMask = i8x16.splat(load<u8>(masks));
  const last = i8x16.splat(load<u8>(needle + back));
  const lastMask = i8x16.splat(load<u8>(masks + back));
  const most = end - length;
  for (; p <= most; p += 16) {
    const heads = i8x16.eq(v128.or(v128.load(p), firstMask), first);
    const tails = i8x16.eq(v128.or(v128.load(p + back), lastMask), last);
    let found: u32 = i8x16.bitmask(v128.and(heads, tails));
    if (most - p < 15) found &= (1 << (most - p + 1)) - 1;
    while (found != 0) {
      const at = p + <u32>ctz(found);
      found &= found - 1;
      let same: u32 = 1;
      while (same < back && (load<u8>(at + same) | load<u8>(masks + same)) == load<u8>(needle + same)) same++;
      if (same >= back) return at;
    }
  }
  return 0;
}
