// Where selections are after splices: around the same text, without what is written at their ends.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapSelection, SelectionTracker } from '../../../../src/engine/base/selection-tracking.ts';
import { asByte } from '../../../../src/shared/units.ts';
import { spliceBytes } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const AT_START = 254;
const AT_END = 255;

const splice = (start: number, end: number, length: number, byte = 200) => ({
  start: asByte(start),
  end: asByte(end),
  insert: new Uint8Array(length).fill(byte),
});
const caret = (at: number) => ({ anchor: at, active: at });

describe('[TXT-1] selections', () => {
  it('hold after inserts and removals what they held, and nothing new at their ends', () => {
    const steps = fc.array(fc.tuple(fc.nat(5), fc.nat(4)), { maxLength: 6 });
    fc.assert(
      fc.property(steps, fc.nat(30), fc.nat(30), fc.boolean(), (changes, anchor, active, grows) => {
        fc.pre(anchor !== active);
        const [first, last] = [Math.min(anchor, active), Math.max(anchor, active)];
        const text = Uint8Array.from({ length: 30 }, (_, index) => index);
        let at = 0;
        const splices = changes.map(([gap, size], index) => {
          const start = Math.min(30, at + gap);
          at = index % 2 === 1 ? Math.min(30, start + size) : start;
          // What is inserted at the selection's ends is not to be taken for what is inserted elsewhere.
          const byte = start === first ? AT_START : start === last ? AT_END : 200;
          return at > start ? splice(start, at, 0) : splice(start, start, size, byte);
        });
        const tracker = new SelectionTracker([{ anchor, active }], grows);
        for (const { start, end, insert } of splices) tracker.edit(start, end, insert.length);
        const [moved = caret(0)] = tracker.finish();
        const after = spliceBytes(text, splices);
        const held = Array.from(
          after.slice(Math.min(moved.anchor, moved.active), Math.max(moved.anchor, moved.active)),
        );
        const kept = Array.from(text.slice(first, last)).filter((byte) => after.includes(byte));
        expect(held.filter((byte) => byte < 200)).toEqual(kept);
        expect(held.includes(AT_END)).toBe(false);
        expect(held.includes(AT_START)).toBe(grows && after.includes(AT_START));
        if (kept.length > 0) expect(Math.sign(moved.active - moved.anchor)).toBe(Math.sign(active - anchor));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('keep their distance from the start of replaced text, as far as the new text reaches', () => {
    const selection = [4, 6, 9, 10].map(caret);
    expect(mapSelection([splice(4, 9, 3)], selection)).toEqual([4, 6, 7, 8].map(caret));
    expect(mapSelection([splice(4, 9, 8)], selection)).toEqual([4, 6, 12, 13].map(caret));
  });

  it('move by all splices that touch them, not only by the first', () => {
    expect(mapSelection([splice(5, 5, 1), splice(5, 5, 2)], [caret(5)])).toEqual([caret(8)]);
    expect(mapSelection([splice(0, 5, 3), splice(5, 5, 2)], [caret(5)])).toEqual([caret(5)]);
    expect(mapSelection([splice(2, 5, 0), splice(5, 8, 0)], [{ anchor: 5, active: 9 }])).toEqual([
      { anchor: 2, active: 3 },
    ]);
  });
});
