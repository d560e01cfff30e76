// Walks a value and the tape that it was made from side by side: finds which container is which entry, and where the numbers
// are that a double cannot hold. Uses a stack of its own, and only descends where there is something to find.

import { countBelow } from '../../shared/bytes/binary-search.ts';
import type { ExactNumbers } from '../values/exact-number.ts';
import { setMember, type TextTarget } from '../values/lossless-text.ts';
import type { ReadPlaces } from '../tape/places.ts';
import type { Work } from '../base/work.ts';
import { numberAt } from './inexact.ts';
import { areInOrder, childEntries, memberEntries } from './members.ts';

const SLICE_ENTRIES = 1 << 16;

/** Maps each container of a value, which must not have changed since it was read, to its entry. */
export function* mapContainers(places: ReadPlaces, node: number, value: unknown): Work<Map<object, number>> {
  const { tape } = places;
  const nodes = new Map<object, number>();
  if (!isTarget(value)) return nodes;
  // Two parallel stacks: there may be millions of pairs.
  const targets: TextTarget[] = [value];
  const entries: number[] = [node];
  const close = tape.closing(node);
  let seen = 0;
  for (let target = targets.pop(); target !== undefined; target = targets.pop()) {
    const entry = entries.pop() ?? 0;
    nodes.set(target, entry);
    seen += 1;
    // Most containers hold scalars alone.
    if (!holdsContainer(places, entry)) continue;
    seen += pushContainers(places, entry, target, targets, entries);
    if (seen < SLICE_ENTRIES) continue;
    seen = 0;
    yield { done: close - entry, total: close - node };
  }
  return nodes;
}

/** Pushes the containers directly inside a container. Returns the number of its items. */
function pushContainers(
  places: ReadPlaces,
  entry: number,
  target: TextTarget,
  targets: TextTarget[],
  entries: number[],
): number {
  const { tape } = places;
  const before = targets.length;
  const items: unknown[] = Array.isArray(target) ? target : Object.values(target);
  const close = tape.closing(entry);
  let index = 0;
  for (let child = entry + 1; child < close; child = tape.next(child), index += 1) {
    if (!tape.isOpening(child)) continue;
    targets.push(items[index] as TextTarget);
    entries.push(child);
  }
  if (Array.isArray(target) || areInOrder(index, items.length, firstKey(target))) return index;
  // Duplicate keys, or keys that JavaScript puts first.
  targets.length = before;
  entries.length = before;
  const members = memberEntries(places, entry, Object.keys(target));
  for (const [at, child] of members.entries()) {
    if (!tape.isOpening(child)) continue;
    targets.push(items[at] as TextTarget);
    entries.push(child);
  }
  return index;
}

/**
 * Replaces the numbers at these entries, which are in ascending order, with `ExactNumber`s. Returns the value, or a new one if
 * the value itself is such a number.
 */
export function* guardNumbers(
  places: ReadPlaces,
  node: number,
  value: unknown,
  numbers: Uint32Array,
  exact: ExactNumbers,
): Work<unknown> {
  const { tape } = places;
  if (!isTarget(value)) return numbers.length > 0 ? exact.of(numberAt(places, node)) : value;
  const waiting: { readonly target: TextTarget; readonly entry: number }[] = [];
  if (numbers.length > 0) waiting.push({ target: value, entry: node });
  let seen = 0;
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const { target, entry } = pair;
    const { entries, items, keys } = align(places, entry, target);
    for (let index = 0; index < entries.length; index += 1) {
      const child = entries[index] ?? 0;
      if (firstFrom(numbers, child) > tape.closing(child)) continue;
      const item = items[index];
      if (isTarget(item)) {
        waiting.push({ target: item, entry: child });
      } else if (Array.isArray(target)) {
        target[index] = exact.of(numberAt(places, child));
      } else {
        setMember(target, keys[index] ?? '', exact.of(numberAt(places, child)));
      }
    }
    seen += entries.length;
    if (seen < SLICE_ENTRIES) continue;
    seen = 0;
    yield { done: entry - node, total: tape.closing(node) - node };
  }
  return value;
}

/** The entries of a container's items and the items themselves; of an object also their keys. */
function align(places: ReadPlaces, entry: number, target: TextTarget) {
  if (Array.isArray(target)) return { entries: childEntries(places, entry), items: target, keys: [] };
  const keys = Object.keys(target);
  return { entries: memberEntries(places, entry, keys), items: Object.values(target), keys };
}

function firstKey(target: object): string | undefined {
  for (const key in target) return key;
  return undefined;
}

function holdsContainer({ tape }: ReadPlaces, entry: number): boolean {
  const close = tape.closing(entry);
  for (let child = entry + 1; child < close; child += 1) if (tape.isOpening(child)) return true;
  return false;
}

function isTarget(value: unknown): value is TextTarget {
  return typeof value === 'object' && value !== null;
}

/** The first number at or after an entry. */
function firstFrom(numbers: Uint32Array, entry: number): number {
  return numbers[countBelow(numbers, entry)] ?? Infinity;
}
