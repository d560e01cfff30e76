// Pairs the members of two objects: those with the same key, duplicates in order of occurrence. Members in the same order are
// found side by side. For the rest, the keys of the right object are chained by hash.

import { hasComments } from '../../../shared/document/dialect.ts';
import { TEXT_BASE } from '../../base/memory.ts';
import type { Work } from '../../base/work.ts';
import { Hasher } from '../hash/value-hash.ts';
import { childrenOf, type SideData, type Sides } from '../hash/sides.ts';

const SLICE_MEMBERS = 4096;

/** Pairs the members of objects. */
export class Members {
  private readonly hasher = new Hasher();

  constructor(private readonly sides: Sides) {}

  /** Calls `visit` for each pair, in the order of the left object. Returns the number of members without a partner. */
  *pair(left: number, right: number, visit: (left: number, right: number) => void): Work<number> {
    const { left: a, right: b } = this.sides;
    const total = a.places.text.size;
    // Most objects have the same keys in the same order: nothing is made for them.
    const [end, otherEnd] = [a.tape.closing(left), b.tape.closing(right)];
    let [one, other] = [kept(a, left + 1, end), kept(b, right + 1, otherEnd)];
    for (let count = 0; one < end && other < otherEnd && this.sides.haveSameKey(one, other); count += 1) {
      visit(one, other);
      if (count % SLICE_MEMBERS === SLICE_MEMBERS - 1) yield { done: a.tape.start(one), total };
      one = kept(a, a.tape.next(one), end);
      other = kept(b, b.tape.next(other), otherEnd);
    }
    if (one === end && other === otherEnd) return 0;
    const ours = childrenOf(a, left, one);
    const theirs = childrenOf(b, right, other);
    const [moreOurs, moreTheirs] = [ours.length, theirs.length];
    if (moreOurs === 0 || moreTheirs === 0) return moreOurs + moreTheirs;
    const chains = this.chain(b, theirs);
    let pairs = 0;
    for (let index = 0; index < ours.length; index += 1) {
      const member = ours[index] ?? 0;
      const found = chains.take(this.hashKey(a, member), (at) => this.sides.haveSameKey(member, theirs[at] ?? 0));
      if (found >= 0) {
        visit(member, theirs[found] ?? 0);
        pairs += 1;
      }
      if (index % SLICE_MEMBERS === SLICE_MEMBERS - 1) yield { done: a.tape.start(member), total };
    }
    return moreOurs + moreTheirs - 2 * pairs;
  }

  private chain(side: SideData, members: Uint32Array): Chains {
    const chains = new Chains(members.length);
    // Added from the end, so that each chain begins with its first member.
    for (let index = members.length - 1; index >= 0; index -= 1)
      chains.add(index, this.hashKey(side, members[index] ?? 0));
    return chains;
  }

  private hashKey({ places, document, tape }: SideData, member: number): number {
    const { start } = places.keyRange(member);
    if (hasComments(tape.dialect)) this.hasher.hashText(places.key(member));
    else this.hasher.hashString(document.memory.bytes, TEXT_BASE + start + 1);
    return this.hasher.low;
  }
}

/** The first entry from one on that is not ignored, among the children that end at `end`. */
function kept({ tape, ignored }: SideData, from: number, end: number): number {
  let entry = from;
  if (ignored !== null) while (entry < end && ignored.has(entry)) entry = tape.next(entry);
  return entry;
}

/** Indexes chained by hash; each chain begins with the one added last. */
class Chains {
  private readonly heads: Int32Array;
  private readonly next: Int32Array;
  private readonly hashes: Int32Array;
  private readonly mask: number;

  constructor(count: number) {
    this.mask = 2 ** Math.ceil(Math.log2(count + 1)) - 1;
    this.heads = new Int32Array(this.mask + 1).fill(-1);
    this.next = new Int32Array(count);
    this.hashes = new Int32Array(count);
  }

  add(index: number, hash: number): void {
    this.hashes[index] = hash;
    this.next[index] = this.heads[hash & this.mask] ?? -1;
    this.heads[hash & this.mask] = index;
  }

  /** Removes the first index with this hash that `isRight` accepts, and returns it; -1 when there is none. */
  take(hash: number, isRight: (index: number) => boolean): number {
    let before = -1;
    for (let index = this.heads[hash & this.mask] ?? -1; index >= 0; index = this.next[index] ?? -1) {
      if (this.hashes[index] === (hash | 0) && isRight(index)) {
        const behind = this.next[index] ?? -1;
        if (before < 0) this.heads[hash & this.mask] = behind;
        else this.next[before] = behind;
        return index;
      }
      before = index;
    }
    return -1;
  }
}
