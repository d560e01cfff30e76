// Aligns the objects of two long runs without an identity by what most of them still have in common: the members whose values
// occur on both sides, combined, or the one of them with the most distinct values.

import { nameOf, type Name } from '../../tape/places.ts';
import type { Work } from '../../base/work.ts';
import { Classes } from '../hash/equality-classes.ts';
import { mixBits } from '../hash/value-hash.ts';
import { Sequence, type Steps } from './sequence.ts';
import { childrenOf, type SideData, type Sides } from '../hash/sides.ts';

/** Objects whose keys become candidates, and the most candidates. */
const EXAMPLES = 8;
const MAX_KEYS = 16;
/** Objects of either side that a key is tried on. */
const TRIED_LEFT = 256;
const TRIED_RIGHT = 2048;
const SLICE_ITEMS = 4096;

/**
 * For each of `lefts` the index of its most likely partner in `rights`; -1 for none. Partners are in order. Cost: a walk over
 * their members.
 */
export function* alignObjects(sides: Sides, lefts: Uint32Array, rights: Uint32Array, budget: Steps): Work<Int32Array> {
  const none = new Int32Array(lefts.length).fill(-1);
  const shared = sharedKeys(sides, lefts, rights);
  if (shared.length === 0) return none;
  const [best] = shared;
  let found: Int32Array = none;
  let most = 0;
  for (const names of shared.length > 1 && best !== undefined ? [shared, [best]] : [shared]) {
    const classes = new Classes(lefts.length + rights.length);
    const ours = yield* signaturesOf(sides.left, lefts, names, classes);
    const theirs = yield* signaturesOf(sides.right, rights, names, classes);
    const sequence = new Sequence(ours, theirs, classes.count, budget);
    yield* sequence.run();
    const count = sequence.partners.reduce((sum, partner) => sum + (partner < 0 ? 0 : 1), 0);
    if (count > most) [most, found] = [count, sequence.partners];
    // With more than half aligned, a second attempt is not needed.
    if (count * 2 > Math.min(lefts.length, rights.length)) break;
  }
  return found;
}

/** Keys of which at least half of the values on the left are also on the right, those with the most values first. */
function sharedKeys(sides: Sides, lefts: Uint32Array, rights: Uint32Array): Name[] {
  const names = new Set<string>();
  const { places, tape } = sides.left;
  for (const item of lefts.subarray(0, EXAMPLES)) {
    if (!tape.isOpening(item) || places.kind(item) !== 'object') continue;
    for (const child of childrenOf(sides.left, item).subarray(0, MAX_KEYS)) names.add(places.key(child));
  }
  const found: { readonly name: Name; readonly values: number }[] = [];
  for (const text of [...names].slice(0, MAX_KEYS)) {
    const name = nameOf(text);
    const ours = valuesOf(sides.left, lefts.subarray(0, TRIED_LEFT), name);
    const theirs = valuesOf(sides.right, rights.subarray(0, TRIED_RIGHT), name);
    let count = 0;
    for (const value of ours) if (theirs.has(value)) count += 1;
    if (count > 0 && count * 2 >= ours.size) found.push({ name, values: ours.size });
  }
  return found.toSorted((a, b) => b.values - a.values).map(({ name }) => name);
}

function valuesOf(side: SideData, items: Uint32Array, name: Name): Set<number> {
  const values = new Set<number>();
  const finder = new MemberFinder(side, [name]);
  for (const item of items) {
    const [member = -1] = finder.find(item);
    if (member >= 0) values.add(side.hashes[member * 2] ?? 0);
  }
  return values;
}

/** Numbers items: objects with the same values of some members share a number, and so do all items that are not objects. */
function* signaturesOf(
  side: SideData,
  items: Uint32Array,
  names: readonly Name[],
  classes: Classes,
): Work<Uint32Array> {
  const finder = new MemberFinder(side, names);
  const numbers = new Uint32Array(items.length);
  for (let index = 0; index < items.length; index += 1) {
    let [low, high] = [0, 0];
    for (const member of finder.find(items[index] ?? 0)) {
      low = mixBits(low ^ (member < 0 ? 1 : (side.hashes[member * 2] ?? 0)));
      high = mixBits(high + (member < 0 ? 1 : (side.hashes[member * 2 + 1] ?? 0)));
    }
    numbers[index] = classes.numberOf(low >>> 0, high >>> 0);
    if (index % SLICE_ITEMS === SLICE_ITEMS - 1) yield { done: index, total: items.length };
  }
  return numbers;
}

/** Finds members by key; tries their position in the previous object first. */
class MemberFinder {
  private readonly found: number[];
  private readonly ordinals: number[];

  constructor(
    private readonly side: SideData,
    private readonly names: readonly Name[],
  ) {
    this.found = names.map(() => -1);
    this.ordinals = names.map(() => 0);
  }

  /** For each name the member of an object; -1 when there is none. The array is valid until the next call. */
  find(item: number): readonly number[] {
    const { places, tape } = this.side;
    const isObject = tape.isOpening(item) && places.kind(item) === 'object';
    const children = isObject ? childrenOf(this.side, item) : new Uint32Array();
    for (const [index, name] of this.names.entries()) {
      let ordinal = this.ordinals[index] ?? 0;
      const known = children[ordinal];
      if (known === undefined || !places.isKey(known, name))
        ordinal = children.findIndex((child) => places.isKey(child, name));
      this.found[index] = children[ordinal] ?? -1;
      if (ordinal >= 0) this.ordinals[index] = ordinal;
    }
    return this.found;
  }
}
