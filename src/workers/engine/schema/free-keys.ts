// The key that was probably meant by one that a schema does not know.

import type { Places } from '../tape/places.ts';
import { NONE, type MembersCheck } from './graph.ts';
import { nearest } from './nearest.ts';

/** Keys of a schema that are compared. */
const MOST_COMPARED = 1000;
/** Members of an object that are looked at for a key that it has already; for a larger one nothing is found. */
const MOST_MEMBERS = 10_000;

/**
 * The key with a schema of its own that comes nearest to a member's, and that the object does not have. Keys that are only
 * required have none: one of them may be the member's own. `allows` decides about the schema's node.
 */
export function nearestFreeKey(
  { names: { names }, properties }: MembersCheck,
  member: number,
  places: Places,
  allows: (node: number) => boolean = () => true,
): string | null {
  const key = places.key(member);
  const known = names.slice(0, MOST_COMPARED).filter((_, number) => {
    const node = properties[number] ?? NONE;
    return node !== NONE && allows(node);
  });
  // The object's own keys are read only where that may matter.
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

/** The keys of an object; `null` for too many. */
function readKeys(object: number, places: Places): Set<string> | null {
  const { tape } = places;
  const keys = new Set<string>();
  const close = tape.closing(object);
  for (let child = object + 1; child < close; child = tape.next(child)) {
    if (keys.size > MOST_MEMBERS) return null;
    keys.add(places.key(child));
  }
  return keys;
}
