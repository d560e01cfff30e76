// Finds the known key that was probably meant by an unknown one.

import type { Places } from '../tape/places.ts';
import { NONE, type MembersCheck } from './graph.ts';
import { nearest } from '../base/nearest.ts';

/** Keys of a schema that are compared. */
const MAX_COMPARED = 1000;
/** Members of an object that are searched for keys already in use; a larger object gets no suggestion. */
const MAX_MEMBERS = 10_000;

/**
 * Returns the nearest key that has a schema of its own and is not in the object; `null` when there is none. Keys that are only
 * required have no schema: one of them may be the member's own. `allows` filters by the schema's node.
 */
export function nearestFreeKey(
  { names: { names }, properties }: MembersCheck,
  member: number,
  places: Places,
  allows: (node: number) => boolean = () => true,
): string | null {
  const key = places.key(member);
  const known = names.slice(0, MAX_COMPARED).filter((_, number) => {
    const node = properties[number] ?? NONE;
    return node !== NONE && allows(node);
  });
  // The object's keys are read only when there is a candidate.
  if (nearest(key, known) === null) return null;
  const taken = readKeys(places.parent(member), places);
  return (
    taken &&
    nearest(
      key,
      known.filter((name) => !taken.has(name)),
    )
  );
}

/** The keys of an object; `null` when there are too many. */
function readKeys(object: number, places: Places): Set<string> | null {
  const { tape } = places;
  const keys = new Set<string>();
  const close = tape.closing(object);
  for (let child = object + 1; child < close; child = tape.next(child)) {
    if (keys.size > MAX_MEMBERS) return null;
    keys.add(places.key(child));
  }
  return keys;
}
