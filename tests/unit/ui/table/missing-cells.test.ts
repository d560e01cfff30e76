// The values that a table lacks, as far as the comparison answers.

import { expect, it } from 'vitest';
import { CHANGE, NO_NODE } from '../../../../src/shared/protocol/compare.ts';
import { CodedError } from '../../../../src/shared/errors.ts';
import { asRevision } from '../../../../src/shared/units.ts';
import type { Compared } from '../../../../src/ui/client/comparer.ts';
import { SideDifferences } from '../../../../src/ui/compare/side-differences.ts';
import { MissingCells } from '../../../../src/ui/table/diff/missing-cells.ts';

// [{"a":1}] and [{"a":1,"b":2}]: entries 0 [, 1 {, 2 1, and in the other 0 [, 1 {, 2 1, 3 2
const compared: Compared = {
  id: 1,
  count: 1,
  changes: Uint32Array.of(CHANGE.create, NO_NODE, 3, NO_NODE),
  marks: {
    left: Uint32Array.of(0, 5, CHANGE.inside, 1, 1, 4, CHANGE.inside, 1),
    right: Uint32Array.of(0, 6, CHANGE.inside, 1, 1, 5, CHANGE.inside, 1, 3, 4, CHANGE.create, 1),
  },
  notes: [],
  revisions: { left: asRevision(1), right: asRevision(1) },
};

/** Reads what row 1 lacks as a table does: again after each arrival. */
function makeTable(counterparts: () => Promise<Uint32Array>) {
  const reader = {
    describe: () =>
      Promise.resolve([
        {
          index: 0,
          change: 'create' as const,
          left: null,
          right: { path: [0, 'b'], ordinals: null, value: '2', range: { start: 0, end: 0 } as never },
          partner: null,
        },
      ]),
    within: () => Promise.resolve(null),
  };
  const [left, right] = [new SideDifferences('left', reader), new SideDifferences('right', reader)];
  let asked = 0;
  const comparer = {
    counterparts: () => {
      asked += 1;
      // A table that asks again and again would never let the page do anything else.
      if (asked > 10) throw new RangeError('asked too often');
      return counterparts();
    },
  };
  const missing = new MissingCells(left, right, comparer, () => render());
  const render = () => missing.of(1, 1);
  right.subscribe(render);
  for (const side of [left, right]) side.show(compared);
  return { render, count: () => asked };
}

it('[CMP-3] are those of the row’s counterpart', async () => {
  const { render, count } = makeTable(() => Promise.resolve(Uint32Array.of(1, 1)));
  await expect.poll(render).toEqual([{ path: ['b'], value: '2' }]);
  expect(count()).toBe(1);
});

it('[CMP-3] are not asked for again where the comparison is gone', async () => {
  const { render, count } = makeTable(() => Promise.reject(new CodedError('stale', 'the comparison is gone')));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(render()).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(count()).toBe(1);
});
