// Medians, their bootstrap intervals and exponents.

import { expect, it } from 'vitest';
import { Random } from '../../../bench/generate.ts';
import { estimateMedian, estimateRatio, exponent, median } from '../../../bench/report/statistics.ts';

it('finds medians of even and odd numbers of values', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 2.5, 7]);
});

it('finds the interval that drawing resamples finds', () => {
  const random = new Random(5);
  const values = Array.from({ length: 25 }, () => random.next() ** 2 * 100);
  const medians = Array.from({ length: 20_000 }, () => median(values.map(() => random.pick(values)))).toSorted(
    (a, b) => a - b,
  );
  for (const confidence of [0.95, 0.5]) {
    const { low, high } = estimateMedian(values, confidence);
    const tail = (1 - confidence) / 2;
    expect(low).toBe(medians[Math.floor(medians.length * tail)]);
    expect(high).toBe(medians[Math.ceil(medians.length * (1 - tail)) - 1]);
  }
});

it('takes the range of a few values, and a wider interval for more confidence', () => {
  expect(estimateMedian([5, 1, 3])).toEqual({ value: 3, low: 1, high: 5 });
  const values = Array.from({ length: 41 }, (_, index) => index);
  const [narrow, wide] = [estimateMedian(values, 0.9), estimateMedian(values, 0.999)];
  expect(wide.low).toBeLessThan(narrow.low);
  expect(wide.high).toBeGreaterThan(narrow.high);
  expect(20 - narrow.low).toBe(narrow.high - 20);
  expect(() => estimateMedian([])).toThrow('no measurements');
});

it('contains the true median about as often as it says', () => {
  const random = new Random(11);
  let inside = 0;
  for (let run = 0; run < 400; run += 1) {
    const { low, high } = estimateMedian(Array.from({ length: 24 }, () => random.next()));
    if (low <= 0.5 && high >= 0.5) inside += 1;
  }
  expect(inside).toBeGreaterThan(360);
  expect(inside).toBeLessThan(396);
});

it('takes the ratio of each pair, whatever the machine does in between', () => {
  expect(estimateRatio({ one: [1, 10, 100], other: [2, 20, 200] })).toEqual({ value: 2, low: 2, high: 2 });
});

it('finds the power of the size that a cost grows with', () => {
  const costs = (power: number) => [1, 10, 100].map((size) => ({ size, cost: 3 * size ** power }));
  for (const power of [0, 1, 1.15, 2]) expect(exponent(costs(power))).toBeCloseTo(power);
});
