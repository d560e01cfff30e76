// The list of a history's steps against a plain array, and how many steps the edits of a long history look at.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asByte } from '../../../../src/shared/units.ts';
import { History } from '../../../../src/engine/document/history.ts';
import { StepList } from '../../../../src/engine/document/step-list.ts';
import { encode } from '../support/documents.ts';

const EDITS = 20_000;
const MOST_READS = 4 * EDITS;

describe('the steps of a history', () => {
  it('are those of a plain array, with the sum of its bytes', () => {
    const action = fc.oneof(
      fc.record({ type: fc.constant('push' as const), bytes: fc.nat(50) }),
      fc.record({ type: fc.constant('remove' as const), count: fc.nat(4) }),
      fc.record({ type: fc.constant('drop' as const), count: fc.nat(6) }),
      fc.record({ type: fc.constant('replace' as const), name: fc.nat(30), bytes: fc.nat(50) }),
      fc.record({ type: fc.constant('replace all' as const), bytes: fc.nat(3) }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
        const list = new StepList<{ readonly name: number; readonly bytes: number }>();
        let model: { readonly name: number; readonly bytes: number }[] = [];
        for (const [name, one] of actions.entries()) {
          if (one.type === 'push') {
            list.push({ name, bytes: one.bytes });
            model.push({ name, bytes: one.bytes });
          }
          if (one.type === 'remove') {
            expect(list.latest(one.count)).toEqual(model.toReversed().slice(0, one.count));
            list.removeLast(one.count);
            model = model.slice(0, Math.max(0, model.length - one.count));
          }
          if (one.type === 'drop')
            for (let n = 0; n < one.count; n += 1) expect(list.dropOldest()).toBe(model.shift()?.bytes ?? 0);
          if (one.type === 'replace') {
            const { bytes } = one;
            const at = model.findLastIndex((step) => step.name === one.name);
            expect(
              list.replaceLatest(
                (step) => step.name === one.name,
                (step) => ({ ...step, bytes }),
              ),
            ).toBe(at >= 0);
            model = model.map((step, index) => (index === at ? { ...step, bytes } : step));
          }
          if (one.type === 'replace all') {
            const { bytes } = one;
            list.replaceAll((step, next) => ({ ...step, bytes: bytes + (next?.bytes ?? 0) }));
            model = model.map((step, at) => ({ ...step, bytes: bytes + (model[at + 1]?.bytes ?? 0) }));
          }
          expect([...list]).toEqual(model);
          expect([list.length, list.last]).toEqual([model.length, model.at(-1)]);
          expect(list.bytes).toBe(model.reduce((sum, step) => sum + step.bytes, 0));
        }
      }),
    );
  });

  it.each([
    ['with room for all', undefined, EDITS],
    ['with room for 500', 65 * 500, 500],
  ])('[NEW-11] are read a few times each by the edits of a long history, %s', (_title, budget, kept) => {
    const history = new History(budget);
    const { past } = history as unknown as { past: { items: unknown[] } };
    let reads = 0;
    const counted = (items: unknown[]): unknown[] =>
      new Proxy(items, {
        get(target, key, receiver) {
          if (typeof key === 'string' && /^\d/.test(key)) reads += 1;
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
    let watched = (past.items = counted(past.items));
    const edit = { type: 'splices', splices: [{ start: asByte(0), end: asByte(0), insert: encode('x') }] } as const;
    for (let n = 0; n < EDITS && reads <= MOST_READS; n += 1) {
      history.record(edit, 'alone');
      // The list has made another array.
      if (past.items !== watched) watched = past.items = counted(past.items);
    }
    expect(reads).toBeGreaterThan(EDITS / 2);
    expect(reads).toBeLessThanOrEqual(MOST_READS);
    expect(history.bytes).toBe(65 * kept);
    expect([history.steps.length, history.isCut]).toEqual([kept, budget !== undefined]);
  });
});
