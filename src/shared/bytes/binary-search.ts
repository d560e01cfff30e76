// Search by halving, in what rises. O(log n).

/**
 * How many of `length` indexes `holds` is true of, which is so up to somewhere and of none behind: the first index it
 * does not hold of.
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

/** How many rising numbers are less than `value`: the index of the first that is not. */
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
