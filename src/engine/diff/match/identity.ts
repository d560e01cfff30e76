// Finds the key that identifies the items of arrays: the one that the user chose, or one whose values are scalars, occur once
// on each side, and are mostly on both.

import { nameOf, type Name } from '../../tape/places.ts';
import type { SideData, Sides } from '../hash/sides.ts';

/** Keys that are tried first, and alone where there are few items. */
export const USUAL_IDENTITIES: readonly string[] = [
  'id',
  '_id',
  'key',
  'name',
  'uuid',
  'guid',
  '@id',
  'code',
  'path',
  'url',
];
/** Objects whose keys become candidates, and the most candidates. */
const EXAMPLES = 8;
const MAX_CANDIDATES = 24;
/** Items of either side that a candidate is tried on. */
const TRIED_LEFT = 512;
const TRIED_RIGHT = 4096;
/** Fewer items than this are no evidence for a key with an unusual name. */
const FEW = 4;
/** Most candidates whose values are searched for in all items. */
const MAX_SEARCHED_CANDIDATES = 4;
/** Most members of an object among which a key is searched for. */
const MAX_MEMBERS = 256;

/** The member of an object with a key; -1 when there is none, or it is a container or null. */
export function identityOf({ places, tape }: Pick<SideData, 'places' | 'tape'>, item: number, name: Name): number {
  if (!tape.isOpening(item) || places.kind(item) !== 'object') return -1;
  const close = tape.closing(item);
  let child = item + 1;
  for (let count = 0; child < close && count < MAX_MEMBERS; count += 1, child = tape.next(child)) {
    if (places.isKey(child, name)) return tape.isOpening(child) || places.kind(child) === 'null' ? -1 : child;
  }
  return -1;
}

/** Returns the key that identifies the unmatched items of both sides; `null` when there is none. */
export function findIdentity(
  sides: Sides,
  lefts: Uint32Array,
  rights: Uint32Array,
  chosen: string | null,
): Name | null {
  if (chosen !== null) return nameOf(chosen);
  const triedLeft = lefts.subarray(0, TRIED_LEFT);
  const triedRight = rights.subarray(0, TRIED_RIGHT);
  const isFew = Math.min(lefts.length, rights.length) < FEW;
  let thorough = MAX_SEARCHED_CANDIDATES;
  for (const name of candidates(sides.left, triedLeft)) {
    if (isFew && !USUAL_IDENTITIES.includes(name.text)) continue;
    const ours = valuesOf(sides.left, triedLeft, name);
    const theirs = ours === null ? null : valuesOf(sides.right, triedRight, name);
    if (ours === null || theirs === null) continue;
    const wanted = Math.min(ours.size, rights.length) / 2;
    if (countShared(ours, theirs) >= wanted) return name;
    // Where the order differs, the values of the first items on the left may be anywhere on the right.
    if (triedRight.length === rights.length || thorough === 0) continue;
    thorough -= 1;
    if (countShared(ours, allValues(sides.right, rights, name)) >= wanted) return name;
  }
  return null;
}

/** Keys of strings and numbers in the first objects, the usual ones first. */
function candidates({ places, tape }: SideData, items: Uint32Array): Name[] {
  const found = new Set<string>();
  let examples = 0;
  for (const item of items) {
    if (!tape.isOpening(item) || places.kind(item) !== 'object') continue;
    const close = tape.closing(item);
    for (let child = item + 1; child < close && found.size < MAX_CANDIDATES; child = tape.next(child)) {
      const kind = tape.isOpening(child) ? 'object' : places.kind(child);
      if (kind === 'string' || kind === 'number') found.add(places.key(child));
    }
    examples += 1;
    if (examples === EXAMPLES) break;
  }
  const usual = USUAL_IDENTITIES.filter((name) => found.has(name));
  return [...usual, ...[...found].filter((name) => !USUAL_IDENTITIES.includes(name))].map(nameOf);
}

/** The number of `values` that occur in `others`. */
function countShared(values: ReadonlySet<number>, others: Iterable<number>): number {
  const found = new Set<number>();
  for (const value of others) if (values.has(value)) found.add(value);
  return found.size;
}

function* allValues(side: SideData, items: Uint32Array, name: Name): Generator<number> {
  for (const item of items) {
    const member = identityOf(side, item, name);
    if (member >= 0) yield valueOf(side, member);
  }
}

/** 53 of the 64 bits of a hash, as one number. */
function valueOf({ hashes }: SideData, member: number): number {
  return (hashes[member * 2] ?? 0) * 0x200000 + ((hashes[member * 2 + 1] ?? 0) & 0x1fffff);
}

/**
 * The hashes of a member's values in all objects among the items; `null` when one occurs twice or too many objects lack the
 * member.
 */
function valuesOf(side: SideData, items: Uint32Array, name: Name): Set<number> | null {
  const values = new Set<number>();
  let objects = 0;
  for (const item of items) {
    if (!side.tape.isOpening(item)) continue;
    objects += 1;
    const member = identityOf(side, item, name);
    if (member < 0) continue;
    const value = valueOf(side, member);
    if (values.has(value)) return null;
    values.add(value);
  }
  return values.size * 10 >= objects * 9 && values.size > 0 ? values : null;
}
