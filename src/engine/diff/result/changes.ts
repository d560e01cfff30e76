// Walks the paired documents and records the differences: the changes in the merged order of both documents, and the marks of
// both sides. A value without a partner gets the nearest place on the other side.
//
//   left   a  b  c        after each paired child: first what was deleted after it, then what was created after its partner
//   right  a  X  c        a, delete b, create X, c

import { CHANGE, CHANGE_WORDS, MARK_WORDS, NO_NODE } from '../../../shared/protocol/compare.ts';
import type { Work } from '../../base/work.ts';
import { DIFFERS, entryOf, isPaired, MOVED, NEAR, type Pairing } from '../match/pairing.ts';
import type { SideData, Sides } from '../hash/sides.ts';
import { WordList } from '../../base/word-list.ts';

const SLICE_CHILDREN = 16384;
/** Words per open pair of containers. */
const LEVEL = 6;

/** All differences, packed as in `shared/protocol/compare.ts`. */
export interface PackedDifferences {
  readonly changes: Uint32Array<ArrayBuffer>;
  readonly leftMarks: Uint32Array<ArrayBuffer>;
  readonly rightMarks: Uint32Array<ArrayBuffer>;
  /** The number of differences; a move counts once. */
  readonly count: number;
}

/**
 * Records the changes. Sets the pairing words of values without a partner to their nearest place. Cost: the children of all
 * containers that differ.
 */
export function* writeChanges(sides: Sides, pairing: Pairing): Work<PackedDifferences> {
  return yield* new Walk(sides, pairing).run();
}

class Walk {
  private readonly changes = new WordList();
  private readonly leftMarks = new WordList();
  private readonly rightMarks = new WordList();
  /** Per open pair: the next child on the left, both containers, the indexes of their marks, and the count before them. */
  private readonly levels = new WordList();
  private count = 0;
  private hasMoves = false;

  constructor(
    private readonly sides: Sides,
    private readonly pairing: Pairing,
  ) {}

  *run(): Work<PackedDifferences> {
    const { left } = this.sides;
    const { tape } = left;
    const { levels } = this;
    const total = left.places.text.size;
    if (((this.pairing.left[0] ?? 0) & DIFFERS) !== 0) this.enter(0, 0);
    for (let steps = 1; levels.length > 0; steps += 1) {
      const base = levels.length - LEVEL;
      const child = levels.at(base);
      if (steps % SLICE_CHILDREN === 0) yield { done: tape.start(child), total };
      if (child >= tape.closing(levels.at(base + 1))) {
        this.leave(base);
        continue;
      }
      const word = this.pairing.left[child] ?? 0;
      levels.set(base, tape.next(child));
      if (!isPaired(word)) continue;
      const right = entryOf(word);
      if ((word & DIFFERS) !== 0) this.differ(child, right, base);
      else this.follow(base, child, right);
    }
    if (this.hasMoves) this.linkMoves();
    return {
      changes: this.changes.finish(),
      leftMarks: this.leftMarks.finish(),
      rightMarks: sortMarks(this.rightMarks.finish()),
      count: this.count,
    };
  }

  /** Handles a pair of unequal values: an update, or containers to open. */
  private differ(left: number, right: number, base: number): void {
    if (this.enter(left, right)) return;
    this.follow(base, left, right);
  }

  /** Opens a pair of containers. Records any other pair as an update and returns false. */
  private enter(left: number, right: number): boolean {
    const { left: a, right: b } = this.sides;
    const kind = a.places.kind(left);
    if (kind !== b.places.kind(right) || (kind !== 'object' && kind !== 'array')) {
      this.changes.push4(CHANGE.update, left, right, NO_NODE);
      this.leftMarks.push4(left, a.tape.next(left), CHANGE.update, 1);
      this.rightMarks.push4(right, b.tape.next(right), CHANGE.update, 1);
      this.count += 1;
      return false;
    }
    const { levels } = this;
    levels.push(left + 1);
    levels.push4(left, right, this.leftMarks.length, this.rightMarks.length);
    levels.push(this.count);
    this.leftMarks.push4(left, a.tape.next(left), CHANGE.inside, 0);
    this.rightMarks.push4(right, b.tape.next(right), CHANGE.inside, 0);
    this.writeRuns(left, right, left + 1, right + 1, right, left);
    return true;
  }

  /** Closes a pair of containers: sets the counts of its marks, or removes the marks when nothing inside differs. */
  private leave(base: number): void {
    const { levels, leftMarks, rightMarks } = this;
    const [left, right] = [levels.at(base + 1), levels.at(base + 2)];
    const [leftMark, rightMark] = [levels.at(base + 3), levels.at(base + 4)];
    const count = this.count - levels.at(base + 5);
    levels.length = base;
    if (leftMarks.length === leftMark + MARK_WORDS && rightMarks.length === rightMark + MARK_WORDS) {
      leftMarks.length = leftMark;
      rightMarks.length = rightMark;
      this.pairing.pair(left, right);
    } else {
      leftMarks.set(leftMark + 3, count);
      rightMarks.set(rightMark + 3, count);
    }
    if (levels.length > 0) this.follow(levels.length - LEVEL, left, right);
  }

  /** Records what lies between a pair and the next one, on both sides. */
  private follow(base: number, left: number, right: number): void {
    const { left: a, right: b } = this.sides;
    this.writeRuns(
      this.levels.at(base + 1),
      this.levels.at(base + 2),
      a.tape.next(left),
      b.tape.next(right),
      right,
      left,
    );
  }

  /**
   * Records the values without a partner from `one` and `other` on; `place` and `back` are their nearest places on the other
   * side.
   */
  private writeRuns(left: number, right: number, one: number, other: number, place: number, back: number): void {
    const { left: a, right: b } = this.sides;
    this.writeRun(a, this.pairing.left, one, a.tape.closing(left), CHANGE.delete, this.leftMarks, place);
    this.writeRun(b, this.pairing.right, other, b.tape.closing(right), CHANGE.create, this.rightMarks, back);
  }

  private writeRun(
    { tape, ignored }: SideData,
    words: Uint32Array,
    first: number,
    close: number,
    kind: 1 | 3,
    marks: WordList,
    place: number,
  ): void {
    for (let child = first; child < close; child = tape.next(child)) {
      const word = words[child] ?? 0;
      if (isPaired(word)) return;
      if (ignored?.has(child) === true) continue;
      const isMoved = (word & MOVED) !== 0;
      const other = isMoved ? entryOf(word) : NO_NODE;
      if (isMoved) this.hasMoves = true;
      // A move is counted at its delete.
      if (!isMoved || kind === CHANGE.delete) this.count += 1;
      // Until `linkMoves`, the last word is the entry of the other half.
      if (kind === CHANGE.delete) this.changes.push4(kind, child, NO_NODE, other);
      else this.changes.push4(kind, NO_NODE, child, other);
      marks.push4(child, tape.next(child), kind, 1);
      words[child] = ((place + 1) | NEAR) >>> 0;
    }
  }

  /** Makes the two halves of each move refer to each other by index. */
  private linkMoves(): void {
    const { changes } = this;
    const { right } = this.sides;
    const created = new Uint32Array(right.tape.count);
    for (let at = 0; at < changes.length; at += CHANGE_WORDS) {
      if (changes.at(at) === CHANGE.create) created[changes.at(at + 2)] = at / CHANGE_WORDS;
    }
    for (let at = 0; at < changes.length; at += CHANGE_WORDS) {
      if (changes.at(at) !== CHANGE.delete || changes.at(at + 3) === NO_NODE) continue;
      const partner = created[changes.at(at + 3)] ?? 0;
      changes.set(at + 3, partner);
      changes.set(partner * CHANGE_WORDS + 3, at / CHANGE_WORDS);
    }
  }
}

/** Sorts marks by node. They are out of order where members are in a different order on the two sides. */
function sortMarks(marks: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  let rising = MARK_WORDS;
  while (rising < marks.length && (marks[rising - MARK_WORDS] ?? 0) < (marks[rising] ?? 0)) rising += MARK_WORDS;
  if (rising >= marks.length) return marks;
  const count = marks.length / MARK_WORDS;
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  order.sort((one, other) => (marks[one * MARK_WORDS] ?? 0) - (marks[other * MARK_WORDS] ?? 0));
  const sorted = new Uint32Array(marks.length);
  for (let index = 0; index < count; index += 1) {
    const from = (order[index] ?? 0) * MARK_WORDS;
    sorted.set(marks.subarray(from, from + MARK_WORDS), index * MARK_WORDS);
  }
  return sorted;
}
