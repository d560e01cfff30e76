// The rows of a view: their positions in the array, and their items.

import type { Work } from '../base/work.ts';
import type { Places } from '../tape/places.ts';

/** Up to this many siblings are stepped over one by one. */
const NEAR = 1024;
const SLICE_ROWS = 16_384;

/** The rows of an array that are shown, in their order. */
export interface View {
  readonly array: number;
  /** Positions in the array; `null` for all rows in their own order. */
  readonly positions: Uint32Array | null;
}

/** The number of rows in a view. */
export function countRows(places: Places, { array, positions }: View): number {
  return positions === null ? places.children.count(array) : positions.length;
}

/** The positions of rows of a view, from `first` on, at most `count`. */
export function positionsOf(places: Places, view: View, first: number, count: number): Uint32Array {
  const start = Math.max(0, first);
  const end = Math.min(countRows(places, view), first + count);
  if (view.positions !== null) return view.positions.subarray(start, Math.max(start, end));
  return Uint32Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}

/** The items at positions of an array, in the order of `positions`. Cost: one step each when these ascend in small steps. */
export function* itemsAt(places: Places, array: number, positions: Uint32Array): Work<Uint32Array> {
  const { tape, children } = places;
  const items = new Uint32Array(positions.length);
  let item = -1;
  let at = -1;
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0;
    if (item < 0 || position < at || position - at > NEAR) item = children.nth(array, position);
    else for (; at < position; at += 1) item = tape.next(item);
    if (item < 0 || item >= tape.closing(array)) throw new RangeError(`row ${position} of ${children.count(array)}`);
    at = position;
    items[index] = item;
    if (index % SLICE_ROWS === SLICE_ROWS - 1) yield { done: index, total: positions.length };
  }
  return items;
}
