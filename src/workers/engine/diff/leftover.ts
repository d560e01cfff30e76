// The items of two arrays that are not equal to any in order, and what becomes of them: halves of moves, the
// same thing by its identity, one that changed because it stands in the same gap and is alike, or gone and new.
//
//   gap   the items between two that stay; both sides number them alike

import type { Name } from '../places.ts';
import type { Work } from '../work.ts';
import { Classes } from './classes.ts';
import { identityOf } from './identity.ts';
import { isOne, likenessOf } from './likeness.ts';
import type { Members } from './members.ts';
import { alignObjects } from './signature.ts';
import type { Steps } from './sequence.ts';
import { longestRising } from './rising.ts';
import type { SideData, Sides } from './sides.ts';

/** What became of an item. */
export const FREE = 0;
export const STAYS = 1;
export const MOVES = 2;

/** Pairs of items of one gap that are all weighed against each other; more are taken as they stand. */
const MOST_CELLS = 2500;

const SLICE_ITEMS = 2048;

/** Items of both arrays: their entries, their numbers (equal ones have the same), partners and what became of them. */
export interface Items {
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  readonly leftNumbers: Uint32Array;
  readonly rightNumbers: Uint32Array;
  readonly partners: Int32Array;
  readonly leftFates: Uint8Array;
  readonly rightFates: Uint8Array;
}

/** Half-open runs of both arrays between two items that stay. */
interface Gap {
  readonly leftStart: number;
  readonly leftEnd: number;
  readonly rightStart: number;
  readonly rightEnd: number;
}

/** The runs between items that stay in order, where both sides have some. */
export function* gapsOf({ left, right, partners, leftFates }: Items): Generator<Gap> {
  let leftStart = 0;
  let rightStart = 0;
  for (let index = 0; index <= left.length; index += 1) {
    if (index < left.length && leftFates[index] !== STAYS) continue;
    const partner = index < left.length ? (partners[index] ?? 0) : right.length;
    if (index > leftStart || partner > rightStart) yield { leftStart, leftEnd: index, rightStart, rightEnd: partner };
    leftStart = index + 1;
    rightStart = partner + 1;
  }
}

/** Pairs an item with another. */
export function settle(items: Items, left: number, right: number, fate: number): void {
  items.partners[left] = right;
  items.leftFates[left] = fate;
  items.rightFates[right] = fate;
}

/** Links equal items that are free on both sides, the first with the first. `accept` says which items take part. */
export function linkMoves(items: Items, classes: number, accept: (left: number) => boolean): void {
  const { leftNumbers, rightNumbers, leftFates, rightFates } = items;
  // Of each number the free items of the right side, chained.
  const heads = new Int32Array(classes).fill(-1);
  const next = new Int32Array(rightNumbers.length);
  for (let index = rightNumbers.length - 1; index >= 0; index -= 1) {
    if (rightFates[index] !== FREE) continue;
    const number = rightNumbers[index] ?? 0;
    next[index] = heads[number] ?? -1;
    heads[number] = index;
  }
  for (let index = 0; index < leftNumbers.length; index += 1) {
    if (leftFates[index] !== FREE || !accept(index)) continue;
    const number = leftNumbers[index] ?? 0;
    const found = heads[number] ?? -1;
    if (found < 0) continue;
    heads[number] = next[found] ?? -1;
    settle(items, index, found, MOVES);
  }
}

/** How many differences free items are if those that stand in one gap are one that changed. */
export function countGaps(items: Items, accept: (left: boolean, index: number) => boolean): number {
  let count = 0;
  for (const gap of gapsOf(items)) {
    let [lefts, rights] = [0, 0];
    for (let index = gap.leftStart; index < gap.leftEnd; index += 1)
      if (items.leftFates[index] === FREE && accept(true, index)) lefts += 1;
    for (let index = gap.rightStart; index < gap.rightEnd; index += 1)
      if (items.rightFates[index] === FREE && accept(false, index)) rights += 1;
    count += Math.max(lefts, rights);
  }
  return count;
}

/** Pairs free items that have the same value in a member: where they stand in order, as what stays; else as moved. */
export function pairByIdentity(sides: Sides, items: Items, name: Name, inOrder: boolean): void {
  const classes = new Classes(items.left.length + items.right.length);
  const lefts = identities(sides.left, items.left, items.leftFates, classes, name);
  const rights = identities(sides.right, items.right, items.rightFates, classes, name);
  const seen = (numbers: Int32Array): Int32Array => {
    const found = new Int32Array(classes.count).fill(-1);
    for (const [index, number] of numbers.entries()) {
      if (number >= 0) found[number] = found[number] === -1 ? index : -2;
    }
    return found;
  };
  const [ours, theirs] = [seen(lefts), seen(rights)];
  const found: number[] = [];
  const close = (gap: Gap | null): void => {
    const staying = longestRising(found.map((index) => theirs[lefts[index] ?? 0] ?? 0));
    const isStaying = new Set(gap === null ? found.keys() : staying);
    for (const [at, index] of found.entries())
      settle(items, index, theirs[lefts[index] ?? 0] ?? 0, isStaying.has(at) ? STAYS : MOVES);
    found.length = 0;
  };
  const partnerOf = (index: number): number => {
    const number = lefts[index] ?? -1;
    return number >= 0 && ours[number] === index ? (theirs[number] ?? -1) : -1;
  };
  if (!inOrder) {
    for (let index = 0; index < lefts.length; index += 1) if (partnerOf(index) >= 0) found.push(index);
    close(null);
    return;
  }
  const gaps = [...gapsOf(items)];
  for (const gap of gaps) {
    for (let index = gap.leftStart; index < gap.leftEnd; index += 1) {
      const partner = partnerOf(index);
      if (partner >= gap.rightStart && partner < gap.rightEnd) found.push(index);
    }
    if (found.length > 0) close(gap);
  }
  for (let index = 0; index < lefts.length; index += 1) {
    if (items.leftFates[index] !== FREE) continue;
    const partner = partnerOf(index);
    if (partner >= 0) settle(items, index, partner, MOVES);
  }
}

function identities(side: SideData, nodes: Uint32Array, fates: Uint8Array, classes: Classes, name: Name): Int32Array {
  const numbers = new Int32Array(nodes.length).fill(-1);
  for (let index = 0; index < nodes.length; index += 1) {
    if (fates[index] !== FREE) continue;
    const member = identityOf(side, nodes[index] ?? 0, name);
    if (member >= 0) numbers[index] = classes.numberOf(side.hashes[member * 2] ?? 0, side.hashes[member * 2 + 1] ?? 0);
  }
  return numbers;
}

/** Pairs free items that stand in one gap and are alike. Answers how many were taken by their positions alone. */
export function* pairByLikeness(
  sides: Sides,
  members: Members,
  items: Items,
  gaps: Iterable<Gap>,
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
    if (cells > MOST_CELLS || cells > budget.cells) {
      byPosition += yield* pairLong(sides, items, lefts, rights, weigh, budget);
      continue;
    }
    budget.cells -= cells;
    yield { done: gap.leftStart, total: items.left.length };
    for (const [left, right] of lightest(lefts, rights, weigh)) settle(items, left, right, STAYS);
  }
  return byPosition;
}

/** Whether items that stand beside each other are all clearly one that changed. */
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

/** Pairs the items of a long gap: what is lined up by what they share, and between that by position. Answers how many of the latter. */
function* pairLong(
  sides: Sides,
  items: Items,
  lefts: readonly number[],
  rights: readonly number[],
  weigh: (left: number, right: number) => number,
  budget: Steps,
): Work<number> {
  const [ours, theirs] = [
    Uint32Array.from(lefts, (index) => items.left[index] ?? 0),
    Uint32Array.from(rights, (index) => items.right[index] ?? 0),
  ];
  // A short gap is only here because there are too many: it is not worth the looking.
  const isLong = lefts.length * rights.length > MOST_CELLS;
  const partners = isLong ? yield* alignObjects(sides, ours, theirs, budget) : new Int32Array(lefts.length).fill(-1);
  // Up to where the right side is free for what is not lined up.
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

/** What it costs to call two items one that changed: 1 or a little more, against 2 for one that went and one that came. */
function weightOf(
  sides: Sides,
  members: Members,
  items: Items,
  left: number,
  right: number,
  name: Name | null,
): number {
  const [one, other] = [items.left[left] ?? 0, items.right[right] ?? 0];
  if (items.leftNumbers[left] === items.rightNumbers[right]) return 0;
  const likeness = likenessOf(sides, members, one, other);
  if (!isOne(likeness)) return 2;
  if (name !== null && likeness.changes > 1) {
    const [ours, theirs] = [identityOf(sides.left, one, name), identityOf(sides.right, other, name)];
    if (ours >= 0 && theirs >= 0 && !sides.alike(ours, theirs)) return 2;
  }
  const { same, changes } = likeness;
  const isScalar = !sides.left.tape.isOpening(one) || !sides.right.tape.isOpening(other);
  return isScalar ? 1 : 0.2 + (1.6 * changes) / (changes + same + 1);
}

/** The pairs, in order, that together with what is left over cost least. */
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
