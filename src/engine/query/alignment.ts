// Walks a value and the tape that it was made from side by side: finds which container is which entry, and where the numbers
// are that a double cannot hold. Uses a stack of its own, and only descends where there is something to find.

import { countBelow } from '../../shared/bytes/binary-search.ts';
import type { ExactNumbers } from '../values/exact-number.ts';
import { setMember, type TextTarget } from '../values/lossless-text.ts';
import type { ReadPlaces } from '../tape/places.ts';
import type { Tape, TapeMemory } from '../tape/tape.ts';
import type { Work } from '../base/work.ts';
import { numberAt } from './inexact.ts';
import { areInOrder, childEntries, memberEntries } from './members.ts';
import { REORDERED, type Respelt } from './respelt.ts';

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

/**
 * Maps the containers of a value whose text is not what `JSON.stringify` gives to their entries: those with respelt values inside,
 * and all in an object whose members JavaScript reorders. The value must not have changed since it was read.
 */
export function* mapRespelt(
  places: ReadPlaces,
  node: number,
  value: unknown,
  respelt: Respelt,
): Work<Map<object, number>> {
  const { tape } = places;
  const nodes = new Map<object, number>();
  if (!isTarget(value) || respelt.length === 0) return nodes;
  const close = tape.closing(node);
  const waiting: RespeltPart[] = [{ target: value, entry: node, from: 0 }];
  let seen = 0;
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { target, entry, from } = part;
    if (respelt[from] === entry * 4 + REORDERED) {
      for (const [container, own] of yield* mapContainers(places, entry, target)) nodes.set(container, own);
      continue;
    }
    nodes.set(target, entry);
    seen += pushRespelt(tape, part, respelt, waiting);
    if (seen < SLICE_ENTRIES) continue;
    seen = 0;
    yield { done: close - entry, total: close - node };
  }
  return nodes;
}

/** A container with something respelt inside. `from` is the index of the first of it, or of the container itself. */
interface RespeltPart {
  readonly target: TextTarget;
  readonly entry: number;
  readonly from: number;
}

/** Pushes the containers directly inside a container that have something respelt inside. Returns the number of visited children. */
function pushRespelt(
  tape: Tape<TapeMemory>,
  { target, entry, from }: RespeltPart,
  respelt: Respelt,
  waiting: RespeltPart[],
): number {
  const end = tape.closing(entry) * 4;
  let items: readonly unknown[] | null = Array.isArray(target) ? target : null;
  let index = 0;
  let at = from;
  let child = entry + 1;
  for (; ; index += 1) {
    at = skipBelow(respelt, at, child * 4);
    if (at === respelt.length || (respelt[at] ?? 0) >= end) return index;
    const next = tape.next(child);
    // The key of a child is no part of it.
    while (respelt[at] === child * 4) at += 1;
    if (next > child + 1 && at < respelt.length && (respelt[at] ?? 0) < next * 4) {
      items ??= Object.values(target);
      waiting.push({ target: items[index] as TextTarget, entry: child, from: at });
    }
    child = next;
  }
}

/** The first index from `at` on whose item is not below `limit`. Cost: the logarithm of what is skipped. */
function skipBelow(items: Uint32Array, at: number, limit: number): number {
  let step = 1;
  let low = at;
  while (low + step <= items.length && (items[low + step - 1] ?? 0) < limit) {
    low += step;
    step *= 2;
  }
  for (; step >= 1; step /= 2) {
    if (low + step <= items.length && (items[low + step - 1] ?? 0) < limit) low += step;
  }
  return low;
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
