// Checks whether another member already has the key that a member is to get. JSON allows duplicates, but most programs lose one
// of the two. So the edit is made, and the duplicate is reported.

import { nameOf, type Places } from '../tape/places.ts';
import type { Work } from '../base/work.ts';

const SLICE_MEMBERS = 1 << 14;

/** Compares a key with those of a member's siblings, however they are spelt. Cost: a walk over the object. */
export function* isKeyTaken(places: Places, member: number, key: string): Work<boolean> {
  const { tape } = places;
  const parent = places.parent(member);
  if (parent < 0 || places.kind(parent) !== 'object') return false;
  const name = nameOf(key);
  const close = tape.closing(parent);
  let count = 0;
  for (let child = parent + 1; child < close; child = tape.next(child)) {
    if (child !== member && places.isKey(child, name)) return true;
    count += 1;
    if (count % SLICE_MEMBERS === 0) yield { done: child - parent, total: close - parent };
  }
  return false;
}
