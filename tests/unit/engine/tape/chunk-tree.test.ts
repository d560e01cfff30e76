// The sums over chunks, compared with simple walks over a list of chunks.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkTree, type Chunk } from '../../../../src/engine/document/chunk-tree.ts';
import { runs } from '../../../runs.ts';

const SUMMED = ['bytes', 'breaks', 'units'] as const;

/** A chunk, given by its lines: the bytes up to each line end, and those after the last. */
const chunk = fc
  .record({ ended: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }), rest: fc.nat(9), wide: fc.nat(3) })
  .filter(({ ended, rest }) => ended.length > 0 || rest > 0)
  .map(({ ended, rest, wide }): Chunk & { lines: number[] } => {
    const lines = [...ended, rest];
    const bytes = lines.reduce((sum, line) => sum + line, 0);
    return {
      bytes,
      breaks: ended.length,
      units: Math.max(0, bytes - wide),
      head: lines[0] ?? 0,
      tail: rest,
      longest: Math.max(...lines),
      lines,
    };
  });
const splice = fc.record({ at: fc.nat(), removed: fc.nat(6), made: fc.array(chunk, { maxLength: 6 }) });

function longestOf(chunks: readonly { lines: number[] }[]): number {
  let [line, longest] = [0, 0];
  for (const { lines } of chunks) {
    for (const [index, part] of lines.entries()) {
      line = index === 0 ? line + part : part;
      longest = Math.max(longest, line);
    }
  }
  return longest;
}

describe('the sums over chunks', () => {
  it('are what a walk finds, after any splices', () => {
    fc.assert(
      fc.property(fc.array(splice, { maxLength: 12 }), fc.nat(), (splices, asked) => {
        const tree = new ChunkTree();
        const list: (Chunk & { lines: number[] })[] = [];
        for (const { at, removed, made } of splices) {
          const index = at % (list.length + 1);
          const gone = Math.min(removed, list.length - index);
          list.splice(index, gone, ...made);
          tree.splice(index, gone, made);
          expect(tree.count).toBe(list.length);
          expect(tree.longest).toBe(longestOf(list));
          const sums = { bytes: 0, breaks: 0, units: 0 };
          for (const [place, each] of list.entries()) {
            expect(tree.before(place)).toEqual({ chunk: place, ...sums, length: each.bytes });
            for (const name of SUMMED) sums[name] += each[name];
          }
          expect(tree.before(list.length)).toEqual({ chunk: list.length, ...sums, length: 0 });
          for (const name of SUMMED) {
            expect(tree.total(name)).toBe(sums[name]);
            const value = asked % (sums[name] + 2);
            const last = list.findLastIndex((_, place) => tree.before(place)[name] <= value);
            expect(tree.find(name, value).chunk).toBe(Math.max(0, last));
          }
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('takes the last chunk off', () => {
    const tree = new ChunkTree();
    expect(tree.pop()).toBe(0);
    const made = [3, 5].map((bytes) => ({ bytes, breaks: 1, units: bytes, head: bytes, tail: 0, longest: bytes }));
    tree.splice(0, 0, made);
    expect(tree.pop()).toBe(5);
    expect([tree.count, tree.total('bytes'), tree.longest]).toEqual([1, 3, 3]);
  });
});
