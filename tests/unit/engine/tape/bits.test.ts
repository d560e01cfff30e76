// Runs of bits, compared with lists of booleans. They are written in place, whatever was there before.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasBit, makeBits, setBit, spliceBits } from '../../../../src/engine/base/bits.ts';
import { runs } from '../../../runs.ts';

const MAX_COUNT = 300;
const splice = fc.record({
  at: fc.nat(),
  removed: fc.nat(MAX_COUNT),
  inserted: fc.nat(MAX_COUNT),
  set: fc.array(fc.nat(), { maxLength: 5 }),
});

const read = (bits: Uint32Array, count: number): boolean[] =>
  Array.from({ length: count }, (_, at) => hasBit(bits, at));

describe('a run of bits', () => {
  it('is what a list is, after any splices of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: MAX_COUNT }),
        fc.array(splice, { maxLength: 12 }),
        (start, splices) => {
          const list = [...start];
          let bits = makeBits(list.length);
          for (const [at, isSet] of list.entries()) if (isSet) setBit(bits, at);
          for (const { at, removed, inserted, set } of splices) {
            const first = at % (list.length + 1);
            const gone = Math.min(removed, list.length - first);
            bits = spliceBits(bits, list.length, first, gone, inserted);
            list.splice(first, gone, ...Array.from({ length: inserted }, () => false));
            for (const index of list.length === 0 ? [] : set.map((value) => value % list.length)) {
              setBit(bits, index);
              list[index] = true;
            }
            expect(read(bits, list.length)).toEqual(list);
            // No bit is set after the last one, where later ones are appended.
            expect(bits).toHaveLength(Math.ceil(list.length / 32));
            expect(read(bits, bits.length * 32).slice(list.length)).not.toContain(true);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('stays where it is while there is room, and gives room back', () => {
    const many = makeBits(100_000);
    const more = spliceBits(many, 100_000, 99_000, 0, 64);
    expect(more.buffer).not.toBe(many.buffer);
    expect(spliceBits(more, 100_064, 100_000, 0, 640).buffer).toBe(more.buffer);
    expect(spliceBits(more, 100_064, 0, 100_000, 0).buffer.byteLength).toBeLessThan(100);
  });
});
