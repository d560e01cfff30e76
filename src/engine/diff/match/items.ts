// Matches the items of two arrays:
//
//   sequence.ts   items that stay, in order, by content
//   leftover.ts   of the rest: equal items on both sides are moves; items with one identity belong together
//   weighing.ts   changed items: in the same gap, and alike

import type { CompareOptions } from '../../../shared/protocol/compare.ts';
import type { Name } from '../../tape/places.ts';
import type { Work } from '../../base/work.ts';
import { Classes } from '../hash/equality-classes.ts';
import { findIdentity } from './identity.ts';
import {
  countGaps,
  FREE,
  gapsOf,
  linkMoves,
  MOVES,
  pairByIdentity,
  settle,
  STAYS,
  type LeftoverItems,
} from './leftover.ts';
import type { Members } from './members.ts';
import { Sequence } from './sequence.ts';
import type { Sides } from '../hash/sides.ts';
import { pairByLikeness, pairMovedByLikeness } from './weighing.ts';

/** Limits for a whole comparison: steps in gaps without anchors, and pairs that are weighed against each other. */
const MAX_STEPS = 20_000_000;
const MAX_CELLS = 100_000;

const SLICE_ITEMS = 32_768;

/** What a comparison may still spend where there is no fast method. */
export interface MatchBudget {
  steps: number;
  cells: number;
}

export function startBudget(): MatchBudget {
  return { steps: MAX_STEPS, cells: MAX_CELLS };
}

/** Items with their partners and fates, and how many were matched approximately or by position. */
export interface MatchedItems extends LeftoverItems {
  readonly approximateCount: number;
  readonly byPosition: number;
}

/** Matches items of arrays. */
export class ItemMatcher {
  constructor(
    private readonly sides: Sides,
    private readonly members: Members,
    private readonly options: Pick<CompareOptions, 'ignoreOrder' | 'identity'> & { readonly followsMoves: boolean },
    private readonly budget: MatchBudget,
  ) {}

  /** Matches two lists of items. Its progress carries no meaningful amounts. */
  *match(left: Uint32Array, right: Uint32Array): Work<MatchedItems> {
    const { left: a, right: b } = this.sides;
    const progress = { done: 0, total: 0 };
    const classes = new Classes(left.length + right.length);
    const leftNumbers = yield* numberItems(classes, a.hashes, left);
    const rightNumbers = yield* numberItems(classes, b.hashes, right);
    const items: LeftoverItems = {
      left,
      right,
      leftNumbers,
      rightNumbers,
      partners: new Int32Array(left.length).fill(-1),
      leftFates: new Uint8Array(left.length),
      rightFates: new Uint8Array(right.length),
    };
    const inOrder = !this.options.ignoreOrder;
    let approximateCount = 0;
    if (inOrder) {
      const sequence = new Sequence(leftNumbers, rightNumbers, classes.count, this.budget);
      yield* sequence.run();
      sequence.partners.forEach((partner, index) => {
        if (partner >= 0) settle(items, index, partner, STAYS);
      });
      ({ approximateCount } = sequence);
      yield progress;
      this.findMoves(items, classes.count);
    } else {
      linkMoves(items, classes.count, () => true);
      items.leftFates.forEach((fate, index) => {
        if (fate === MOVES) settle(items, index, items.partners[index] ?? 0, STAYS);
      });
    }
    yield progress;
    const name = this.findName(items);
    yield progress;
    if (name !== null) pairByIdentity(this.sides, items, name, inOrder);
    yield progress;
    const all = { leftStart: 0, leftEnd: left.length, rightStart: 0, rightEnd: right.length };
    const gaps = inOrder ? [...gapsOf(items)] : [all];
    const byPosition = yield* pairByLikeness(this.sides, this.members, items, gaps, name, this.budget);
    if (inOrder) linkMoves(items, classes.count, () => true);
    if (inOrder && this.options.followsMoves) pairMovedByLikeness(this.sides, this.members, items, name, this.budget);
    return { ...items, approximateCount, byPosition };
  }

  /**
   * Links equal items of both sides as moves; scalars only where that gives no more differences than reporting them as changed.
   */
  private findMoves(items: LeftoverItems, classes: number): void {
    const { left: a, right: b } = this.sides;
    const isScalar = (isLeft: boolean, index: number): boolean =>
      isLeft ? !a.tape.isOpening(items.left[index] ?? 0) : !b.tape.isOpening(items.right[index] ?? 0);
    linkMoves(items, classes, (index) => !isScalar(true, index));
    const changed = countGaps(items, isScalar);
    if (changed === 0) return;
    const [lefts, rights, partners] = [items.leftFates.slice(), items.rightFates.slice(), items.partners.slice()];
    let linked = 0;
    linkMoves(items, classes, (index) => isScalar(true, index));
    items.leftFates.forEach((fate, index) => {
      if (fate !== lefts[index]) linked += 1;
    });
    if (linked + countGaps(items, isScalar) <= changed) return;
    items.leftFates.set(lefts);
    items.rightFates.set(rights);
    items.partners.set(partners);
  }

  /** The key that identifies the free items. */
  private findName(items: LeftoverItems): Name | null {
    const free = (nodes: Uint32Array, fates: Uint8Array): Uint32Array =>
      nodes.filter((_, index) => fates[index] === FREE);
    const [lefts, rights] = [free(items.left, items.leftFates), free(items.right, items.rightFates)];
    if (lefts.length === 0 || rights.length === 0) return null;
    return findIdentity(this.sides, lefts, rights, this.options.identity);
  }
}

/** Numbers items so that equal ones have the same number. */
function* numberItems(classes: Classes, hashes: Uint32Array, nodes: Uint32Array): Work<Uint32Array> {
  const numbers = new Uint32Array(nodes.length);
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] ?? 0;
    numbers[index] = classes.numberOf(hashes[node * 2] ?? 0, hashes[node * 2 + 1] ?? 0);
    if (index % SLICE_ITEMS === SLICE_ITEMS - 1) yield { done: index, total: nodes.length };
  }
  return numbers;
}
