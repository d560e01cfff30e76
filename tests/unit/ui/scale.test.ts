// The scrollbar's arithmetic, and the slice of rows that the tree's list gets.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rebase, SLICE_ROWS, sliceAt } from '../../../src/ui/widgets/rows/row-slice.ts';
import {
  lastPosition,
  MAX_TRACK_PX,
  positionOf,
  scrollTopOf,
  thumbOf,
  trackHeight,
  type ScrollExtent,
} from '../../../src/ui/widgets/scroll/scale.ts';

const extents: fc.Arbitrary<ScrollExtent> = fc.record({
  total: fc.integer({ min: 0, max: 2 ** 33 }),
  viewport: fc.double({ min: 1, max: 200, noNaN: true }),
  heightPx: fc.integer({ min: 40, max: 3000 }),
});

describe('a scrollbar over any number of units', () => {
  it('never has a track taller than browsers lay out, nor shorter than itself', () => {
    fc.assert(
      fc.property(extents, (extent) => {
        expect(trackHeight(extent)).toBeLessThanOrEqual(MAX_TRACK_PX);
        expect(trackHeight(extent)).toBeGreaterThanOrEqual(extent.heightPx);
      }),
    );
  });

  it('[TRE-1] reaches the first and the last position exactly', () => {
    fc.assert(
      fc.property(extents, (extent) => {
        const room = trackHeight(extent) - extent.heightPx;
        expect(positionOf(0, extent)).toBe(0);
        expect(positionOf(room, extent)).toBe(lastPosition(extent));
        expect(scrollTopOf(lastPosition(extent), extent)).toBeCloseTo(room, 6);
      }),
    );
  });

  it('comes back to the position it was put at', () => {
    fc.assert(
      fc.property(extents, fc.double({ min: 0, max: 0.999, noNaN: true }), (extent, share) => {
        const room = trackHeight(extent) - extent.heightPx;
        const position = share * lastPosition(extent);
        if (room < 2) return;
        const top = scrollTopOf(position, extent);
        if (top >= room - 0.5) return;
        expect(positionOf(top, extent)).toBeCloseTo(position, 3);
      }),
    );
  });

  it('does not move where everything fits', () => {
    const extent = { total: 10, viewport: 25.5, heightPx: 561 };
    expect(trackHeight(extent)).toBe(561);
    expect(scrollTopOf(4, extent)).toBe(0);
    expect(positionOf(12, extent)).toBe(0);
  });

  it('has a thumb that can be caught and never leaves it', () => {
    fc.assert(
      fc.property(extents, fc.double({ min: 0, max: 1, noNaN: true }), (extent, share) => {
        const { topPx, lengthPx } = thumbOf(share * lastPosition(extent), extent);
        expect(lengthPx).toBeGreaterThanOrEqual(Math.min(44, extent.heightPx));
        expect(topPx).toBeGreaterThanOrEqual(0);
        expect(topPx + lengthPx).toBeLessThanOrEqual(extent.heightPx + 1e-6);
        expect(thumbOf(0, extent).topPx).toBe(0);
      }),
    );
  });
});

describe('the slice of rows', () => {
  it('is all rows while they are few', () => {
    expect(sliceAt(500, 1000)).toEqual({ base: 0, count: 1000 });
    expect(rebase(sliceAt(0, 1000), 990, 10, 1000)).toBe(0);
  });

  it('[TRE-1] holds every screenful of ten million rows, with rows to spare on both sides', () => {
    const total = 10_000_000;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: total }), fc.integer({ min: 0, max: total - 28 }), (before, top) => {
        const slice = sliceAt(rebase(sliceAt(before, total), top, 28, total), total);
        expect(slice.count).toBe(SLICE_ROWS);
        expect(slice.base).toBeGreaterThanOrEqual(0);
        expect(slice.base + slice.count).toBeLessThanOrEqual(total);
        expect(slice.base === 0 || top - slice.base >= 1000).toBe(true);
        expect(slice.base + slice.count === total || slice.base + slice.count - (top + 28) >= 1000).toBe(true);
      }),
    );
  });

  it('stays where it is while the screen is far from its edges', () => {
    const slice = sliceAt(5000, 1_000_000);
    expect(rebase(slice, 9000, 28, 1_000_000)).toBe(5000);
  });
});
