// The keys of a list, against a plain list of rows.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTyped, moveOf, type ListRow } from '../../../../src/ui/widgets/list/list-row.ts';

const KEYS = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'ArrowLeft', 'ArrowRight'] as const;

/** Rows whose levels go down one at a time, as those of a tree do. */
const rows = fc
  .array(
    fc.record({
      deeper: fc.integer({ min: -3, max: 1 }),
      isOpen: fc.constantFrom(true, false, null),
      text: fc.string(),
    }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((steps) => {
    let level = 1;
    return steps.map(({ deeper, isOpen, text }, index): ListRow => {
      level = index === 0 ? 1 : Math.max(1, level + deeper);
      return { level, isOpen, text, position: 1, siblings: 1 };
    });
  });

describe('the keys of a list', () => {
  it('[NEW-11] lead to rows of the list alone, whatever is being read', () => {
    fc.assert(
      fc.property(rows, fc.nat(), fc.constantFrom(...KEYS), fc.nat(20), fc.nat(3), (list, at, key, pageRows, gap) => {
        const active = at % list.length;
        const rowAt = (index: number): ListRow | undefined => (gap > 0 && index % 7 === gap ? undefined : list[index]);
        const move = moveOf(key, { count: list.length, active, pageRows, rowAt });
        if (move?.type !== 'to') return;
        expect(move.index).toBeGreaterThanOrEqual(0);
        expect(move.index).toBeLessThan(list.length);
        if (key === 'ArrowDown') expect(move.index).toBe(Math.min(active + 1, list.length - 1));
        if (key === 'ArrowUp') expect(move.index).toBe(Math.max(active - 1, 0));
        if (key === 'Home') expect(move.index).toBe(0);
        if (key === 'End') expect(move.index).toBe(list.length - 1);
      }),
      { numRuns: 400, seed: 58_601 },
    );
  });

  it('[NEW-11] open, enter, leave and close groups', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (list, at) => {
        const active = at % list.length;
        const row = list[active];
        const shape = { count: list.length, active, pageRows: 5, rowAt: (index: number) => list[index] };
        const right = moveOf('ArrowRight', shape);
        if (row?.isOpen === false) expect(right).toEqual({ type: 'toggle', isOpen: true });
        else if ((list[active + 1]?.level ?? 0) > (row?.level ?? 0))
          expect(right).toEqual({ type: 'to', index: active + 1 });
        else expect(right).toBeNull();
        const left = moveOf('ArrowLeft', shape);
        const parent = list.findLastIndex((one, index) => index < active && one.level < (row?.level ?? 1));
        if (row?.isOpen === true) expect(left).toEqual({ type: 'toggle', isOpen: false });
        else expect(left).toEqual({ type: 'to', index: parent < 0 ? active : parent });
      }),
      { numRuns: 400, seed: 58_602 },
    );
  });

  it('[NEW-11] find what is typed: from the active row on, and the next one for the same letter again', () => {
    const list = ['alpha', 'beta', 'Beech', 'gamma'].map((text): ListRow => ({
      level: 1,
      isOpen: null,
      text,
      position: 1,
      siblings: 4,
    }));
    const from = (typed: string, active: number): number =>
      findTyped(typed, { count: 4, active, rowAt: (index) => list[index] });
    expect([from('b', 0), from('b', 1), from('bb', 1), from('be', 1), from('bee', 1), from('a', 0)]).toEqual([
      1, 2, 2, 1, 2, 0,
    ]);
    expect([from('x', 0), from('gam', 3), from('alp', 3)]).toEqual([-1, 3, 0]);
    expect(findTyped('a', { count: 0, active: 0, rowAt: () => undefined })).toBe(-1);
  });
});
