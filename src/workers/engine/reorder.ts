// The items of one container in another order. Commas and white space stay where they are, the items change
// places: so a list keeps its layout, whatever that is.

import { hasComments } from '../../shared/dialect.ts';
import type { Splice } from '../../shared/splice.ts';
import { asByte } from '../../shared/units.ts';
import type { Places } from './places.ts';
import { reorderRelaxed } from './relaxedreorder.ts';
import type { Work } from './work.ts';

/** After so many items the work lets others in. */
const SLICE_ITEMS = 4096;

/** The entries of a container's items, in their order. */
export function* itemsOf(places: Places, container: number): Work<Uint32Array> {
  const { tape } = places;
  const close = tape.closing(container);
  const items = new Uint32Array(places.children.count(container));
  let count = 0;
  for (let child = container + 1; child < close; child = tape.next(child)) {
    items[count] = child;
    count += 1;
    if (count % SLICE_ITEMS === 0) yield { done: count, total: items.length };
  }
  return items;
}

/** The splice that puts a container's items, `before` as they are, into the order `after`; none where it is the same. */
export function* reorder(places: Places, container: number, before: Uint32Array, after: Uint32Array): Work<Splice[]> {
  let from = 0;
  let to = before.length;
  while (from < to && before[from] === after[from]) from += 1;
  while (to > from && before[to - 1] === after[to - 1]) to -= 1;
  if (from === to) return [];
  if (hasComments(places.tape.dialect)) return yield* reorderRelaxed(places, container, before, after, from, to);
  const start = places.itemStart(container, before[from] ?? 0);
  const end = places.range(before[to - 1] ?? 0).end;
  const insert = new Uint8Array(end - start);
  let at = 0;
  const copy = (first: number, last: number): void => {
    insert.set(places.text.slice(first, last), at);
    at += last - first;
  };
  for (let index = from; index < to; index += 1) {
    const [old, item, next] = [before[index] ?? 0, after[index] ?? 0, before[index + 1] ?? 0];
    copy(places.itemStart(container, item), places.range(item).end);
    if (index + 1 < to) copy(places.range(old).end, places.itemStart(container, next));
    if (index % SLICE_ITEMS === 0) yield { done: at, total: insert.length };
  }
  return [{ start: asByte(start), end: asByte(end), insert }];
}
