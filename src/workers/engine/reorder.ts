// The items of one container in another order. Commas and white space stay where they are, the items change
// places: so a list keeps its layout, whatever that is.

import { copyBytes } from '../../shared/bytes.ts';
import type { Splice } from '../../shared/splice.ts';
import { asByte } from '../../shared/units.ts';
import type { Places } from './places.ts';
import type { Work } from './work.ts';

/** After so many items the work lets others in. */
const SLICE_ITEMS = 2048;
/** So many items are fetched from memory at once, and of each so many bytes. */
const FETCH_ITEMS = 64;
const FETCH_BYTES = 1024;
const CACHE_LINE = 64;

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
  for (let child = container + 1; child < close; child = tape.next(child)) {
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
export function* reorder(places: Places, { starts, ends }: Items, order: Uint32Array): Work<Splice[]> {
  let from = 0;
  let to = order.length;
  while (from < to && order[from] === from) from += 1;
  while (to > from && order[to - 1] === to - 1) to -= 1;
  if (from === to) return [];
  const [start, end] = [starts[from] ?? 0, ends[to - 1] ?? 0];
  const insert = new Uint8Array(end - start);
  let at = 0;
  for (let slice = from; slice < to; slice += SLICE_ITEMS) {
    // Others may make the memory grow between two slices.
    const text = places.text.slice(0, places.text.size);
    const last = Math.min(to, slice + SLICE_ITEMS);
    for (let first = slice; first < last; first += FETCH_ITEMS) {
      const behind = Math.min(last, first + FETCH_ITEMS);
      fetch(text, starts, ends, order, first, behind, insert, at);
      for (let index = first; index < behind; index += 1) {
        const item = order[index] ?? 0;
        const [itemStart, itemEnd] = [starts[item] ?? 0, ends[item] ?? 0];
        copyBytes(text, itemStart, itemEnd, insert, at);
        at += itemEnd - itemStart;
        if (index + 1 === to) break;
        const [gapStart, gapEnd] = [ends[index] ?? 0, starts[index + 1] ?? 0];
        copyBytes(text, gapStart, gapEnd, insert, at);
        at += gapEnd - gapStart;
      }
    }
    yield { done: at, total: insert.length };
  }
  return [{ start: asByte(start), end: asByte(end), insert }];
}

/**
 * Copies one byte of each cache line of some items ahead. They lie all over the text, and memory that is
 * asked for many of them answers sooner than where each is waited for: half the time on 100 MB.
 */
function fetch(
  text: Uint8Array,
  starts: Uint32Array,
  ends: Uint32Array,
  order: Uint32Array,
  first: number,
  behind: number,
  insert: Uint8Array,
  offset: number,
): void {
  let at = offset;
  for (let index = first; index < behind; index += 1) {
    const item = order[index] ?? 0;
    const [start, end] = [starts[item] ?? 0, ends[item] ?? 0];
    const fetched = Math.min(end, start + FETCH_BYTES);
    for (let byte = start; byte < fetched; byte += CACHE_LINE) insert[at + byte - start] = text[byte] ?? 0;
    at += end - start + (starts[index + 1] ?? 0) - (ends[index] ?? 0);
  }
}
