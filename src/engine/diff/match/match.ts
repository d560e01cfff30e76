// Decides which values of the two documents belong together, from the roots inwards. Only unequal values are opened; nothing
// recurses.
//
//   pair ──▶ same hash? ──▶ same bytes, or same meaning ──▶ equal, not opened
//                │ no
//                ├──▶ two objects   members.ts     by key and occurrence
//                ├──▶ two arrays    items.ts       items that stay, by content; moves, identity, likeness
//                └──▶ anything else                an update

import type { CompareNote, CompareOptions } from '../../../shared/protocol/compare.ts';
import { asNode } from '../../../shared/units.ts';
import type { Work } from '../../base/work.ts';
import { isWithin } from '../hash/decimal.ts';
import { Equality, spelling } from './equal.ts';
import { ItemMatcher, startBudget, type MatchedItems } from './items.ts';
import { FREE, STAYS } from './leftover.ts';
import { isChangedItem, likenessOf } from './likeness.ts';
import { Members } from './members.ts';
import { DIFFERS, MOVED, Pairing } from './pairing.ts';
import { childrenOf, Sides } from '../hash/sides.ts';
import { WordList } from '../../base/word-list.ts';

const SLICE_PAIRS = 4096;
const MAX_NOTES = 100;

/** What a comparison does beyond finding the differences. */
export interface MatchExtras {
  /** Whether items that have both moved and changed are one, also without an identity, and what is inside of them is paired. */
  readonly followsMoves?: boolean;
}

/** Pairs the values of two documents. */
export class Matcher {
  readonly pairing: Pairing;
  readonly notes: CompareNote[] = [];
  private readonly members: Members;
  private readonly equality: Equality;
  /** Pairs of containers to open, and pairs with the same hash but different spellings, still to be compared. */
  private readonly open = new WordList();
  private readonly doubtful = new WordList();
  private readonly forward: ItemMatcher;
  private readonly backward: ItemMatcher;

  constructor(
    private readonly sides: Sides,
    private readonly options: CompareOptions,
    private readonly extras: MatchExtras = {},
  ) {
    this.pairing = new Pairing(sides.left.tape.count, sides.right.tape.count);
    this.members = new Members(sides);
    this.equality = new Equality(sides, this.members, options);
    const budget = startBudget();
    const turned = new Sides(sides.right, sides.left);
    const followsMoves = extras.followsMoves === true;
    this.forward = new ItemMatcher(sides, this.members, { ...options, followsMoves }, budget);
    this.backward = new ItemMatcher(turned, new Members(turned), { ...options, followsMoves }, budget);
  }

  /** Pairs everything. Its progress is in bytes of the left document. */
  *run(): Work<void> {
    const { left } = this.sides;
    const total = left.places.text.size;
    this.take(0, 0);
    for (let count = 0; this.open.length + this.doubtful.length > 0; count += 1) {
      const list = this.doubtful.length > 0 ? this.doubtful : this.open;
      const other = list.pop();
      const one = list.pop();
      if (count % SLICE_PAIRS === SLICE_PAIRS - 1) yield { done: left.tape.start(one), total };
      if (list === this.doubtful) {
        if (!(yield* this.equality.compare(one, other))) this.differ(one, other);
      } else if (left.places.kind(one) === 'object') {
        yield* this.members.pair(one, other, (ours, theirs) => this.take(ours, theirs));
      } else {
        yield* this.matchItems(one, other);
      }
    }
  }

  /** Pairs two values that belong together. */
  private take(left: number, right: number): void {
    if (!this.sides.haveSameHash(left, right)) {
      this.differ(left, right);
      return;
    }
    this.pairing.pair(left, right);
    if (this.equality.spelledAlike(left, right)) return;
    this.doubtful.push(left);
    this.doubtful.push(right);
  }

  /** Pairs two values that belong together and are not equal. */
  private differ(left: number, right: number): void {
    const { left: a, right: b } = this.sides;
    const kind = a.places.kind(left);
    const { tolerance } = this.options;
    if (kind !== b.places.kind(right)) {
      this.pairing.pair(left, right, DIFFERS);
    } else if (kind === 'object' || kind === 'array') {
      this.pairing.pair(left, right, DIFFERS);
      this.open.push(left);
      this.open.push(right);
    } else {
      const isNear =
        kind === 'number' && tolerance > 0 && isWithin(spelling(a.places, left), spelling(b.places, right), tolerance);
      this.pairing.pair(left, right, isNear ? 0 : DIFFERS);
    }
  }

  /** Pairs the halves of a move. */
  private move(left: number, right: number): void {
    this.pairing.pair(left, right, MOVED);
    if (this.extras.followsMoves !== true || this.sides.haveSameHash(left, right)) return;
    const kind = this.sides.left.places.kind(left);
    if (kind !== this.sides.right.places.kind(right) || (kind !== 'object' && kind !== 'array')) return;
    this.open.push(left);
    this.open.push(right);
  }

  private *matchItems(leftArray: number, rightArray: number): Work<void> {
    const { left: a, right: b } = this.sides;
    const total = a.places.text.size;
    const ours = childrenOf(a, leftArray);
    const theirs = childrenOf(b, rightArray);
    let first = 0;
    let [leftEnd, rightEnd] = [ours.length, theirs.length];
    if (!this.options.ignoreOrder) {
      for (; first < leftEnd && first < rightEnd; first += 1) {
        if (!this.sides.haveSameHash(ours[first] ?? 0, theirs[first] ?? 0)) break;
        this.take(ours[first] ?? 0, theirs[first] ?? 0);
        if (first % SLICE_PAIRS === SLICE_PAIRS - 1) yield { done: a.tape.start(ours[first] ?? 0), total };
      }
      while (leftEnd > first && rightEnd > first) {
        if (!this.sides.haveSameHash(ours[leftEnd - 1] ?? 0, theirs[rightEnd - 1] ?? 0)) break;
        leftEnd -= 1;
        rightEnd -= 1;
        this.take(ours[leftEnd] ?? 0, theirs[rightEnd] ?? 0);
        if (leftEnd % SLICE_PAIRS === SLICE_PAIRS - 1) yield { done: a.tape.start(ours[leftEnd] ?? 0), total };
      }
    }
    if (first === leftEnd || first === rightEnd) return;
    const [one, other] = [ours[first] ?? 0, theirs[first] ?? 0];
    if (leftEnd - first === 1 && rightEnd - first === 1 && this.isOne(one, other)) {
      this.take(one, other);
      return;
    }
    yield* this.matchMiddle(leftArray, rightArray, ours.subarray(first, leftEnd), theirs.subarray(first, rightEnd));
  }

  /** Whether the only two items that remain are clearly one that changed. `ItemMatcher` decides all other cases. */
  private isOne(left: number, right: number): boolean {
    return this.options.identity === null && isChangedItem(likenessOf(this.sides, this.members, left, right));
  }

  /** Matches two non-empty runs of items whose first items differ and whose last items differ. */
  private *matchMiddle(leftArray: number, rightArray: number, left: Uint32Array, right: Uint32Array): Work<void> {
    const { left: a, right: b } = this.sides;
    const total = a.places.text.size;
    // The hashes break ties, so that the result is the same when the sides are exchanged.
    const isTurned = comesFirst(b.hashes, rightArray, a.hashes, leftArray);
    const matching = isTurned ? this.backward.match(right, left) : this.forward.match(left, right);
    let items: MatchedItems | null = null;
    while (items === null) {
      const step = matching.next();
      if (step.done === true) items = step.value;
      else yield { done: a.tape.start(left[0] ?? 0), total };
    }
    for (let index = 0; index < items.left.length; index += 1) {
      const fate = items.leftFates[index];
      if (fate === FREE) continue;
      const node = items.left[index] ?? 0;
      const partner = items.right[items.partners[index] ?? 0] ?? 0;
      const [one, other] = isTurned ? [partner, node] : [node, partner];
      if (fate === STAYS) this.take(one, other);
      else this.move(one, other);
      if (index % SLICE_PAIRS === SLICE_PAIRS - 1) yield { done: a.tape.start(one), total };
    }
    this.note('unordered', leftArray, rightArray, items.approximateCount);
    this.note('by-position', leftArray, rightArray, items.byPosition);
  }

  private note(type: CompareNote['type'], left: number, right: number, count: number): void {
    if (count > 0 && this.notes.length < MAX_NOTES)
      this.notes.push({ type, left: asNode(left), right: asNode(right), count });
  }
}

/** Whether the hash of a value is less than that of another. */
function comesFirst(hashes: Uint32Array, node: number, others: Uint32Array, other: number): boolean {
  const [low, otherLow] = [hashes[node * 2] ?? 0, others[other * 2] ?? 0];
  return low < otherLow || (low === otherLow && (hashes[node * 2 + 1] ?? 0) < (others[other * 2 + 1] ?? 0));
}
