// Which items that both sides have put into one array of the base are the same one. Works on positions in the three arrays.
//
//   same identity     one record: their members are merged
//   equal             one item, however often each side has added it
//   in place of       both have put something else, which nothing identifies, where one item of the base was: a conflict there

import type { Work } from '../base/work.ts';
import { identityOf, USUAL_IDENTITIES } from '../diff/match/identity.ts';
import type { SideData } from '../diff/hash/sides.ts';
import { nameOf, type Name } from '../tape/places.ts';
import { hashName, type Versions } from './versions.ts';

/** The items of an array on one side, and their origins. */
export interface SideItems {
  readonly data: SideData;
  readonly entries: Uint32Array;
  /** The position of each item of the base on this side; -1 where it is gone. */
  readonly pairs: Int32Array;
  /** The position in the base of each item; -1 for those that were added. */
  readonly origins: Int32Array;
}

/** An array of the base on both sides. */
export interface ArrayVersions {
  readonly base: SideData;
  readonly entries: Uint32Array;
  readonly left: SideItems;
  readonly right: SideItems;
}

/** What both sides have added, and what they have put in place of items of the base. */
export interface Additions {
  /** Positions on the right, by positions on the left, of items that both have added. */
  readonly twins: ReadonlyMap<number, number>;
  /** Positions in the base of items in whose place both have put something else. */
  readonly replaced: ReadonlySet<number>;
  /** Whether the merged array would have an item twice, though each version has its items once. */
  readonly hasRepeats: boolean;
}

const NOTHING: Additions = { twins: new Map(), replaced: new Set(), hasRepeats: false };

export function makeSide(data: SideData, entries: Uint32Array, pairs: Int32Array): SideItems {
  const origins = new Int32Array(entries.length).fill(-1);
  pairs.forEach((position, origin) => {
    if (position >= 0) origins[position] = origin;
  });
  return { data, entries, pairs, origins };
}

/** Pairs what both sides have added. Changes the pairs of `items`. `identity` as in the options of a merge. */
export function* pairAdditions(versions: Versions, items: ArrayVersions, identity: string | null): Work<Additions> {
  const { left, right } = items;
  const names = (identity === null ? USUAL_IDENTITIES : [identity]).map(nameOf);
  detachScalars(items);
  const [ours, theirs] = [addedTo(left), addedTo(right)];
  const changed = [ours.length > 0 || hasChanges(items, left), theirs.length > 0 || hasChanges(items, right)];
  if (!changed.every(Boolean)) return NOTHING;
  const twins = new Map<number, number>();
  yield* pairBy((data, entry) => identityName(data, entry, names), left, right, ours, theirs, twins, versions, true);
  yield* pairBy(hashName, left, right, ours, theirs, twins, versions, false);
  const taken = new Set(twins.values());
  const replaced = pairReplaced(
    items,
    (entry) => identityName(left.data, entry, names) === null,
    (entry) => identityName(right.data, entry, names) === null,
    (position) => twins.has(position),
    (position) => taken.has(position),
  );
  const nameFor = (data: SideData, entry: number): string | null =>
    data.tape.isOpening(entry) ? identityName(data, entry, names) : hashName(data, entry);
  return { twins, replaced, hasRepeats: wouldRepeat(items, twins, nameFor) };
}

function addedTo({ origins }: SideItems): number[] {
  const found: number[] = [];
  for (const [position, origin] of origins.entries()) if (origin < 0) found.push(position);
  return found;
}

function haveSameHash(one: SideData, entry: number, two: SideData, other: number): boolean {
  return one.hashes[entry * 2] === two.hashes[other * 2] && one.hashes[entry * 2 + 1] === two.hashes[other * 2 + 1];
}

/** Whether a side has changed an item of the base in place. */
function hasChanges({ base, entries }: ArrayVersions, { data, entries: here, pairs }: SideItems): boolean {
  return pairs.some(
    (position, origin) => position >= 0 && !haveSameHash(base, entries[origin] ?? 0, data, here[position] ?? 0),
  );
}

/**
 * A comparison takes a scalar for another one that changed. Where the other side has added the same scalar, it was taken out and
 * that one was added.
 */
function detachScalars(items: ArrayVersions): void {
  const { base, entries, left, right } = items;
  for (const [own, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const added = new Set<string>();
    for (const position of addedTo(other)) {
      const entry = other.entries[position] ?? 0;
      if (!other.data.tape.isOpening(entry)) added.add(hashName(other.data, entry));
    }
    if (added.size === 0) continue;
    for (const [origin, position] of own.pairs.entries()) {
      const [was, entry] = [entries[origin] ?? 0, own.entries[position] ?? 0];
      if (position < 0 || own.data.tape.isOpening(entry) || haveSameHash(base, was, own.data, entry)) continue;
      if (!added.has(hashName(own.data, entry))) continue;
      own.pairs[origin] = -1;
      own.origins[position] = -1;
    }
  }
}

/** The identity of an item: the first of some keys that it has, and its value; `null` without any. */
function identityName(data: SideData, entry: number, names: readonly Name[]): string | null {
  if (!data.tape.isOpening(entry)) return null;
  for (const name of names) {
    const member = identityOf(data, entry, name);
    if (member >= 0) return `${name.text} ${hashName(data, member)}`;
  }
  return null;
}

/** Pairs added items that `naming` gives the same name: all of a name in order, or only those that have it alone. */
function* pairBy(
  naming: (data: SideData, entry: number) => string | null,
  left: SideItems,
  right: SideItems,
  ours: readonly number[],
  theirs: readonly number[],
  twins: Map<number, number>,
  versions: Versions,
  isIdentity: boolean,
): Work<void> {
  const waiting = new Map<string, number[]>();
  const taken = new Set(twins.values());
  // From the end, so that the first of equal ones is taken first.
  for (const position of theirs.toReversed()) {
    const name = taken.has(position) ? null : naming(right.data, right.entries[position] ?? 0);
    if (name === null) continue;
    const known = waiting.get(name);
    if (known === undefined) waiting.set(name, [position]);
    else known.push(position);
  }
  if (waiting.size === 0) return;
  const names = ours.map((position) => (twins.has(position) ? null : naming(left.data, left.entries[position] ?? 0)));
  const counts = new Map<string, number>();
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [at, position] of ours.entries()) {
    const name = names[at] ?? null;
    const others = name === null ? undefined : waiting.get(name);
    const other = others?.at(-1);
    if (name === null || others === undefined || other === undefined) continue;
    if (isIdentity) {
      if (counts.get(name) !== 1 || others.length !== 1) continue;
    } else if (!(yield* versions.areEqual(left.entries[position] ?? 0, right.entries[other] ?? 0))) continue;
    others.pop();
    twins.set(position, other);
  }
}

/** Pairs what both sides have put in place of the same items of the base. Returns the positions of these. */
function pairReplaced(
  { left, right }: ArrayVersions,
  isNamelessHere: (entry: number) => boolean,
  isNamelessThere: (entry: number) => boolean,
  isTwinHere: (position: number) => boolean,
  isTwinThere: (position: number) => boolean,
): Set<number> {
  const ours = replacementsOf(left, (at) => isNamelessHere(left.entries[at] ?? 0) && !isTwinHere(at));
  const theirs = replacementsOf(right, (at) => isNamelessThere(right.entries[at] ?? 0) && !isTwinThere(at));
  const replaced = new Set<number>();
  for (const [origin, position] of ours) {
    const other = theirs.get(origin);
    if (other === undefined) continue;
    replaced.add(origin);
    link(left, origin, position);
    link(right, origin, other);
  }
  return replaced;
}

function link({ pairs, origins }: SideItems, origin: number, position: number): void {
  pairs[origin] = position;
  origins[position] = origin;
}

/** What stands in the place of items of the base that are gone, by position: the first of a gap for the first. */
function replacementsOf({ pairs, origins }: SideItems, isFree: (position: number) => boolean): Map<number, number> {
  const found = new Map<number, number>();
  let position = 0;
  for (let origin = 0; origin < pairs.length; origin += 1) {
    const there = pairs[origin] ?? -1;
    if (there >= 0) {
      position = there + 1;
      continue;
    }
    while (position < origins.length && (origins[position] ?? -1) < 0 && !isFree(position)) position += 1;
    if (position >= origins.length || (origins[position] ?? -1) >= 0) continue;
    found.set(origin, position);
    position += 1;
  }
  return found;
}

/** Whether both sides have made different items of the base, or added ones, what only one item may be. */
function wouldRepeat(
  items: ArrayVersions,
  twins: ReadonlyMap<number, number>,
  nameFor: (data: SideData, entry: number) => string | null,
): boolean {
  const taken = new Set(twins.values());
  const [ours, theirs] = [
    newNames(items, items.left, nameFor, (position) => twins.has(position)),
    newNames(items, items.right, nameFor, (position) => taken.has(position)),
  ];
  const isRepeated = [...ours].some(([name, origin]) => {
    const other = theirs.get(name);
    return other !== undefined && (origin < 0 || other !== origin);
  });
  if (!isRepeated) return false;
  const versions = [{ data: items.base, entries: items.entries }, items.left, items.right];
  return versions.every(({ data, entries }) => {
    const names = Array.from(entries, (entry) => nameFor(data, entry));
    return new Set(names).size === names.length;
  });
}

/** The names that items have only on this side, with the position in the base of the item; -1 for an added one. */
function newNames(
  { base, entries }: ArrayVersions,
  { data, entries: here, origins }: SideItems,
  nameFor: (data: SideData, entry: number) => string | null,
  isTwin: (position: number) => boolean,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const [position, origin] of origins.entries()) {
    const entry = here[position] ?? 0;
    if (origin < 0 ? isTwin(position) : haveSameHash(base, entries[origin] ?? 0, data, entry)) continue;
    const name = nameFor(data, entry);
    if (name === null || (origin >= 0 && name === nameFor(base, entries[origin] ?? 0))) continue;
    found.set(name, origin);
  }
  return found;
}
