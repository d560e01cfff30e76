// Pairs the remaining items of one gap by likeness: as changed, not as deleted and created. A few are all weighed against each
// other; many are aligned, or paired by position.

import type { Name } from '../../tape/places.ts';
import type { Work } from '../../base/work.ts';
import { identityOf } from './identity.ts';
import { FREE, MOVES, settle, STAYS, type UnmatchedGap, type LeftoverItems } from './leftover.ts';
import { isChangedItem, likenessOf } from './likeness.ts';
import type { Members } from './members.ts';
import type { Steps } from './sequence.ts';
import type { Sides } from '../hash/sides.ts';
import { alignObjects } from './signature.ts';

/** Most pairs of items of one gap that are all weighed against each other; a longer gap is aligned, or paired by position. */
const MAX_CELLS = 2500;
const SLICE_ITEMS = 2048;

/** Pairs free items that are in one gap and alike. Returns how many were paired by position alone. */
export function* pairByLikeness(
  sides: Sides,
  members: Members,
  items: LeftoverItems,
  gaps: Iterable<UnmatchedGap>,
  name: Name | null,
  budget: Steps & { cells: number },
): Work<number> {
  let byPosition = 0;
  for (const gap of gaps) {
    const lefts = freeOf(items.leftFates, gap.leftStart, gap.leftEnd);
    const rights = freeOf(items.rightFates, gap.rightStart, gap.rightEnd);
    if (lefts.length === 0 || rights.length === 0) continue;
    const weigh = (left: number, right: number): number => weightOf(sides, members, items, left, right, name);
    const cells = lefts.length * rights.length;
    if (lefts.length === rights.length && (yield* isClear(lefts, rights, weigh))) {
      for (const [at, left] of lefts.entries()) settle(items, left, rights[at] ?? 0, STAYS);
      continue;
    }
    if (cells > MAX_CELLS || cells > budget.cells) {
      byPosition += yield* pairLong(sides, items, lefts, rights, weigh, budget);
      continue;
    }
    budget.cells -= cells;
    yield { done: gap.leftStart, total: items.left.length };
    for (const [left, right] of lightest(lefts, rights, weigh)) settle(items, left, right, STAYS);
  }
  return byPosition;
}

/** Pairs free containers of any gaps that are alike, the most alike first, as moved. More than a budget allows stay free. */
export function pairMovedByLikeness(
  sides: Sides,
  members: Members,
  items: LeftoverItems,
  name: Name | null,
  budget: { cells: number },
): void {
  const lefts = freeOf(items.leftFates, 0, items.left.length).filter((at) =>
    sides.left.tape.isOpening(items.left[at] ?? 0),
  );
  const rights = freeOf(items.rightFates, 0, items.right.length).filter((at) =>
    sides.right.tape.isOpening(items.right[at] ?? 0),
  );
  const cells = lefts.length * rights.length;
  if (cells === 0 || cells > MAX_CELLS || cells > budget.cells) return;
  budget.cells -= cells;
  const pairs = lefts.flatMap((left) =>
    rights.flatMap((right) => {
      const { same } = likenessOf(sides, members, items.left[left] ?? 0, items.right[right] ?? 0);
      const weight = same > 0 ? weightOf(sides, members, items, left, right, name) : 2;
      return weight < 2 ? [{ left, right, weight }] : [];
    }),
  );
  for (const { left, right } of pairs.toSorted((a, b) => a.weight - b.weight)) {
    if (items.leftFates[left] === FREE && items.rightFates[right] === FREE) settle(items, left, right, MOVES);
  }
}

/** Whether all items at the same position are clearly one that changed. */
function* isClear(
  lefts: readonly number[],
  rights: readonly number[],
  weigh: (left: number, right: number) => number,
): Work<boolean> {
  for (let at = 0; at < lefts.length; at += 1) {
    if (weigh(lefts[at] ?? 0, rights[at] ?? 0) > 1) return false;
    if (at % SLICE_ITEMS === SLICE_ITEMS - 1) yield { done: at, total: lefts.length };
  }
  return true;
}

/**
 * Pairs the items of a long gap: aligned by what they share, and between those by position. Returns how many were paired by
 * position.
 */
function* pairLong(
  sides: Sides,
  items: LeftoverItems,
  lefts: readonly number[],
  rights: readonly number[],
  weigh: (left: number, right: number) => number,
  budget: Steps,
): Work<number> {
  const [ours, theirs] = [
    Uint32Array.from(lefts, (index) => items.left[index] ?? 0),
    Uint32Array.from(rights, (index) => items.right[index] ?? 0),
  ];
  // A short gap is only here because the budget is spent: alignment would not be worth its cost.
  const isLong = lefts.length * rights.length > MAX_CELLS;
  const partners = isLong ? yield* alignObjects(sides, ours, theirs, budget) : new Int32Array(lefts.length).fill(-1);
  // For each left item, the end of the right items that are free for unaligned ones.
  const limits = new Int32Array(lefts.length);
  for (let at = lefts.length - 1, limit = rights.length; at >= 0; at -= 1) {
    if ((partners[at] ?? -1) >= 0) limit = partners[at] ?? 0;
    limits[at] = limit;
  }
  let byPosition = 0;
  let other = 0;
  for (let at = 0; at < lefts.length; at += 1) {
    if (at % SLICE_ITEMS === SLICE_ITEMS - 1) yield { done: at, total: lefts.length };
    const partner = partners[at] ?? -1;
    if (partner >= 0) other = partner;
    else if (other >= (limits[at] ?? 0)) continue;
    else byPosition += 1;
    const [left, right] = [lefts[at] ?? 0, rights[other] ?? 0];
    if (weigh(left, right) < 2) settle(items, left, right, STAYS);
    other += 1;
  }
  return byPosition;
}

function freeOf(fates: Uint8Array, start: number, end: number): number[] {
  const free: number[] = [];
  for (let index = start; index < end; index += 1) if (fates[index] === FREE) free.push(index);
  return free;
}

/** The cost of calling two items one that changed: 0 for equal ones, up to 1.8, against 2 for a deletion and a creation. */
function weightOf(
  sides: Sides,
  members: Members,
  items: LeftoverItems,
  left: number,
  right: number,
  name: Name | null,
): number {
  const [one, other] = [items.left[left] ?? 0, items.right[right] ?? 0];
  if (items.leftNumbers[left] === items.rightNumbers[right]) return 0;
  const likeness = likenessOf(sides, members, one, other);
  if (!isChangedItem(likeness)) return 2;
  if (name !== null && likeness.changes > 1) {
    const [ours, theirs] = [identityOf(sides.left, one, name), identityOf(sides.right, other, name)];
    if (ours >= 0 && theirs >= 0 && !sides.haveSameHash(ours, theirs)) return 2;
  }
  const { same, changes } = likeness;
  const isScalar = !sides.left.tape.isOpening(one) || !sides.right.tape.isOpening(other);
  return isScalar ? 1 : 0.2 + (1.6 * changes) / (changes + same + 1);
}

/** The pairs, in order, with the lowest total cost; each unpaired item costs 1. */
function lightest(
  lefts: readonly number[],
  rights: readonly number[],
  weigh: (left: number, right: number) => number,
): [left: number, right: number][] {
  const width = rights.length + 1;
  const costs = new Float64Array((lefts.length + 1) * width);
  const weights = new Float64Array(lefts.length * rights.length);
  for (let y = 1; y < width; y += 1) costs[y] = y;
  for (let x = 1; x <= lefts.length; x += 1) {
    costs[x * width] = x;
    for (let y = 1; y < width; y += 1) {
      const weight = weigh(lefts[x - 1] ?? 0, rights[y - 1] ?? 0);
      weights[(x - 1) * rights.length + y - 1] = weight;
      costs[x * width + y] = Math.min(
        (costs[(x - 1) * width + y] ?? 0) + 1,
        (costs[x * width + y - 1] ?? 0) + 1,
        weight < 2 ? (costs[(x - 1) * width + y - 1] ?? 0) + weight : Infinity,
      );
    }
  }
  const pairs: [number, number][] = [];
  for (let x = lefts.length, y = rights.length; x > 0 && y > 0;) {
    const cost = costs[x * width + y] ?? 0;
    const weight = weights[(x - 1) * rights.length + y - 1] ?? 2;
    if (weight < 2 && cost === (costs[(x - 1) * width + y - 1] ?? 0) + weight) {
      pairs.push([lefts[x - 1] ?? 0, rights[y - 1] ?? 0]);
      x -= 1;
      y -= 1;
    } else if (cost === (costs[(x - 1) * width + y] ?? 0) + 1) x -= 1;
    else y -= 1;
  }
  return pairs;
}
