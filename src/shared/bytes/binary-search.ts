// Binary search in sorted sequences. O(log n).

/**
 * Returns the first index below `length` that does not satisfy `holds`, or `length`: the count of those that do. `holds` must
 * be true for a prefix and false after it.
 */
export function countWhile(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns how many of the ascending numbers are less than `value`: the index of the first that is not. */
export function countBelow(numbers: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
