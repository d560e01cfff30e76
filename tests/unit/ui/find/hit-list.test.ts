// The list of hits in the page: arrays added as they arrive, adjusted to edits, and turned into marks. fast-check prints the
// seed and the smallest input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangeMap } from '../../../../src/shared/document/changes.ts';
import { KEY_BIT, NO_NODE } from '../../../../src/shared/protocol/search.ts';
import { asByte } from '../../../../src/shared/units.ts';
import { HitList } from '../../../../src/ui/find/hit-list.ts';
import { spansOf } from '../../../../src/ui/find/find-marks.ts';
import { drawSpans } from '../../../../src/ui/widgets/scroll/marks.tsx';
import { runs } from '../../../runs.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

const ranges = fc.array(fc.tuple(fc.nat(6), fc.nat(4)), { maxLength: 60 }).map((steps) => {
  let at = 0;
  return steps.map(([gap, length], index): Range => {
    const start = at + (index > 0 && gap === 0 ? 1 : gap);
    at = start + length;
    return { start, end: at };
  });
});
/** Lists of changes: gaps, what is removed, and what is inserted. */
const edits = fc.array(fc.array(fc.tuple(fc.nat(80), fc.nat(20), fc.nat(20)), { maxLength: 4 }), { maxLength: 8 });

/** A list whose hits arrive in arrays of `size`. */
function listOf(hits: readonly Range[], size: number): HitList {
  const list = new HitList();
  for (let at = 0; at < hits.length; at += size) {
    list.add(Uint32Array.from(hits.slice(at, at + size).flatMap(({ start, end }) => [start, end, NO_NODE])));
  }
  return list;
}

const read = (list: HitList): Range[] => Array.from({ length: list.count }, (_, index) => list.at(index));

/** The hits after an edit, computed one by one. */
function follow(hits: readonly Range[], start: number, end: number, inserted: number): Range[] {
  const delta = inserted - (end - start);
  return hits.flatMap((hit) => {
    if (hit.end <= start) return [hit];
    return hit.start >= end ? [{ start: hit.start + delta, end: hit.end + delta }] : [];
  });
}

describe('a list of hits', () => {
  it('answers as one array does, also while edits move it', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: 1, max: 9 }), edits, fc.nat(320), (hits, size, changes, offset) => {
        const list = listOf(hits, size);
        let plain: readonly Range[] = hits;
        for (const steps of changes) {
          let end = 0;
          const edit = steps.map(([gap, removed, inserted]) => {
            const start = end + gap;
            end = start + removed;
            return { start, end, insert: { length: inserted } };
          });
          list.mapThrough(ChangeMap.of(edit));
          for (const change of edit.toReversed()) plain = follow(plain, change.start, change.end, change.insert.length);
          expect(read(list)).toEqual(plain);
          expect([...list.bytes()]).toEqual(plain.flatMap((hit) => [hit.start, hit.end]));
        }
        const index = plain.findIndex((hit) => hit.start >= offset);
        expect(list.indexFrom(offset)).toBe(index < 0 ? plain.length : index);
        for (const hit of plain) {
          // Empty hits coincide when everything between them is deleted.
          const at = list.indexOf({ start: asByte(hit.start), end: asByte(hit.end) });
          expect(plain[at]).toEqual(hit);
        }
        expect(list.indexOf({ start: asByte(offset), end: asByte(offset + 50) })).toBe(-1);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('names the nodes that hits are in, each once', () => {
    const list = new HitList();
    list.add(Uint32Array.of(0, 1, 2 | KEY_BIT, 3, 4, 2));
    list.add(Uint32Array.of(4, 5, 2, 6, 7, 5, 8, 9, 9 | KEY_BIT));
    expect([...list.nodes()]).toEqual([2, 5, 9]);
    expect([...new HitList().nodes()]).toEqual([]);
  });

  it('says which hit is asked for in vain', () => {
    expect(() => listOf([{ start: 1, end: 2 }], 1).at(1)).toThrow('hit 1 of 1');
  });
});

describe('marks', () => {
  it('cover every hit, and only steps that hold one', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: 1, max: 20 }), (hits, step) => {
        const total = (hits.at(-1)?.end ?? 0) + 5;
        const units = Float64Array.from({ length: Math.ceil(total / step) + 1 }, (_, index) => index * step);
        const spans = spansOf(listOf(hits, 4), units, units);
        const marked = (bucket: number): boolean =>
          spans.some((from, at) => at % 2 === 0 && from <= bucket * step && bucket * step < (spans[at + 1] ?? 0));
        for (let bucket = 0; bucket + 1 < units.length; bucket += 1) {
          expect(marked(bucket)).toBe(hits.some(({ start }) => start >= bucket * step && start < (bucket + 1) * step));
        }
      }),
    );
  });

  it('are drawn on whole pixels, never too small to be seen, and inside the bar', () => {
    expect(drawSpans(Float64Array.of(0, 1), 1000, 100, [4, 4])).toBe('M4 0h4V2h-4z');
    expect(drawSpans(Float64Array.of(999, 1000), 1000, 100, [4, 4])).toBe('M4 98h4V100h-4z');
    // Touching spans are merged.
    expect(drawSpans(Float64Array.of(0, 10, 20, 30, 500, 520), 1000, 100, [0, 4])).toBe('M0 0h4V4h-4zM0 50h4V52h-4z');
    expect(drawSpans(new Float64Array(), 1000, 100, [0, 4])).toBe('');
  });
});
