// The items of one container in another order. Commas and white space stay where they are, the items change
// places: so a list keeps its layout, whatever that is.

import { copyBytes } from '../../shared/bytes.ts';
import type { Splice } from '../../shared/splice.ts';
import { asByte } from '../../shared/units.ts';
import { fetchEntries } from './fetch.ts';
import { TEXT_BASE, type DocumentMemory } from './memory.ts';
import type { Places } from './places.ts';
import type { Work } from './work.ts';

/** After so many items the work lets others in. */
const SLICE_ITEMS = 2048;
/** So many items are fetched from memory at once, and of each so many bytes. */
const FETCH_ITEMS = 64;
const FETCH_BYTES = 1024;

/** The items of a container: their entries, and the bytes of each, with its key inside an object. */
export interface Items {
  readonly nodes: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** A container's items in their order. */
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
  return { nodes, starts, ends };
}

/** The splice that puts items into the order of their indexes `order`; none where they are in it. */
export function* reorder(places: Places, items: Items, order: Uint32Array): Work<Splice[]> {
  let from = 0;
  let to = order.length;
  while (from < to && order[from] === from) from += 1;
  while (to > from && order[to - 1] === to - 1) to -= 1;
  if (from === to) return [];
  const [start, end] = [items.starts[from] ?? 0, items.ends[to - 1] ?? 0];
  const insert = new Uint8Array(end - start);
  let at = 0;
  for (let first = from; first < to; first += FETCH_ITEMS) {
    const behind = Math.min(to, first + FETCH_ITEMS);
    at = copyItems(places.tape.memory, items, order, first, behind, insert, at);
    if ((first - from) % SLICE_ITEMS === 0) yield { done: at, total: insert.length };
  }
  return [{ start: asByte(start), end: asByte(end), insert, disposable: true }];
}

/** Copies the items that come to the places `first` to `behind`, and what stands behind these places. */
function copyItems(
  { bytes, passes }: DocumentMemory,
  { starts, ends }: Items,
  order: Uint32Array,
  first: number,
  behind: number,
  insert: Uint8Array,
  offset: number,
): number {
  // They come from all over the text.
  for (let place = first; place < behind; place += 1) {
    const item = order[place] ?? 0;
    const start = starts[item] ?? 0;
    passes.fetch(TEXT_BASE + start, TEXT_BASE + Math.min(ends[item] ?? 0, start + FETCH_BYTES));
  }
  let at = offset;
  for (let place = first; place < behind; place += 1) {
    const item = order[place] ?? 0;
    const [start, end] = [starts[item] ?? 0, ends[item] ?? 0];
    copyBytes(bytes, TEXT_BASE + start, TEXT_BASE + end, insert, at);
    at += end - start;
    if (at >= insert.length) break;
    const [gapStart, gapEnd] = [ends[place] ?? 0, starts[place + 1] ?? 0];
    copyBytes(bytes, TEXT_BASE + gapStart, TEXT_BASE + gapEnd, insert, at);
    at += gapEnd - gapStart;
  }
  return at;
}
