// AssemblyScript. Collects pieces from all over the text. `engine/base/gather.ts` drives it.

import { fetch } from './fetch';

/**
 * Copies pieces to `out`, one after the other. The table has two words per piece: its address and its length in bytes. Returns
 * the address after the last byte; up to 15 bytes after that are overwritten.
 */
export function gather(table: u32, count: u32, out: u32): u32 {
  const end = table + (count << 3);
  for (let t = table; t < end; t += 8) fetch(load<u32>(t), load<u32>(t) + load<u32>(t, 4));
  for (let t = table; t < end; t += 8) {
    const from = load<u32>(t);
    const length = load<u32>(t, 4);
    for (let at: u32 = 0; at < length; at += 16) v128.store(out + at, v128.load(from + at));
    out += length;
  }
  return out;
}
