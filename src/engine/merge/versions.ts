// The three documents of a merge, and what two comparisons with the base say of them: which value of a side comes from which value
// of the base, and whether it has changed.

import { CHANGE_WORDS, readChange, type CompareOptions } from '../../shared/protocol/compare.ts';
import type { MergeSide } from '../../shared/protocol/merge.ts';
import { countBelow } from '../../shared/bytes/binary-search.ts';
import type { Work } from '../base/work.ts';
import { childrenOf, Sides, type SideData } from '../diff/hash/sides.ts';
import { isChangedItem, likenessOf } from '../diff/match/likeness.ts';
import { Members } from '../diff/match/members.ts';
import { DIFFERS, entryOf, isPaired } from '../diff/match/pairing.ts';
import { compareDocuments, type Comparison } from '../diff/result/compare.ts';
import { counterpartOf } from '../diff/result/counterparts.ts';
import type { JsonDocument } from '../document/document.ts';
import { compareValues } from '../tape/equality.ts';
import { sameKey } from '../tape/key-table.ts';

/** Entries per slice. */
const SLICE_ENTRIES = 4096;

/** One side of a merge, compared with the base. */
export class Version {
  readonly data: SideData;
  readonly base: SideData;
  /** What has moved inside an array: its entry here, by its entry in the base. */
  private readonly moved: ReadonlyMap<number, number>;
  /** The same, by its entry here. */
  private readonly movedFrom: ReadonlyMap<number, number>;
  private readonly bytes: Sides;
  private readonly members: Members;

  constructor(private readonly comparison: Comparison) {
    this.base = comparison.sides.left;
    this.data = comparison.sides.right;
    this.bytes = comparison.sides;
    this.members = new Members(comparison.sides);
    this.movedFrom = movesOf(comparison);
    this.moved = new Map([...this.movedFrom].map(([here, there]) => [there, here]));
  }

  get document(): JsonDocument {
    return this.data.document;
  }

  /** Whether a value is spelt and laid out as in the base. Cost: the bytes that are alike. */
  hasBytesOf(base: number, entry: number): boolean {
    const [one, other] = [this.base.places.range(base), this.data.places.range(entry)];
    const length = one.end - one.start;
    return length === other.end - other.start && this.bytes.commonLength(one.start, other.start, length) === length;
  }

  /**
   * Whether a value that comes from one of the base is equal to it, as the comparison says; `null` where it does not.
   * `isInEqual`: the values around them are equal.
   */
  isUnchanged(base: number, entry: number, isInEqual: boolean): boolean | null {
    if (isInEqual) return true;
    const word = this.comparison.pairing.left[base] ?? 0;
    return isPaired(word) && entryOf(word) === entry ? (word & DIFFERS) === 0 : null;
  }

  /** Whether a value here equals one of the base. */
  *isEqual(base: number, entry: number): Work<boolean> {
    if (!this.bytes.haveSameHash(base, entry)) return false;
    return yield* compareValues({ places: this.base.places, node: base }, { places: this.data.places, node: entry });
  }

  /** Whether a value here is one of the base that changed: at least a third of its children stayed, and one at least. */
  isLike(base: number, entry: number): boolean {
    const likeness = likenessOf(this.bytes, this.members, base, entry);
    return likeness.same > 0 && isChangedItem(likeness);
  }

  /**
   * Returns, for each item of an array of the base, its position in the array that comes from it; -1 where it is not there.
   * `isEqual`: both arrays are equal.
   */
  pairItems(ofBase: Uint32Array, here: Uint32Array, isEqual: boolean): Int32Array {
    if (isEqual) return Int32Array.from(ofBase, (_, index) => index);
    const words = this.comparison.pairing.left;
    let next = 0;
    const pairs = Int32Array.from(ofBase, (item) => {
      const word = words[item] ?? 0;
      const entry = isPaired(word) ? entryOf(word) : (this.moved.get(item) ?? -1);
      if (entry < 0) return -1;
      const position = here[next] === entry ? next : countBelow(here, entry);
      next = position + 1;
      return here[position] === entry ? position : -1;
    });
    this.pairEqualScalars(pairs, ofBase, here);
    return pairs;
  }

  /** A comparison may take a scalar for another one that changed, though it is there elsewhere: then it has moved. */
  private pairEqualScalars(pairs: Int32Array, ofBase: Uint32Array, here: Uint32Array): void {
    const { base, data } = this;
    const isTaken = new Uint8Array(here.length);
    const gone = new Map<string, number[]>();
    // From the end, so that the first of equal ones is taken first.
    for (let origin = pairs.length - 1; origin >= 0; origin -= 1) {
      const [item, position] = [ofBase[origin] ?? 0, pairs[origin] ?? -1];
      if (position >= 0 && this.bytes.haveSameHash(item, here[position] ?? 0)) isTaken[position] = 1;
      else if (!base.tape.isOpening(item)) addTo(gone, hashName(base, item), origin);
    }
    if (gone.size === 0) return;
    const origins = new Map<number, number>();
    for (const [origin, position] of pairs.entries()) if (position >= 0) origins.set(position, origin);
    for (const [position, entry] of here.entries()) {
      if (isTaken[position] === 1 || data.tape.isOpening(entry)) continue;
      const origin = gone.get(hashName(data, entry))?.pop();
      if (origin === undefined) continue;
      const before = origins.get(position);
      if (before !== undefined) pairs[before] = -1;
      pairs[origin] = position;
      origins.set(position, origin);
    }
  }

  /** The same for the members of an object: by key, duplicates by occurrence. */
  pairMembers(ofBase: Uint32Array, here: Uint32Array): Int32Array {
    const found = new Int32Array(ofBase.length).fill(-1);
    let first = 0;
    for (; first < ofBase.length && first < here.length; first += 1) {
      if (!sameKey(this.base.places, ofBase[first] ?? 0, this.data.places, here[first] ?? 0)) break;
      found[first] = first;
    }
    if (first === ofBase.length || first === here.length) return found;
    const positions = new Map<string, number>();
    const names = memberNames(this.data, here.subarray(first));
    names.forEach((name, index) => positions.set(name, first + index));
    memberNames(this.base, ofBase.subarray(first)).forEach((name, index) => {
      found[first + index] = positions.get(name) ?? -1;
    });
    return found;
  }

  /** The entry in the base that a value comes from; -1 if it was added. */
  originOf(entry: number): number {
    const moved = this.movedFrom.get(entry);
    if (moved !== undefined) return moved;
    const word = this.comparison.pairing.right[entry] ?? 0;
    if (isPaired(word)) return entryOf(word);
    const { node, isExact } = counterpartOf(this.comparison, 'right', entry);
    return isExact ? node : this.originInMoved(entry);
  }

  /**
   * Returns the entry here of each value of the base, and the other way round; -1 where it is gone, or was added. Cost: the entries
   * of the base, in one walk from the root: looking up one after the other would take the square of the depth.
   */
  *mapEntries(): Work<{ readonly here: Int32Array; readonly origins: Int32Array }> {
    const { base, data } = this;
    const here = new Int32Array(base.tape.count).fill(-1);
    const origins = new Int32Array(data.tape.count).fill(-1);
    here[0] = 0;
    origins[0] = 0;
    for (let entry = 0; entry < here.length; entry += 1) {
      if (entry % SLICE_ENTRIES === SLICE_ENTRIES - 1) yield { done: entry, total: here.length };
      const there = here[entry] ?? -1;
      if (there < 0 || !base.tape.isOpening(entry) || !data.tape.isOpening(there)) continue;
      const kind = base.places.kind(entry);
      if (data.places.kind(there) !== kind) continue;
      const [children, others] = [childrenOf(base, entry), childrenOf(data, there)];
      const pairs =
        kind === 'object'
          ? this.pairMembers(children, others)
          : this.pairItems(children, others, this.bytes.haveSameHash(entry, there));
      for (const [at, position] of pairs.entries()) {
        const [child, other] = [children[at] ?? -1, position < 0 ? -1 : (others[position] ?? -1)];
        if (other < 0) continue;
        here[child] = other;
        origins[other] = child;
      }
    }
    return { here, origins };
  }

  /** The entry in the base of a value inside of one that has moved, by its path in that; -1 if it is in none. */
  private originInMoved(entry: number): number {
    const { places } = this.data;
    const steps = places.steps(entry);
    const at = steps.findLastIndex(({ child }) => this.movedFrom.has(child));
    if (at < 0) return -1;
    let found = this.movedFrom.get(steps[at]?.child ?? -1) ?? -1;
    for (const segment of places.path(entry).slice(at + 1))
      found = found < 0 ? -1 : this.base.places.child(found, segment);
    return found;
  }
}

/** The base and both sides. */
export class Versions {
  private constructor(
    readonly base: SideData,
    readonly left: Version,
    readonly right: Version,
  ) {}

  /** Compares both sides with the base. @throws CodedError as the engine's comparison */
  static *compare(
    base: JsonDocument,
    left: JsonDocument,
    right: JsonDocument,
    options: CompareOptions,
  ): Work<Versions> {
    const one = new Version(yield* compareDocuments(base, left, options, { followsMoves: true }));
    const other = new Version(yield* compareDocuments(base, right, options, { followsMoves: true }));
    return new Versions(one.base, one, other);
  }

  of(side: MergeSide): Version {
    return side === 'left' ? this.left : this.right;
  }

  /** Whether a value of the left document equals one of the right document. */
  *areEqual(left: number, right: number): Work<boolean> {
    const [one, other] = [this.left.data, this.right.data];
    const hasHash =
      one.hashes[left * 2] === other.hashes[right * 2] && one.hashes[left * 2 + 1] === other.hashes[right * 2 + 1];
    return hasHash && (yield* compareValues({ places: one.places, node: left }, { places: other.places, node: right }));
  }
}

function addTo(lists: Map<string, number[]>, name: string, number: number): void {
  const known = lists.get(name);
  if (known === undefined) lists.set(name, [number]);
  else known.push(number);
}

/** Names equal values alike, in whichever of the documents they are. Two unequal values may share a name: hashes collide. */
export function hashName({ hashes }: SideData, entry: number): string {
  return `${hashes[entry * 2] ?? 0} ${hashes[entry * 2 + 1] ?? 0}`;
}

/** The keys of members, each with which of several members of that key it is: "2 a" for the second "a". */
export function memberNames({ places }: SideData, members: Uint32Array): string[] {
  const counts = new Map<string, number>();
  return Array.from(members, (member) => {
    const key = places.key(member);
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    return `${nth} ${key}`;
  });
}

/** What has moved from the left to the right document of a comparison: its entry on the left, by its entry on the right. */
function movesOf({ changes }: Comparison): Map<number, number> {
  const moves = new Map<number, number>();
  for (let index = 0; index < changes.length / CHANGE_WORDS; index += 1) {
    const { left, partner } = readChange(changes, index);
    const there = left === null || partner === null ? null : readChange(changes, partner).right;
    if (left !== null && there !== null) moves.set(there, left);
  }
  return moves;
}
