// AssemblyScript. Copies stretches of a tape into another order. `engine/document/arrangement.ts` drives it.

import { fetch } from './fetch';

/** Bytes of a long stretch that are prefetched; the rest is loaded as it is read. */
const AHEAD: u32 = 1024;

/**
 * Copies stretches of entries to `out`, one after the other. The table has three words per stretch: its address, its length in
 * bytes, and the number of bytes to add to the starts of its values. Up to 8 bytes after the last stretch are overwritten.
 */
export function arrange(table: u32, count: u32, out: u32): void {
  const end = table + count * 12;
  for (let t = table; t < end; t += 12) {
    const from = load<u32>(t);
    fetch(from, from + min<u32>(load<u32>(t, 4), AHEAD));
  }
  for (let t = table; t < end; t += 12) {
    const from = load<u32>(t);
    const length = load<u32>(t, 4);
    const delta = load<i32>(t, 8);
    const step = i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(0), 0, delta), 2, delta);
    for (let at: u32 = 0; at < length; at += 16) v128.store(out + at, i32x4.add(v128.load(from + at), step));
    out += length;
  }
}
