// The ranges that a search is limited to, adjusted to edits: each keeps its content, and includes the edits inside it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asByte, type ByteRange } from '../../../../src/shared/units.ts';
import { MarkTracker } from '../../../../src/shared/document/changes.ts';
import { keepApart, mapRanges, mapRangesThroughChange, marksOf } from '../../../../src/ui/find/ranges.ts';
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

  it('grow by what is written at their ends, by an edit as by replacing all, and never share a byte', () => {
    const splices = fc.array(fc.tuple(fc.nat(12), fc.nat(3), fc.nat(3)), { maxLength: 6 }).map((steps) => {
      let at = 0;
      return steps.map(([gap, removed, length]) => {
        const start = Math.min(SIZE, at + gap);
        at = Math.min(SIZE, start + removed);
        return { start: asByte(start), end: asByte(at), insert: new Uint8Array(length) };
      });
    });
    fc.assert(
      fc.property(ranges, splices, (before, edits) => {
        const after = mapRanges(before, edits);
        let last = 0;
        for (const { start, end } of after) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThanOrEqual(start);
          last = end;
        }
        // Of hits none reaches beyond a range.
        fc.pre(
          edits.every((one) =>
            before.every(
              ({ start, end }) => one.end <= start || one.start >= end || (one.start >= start && one.end <= end),
            ),
          ),
        );
        const tracker = new MarkTracker(before.flatMap(marksOf), 'to-end');
        for (const { start, end, insert } of edits) tracker.change(start, end, insert.length);
        const followed = tracker.finish();
        const tracked = before.map((_, at) => ({
          start: asByte(followed[at * 2] ?? 0),
          end: asByte(followed[at * 2 + 1] ?? 0),
        }));
        expect(keepApart(tracked)).toEqual(after);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('give what is written between two that touch to the first', () => {
    const touching = [
      { start: asByte(0), end: asByte(3) },
      { start: asByte(3), end: asByte(5) },
    ];
    const splice = { start: asByte(3), end: asByte(3), insert: new Uint8Array(2) };
    expect(mapRanges(touching, [splice])).toEqual([
      { start: 0, end: 5 },
      { start: 5, end: 7 },
    ]);
  });
});
