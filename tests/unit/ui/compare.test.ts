// Views' access to a comparison: the changes between two places, values loaded on demand, and the options.

import { describe, expect, it } from 'vitest';
import { CHANGE, NO_NODE } from '../../../src/shared/protocol/compare.ts';
import { asRevision } from '../../../src/shared/units.ts';
import type { Compared } from '../../../src/ui/client/comparer.ts';
import { ValuesByKey } from '../../../src/ui/async/values-by-key.ts';
import { readCompareOptions } from '../../../src/ui/compare/compare-options.ts';
import { readPaths } from '../../../src/ui/settings/ignored-paths.ts';
import { SideDifferences } from '../../../src/ui/compare/side-differences.ts';

/** A root with changes inside, an update at 2, a created container from 4 to 9, and an update at 10. */
const marks = Uint32Array.from(
  [
    [0, 12, CHANGE.inside, 3],
    [2, 3, CHANGE.update, 1],
    [4, 9, CHANGE.create, 1],
    [10, 11, CHANGE.update, 1],
  ].flat(),
);
const compared: Compared = {
  id: 1,
  count: 3,
  changes: Uint32Array.from(
    [
      [CHANGE.update, 1, 10, NO_NODE],
      [CHANGE.update, 5, 2, NO_NODE],
      [CHANGE.create, NO_NODE, 4, NO_NODE],
    ].flat(),
  ),
  marks: { left: new Uint32Array(), right: marks },
  notes: [],
  revisions: { left: asRevision(1), right: asRevision(7) },
};

describe('[CMP-1] the differences of one side', () => {
  const make = () => {
    const asked: number[] = [];
    const sides = new SideDifferences('right', {
      describe: (_, from) => {
        asked.push(from);
        const view = (index: number) => ({
          index,
          change: 'update' as const,
          left: { path: [], ordinals: null, value: `old ${index}`, range: { start: 0, end: 0 } as never },
          right: null,
          partner: null,
        });
        return Promise.resolve([view(0), view(1), view(2)]);
      },
      within: () => Promise.resolve(null),
    });
    sides.show(compared);
    return { sides, asked };
  };

  it('are those that lie or reach between two entries', () => {
    const { sides } = make();
    const between = (from: number, to: number) => [...sides.changedBetween(from, to, 10).nodes];
    expect(between(0, 12)).toEqual([2, 4, 10]);
    expect(between(5, 7)).toEqual([4]);
    expect(between(9, 10)).toEqual([]);
    expect(between(3, 11)).toEqual([4, 10]);
    expect(sides.changedBetween(0, 12, 1).nodes).toHaveLength(1);
    expect(sides.markOf(6)).toMatchObject({ mark: 'create', node: 4 });
    expect(sides.markOf(1)).toBeNull();
    expect([...sides.nodesOf('update')]).toEqual([2, 10]);
    expect(sides.revision).toBe(7);
  });

  it('know what a value was once it is read, which is told', async () => {
    const { sides, asked } = make();
    const told = new Promise<void>((resolve) => sides.subscribe(resolve));
    expect(sides.otherValue(10)).toBeNull();
    expect(sides.otherValue(2)).toBeNull();
    await told;
    expect(sides.otherValue(10)).toBe('old 0');
    expect(sides.otherValue(2)).toBe('old 1');
    expect(sides.otherValue(4)).toBeNull();
    expect(asked).toEqual([0]);
    sides.show(null);
    expect([sides.revision, sides.markOf(2), sides.otherValue(2)]).toEqual([null, null, null]);
  });
});

describe('what is read on demand', () => {
  it('is read once, the latest first, and begins anew when it was forgotten', async () => {
    const loads: number[] = [];
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const things = new ValuesByKey<number>(
      async (key) => {
        loads.push(key);
        await gate;
        return key * 2;
      },
      () => undefined,
      3,
    );
    for (const key of [1, 2, 3, 4, 5, 5]) things.get(key);
    open();
    await expect.poll(() => loads.length).toBe(4);
    // The first load is in progress; of the others the last three are queued.
    expect(loads).toEqual([1, 5, 4, 3]);
    await expect.poll(() => things.get(3)).toBe(6);
    things.clear();
    expect(things.get(3)).toBeUndefined();
  });
});

describe('the options of Compare', () => {
  it('read paths in every spelling, with wildcards, and refuse what is none', () => {
    expect(readPaths('$.orders[*].updated, /meta/version,')).toEqual([
      ['orders', '*', 'updated'],
      ['meta', 'version'],
    ]);
    expect(readPaths("$['a,b'].c")).toEqual([['a,b', 'c']]);
    expect(readPaths('')).toEqual([]);
    expect(readPaths('$.a[')).toBeNull();
    const chosen = {
      compareNumbers: 'spelling',
      compareTolerance: 0.5,
      compareIgnoreOrder: true,
      compareStructureOnly: true,
      compareIdentity: '',
      compareIgnorePaths: '$.*.a',
    } as const;
    expect(readCompareOptions(chosen)).toEqual({
      numbers: 'spelling',
      tolerance: 0.5,
      ignoreOrder: true,
      structureOnly: true,
      identity: null,
      ignorePaths: [['*', 'a']],
    });
  });
});
