// Compared with jsondiffpatch, which is told how records are identified: never more differences than it finds.

import fc from 'fast-check';
import { create, type Delta } from 'jsondiffpatch';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { writeDelta } from '../../../../src/engine/diff/output/delta.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { compareTexts } from './model.ts';
import { runs } from '../../../runs.ts';

interface Item {
  readonly id: number;
  readonly a: unknown;
  readonly b: readonly number[];
  readonly c: Readonly<Record<string, unknown>>;
}

const scalar = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y', true, null));
const item = fc.record({
  id: fc.integer({ min: 0, max: 30 }),
  a: scalar,
  b: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 6 }),
  c: fc.dictionary(fc.constantFrom('k', 'l', 'm'), scalar, { maxKeys: 3 }),
});
const records = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 12 });

const peer = create({ objectHash: (value) => String((value as unknown as Item).id) });

/** Counts the changes in a delta. */
function countDelta(delta: unknown): number {
  if (delta === undefined) return 0;
  if (Array.isArray(delta)) return 1;
  const { _t: _, ...rest } = delta as Record<string, unknown>;
  return Object.values(rest).reduce<number>((sum, one) => sum + countDelta(one), 0);
}

describe('[CMP-2] beside jsondiffpatch', () => {
  it('finds no more differences in records', () => {
    fc.assert(
      fc.property(records, records, fc.boolean(), (left, right, isWrapped) => {
        const [one, other] = isWrapped ? [{ items: left }, { items: right }] : [left, right];
        const { count } = compareTexts(JSON.stringify(one), JSON.stringify(other), { identity: 'id' });
        expect(count).toBeLessThanOrEqual(countDelta(peer.diff(one, other)));
      }),
      { numRuns: runs(500) },
    );
  });

  it('finds no more in lists and in objects', () => {
    const list = fc.array(scalar, { maxLength: 12 });
    fc.assert(
      fc.property(list, list, item, item, (left, right, from, to) => {
        const [one, other] = [
          { ...from, list: left },
          { ...to, list: right },
        ];
        const { count } = compareTexts(JSON.stringify(one), JSON.stringify(other));
        expect(count).toBeLessThanOrEqual(countDelta(peer.diff(one, other)));
      }),
      { numRuns: runs(500) },
    );
  });

  it('writes deltas that it carries out', () => {
    const list = fc.array(scalar, { maxLength: 12 });
    fc.assert(
      fc.property(records, records, list, list, (left, right, one, other) => {
        const [from, to] = [
          { left, one },
          { left: right, one: other },
        ];
        const comparison = compareTexts(JSON.stringify(from), JSON.stringify(to));
        const delta = new TextDecoder().decode(joinBytes(finish(writeDelta(comparison))));
        const result = delta.trim() === '' ? from : peer.patch(structuredClone(from), JSON.parse(delta) as Delta);
        expect(result).toEqual(to);
      }),
      { numRuns: runs(500) },
    );
  });
});
