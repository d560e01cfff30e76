// Reorders the items of one container. Commas and white space stay where they are and the items change places, so a list keeps
// its layout, whatever that is.

import { hasComments } from '../../shared/document/dialect.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import { arranged, computePlacement } from '../document/arrangement.ts';
import { fetchEntries } from '../tape/prefetch.ts';
import { Gather } from '../base/gather.ts';
import type { Places } from '../tape/places.ts';
import type { Items } from './items.ts';
import { reorderRelaxed } from './relaxed-reorder.ts';
import type { Work } from '../base/work.ts';

/** Items per slice. */
const SLICE_ITEMS = 2048;

/** Returns a container's items in their order. */
export function* itemsOf(places: Places, container: number): Work<Items> {
  const { tape } = places;
  const close = tape.closing(container);
  const isObject = places.kind(container) === 'object';
  const total = places.children.count(container);
  const [nodes, starts, ends] = [new Uint32Array(total), new Uint32Array(total), new Uint32Array(total)];
  let index = 0;
  let fetched = 0;
  for (let child = container + 1; child < close; child = tape.next(child)) {
    if (child >= fetched) fetched = fetchEntries(tape, child, close);
    const { start, end } = places.range(child);
    nodes[index] = child;
    starts[index] = isObject ? places.keyRange(child).start : start;
    ends[index] = end;
    index += 1;
    if (index % SLICE_ITEMS === 0) yield { done: index, total };
  }
  return { container, nodes, starts, ends };
}

/**
 * Returns the splice that reorders items: position `p` gets the item with index `order[p]`. Empty when they are already in this
 * order.
 */
export function* reorder(places: Places, items: Items, order: Uint32Array): Work<Splice[]> {
  let from = 0;
  let to = order.length;
  while (from < to && order[from] === from) from += 1;
  while (to > from && order[to - 1] === to - 1) to -= 1;
  if (from === to) return [];
  if (hasComments(places.tape.dialect)) return yield* reorderRelaxed(places, items, order, from, to);
  const [start, end] = [items.starts[from] ?? 0, items.ends[to - 1] ?? 0];
  const insert = new Uint8Array(end - start);
  const gather = new Gather(places.tape.memory, insert);
  for (let first = from; first < to; first += SLICE_ITEMS) {
    addItems(gather, items, order, first, Math.min(to, first + SLICE_ITEMS), to);
    gather.flush();
    yield { done: gather.written, total: insert.length };
  }
  const splice: Splice = { start: asByte(start), end: asByte(end), insert, disposable: true };
  const nodes = new Uint32Array(to - from + 1);
  nodes.set(items.nodes.subarray(from, to));
  nodes[to - from] = places.tape.next(items.nodes[to - 1] ?? 0);
  const before = { nodes, starts: items.starts.slice(from, to), ends: items.ends.slice(from, to) };
  const moved = order.subarray(from, to).map((item) => item - from);
  return [
    arranged(splice, { container: items.container, order: moved, before, after: computePlacement(before, moved) }),
  ];
}

/** Adds the items for the positions `first` to `behind` (exclusive), and the text after each position except the last. */
function addItems(
  gather: Gather,
  { starts, ends }: Items,
  order: Uint32Array,
  first: number,
  behind: number,
  last: number,
): void {
  for (let place = first; place < behind; place += 1) {
    const item = order[place] ?? 0;
    gather.add(starts[item] ?? 0, ends[item] ?? 0);
    if (place + 1 < last) gather.add(ends[place] ?? 0, starts[place + 1] ?? 0);
  }
}
