// The ranges that a search is limited to, adjusted to edits: each keeps its content, and includes the edits inside it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asByte, type ByteRange } from '../../../../src/shared/units.ts';
import { mapRangesThroughChange } from '../../../../src/ui/find/ranges.ts';
import { runs } from '../../../runs.ts';

const SIZE = 40;
const place = fc.nat({ max: SIZE });
const range = fc.tuple(place, place).map(([a, b]) => ({ start: asByte(Math.min(a, b)), end: asByte(Math.max(a, b)) }));
const text = Array.from({ length: SIZE }, (_, index) => String.fromCharCode(0x100 + index)).join('');

/** Some ranges, sorted and disjoint. */
const ranges = fc.array(range, { minLength: 1, maxLength: 3 }).map((all) => {
  const apart: ByteRange[] = [];
  for (const one of all.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (one.end > one.start && one.start >= (apart.at(-1)?.end ?? 0)) apart.push(one);
  }
  return apart;
});

describe('[TRE-5] ranges to search in', () => {
  it('hold what they held, and what was written inside of them; where neither can be told, they are given up', () => {
    fc.assert(
      fc.property(ranges, range, fc.nat({ max: 5 }), (before, { start, end }, length) => {
        const insert = '!'.repeat(length);
        const after = text.slice(0, start) + insert + text.slice(end);
        const held = before.map((one) => {
          if (start >= one.end || end <= one.start) return text.slice(one.start, one.end);
          if (start >= one.start && end <= one.end)
            return text.slice(one.start, start) + insert + text.slice(end, one.end);
          return start <= one.start && end >= one.end && length === 0 ? '' : null;
        });
        const left = held.filter((one) => one !== '');
        const wanted = left.includes(null) || left.length === 0 ? null : left;
        const moved = mapRangesThroughChange(before, { start, end, length });
        expect(moved && moved.map((one) => after.slice(one.start, one.end))).toEqual(wanted);
      }),
      { numRuns: runs(3000) },
    );
  });
});
