// Lists the arrays of a document that are not inside another array. They are offered as tables when the root is not an array.

import type { ArrayList, ArrayPlace } from '../../shared/protocol/table.ts';
import type { Segment } from '../../shared/document/path.ts';
import type { Work } from '../base/work.ts';
import type { Places } from '../tape/places.ts';

/** Arrays in the list, at most. */
export const MAX_ARRAYS = 1000;
const SLICE_MEMBERS = 16_384;

/** Lists arrays, including the root. Cost: the members of objects that are in no array. */
export function* listArrays(places: Places, most = MAX_ARRAYS): Work<ArrayList> {
  const { tape } = places;
  if (tape.count === 0) return { arrays: [], complete: true };
  if (places.kind(0) === 'array') return { arrays: [{ path: [], rows: places.children.count(0) }], complete: true };
  const arrays: ArrayPlace[] = [];
  const path: Segment[] = [];
  const closings: number[] = [];
  let members = 0;
  for (let entry = 0; entry < tape.count;) {
    if (entry === closings.at(-1)) {
      closings.pop();
      path.pop();
      entry += 1;
      continue;
    }
    members += 1;
    if (members % SLICE_MEMBERS === 0) yield { done: tape.start(entry), total: places.text.size };
    if (!tape.isOpening(entry)) {
      entry += 1;
    } else if (places.kind(entry) === 'array') {
      if (arrays.length === most) return { arrays, complete: false };
      arrays.push({ path: [...path, places.key(entry)], rows: places.children.count(entry) });
      entry = tape.next(entry);
    } else {
      // The root has no key; popping the empty path at its closing bracket does nothing.
      if (entry > 0) path.push(places.key(entry));
      closings.push(tape.closing(entry));
      entry += 1;
    }
  }
  return { arrays, complete: true };
}
