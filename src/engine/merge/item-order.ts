// The order of what is left of a container's items after a merge, from their positions in the base and on both sides.
//
//   base    a b c d        left moves d to the front, right moves a behind b
//   left    d a b c
//   right   b a c d        merged: d b a c
//
// Which of two items comes first is what a side has made of it; if neither has changed it, what the base has. Both orders go
// together if no pair was turned round by both and the result is an order: no a before b before c before a.

import type { MergeSide } from '../../shared/protocol/merge.ts';
import { longestIncreasing } from '../diff/match/rising.ts';

/** The positions of an item in its container; -1 where it is not there. Each is on one side at least. */
export interface ItemPositions {
  readonly base: number;
  readonly left: number;
  readonly right: number;
}

/** Most pairs of items whose orders are compared one by one. It takes about 100 ms. */
const MAX_PAIRS = 20_000_000;

/**
 * Returns the indexes of items in their merged order; `null` where the orders of both sides conflict, unless `prefer` names the
 * side whose order counts then. Items that only one side has follow the nearest item before them that has not moved, or are at
 * the end as they were; of those at one place left's come first. Cost: n log n; where both sides have moved items, the square of their number.
 */
export function mergeOrder(items: readonly ItemPositions[], prefer: MergeSide): number[];
export function mergeOrder(items: readonly ItemPositions[], prefer: MergeSide | null): number[] | null;
export function mergeOrder(items: readonly ItemPositions[], prefer: MergeSide | null): number[] | null {
  const lefts = sortedBy(items, 'left');
  const rights = sortedBy(items, 'right');
  const isShared = (index: number): boolean => (items[index]?.left ?? -1) >= 0 && (items[index]?.right ?? -1) >= 0;
  const [ours, theirs] = [lefts.filter(isShared), rights.filter(isShared)];
  const shared = areEqual(ours, theirs) ? ours : (joinOrders(items, ours, theirs) ?? preferred(ours, theirs, prefer));
  return shared === null ? null : placeTheRest(items, shared, lefts, rights);
}

function preferred(ours: number[], theirs: number[], prefer: MergeSide | null): number[] | null {
  return prefer === null ? null : prefer === 'left' ? ours : theirs;
}

/** The indexes of the items that a version has, in its order. */
function sortedBy(items: readonly ItemPositions[], version: keyof ItemPositions): number[] {
  const found: number[] = [];
  let isSorted = true;
  let last = -1;
  for (const [index, { [version]: position }] of items.entries()) {
    if (position < 0) continue;
    if (position < last) isSorted = false;
    last = position;
    found.push(index);
  }
  return isSorted ? found : found.toSorted((a, b) => (items[a]?.[version] ?? 0) - (items[b]?.[version] ?? 0));
}

function areEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((index, at) => index === other[at]);
}

/** The order of the items that both sides have; `null` if their orders conflict. */
function joinOrders(items: readonly ItemPositions[], ours: number[], theirs: number[]): number[] | null {
  const isOld = (index: number): boolean => (items[index]?.base ?? -1) >= 0;
  const [left, right] = [ours.filter(isOld), theirs.filter(isOld)];
  const before = left.toSorted((a, b) => (items[a]?.base ?? 0) - (items[b]?.base ?? 0));
  const [isLeftMoved, isRightMoved] = [!areEqual(left, before), !areEqual(right, before)];
  const old =
    areEqual(left, right) || !isRightMoved ? left : isLeftMoved ? joinMoves(items, before, left, right) : right;
  if (old === null) return null;
  if (old.length === ours.length) return old;
  // What both have added is at one place if the same unmoved items are before it.
  const still = flagsOf(items, unmoved(items, before, left));
  for (const [index, isStill] of flagsOf(items, unmoved(items, before, right)).entries())
    if (isStill === 0) still[index] = 0;
  const [own, other] = [countBefore(ours, still), countBefore(theirs, still)];
  if (ours.some((index) => !isOld(index) && own[index] !== other[index])) return null;
  if (old === left) return ours;
  return old === right ? theirs : placeTheRest(items, old, ours, []);
}

/** Those of `order` that are in the same order in `other`: a longest run of them. */
function unmoved(items: readonly ItemPositions[], order: readonly number[], other: readonly number[]): number[] {
  const ranks = ranksOf(items, other);
  const known = order.filter((index) => (ranks[index] ?? -1) >= 0);
  return Array.from(longestIncreasing(known.map((index) => ranks[index] ?? 0)), (at) => known[at] ?? 0);
}

/** The place of each item in an order; -1 where it is not in it. */
function ranksOf(items: readonly ItemPositions[], order: readonly number[]): Int32Array {
  const ranks = new Int32Array(items.length).fill(-1);
  for (const [rank, index] of order.entries()) ranks[index] = rank;
  return ranks;
}

/** 1 for each of some items. */
function flagsOf(items: readonly ItemPositions[], indexes: readonly number[]): Uint8Array {
  const flags = new Uint8Array(items.length);
  for (const index of indexes) flags[index] = 1;
  return flags;
}

/** How many of the flagged items come before each item. */
function countBefore(order: readonly number[], flags: Uint8Array): Int32Array {
  const counts = new Int32Array(flags.length);
  let count = 0;
  for (const index of order) {
    count += flags[index] ?? 0;
    counts[index] = count;
  }
  return counts;
}

/** The order with the moves of both sides; `null` if they conflict, or there are too many to tell. */
function joinMoves(
  items: readonly ItemPositions[],
  before: readonly number[],
  left: readonly number[],
  right: readonly number[],
): number[] | null {
  let [start, end] = [0, before.length];
  const agrees = (at: number): boolean => before[at] === left[at] && before[at] === right[at];
  while (agrees(start)) start += 1;
  while (agrees(end - 1)) end -= 1;
  const count = end - start;
  if ((count * count) / 2 > MAX_PAIRS) return null;
  const ranksIn = (order: readonly number[]): Int32Array => {
    const ranks = ranksOf(items, order);
    return Int32Array.from(before.slice(start, end), (index) => ranks[index] ?? 0);
  };
  const [ours, theirs] = [ranksIn(left), ranksIn(right)];
  const merged = new Int32Array(count);
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) {
      const isOurs = (ours[one] ?? 0) > (ours[other] ?? 0);
      const isTheirs = (theirs[one] ?? 0) > (theirs[other] ?? 0);
      if (isOurs && isTheirs) return null;
      const later = isOurs || isTheirs ? one : other;
      merged[later] = (merged[later] ?? 0) + 1;
    }
  }
  // A relation between all pairs is an order if each item has another number of items before it.
  const sorted = new Int32Array(count).fill(-1);
  for (const [at, rank] of merged.entries()) {
    if (sorted[rank] !== -1) return null;
    sorted[rank] = before[start + at] ?? 0;
  }
  return [...before.slice(0, start), ...sorted, ...before.slice(end)];
}

/** Adds the items of only one side to those that have an order. */
function placeTheRest(
  items: readonly ItemPositions[],
  order: readonly number[],
  lefts: readonly number[],
  rights: readonly number[],
): number[] {
  if (order.length >= lefts.length && order.length >= rights.length) return [...order];
  const ranks = ranksOf(items, order);
  const following: number[][] = [];
  for (const side of [lefts, rights]) {
    const still = flagsOf(items, unmoved(items, side, order));
    const last = side.findLastIndex((index) => (ranks[index] ?? -1) >= 0);
    let place = 0;
    for (const [at, index] of side.entries()) {
      if (at > last) place = order.length;
      if (still[index] === 1) place = (ranks[index] ?? 0) + 1;
      else if (ranks[index] === -1) (following[place] ??= []).push(index);
    }
  }
  return [...(following[0] ?? []), ...order.flatMap((index, rank) => [index, ...(following[rank + 1] ?? [])])];
}
