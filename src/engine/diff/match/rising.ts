// The longest increasing subsequence: of pairs in the order of one document, the most that are also in order in the other.
// Patience sorting, O(n log n). @see Fredman, On computing the length of longest increasing subsequences (1975)

/** Returns the indexes of the longest increasing subsequence of `numbers`, which are all different. */
export function longestIncreasing(numbers: ArrayLike<number>): Uint32Array {
  const { length } = numbers;
  const tails = new Uint32Array(length);
  const before = new Int32Array(length);
  let longest = 0;
  for (let index = 0; index < length; index += 1) {
    const number = numbers[index] ?? 0;
    let low = 0;
    let high = longest;
    // In most cases the next number is the largest so far.
    if (longest > 0 && (numbers[tails[longest - 1] ?? 0] ?? 0) < number) low = longest;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (tails[low - 1] ?? 0) : -1;
    tails[low] = index;
    if (low === longest) longest += 1;
  }
  const found = new Uint32Array(longest);
  for (let at = longest - 1, index = longest > 0 ? (tails[longest - 1] ?? 0) : -1; at >= 0; at -= 1) {
    found[at] = index;
    index = before[index] ?? -1;
  }
  return found;
}
