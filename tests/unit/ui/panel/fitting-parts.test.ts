// How many parts of a path or of a summary fit into the status line.

import { describe, expect, it } from 'vitest';
import { fittingTail } from '../../../../src/ui/panel/bars/line-width.ts';
import { integersFrom } from '../../../random.ts';
import { runs, SEED } from '../../../runs.ts';

describe('the parts that fit', () => {
  it('[TXT-3] are the most of the last ones, and at least one', () => {
    const integer = integersFrom(SEED);
    for (let run = 0; run < runs(2000); run += 1) {
      const widths = Array.from({ length: 1 + integer(9) }, () => integer(60));
      const [room, mark] = [integer(400), integer(20)];
      const width = (count: number): number =>
        widths.slice(widths.length - count).reduce((sum, part) => sum + part, count < widths.length ? mark : 0);
      const count = fittingTail(widths, room, mark);
      expect(count).toBeGreaterThanOrEqual(1);
      expect(count).toBeLessThanOrEqual(widths.length);
      if (count > 1) expect(width(count)).toBeLessThanOrEqual(room);
      // One more would not fit, nor would all of them.
      if (count < widths.length) {
        expect(width(widths.length)).toBeGreaterThan(room);
        if (count + 1 < widths.length) expect(width(count + 1)).toBeGreaterThan(room);
      }
    }
  });
});
