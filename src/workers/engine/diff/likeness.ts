// How alike two values are that are not equal, by what lies directly in them: whether it is better to say what
// changed inside, or that one went and another came.

import { finish } from '../work.ts';
import type { Members } from './members.ts';
import { childrenOf, type Sides } from './sides.ts';

/** What two values have in common, and how many changes there would be at least. */
export interface Likeness {
  readonly same: number;
  readonly changes: number;
}

const REPLACED: Likeness = { same: 0, changes: 1 };

/** Looks at the children of two containers; anything else is one change. Cost: the children. */
export function likenessOf(sides: Sides, members: Members, left: number, right: number): Likeness {
  const { left: a, right: b } = sides;
  const kind = a.places.kind(left);
  if (kind !== b.places.kind(right) || (kind !== 'object' && kind !== 'array')) return REPLACED;
  let same = 0;
  let changed = 0;
  if (kind === 'object') {
    const alone = finish(
      members.pair(left, right, (one, other) => {
        if (sides.alike(one, other)) same += 1;
        else changed += 1;
      }),
    );
    return { same, changes: changed + alone };
  }
  const [ours, theirs] = [childrenOf(a, left), childrenOf(b, right)];
  const shorter = Math.min(ours.length, theirs.length);
  while (same < shorter && sides.alike(ours[same] ?? 0, theirs[same] ?? 0)) same += 1;
  const first = same;
  while (
    same < shorter &&
    sides.alike(ours[ours.length - 1 - same + first] ?? 0, theirs[theirs.length - 1 - same + first] ?? 0)
  )
    same += 1;
  return { same, changes: Math.max(ours.length, theirs.length) - same };
}

/** Whether two values are one that changed: at most one change more than none, or a third of it stayed. */
export function isOne({ same, changes }: Likeness): boolean {
  return changes <= 1 || same * 2 >= changes;
}
