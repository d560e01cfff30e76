// The items of a container that match a filter, or do not, in batches that fit in the processor's cache: read anything else of
// an item before the next batch.

import type { Path } from '../../../shared/document/path.ts';
import type { WizardFilter } from '../../../shared/protocol/wizard.ts';
import { fetchEntries } from '../tape/prefetch.ts';
import type { Places } from '../tape/places.ts';
import type { Progress, Work } from '../base/work.ts';
import { FieldFinder } from './field-finder.ts';
import { Predicate } from './predicate.ts';

/** Items per batch; fewer where they hold many values. */
const BATCH_ITEMS = 512;
const BATCH_ENTRIES = 65_536;
/** Entries per slice. */
const SLICE_ENTRIES = 131_072;

/** A batch of neighbouring items. */
export interface Batch {
  /** The entries of the selected items; valid until the next batch. */
  readonly entries: Uint32Array;
  /** The nodes at the requested paths of each selected item, one item after the other; -1 for none. */
  readonly nodes: Int32Array;
  readonly progress: Progress;
  /** Whether the caller should end its slice here. */
  readonly isSlice: boolean;
}

/** Which items are selected. */
export type RowChoice = 'matching' | 'others';

/**
 * The items of a container that match a filter, or those that do not, in order, and the values at `paths` in each. Reads the
 * live tape.
 */
export function* eachBatch(
  places: Places,
  container: number,
  filter: WizardFilter | null,
  which: RowChoice = 'matching',
  paths: readonly Path[] = [],
): Generator<Batch, void, void> {
  const { tape } = places;
  const close = tape.closing(container);
  const total = places.children.count(container);
  const predicate = filter === null ? null : new Predicate(places, filter);
  const finder = new FieldFinder(places, [...paths, filter?.path ?? []]);
  const wanted = which === 'matching';
  const chosen = new Uint32Array(BATCH_ITEMS);
  // One more slot than the nodes need: the filter's node follows those of its item.
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

/** The entries of the items that do not match. */
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
