// Which entry of the tape each member of an object is that was made from it. JavaScript puts keys that look like
// positions first, and of duplicate keys the last value stands at the place of the first; where there are none of
// these, and that is nearly always, the members stand in the order of the tape and no key has to be read.

import { setMember } from '../values/lossless-text.ts';
import type { ReadPlaces } from '../tape/places.ts';

const POSITION = /^(?:0|[1-9]\d{0,9})$/;

/** The entries of a container's children, in order; of duplicate keys all. Cost: their number. */
export function childEntries({ tape }: ReadPlaces, container: number): number[] {
  const entries: number[] = [];
  const close = tape.closing(container);
  for (let child = container + 1; child < close; child = tape.next(child)) entries.push(child);
  return entries;
}

/**
 * The entries of the members of an object, in the order of its value's keys, which nobody changed since.
 * Cost: the members.
 */
export function memberEntries(places: ReadPlaces, container: number, keys: readonly string[]): number[] {
  const entries = childEntries(places, container);
  if (areInOrder(entries.length, keys.length, keys[0])) return entries;
  return Object.values(entriesByKey(places, container));
}

/** Whether so many members on the tape stand in the order of so many keys, the first of which this is. */
export function areInOrder(members: number, keys: number, first = ''): boolean {
  // Keys that look like positions come first.
  return members === keys && !POSITION.test(first);
}

/** The entry of each key, as the value itself would hold them: in its order, of duplicate keys the last. */
export function entriesByKey(places: ReadPlaces, container: number): Record<string, number> {
  const byKey: Record<string, number> = {};
  for (const child of childEntries(places, container)) setMember(byKey, places.key(child), child);
  return byKey;
}

/**
 * The entries of the members of an object with these keys, as `memberEntries` has them; `null` where the keys are
 * others by now, or in another order. `isKey` says whether a member has a key.
 */
export function membersWith(
  places: ReadPlaces,
  container: number,
  keys: readonly string[],
  isKey: (entry: number, key: string) => boolean,
): number[] | null {
  const entries = childEntries(places, container);
  if (entries.length < keys.length) return null;
  const isSame = (key: string, index: number): boolean => isKey(entries[index] ?? 0, key);
  if (entries.length === keys.length && keys.every(isSame)) return entries;
  const byKey = entriesByKey(places, container);
  const expected = Object.keys(byKey);
  if (expected.length !== keys.length || !expected.every((key, index) => key === keys[index])) return null;
  return Object.values(byKey);
}
