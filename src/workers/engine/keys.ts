// Keys for what is put into an object: spelt as JSON, and different from those that are there.

import type { Places } from './places.ts';

/**
 * A key that `container` does not have yet and `taken` does not hold: the wanted one, or `wanted (copy)`,
 * `wanted (copy 2)` and so on. Adds it to `taken`. Cost: a walk over the members.
 */
export function freeKey(places: Places, container: number, wanted: string, taken: Set<string>): string {
  const used = new Set(taken);
  const [base] = splitCopy(wanted);
  const { tape } = places;
  const close = tape.closing(container);
  for (let child = container + 1; child < close; child = tape.next(child)) {
    const key = places.key(child);
    // Only what may be in the way is remembered.
    if (key.startsWith(base)) used.add(key);
  }
  let free = wanted;
  for (let count = splitCopy(wanted)[1] + 1; used.has(free); count += 1) {
    free = count === 1 ? `${base} (copy)` : `${base} (copy ${count})`;
  }
  taken.add(free);
  return free;
}

/** `name (copy 2)` is the second copy of `name`. */
function splitCopy(key: string): [base: string, count: number] {
  const found = /^(.*) \(copy(?: (\d+))?\)$/s.exec(key);
  return found === null ? [key, 0] : [found[1] ?? '', Number(found[2] ?? 1)];
}
