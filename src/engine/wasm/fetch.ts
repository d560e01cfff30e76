// AssemblyScript. Prefetches memory for a walk that would otherwise wait at each step: reads that do not depend on each other
// run in parallel. `engine/tape/prefetch.ts` has the reason and the numbers.

const CACHE_LINE: u32 = 64;

/** All bytes that the last `fetch` read, combined. Exported only because reads without a use would be optimized away. */
export let fetched: u32 = 0;

/** Loads the bytes from `start` to `end` into the processor's cache. */
export function fetch(start: u32, end: u32): void {
  let all: u32 = 0;
  for (let p = start; p < end; p += CACHE_LINE) all |= load<u8>(p);
  fetched = all;
}
