// Maps the members of an object to the entries that they were made from. JavaScript puts keys that look like indexes first, and
// of duplicate keys it keeps the last value at the place of the first. Without either, which is nearly always the case, members
// are in tape order and no key has to be read.

import { setMember } from '../values/lossless-text.ts';
import type { ReadPlaces } from '../tape/places.ts';

const POSITION = /^(?:0|[1-9]\d{0,9})$/;

/** The entries of a container's children, in order, including duplicate keys. Cost: their number. */
export function childEntries({ tape }: ReadPlaces, container: number): number[] {
  const entries: number[] = [];
  const close = tape.closing(container);
  for (let child = container + 1; child < close; child = tape.next(child)) entries.push(child);
  return entries;
}

/**
 * The entries of the members of an object, in the order of its value's `keys`, which must not have changed. Cost: the members.
 */
export function memberEntries(places: ReadPlaces, container: number, keys: readonly string[]): number[] {
  const entries = childEntries(places, container);
  if (areInOrder(entries.length, keys.length, keys[0])) return entries;
  return Object.values(entriesByKey(places, container));
}

/** Whether JavaScript may put a key before others. */
export function isPosition(key: string): boolean {
  return POSITION.test(key);
}

/** Whether members on the tape are in the order of the value's keys, given both counts and the first key. */
export function areInOrder(members: number, keys: number, first = ''): boolean {
  // Keys that look like indexes come first.
  return members === keys && !POSITION.test(first);
}

/** The entry of each key, as the value itself holds them: in its order, and the last one of duplicates. */
export function entriesByKey(places: ReadPlaces, container: number): Record<string, number> {
  const byKey: Record<string, number> = {};
  for (const child of childEntries(places, container)) setMember(byKey, places.key(child), child);
  return byKey;
}

/**
 * The entries of the members of an object with these keys, as returned by `memberEntries`; `null` when the keys or their order
 * have changed. `isKey` returns whether a member has a key.
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
