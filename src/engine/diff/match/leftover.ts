// Handles the items of two arrays that are not in the common sequence: they are halves of moves, one thing by its identity, one
// thing that changed, because both are in the same gap and alike (`weighing.ts`), or deleted and created.
//
//   gap   the items between two that stay; gaps correspond on both sides

import type { Name } from '../../tape/places.ts';
import { Classes } from '../hash/equality-classes.ts';
import { identityOf } from './identity.ts';
import { longestIncreasing } from './rising.ts';
import type { SideData, Sides } from '../hash/sides.ts';

/** The fate of an item. */
export const FREE = 0;
export const STAYS = 1;
export const MOVES = 2;

/** Items of both arrays: their entries, their numbers (equal items share one), partners and fates. */
export interface LeftoverItems {
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  readonly leftNumbers: Uint32Array;
  readonly rightNumbers: Uint32Array;
  readonly partners: Int32Array;
  readonly leftFates: Uint8Array;
  readonly rightFates: Uint8Array;
}

/** Half-open runs of both arrays between two items that stay. */
export interface UnmatchedGap {
  readonly leftStart: number;
  readonly leftEnd: number;
  readonly rightStart: number;
  readonly rightEnd: number;
}

/** The gaps between items that stay in order, except those that are empty on both sides. */
export function* gapsOf({ left, right, partners, leftFates }: LeftoverItems): Generator<UnmatchedGap> {
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
export function settle(items: LeftoverItems, left: number, right: number, fate: number): void {
  items.partners[left] = right;
  items.leftFates[left] = fate;
  items.rightFates[right] = fate;
}

/** Links equal items that are free on both sides, in order of occurrence. `accept` selects the items that take part. */
export function linkMoves(items: LeftoverItems, classes: number, accept: (left: number) => boolean): void {
  const { leftNumbers, rightNumbers, leftFates, rightFates } = items;
  // The free items of the right side, chained by number.
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

/** The number of differences among free items if those in the same gap are paired as changed. */
export function countGaps(items: LeftoverItems, accept: (left: boolean, index: number) => boolean): number {
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

/** Pairs free items with the same value of a member: as staying where they are in order, else as moved. */
export function pairByIdentity(sides: Sides, items: LeftoverItems, name: Name, inOrder: boolean): void {
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
  const close = (gap: UnmatchedGap | null): void => {
    const staying = longestIncreasing(found.map((index) => theirs[lefts[index] ?? 0] ?? 0));
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
