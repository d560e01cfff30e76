// Locates a value of one document among the differences: at one, or after one.

import {
  CHANGE_WORDS,
  listDifferences,
  markOf,
  NO_NODE,
  type DifferencePlace,
  type Side,
} from '../../../shared/protocol/compare.ts';
import type { Path } from '../../../shared/document/path.ts';
import { PathFinder } from '../../tape/path-finder.ts';
import { countWhile } from '../../../shared/bytes/binary-search.ts';
import { otherSide } from '../../../shared/side.ts';
import type { Comparison } from './compare.ts';
import { counterpartOf } from './counterparts.ts';

/**
 * Locates the value at a path of one side among the differences. One that only the other side has is where that value would be.
 * Cost: the path, and all changes.
 */
export function differencePlace(comparison: Comparison, side: Side, path: Path): DifferencePlace {
  const { sides, changes, marks } = comparison;
  const node = new PathFinder(sides[side].places, path).inside(0);
  if (node < 0) return { current: -1, before: -1 };
  const mark = markOf(marks[side], node);
  const changed = mark === null || mark.mark === 'child-update' ? -1 : mark.node;
  const word = side === 'left' ? 1 : 2;
  const nodeOf = (index: number): number => changes[index * CHANGE_WORDS + word] ?? NO_NODE;
  let [current, before] = [-1, -1];
  const differences = listDifferences(changes);
  for (const [place, index] of differences.entries()) {
    const partner = changes[index * CHANGE_WORDS + 3] ?? NO_NODE;
    // For a move, the value on this side may belong to the other half.
    const own = nodeOf(index) === NO_NODE && partner !== NO_NODE ? nodeOf(partner) : nodeOf(index);
    if (own === NO_NODE) continue;
    if (own === changed) current = place;
    else if (own < node) before = place;
  }
  // Those that follow and that only the other side has are in the order of their places.
  let end = before + 1;
  const isOther = (index = -1): boolean =>
    index >= 0 && nodeOf(index) === NO_NODE && changes[index * CHANGE_WORDS + 3] === NO_NODE;
  while (isOther(differences[end])) end += 1;
  const passed = countWhile(end - before - 1, (offset) => {
    const other = changes[(differences[before + 1 + offset] ?? 0) * CHANGE_WORDS + 3 - word] ?? 0;
    return isBefore(comparison, side, other, node);
  });
  return { current, before: before + passed };
}

/** Whether a value that only the other side has would be before a node of this one. */
function isBefore(comparison: Comparison, side: Side, other: number, node: number): boolean {
  const opposite = otherSide(side);
  const beside = counterpartOf(comparison, opposite, other).node;
  const parent = comparison.sides[opposite].places.parent(other);
  // The first value of a container has nothing before it.
  const isFirst = parent >= 0 && counterpartOf(comparison, opposite, parent).node === beside;
  return isFirst ? beside < node : comparison.sides[side].tape.next(beside) <= node;
}
