// AssemblyScript. Reads memory ahead of a walk that would wait for each of its steps: many reads that need
// nothing of each other are answered together. `engine/tape/prefetch.ts` says where that pays.

const CACHE_LINE: u32 = 64;

/** All that the last `fetch` read, in one: no use, but what is never used is never read. */
export let fetched: u32 = 0;

/** Brings the bytes from `start` to `end` into the processor's cache. */
export function fetch(start: u32, end: u32): void {
  let all: u32 = 0;
  for (let p = start; p < end; p += CACHE_LINE) all |= load<u8>(p);
  fetched = all;
}
