// Decides whether two values with the same hash are equal: byte by byte where they are spelt alike, else by what they stand
// for. Unlike `engine/tape/equality.ts`, it pairs duplicate keys by occurrence and leaves ignored values out. Nothing recurses.

import type { CompareOptions } from '../../../shared/protocol/compare.ts';
import { plainNumber, unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { TEXT_BASE } from '../../base/memory.ts';
import { equalNumbers } from '../../base/decimals.ts';
import type { Places } from '../../tape/places.ts';
import type { Work } from '../../base/work.ts';
import type { Members } from './members.ts';
import { childrenOf, type SideData, type Sides } from '../hash/sides.ts';
import { commonTokens, type ValueBytes } from './same-tokens.ts';
import { WordList } from '../../base/word-list.ts';

const SLICE_PAIRS = 4096;

/** Compares values of two documents. */
export class Equality {
  /** The last known mismatch of the two texts, in bytes of the left one, and how far the right one is ahead there. */
  private parted = -1;
  private ahead = 0;

  constructor(
    private readonly sides: Sides,
    private readonly members: Members,
    private readonly options: Pick<CompareOptions, 'numbers' | 'ignoreOrder'>,
  ) {}

  /** Whether two values are spelt alike, byte by byte. Cost: their length. */
  spelledAlike(left: number, right: number): boolean {
    const one = this.sides.left.places.range(left);
    const other = this.sides.right.places.range(right);
    const length = one.end - one.start;
    const ahead = other.start - one.start;
    // The enclosing container already found this mismatch. Finding it again on each level would cost the square of the depth.
    if (ahead === this.ahead && one.start <= this.parted && this.parted < one.end) return false;
    if (length !== other.end - other.start) return false;
    const common = this.sides.commonLength(one.start, other.start, length);
    if (common === length) return true;
    this.parted = one.start + common;
    this.ahead = ahead;
    return false;
  }

  /** The end of what two values are known to have in common, in the text of the left one. Cost: their length. */
  private *knownAlike(left: number, right: number): Work<number> {
    const { left: a, right: b } = this.sides;
    // What is inside of them has to be paired by place, so that what is known of them is known of it, too.
    if (this.options.ignoreOrder || a.tape.dialect !== 'json' || b.tape.dialect !== 'json') return -1;
    const bytesIn = ({ document, places }: SideData, node: number): ValueBytes => {
      const { start, end } = places.range(node);
      return { bytes: document.memory.bytes, start: TEXT_BASE + start, end: TEXT_BASE + end };
    };
    const one = bytesIn(a, left);
    return one.start - TEXT_BASE + (yield* commonTokens(one, bytesIn(b, right)));
  }

  /** Whether two values are equal. Cost: their size. */
  *compare(left: number, right: number): Work<boolean> {
    const { left: a, right: b } = this.sides;
    const pairs = new WordList();
    const push = (one: number, other: number): void => {
      pairs.push(one);
      pairs.push(other);
    };
    const alike = yield* this.knownAlike(left, right);
    push(left, right);
    for (let count = 0; pairs.length > 0; count += 1) {
      const other = pairs.pop();
      const one = pairs.pop();
      if (count % SLICE_PAIRS === SLICE_PAIRS - 1) yield { done: a.tape.start(one), total: a.places.text.size };
      if (!this.sides.haveSameHash(one, other)) return false;
      if (a.places.range(one).end <= alike || this.spelledAlike(one, other)) continue;
      const kind = a.places.kind(one);
      if (kind !== b.places.kind(other)) return false;
      const first = pairs.length;
      if (kind === 'object') {
        if ((yield* this.members.pair(one, other, push)) > 0) return false;
      } else if (kind === 'array') {
        if (!this.pairItems(one, other, push)) return false;
      } else if (!this.equalScalars(one, other)) return false;
      reversePairs(pairs, first);
    }
    return true;
  }

  /** Whether two scalars of one kind are equal. */
  equalScalars(left: number, right: number): boolean {
    const { left: a, right: b } = this.sides;
    const kind = a.places.kind(left);
    if (kind === 'number') {
      if (this.options.numbers === 'spelling') return this.spelledAlike(left, right);
      return equalNumbers(plainNumber(spelling(a.places, left)), plainNumber(spelling(b.places, right)));
    }
    return kind !== 'string' || unquote(spelling(a.places, left)) === unquote(spelling(b.places, right));
  }

  private pairItems(left: number, right: number, push: (left: number, right: number) => void): boolean {
    const { left: a, right: b } = this.sides;
    let [ours, theirs] = [childrenOf(a, left), childrenOf(b, right)];
    if (ours.length !== theirs.length) return false;
    if (this.options.ignoreOrder) {
      ours = ours.toSorted(byHash(a.hashes));
      theirs = theirs.toSorted(byHash(b.hashes));
    }
    for (let index = 0; index < ours.length; index += 1) push(ours[index] ?? 0, theirs[index] ?? 0);
    return true;
  }
}

/** A scalar as its document spells it. */
export function spelling(places: Places, node: number): string {
  const { start, end } = places.range(node);
  return decodeUtf8(places.text.slice(start, end));
}

function byHash(hashes: Uint32Array): (one: number, other: number) => number {
  return (one, other) =>
    (hashes[one * 2] ?? 0) - (hashes[other * 2] ?? 0) || (hashes[one * 2 + 1] ?? 0) - (hashes[other * 2 + 1] ?? 0);
}

/** Reverses the pairs from an index on, so that the first is popped first. */
function reversePairs(pairs: WordList, first: number): void {
  for (let low = first, high = pairs.length - 2; low < high; low += 2, high -= 2) {
    for (let word = 0; word < 2; word += 1) {
      const kept = pairs.at(low + word);
      pairs.set(low + word, pairs.at(high + word));
      pairs.set(high + word, kept);
    }
  }
}
