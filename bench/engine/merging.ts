// Steps of the suite `merge`: two versions of records that have both changed in other places, merged three-way, in scans of all three.

import { finish } from '../../src/engine/base/work.ts';
import { mergeThreeWay } from '../../src/engine/merge/three-way.ts';
import { generate } from '../generate.ts';
import { changeRecords } from './comparing.ts';
import { openDocument, scanOf } from './open.ts';
import type { BenchJob, Step } from './step.ts';

/** Changes on the left and on the right: some of them meet. */
const CHANGES = { left: 50, right: 37 };

/** Returns the step on documents of `size` bytes. */
export function* mergeSteps({ size }: BenchJob): Generator<Step> {
  const text = generate('records', 'pretty', size);
  const versions = [text, changeRecords(text, CHANGES.left)[1], changeRecords(text, CHANGES.right)[1]];
  const [base, left, right] = versions.map((version) => openDocument(version));
  if (base === undefined || left === undefined || right === undefined) throw new RangeError('there are three versions');
  const merge = (): ReturnType<typeof mergeThreeWay> =>
    mergeThreeWay(base, left, right, { prefer: () => 'left', identity: null });
  yield {
    name: 'merge two versions',
    own: () => finish(merge()),
    beside: [scanOf(base, left, right)],
    facts: () => ({ bytes: base.size + left.size + right.size, conflicts: finish(merge()).conflicts.length }),
  };
}
