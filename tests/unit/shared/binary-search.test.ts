// Binary search, compared with counting one by one; it calls the predicate only a few times. fast-check prints the seed and the
// smallest input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBelow, countWhile } from '../../../src/shared/bytes/binary-search.ts';

const rising = fc
  .array(fc.integer({ min: -20, max: 20 }), { maxLength: 50 })
  .map((numbers) => numbers.toSorted((a, b) => a - b));

describe('binary search', () => {
  it('counts what counting one by one does', () => {
    fc.assert(
      fc.property(rising, fc.integer({ min: -21, max: 21 }), (numbers, value) => {
        const expected = numbers.filter((number) => number < value).length;
        expect(countBelow(numbers, value)).toBe(expected);
        expect(countBelow(Int32Array.from(numbers), value)).toBe(expected);
        expect(countWhile(numbers.length, (index) => (numbers[index] ?? 0) < value)).toBe(expected);
      }),
    );
  });

  it('asks no more often than the length has bits', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), fc.double({ min: 0, max: 1, noNaN: true }), (length, share) => {
        const end = Math.round(length * share);
        let asked = 0;
        const found = countWhile(length, (index) => {
          asked += 1;
          return index < end;
        });
        expect(found).toBe(end);
        expect(asked).toBeLessThanOrEqual(32 - Math.clz32(length));
      }),
    );
  });
});
