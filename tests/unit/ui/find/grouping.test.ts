// The lines of a grouped list of hits, compared with a list of all lines. fast-check prints the seed and the smallest input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Grouping, type Line } from '../../../../src/ui/find/hit-groups.ts';

describe('grouped hits', () => {
  it('[TRE-5] stand below their headings, in whatever batches they come', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(3), { maxLength: 8 }), { maxLength: 8 }), (batches) => {
        const grouping = new Grouping();
        for (const batch of batches) grouping.add(Uint32Array.from(batch));
        const containers = batches.flat();
        const lines: Line[] = [];
        let group = -1;
        for (const [hit, container] of containers.entries()) {
          if (container !== containers[hit - 1]) {
            group += 1;
            lines.push({ type: 'heading', group });
            expect(grouping.containerOf(group)).toBe(container);
          }
          expect(grouping.lineOf(hit)).toBe(lines.length);
          lines.push({ type: 'hit', group, hit });
        }
        expect(grouping.lineCount).toBe(lines.length);
        expect(grouping.count).toBe(containers.length);
        for (const [at, line] of lines.entries()) expect(grouping.at(at)).toEqual(line);
        expect(grouping.at(lines.length)).toBeUndefined();
        const sizes = Array.from({ length: group + 1 }, (_, at) => grouping.sizeOf(at));
        expect(sizes).toEqual(
          sizes.map((_, at) => lines.filter((line) => line.type === 'hit' && line.group === at).length),
        );
      }),
    );
  });
});
