// Keys for what is put into an object: spelt as JSON, and different from those that are there.

import type { Places } from './places.ts';

const NAME = /^[A-Za-z_$][\w$]*$/;

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

/** A key as it is spelt in an object: in JSON5 as the first one there is, without quotes or in single ones. */
export function spellKey(places: Places, container: number, key: string): string {
  const { tape } = places;
  const first = container + 1;
  return tape.isClosing(first) ? JSON.stringify(key) : spellKeyLike(places, first, key);
}

/** A key as that of a member is spelt. */
export function spellKeyLike(places: Places, member: number, key: string): string {
  const json = JSON.stringify(key);
  if (places.tape.dialect !== 'json5') return json;
  const quote = places.text.byteAt(places.keyRange(member).start);
  if (quote === 0x27) return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return quote !== 0x22 && NAME.test(key) ? key : json;
}

/** `name (copy 2)` is the second copy of `name`. */
function splitCopy(key: string): [base: string, count: number] {
  const found = /^(.*) \(copy(?: (\d+))?\)$/s.exec(key);
  return found === null ? [key, 0] : [found[1] ?? '', Number(found[2] ?? 1)];
}
