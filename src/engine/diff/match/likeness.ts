// Measures how alike two unequal values are, by their direct children. This decides between reporting what changed inside, and
// a deletion and a creation. Of large containers only the children at both ends are inspected.

import { finish } from '../../base/work.ts';
import type { Members } from './members.ts';
import { childrenOf, type SideData, type Sides } from '../hash/sides.ts';

/** The number of equal children, and the fewest possible changes. */
export interface Likeness {
  readonly same: number;
  readonly changes: number;
}

const REPLACED: Likeness = { same: 0, changes: 1 };
/** Containers with more entries are large; of these, this many children at each end count. */
const LARGE = 4096;
const END_CHILDREN = 64;

/** Compares the children of two containers; any other pair is one change. Cost: the children, at most `LARGE` of each. */
export function likenessOf(sides: Sides, members: Members, left: number, right: number): Likeness {
  const { left: a, right: b } = sides;
  const kind = a.places.kind(left);
  if (kind !== b.places.kind(right) || (kind !== 'object' && kind !== 'array')) return REPLACED;
  if (kind === 'array' || isLarge(a, left) || isLarge(b, right))
    return likenessOfItems(sides, someOf(a, left), someOf(b, right));
  let same = 0;
  let changed = 0;
  const alone = finish(
    members.pair(left, right, (one, other) => {
      if (sides.haveSameHash(one, other)) same += 1;
      else changed += 1;
    }),
  );
  return { same, changes: changed + alone };
}

/** Whether two values count as one that changed: there is at most one change inside, or at least a third stayed. */
export function isChangedItem({ same, changes }: Likeness): boolean {
  return changes <= 1 || same * 2 >= changes;
}

function likenessOfItems(sides: Sides, ours: Uint32Array, theirs: Uint32Array): Likeness {
  const [shorter, longer] = [Math.min(ours.length, theirs.length), Math.max(ours.length, theirs.length)];
  let first = 0;
  while (first < shorter && sides.haveSameHash(ours[first] ?? 0, theirs[first] ?? 0)) first += 1;
  let same = first;
  while (same < shorter && sides.haveSameHash(ours.at(first - same - 1) ?? 0, theirs.at(first - same - 1) ?? 0))
    same += 1;
  // With changes at both ends, the middle may still be the same.
  if (same * 2 < longer) same = Math.max(same, countShared(sides, ours, theirs));
  return { same, changes: Math.max(1, longer - same) };
}

/** The number of items that occur on both sides, at any position. */
function countShared({ left, right }: Sides, ours: Uint32Array, theirs: Uint32Array): number {
  const counts = new Map<number, number>();
  for (const node of ours) {
    const hash = left.hashes[node * 2] ?? 0;
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  let shared = 0;
  for (const node of theirs) {
    const hash = right.hashes[node * 2] ?? 0;
    const count = counts.get(hash) ?? 0;
    if (count === 0) continue;
    counts.set(hash, count - 1);
    shared += 1;
  }
  return shared;
}

function isLarge({ tape }: SideData, container: number): boolean {
  return tape.closing(container) - container > LARGE;
}

/** The children of a container; of a large one, those at both ends. */
function someOf(side: SideData, container: number): Uint32Array {
  if (!isLarge(side, container)) return childrenOf(side, container);
  const { tape } = side;
  const close = tape.closing(container);
  const found = new Set<number>();
  let child = container + 1;
  for (; child < close && found.size < END_CHILDREN; child = tape.next(child)) found.add(child);
  for (let last = close - 1, count = 0; last >= child && count < END_CHILDREN; last -= 1, count += 1) {
    if (tape.isClosing(last)) last -= tape.link(last) & 0x3fffffff;
    found.add(last);
  }
  return Uint32Array.from(found).toSorted();
}
