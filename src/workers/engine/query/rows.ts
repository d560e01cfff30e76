// The items of a container that a filter keeps, or drops, in batches that stay in the processor's cache: whatever else is
// read of an item is read before the next batch.

import type { Path } from '../../../shared/document/path.ts';
import type { WizardFilter } from '../../../shared/protocol/wizard.ts';
import { fetchEntries } from '../tape/prefetch.ts';
import type { Places } from '../tape/places.ts';
import type { Progress, Work } from '../base/work.ts';
import { FieldFinder } from './fieldfinder.ts';
import { Predicate } from './predicate.ts';

/** Items of one batch; fewer where they hold many values. */
const BATCH_ITEMS = 512;
const BATCH_ENTRIES = 65_536;
/** After so many entries others are let in. */
const SLICE_ENTRIES = 131_072;

/** Items that stand near each other. */
export interface Batch {
  /** The entries of those that were chosen; valid until the next batch. */
  readonly entries: Uint32Array;
  /** Of each of these the nodes at the paths that were asked for, one item after the other; -1 for none. */
  readonly nodes: Int32Array;
  readonly progress: Progress;
  /** Whether others should be let in. */
  readonly isSlice: boolean;
}

/** Which items are chosen. */
export type Which = 'matching' | 'others';

/** A container's items that match a filter, or those that don't, in their order, and what is at `paths` in each. Of the live tape. */
export function* eachBatch(
  places: Places,
  container: number,
  filter: WizardFilter | null,
  which: Which = 'matching',
  paths: readonly Path[] = [],
): Generator<Batch, void, void> {
  const { tape } = places;
  const close = tape.closing(container);
  const total = places.children.count(container);
  const predicate = filter === null ? null : new Predicate(places, filter);
  const finder = new FieldFinder(places, [...paths, filter?.path ?? []]);
  const wanted = which === 'matching';
  const chosen = new Uint32Array(BATCH_ITEMS);
  // Behind the nodes of the last item there is room for that which the filter looks at.
  const nodes = new Int32Array(BATCH_ITEMS * paths.length + 1);
  let child = container + 1;
  let fetched = 0;
  let paused = child;
  let done = 0;
  while (child < close) {
    let count = 0;
    const limit = Math.min(close, child + BATCH_ENTRIES);
    for (let item = 0; item < BATCH_ITEMS && child < limit; item += 1) {
      if (child >= fetched) fetched = fetchEntries(tape, child, close);
      finder.find(child, nodes, count * paths.length);
      const node = nodes[(count + 1) * paths.length] ?? -1;
      if (predicate === null ? wanted : predicate.matches(child, node) === wanted) {
        chosen[count] = child;
        count += 1;
      }
      child = tape.next(child);
      done += 1;
    }
    const isSlice = child - paused >= SLICE_ENTRIES;
    if (isSlice) paused = child;
    yield { entries: chosen.subarray(0, count), nodes, progress: { done, total }, isSlice };
  }
}

/** The entries of the items that don't match. */
export function* unmatchedItems(places: Places, container: number, filter: WizardFilter): Work<Uint32Array> {
  const found = new Uint32Array(places.children.count(container));
  let count = 0;
  for (const { entries, progress, isSlice } of eachBatch(places, container, filter, 'others')) {
    found.set(entries, count);
    count += entries.length;
    if (isSlice) yield progress;
  }
  return found.slice(0, count);
}
