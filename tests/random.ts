// Reproducible random numbers (mulberry32).

/** Returns a generator of numbers in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Reproducible integers from 0 to below `limit`. */
export type Integers = (limit: number) => number;

/** Returns a generator of integers. */
export function integersFrom(seed: number): Integers {
  const random = randomFrom(seed);
  return (limit) => Math.floor(random() * limit);
}
