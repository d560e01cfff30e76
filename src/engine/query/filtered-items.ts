// The items of a container that match a filter, or do not, in batches that fit in the processor's cache: read anything else of
// an item before the next batch.

import type { Path } from '../../shared/document/path.ts';
import type { WizardFilter, WizardFilters } from '../../shared/protocol/wizard.ts';
import { fetchEntries } from '../tape/prefetch.ts';
import type { Places } from '../tape/places.ts';
import type { Progress, Work } from '../base/work.ts';
import { FieldFinder } from './field-finder.ts';
import { testOf } from './predicate.ts';

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
 * The items of a container that match filters, or those that do not, in order, and the values at `paths` in each. Reads the
 * live tape.
 */
export function* eachBatch(
  places: Places,
  container: number,
  { filters, join }: WizardFilters,
  which: RowChoice = 'matching',
  paths: readonly Path[] = [],
): Generator<Batch, void, void> {
  const { tape } = places;
  const close = tape.closing(container);
  const total = places.children.count(container);
  const tests = filters.map((filter) => testOf(places, filter));
  const finder = new FieldFinder(places, [...paths, ...filters.map(({ path }) => path)]);
  const wanted = which === 'matching';
  const isAny = join === 'or';
  const chosen = new Uint32Array(BATCH_ITEMS);
  // More slots than the nodes need: those of the filters follow those of their item.
  const nodes = new Int32Array(BATCH_ITEMS * paths.length + filters.length);
  const matches = (item: number, at: number): boolean => {
    for (let index = 0; index < tests.length; index += 1) {
      if (tests[index]?.(item, nodes[at + index] ?? -1) === isAny) return isAny;
    }
    return !isAny || tests.length === 0;
  };
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
      if (matches(child, (count + 1) * paths.length) === wanted) {
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
  for (const { entries, progress, isSlice } of eachBatch(
    places,
    container,
    { filters: [filter], join: 'and' },
    'others',
  )) {
    found.set(entries, count);
    count += entries.length;
    if (isSlice) yield progress;
  }
  return found.slice(0, count);
}
