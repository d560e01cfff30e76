// Arrays of any length. A call that spreads one, as `push(...items)` does, fails from about 120,000 items on.

/** Appends items to an array. */
export function append<T>(array: T[], items: Iterable<T>): void {
  for (const item of items) array.push(item);
}

/** The largest number, and at least `floor`. */
export function largest(numbers: Iterable<number>, floor = -Infinity): number {
  let most = floor;
  for (const number of numbers) if (number > most) most = number;
  return most;
}

export function smallest(numbers: Iterable<number>): number {
  let least = Infinity;
  for (const number of numbers) if (number < least) least = number;
  return least;
}
