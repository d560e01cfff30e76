// Decides which value of one document belongs to which of the other, from the roots inwards. Only what is not
// equal is opened; nothing recurses.
//
//   pair ──▶ same hash? ──▶ same bytes, or same meaning ──▶ equal, not opened
//                │ no
//                ├──▶ two objects   members.ts     by key and occurrence
//                ├──▶ two arrays    sequence.ts    what stays, by content
//                │                  leftover.ts    moves, identity, likeness
//                └──▶ anything else                an update

import type { CompareNote, CompareOptions } from '../../../shared/compare.ts';
import { asNode } from '../../../shared/units.ts';
import type { Work } from '../work.ts';
import { Classes } from './classes.ts';
import { isWithin } from './decimal.ts';
import { Equality, spelling } from './equal.ts';
import { findIdentity } from './identity.ts';
import {
  countGaps,
  FREE,
  gapsOf,
  linkMoves,
  MOVES,
  pairByIdentity,
  pairByLikeness,
  settle,
  STAYS,
  type Items,
  type Patience,
} from './leftover.ts';
import { Members } from './members.ts';
import { DIFFERS, MOVED, Pairing } from './pairing.ts';
import { Sequence, type Budget } from './sequence.ts';
import { childrenOf, type Sides } from './sides.ts';
import { Words } from './words.ts';

const SLICE_PAIRS = 4096;
const MOST_NOTES = 100;
/** Steps in gaps without anchors, and pairs that are weighed against each other, in a whole comparison. */
const MOST_STEPS = 20_000_000;
const MOST_CELLS = 250_000;

/** Pairs the values of two documents. */
export class Matcher {
  readonly pairing: Pairing;
  readonly notes: CompareNote[] = [];
  private readonly members: Members;
  private readonly equality: Equality;
  /** Pairs of containers to be opened, and pairs with one hash that are spelt differently. */
  private readonly open = new Words();
  private readonly doubtful = new Words();
  private readonly budget: Budget = { steps: MOST_STEPS };
  private readonly patience: Patience = { cells: MOST_CELLS };

  constructor(
    private readonly sides: Sides,
    private readonly options: CompareOptions,
  ) {
    this.pairing = new Pairing(sides.left.tape.count, sides.right.tape.count);
    this.members = new Members(sides);
    this.equality = new Equality(sides, this.members, options);
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

  /** Two values belong together. */
  private take(left: number, right: number): void {
    if (!this.sides.alike(left, right)) {
      this.differ(left, right);
      return;
    }
    this.pairing.pair(left, right);
    if (this.equality.spelledAlike(left, right)) return;
    this.doubtful.push(left);
    this.doubtful.push(right);
  }

  /** Two values belong together and are not equal. */
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

  private *matchItems(leftArray: number, rightArray: number): Work<void> {
    const { left: a, right: b } = this.sides;
    const total = a.places.text.size;
    const ours = childrenOf(a, leftArray);
    const theirs = childrenOf(b, rightArray);
    let first = 0;
    let [leftEnd, rightEnd] = [ours.length, theirs.length];
    if (!this.options.ignoreOrder) {
      for (; first < leftEnd && first < rightEnd; first += 1) {
        if (!this.sides.alike(ours[first] ?? 0, theirs[first] ?? 0)) break;
        this.take(ours[first] ?? 0, theirs[first] ?? 0);
        if (first % SLICE_PAIRS === SLICE_PAIRS - 1) yield { done: a.tape.start(ours[first] ?? 0), total };
      }
      while (leftEnd > first && rightEnd > first) {
        if (!this.sides.alike(ours[leftEnd - 1] ?? 0, theirs[rightEnd - 1] ?? 0)) break;
        leftEnd -= 1;
        rightEnd -= 1;
        this.take(ours[leftEnd] ?? 0, theirs[rightEnd] ?? 0);
        if (leftEnd % SLICE_PAIRS === SLICE_PAIRS - 1) yield { done: a.tape.start(ours[leftEnd] ?? 0), total };
      }
    }
    if (first === leftEnd || first === rightEnd) return;
    yield* this.matchMiddle(leftArray, rightArray, ours.subarray(first, leftEnd), theirs.subarray(first, rightEnd));
  }

  /** Items of two arrays, both some, of which the first and the last are not equal. */
  private *matchMiddle(leftArray: number, rightArray: number, left: Uint32Array, right: Uint32Array): Work<void> {
    const { left: a, right: b } = this.sides;
    const progress = { done: a.tape.start(left[0] ?? 0), total: a.places.text.size };
    const classes = new Classes(left.length + right.length);
    const number = (hashes: Uint32Array, nodes: Uint32Array): Uint32Array =>
      nodes.map((node) => classes.numberOf(hashes[node * 2] ?? 0, hashes[node * 2 + 1] ?? 0));
    const leftNumbers = number(a.hashes, left);
    yield progress;
    const rightNumbers = number(b.hashes, right);
    yield progress;
    const items: Items = {
      left,
      right,
      leftNumbers,
      rightNumbers,
      partners: new Int32Array(left.length).fill(-1),
      leftFates: new Uint8Array(left.length),
      rightFates: new Uint8Array(right.length),
    };
    const inOrder = !this.options.ignoreOrder;
    if (inOrder) yield* this.keepInOrder(leftArray, rightArray, items, classes.count);
    else {
      linkMoves(items, classes.count, () => true);
      items.leftFates.forEach((fate, index) => {
        if (fate === MOVES) settle(items, index, items.partners[index] ?? 0, STAYS);
      });
    }
    yield progress;
    if (inOrder) this.findMoves(items, classes.count);
    yield progress;
    const name = this.nameItems(items);
    if (name !== null) pairByIdentity(this.sides, items, name, inOrder);
    yield progress;
    const all = { leftStart: 0, leftEnd: left.length, rightStart: 0, rightEnd: right.length };
    const gaps = inOrder ? [...gapsOf(items)] : [all];
    const byPosition = pairByLikeness(this.sides, this.members, items, gaps, name, this.patience);
    this.note('by-position', leftArray, rightArray, byPosition);
    if (inOrder) linkMoves(items, classes.count, () => true);
    for (let index = 0; index < left.length; index += 1) {
      const fate = items.leftFates[index];
      if (fate === FREE) continue;
      const [one, other] = [left[index] ?? 0, right[items.partners[index] ?? 0] ?? 0];
      if (fate === STAYS) this.take(one, other);
      else this.pairing.pair(one, other, MOVED);
      if (index % SLICE_PAIRS === SLICE_PAIRS - 1) yield { done: a.tape.start(one), total: progress.total };
    }
  }

  private *keepInOrder(leftArray: number, rightArray: number, items: Items, classes: number): Work<void> {
    const sequence = new Sequence(items.leftNumbers, items.rightNumbers, classes, this.budget);
    for (const work = sequence.run(); ;) {
      const step = work.next();
      if (step.done === true) break;
      yield { done: this.sides.left.tape.start(items.left[0] ?? 0), total: this.sides.left.places.text.size };
    }
    sequence.partners.forEach((partner, index) => {
      if (partner >= 0) settle(items, index, partner, STAYS);
    });
    this.note('unordered', leftArray, rightArray, sequence.hurried);
  }

  /** Links equal items here and there; scalars only where that makes fewer differences than saying that they changed. */
  private findMoves(items: Items, classes: number): void {
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

  private nameItems(items: Items) {
    const free = (nodes: Uint32Array, fates: Uint8Array): Uint32Array =>
      nodes.filter((_, index) => fates[index] === FREE);
    const [lefts, rights] = [free(items.left, items.leftFates), free(items.right, items.rightFates)];
    if (lefts.length === 0 || rights.length === 0) return null;
    return findIdentity(this.sides, lefts, rights, this.options.identity);
  }

  private note(type: CompareNote['type'], left: number, right: number, count: number): void {
    if (count > 0 && this.notes.length < MOST_NOTES)
      this.notes.push({ type, left: asNode(left), right: asNode(right), count });
  }
}
