// How alike two values are that are not equal, by what lies directly in them: whether it is better to say what
// changed inside, or that one went and another came. Of large containers only both ends are looked at.

import { finish } from '../../base/work.ts';
import type { Members } from './members.ts';
import { childrenOf, type SideData, type Sides } from '../hash/sides.ts';

/** What two values have in common, and how many changes there would be at least. */
export interface Likeness {
  readonly same: number;
  readonly changes: number;
}

const REPLACED: Likeness = { same: 0, changes: 1 };
/** Containers of more entries are large; of these so many children at either end count. */
const LARGE = 4096;
const END_CHILDREN = 64;

/** Looks at the children of two containers; anything else is one change. Cost: the children, some hundred at most. */
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
      if (sides.alike(one, other)) same += 1;
      else changed += 1;
    }),
  );
  return { same, changes: changed + alone };
}

/** Whether two values are one that changed: at most one change is in it, or a third of it stayed. */
export function isOne({ same, changes }: Likeness): boolean {
  return changes <= 1 || same * 2 >= changes;
}

function likenessOfItems(sides: Sides, ours: Uint32Array, theirs: Uint32Array): Likeness {
  const [shorter, longer] = [Math.min(ours.length, theirs.length), Math.max(ours.length, theirs.length)];
  let first = 0;
  while (first < shorter && sides.alike(ours[first] ?? 0, theirs[first] ?? 0)) first += 1;
  let same = first;
  while (same < shorter && sides.alike(ours.at(first - same - 1) ?? 0, theirs.at(first - same - 1) ?? 0)) same += 1;
  // Something changed at both ends: what is in the middle may still be the same.
  if (same * 2 < longer) same = Math.max(same, countShared(sides, ours, theirs));
  return { same, changes: Math.max(1, longer - same) };
}

/** How many items occur on both sides, wherever. */
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

/** The children of a container; of a large one, those at either end. */
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
