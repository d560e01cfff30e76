// Locates a value of one document among the differences: at one, or after one.

import {
  CHANGE_WORDS,
  listDifferences,
  markOf,
  NO_NODE,
  type DifferencePlace,
  type Side,
} from '../../../../shared/protocol/compare.ts';
import type { Path } from '../../../../shared/document/path.ts';
import { PathFinder } from '../../tape/path-finder.ts';
import type { Comparison } from './compare.ts';

/** Locates the value at a path of one side among the differences. Cost: the path, and all changes. */
export function differencePlace({ sides, changes, marks }: Comparison, side: Side, path: Path): DifferencePlace {
  const node = new PathFinder(sides[side].places, path).inside(0);
  if (node < 0) return { current: -1, before: -1 };
  const mark = markOf(marks[side], node);
  const changed = mark === null || mark.mark === 'child-update' ? -1 : mark.node;
  const word = side === 'left' ? 1 : 2;
  const nodeOf = (index: number): number => changes[index * CHANGE_WORDS + word] ?? NO_NODE;
  let [current, before] = [-1, -1];
  for (const [place, index] of listDifferences(changes).entries()) {
    const partner = changes[index * CHANGE_WORDS + 3] ?? NO_NODE;
    // For a move, the value on this side may belong to the other half.
    const own = nodeOf(index) === NO_NODE && partner !== NO_NODE ? nodeOf(partner) : nodeOf(index);
    if (own === NO_NODE) continue;
    if (own === changed) current = place;
    else if (own < node) before = place;
  }
  return { current, before };
}
