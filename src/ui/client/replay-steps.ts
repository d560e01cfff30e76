// Makes the steps of a journal again, in a worker that holds their base: those that were undone too, which are then undone.

import type { JournaledWrite, RecordedChange, RecordedSteps } from './journal.ts';

/** How a replay reaches the document. */
export interface ReplayTarget {
  make(change: RecordedChange): Promise<void>;
  /** Returns the number of the steps of its history. */
  count(): Promise<number>;
  undo(count: number): Promise<unknown>;
}

/** Replays steps in their order. */
export async function replaySteps({ done, undone }: RecordedSteps, { make, count, undo }: ReplayTarget): Promise<void> {
  for (const change of done) await make(change);
  const [first, ...others] = undone;
  if (first === undefined) return;
  const before = await count();
  await make({ ...first, change: asOwnStep(first.change) });
  for (const change of others) await make(change);
  await undo((await count()) - before);
}

/** A change as the first that was undone: it joins no step, because the one before it stays. */
function asOwnStep(change: JournaledWrite): JournaledWrite {
  if (change.type === 'apply' && change.step === 'continues') return { ...change, step: 'begins' };
  return change.type === 'edit' && change.joins ? { ...change, joins: false } : change;
}
