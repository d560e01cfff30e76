// Medians and their bootstrap intervals. For a median the distribution of all resamples is known, so that none has to be drawn: the
// same measurements give the same bytes, and tails of a thousandth cost nothing.

/** An estimate and the interval that contains the true value with a given probability. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Measurements of two works that were run in turn: `one[n]` was measured next to `other[n]`. */
export interface Neighbours {
  readonly one: readonly number[];
  readonly other: readonly number[];
}

/** Returns the value below which a share of sorted values lies, interpolated. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/**
 * Returns the median and its bootstrap interval (percentiles). A resample's median is at most the k-th of n sorted values if more than
 * half of its draws are among the first k: a binomial probability. Resamples of an even number have one draw more, which gives them
 * a middle.
 * @see Efron (1979), Bootstrap methods: another look at the jackknife, section 3
 */
export function estimateMedian(values: readonly number[], confidence = 0.95): Estimate {
  const sorted = values.toSorted((a, b) => a - b);
  const { length } = sorted;
  if (length === 0) throw new RangeError('no measurements');
  const tail = (1 - confidence) / 2;
  const draws = length % 2 === 0 ? length + 1 : length;
  let low = 1;
  while (low < length && moreThanHalf(draws, low / length) <= tail) low += 1;
  return { value: quantile(sorted, 0.5), low: sorted[low - 1] ?? Number.NaN, high: sorted[length - low] ?? Number.NaN };
}

/** Returns the median of the ratios other / one of neighbouring measurements, and its bootstrap interval. */
export function estimateRatio({ one, other }: Neighbours, confidence = 0.95): Estimate {
  return estimateMedian(
    other.map((value, index) => value / (one[index] ?? Number.NaN)),
    confidence,
  );
}

/** The probability that more than half of an odd number of draws succeed. */
function moreThanHalf(draws: number, chance: number): number {
  if (chance >= 1) return 1;
  let logWays = 0;
  let sum = 0;
  for (let failures = 0; failures < draws / 2; failures += 1) {
    if (failures > 0) logWays += Math.log((draws - failures + 1) / failures);
    sum += Math.exp(logWays + (draws - failures) * Math.log(chance) + failures * Math.log(1 - chance));
  }
  return sum;
}

/** Returns the power of the size that a cost grows with: 1 for twice the time for twice the size. */
export function exponent(points: readonly { readonly size: number; readonly cost: number }[]): number {
  const logs = points.map(({ size, cost }) => [Math.log(size), Math.log(cost)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const above = logs.reduce((sum, [size, cost]) => sum + (size - x) * (cost - y), 0);
  return above / logs.reduce((sum, [size]) => sum + (size - x) ** 2, 0);
}
