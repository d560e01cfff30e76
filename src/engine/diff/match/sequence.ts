// Finds which items of two sequences stay, in order: as many as can be found in near-linear time.
//
//   a   A B x C D D E        equal items at both ends are matched first
//   b   A y B C D E          items that occur once in both are anchors; the longest increasing run of anchors is kept
//                            (few items: Myers without anchors, to match as many as possible)
//                            between two anchors the same again, and without any: Myers, within bounds;
//                            beyond these, the next equal items nearby
//
// @see Bram Cohen, patience diff; Myers, An O(ND) Difference Algorithm and Its Variations (1986)

import type { Work } from '../../base/work.ts';
import { longestIncreasing } from './rising.ts';
import { WordList } from '../../base/word-list.ts';

const NONE = -1;
/** Most rounds of anchors between anchors. */
const MAX_ROUNDS = 24;
/** Up to this many items of both sides together are matched by Myers without anchors, so that as many as possible stay. */
const FEW_ITEMS = 256;
/** Most edits in a Myers search. */
const MAX_EDITS = 768;
/** How far ahead the next equal items are searched for, in items of both sides together. */
const NEARBY = 16;
const SLICE_STEPS = 200_000;
const SLICE_ITEMS = 131_072;

/** The number of steps that a comparison may still take in gaps without anchors. */
export interface Steps {
  steps: number;
}

/** Matches two sequences of numbers below `classes`. */
export class Sequence {
  /** For each index of `a` the matching index of `b`; -1 for none. */
  readonly partners: Int32Array;
  /** The number of items that were matched approximately. */
  approximateCount = 0;
  private readonly rounds: Uint32Array;
  private readonly counts: Uint8Array;
  private readonly positions: Uint32Array;
  private round = 0;

  constructor(
    private readonly a: Uint32Array,
    private readonly b: Uint32Array,
    classes: number,
    private readonly budget: Steps,
  ) {
    this.partners = new Int32Array(a.length).fill(NONE);
    this.rounds = new Uint32Array(classes);
    this.counts = new Uint8Array(classes);
    this.positions = new Uint32Array(classes);
  }

  *run(): Work<void> {
    const total = this.a.length;
    const gaps = new WordList();
    const open = (aStart: number, aEnd: number, bStart: number, bEnd: number, round: number): void => {
      if (aStart === aEnd || bStart === bEnd) return;
      gaps.push4(aStart, aEnd, bStart, bEnd);
      gaps.push(round);
    };
    open(0, this.a.length, 0, this.b.length, 0);
    let steps = 0;
    while (gaps.length > 0) {
      const round = gaps.pop();
      let bEnd = gaps.pop();
      let bStart = gaps.pop();
      let aEnd = gaps.pop();
      let aStart = gaps.pop();
      steps += aEnd - aStart + bEnd - bStart;
      if (steps > SLICE_STEPS) {
        steps = 0;
        yield { done: aStart, total };
      }
      const { a, b, partners } = this;
      while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) {
        partners[aStart] = bStart;
        aStart += 1;
        bStart += 1;
      }
      while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
        aEnd -= 1;
        bEnd -= 1;
        partners[aEnd] = bEnd;
      }
      if (aStart === aEnd || bStart === bEnd) continue;
      if (aEnd - aStart + bEnd - bStart <= FEW_ITEMS) {
        this.matchGap(aStart, aEnd, bStart, bEnd);
        continue;
      }
      const anchors = round < MAX_ROUNDS ? yield* this.findAnchors(aStart, aEnd, bStart, bEnd) : new Uint32Array();
      if (anchors.length === 0) {
        this.matchGap(aStart, aEnd, bStart, bEnd);
        continue;
      }
      for (const anchor of anchors) {
        const partner = partners[anchor] ?? 0;
        open(aStart, anchor, bStart, partner, round + 1);
        aStart = anchor + 1;
        bStart = partner + 1;
      }
      open(aStart, aEnd, bStart, bEnd, round + 1);
    }
  }

  /** Pairs the items that occur once in both, as far as they are in order. Returns their indexes in `a`. */
  private *findAnchors(aStart: number, aEnd: number, bStart: number, bEnd: number): Work<Uint32Array> {
    const { a, b, rounds, counts, positions } = this;
    this.round += 2;
    const inA = this.round;
    const inBoth = this.round + 1;
    for (let at = aStart; at < aEnd; at += 1) {
      const number = a[at] ?? 0;
      counts[number] = rounds[number] === inA ? 2 : 1;
      rounds[number] = inA;
      if (at % SLICE_ITEMS === SLICE_ITEMS - 1) yield { done: at, total: a.length };
    }
    for (let at = bStart; at < bEnd; at += 1) {
      const number = b[at] ?? 0;
      if (rounds[number] === inBoth) counts[number] = 2;
      else if (rounds[number] === inA) {
        rounds[number] = inBoth;
        positions[number] = at;
      }
      if (at % SLICE_ITEMS === SLICE_ITEMS - 1) yield { done: at, total: b.length };
    }
    const found = new WordList();
    const places = new WordList();
    for (let at = aStart; at < aEnd; at += 1) {
      const number = a[at] ?? 0;
      if (rounds[number] !== inBoth || counts[number] !== 1) continue;
      found.push(at);
      places.push(positions[number] ?? 0);
      if (at % SLICE_ITEMS === SLICE_ITEMS - 1) yield { done: at, total: a.length };
    }
    const kept = longestIncreasing(places.view());
    for (let index = 0; index < kept.length; index += 1) {
      const at = kept[index] ?? 0;
      this.partners[found.at(at)] = places.at(at);
      kept[index] = found.at(at);
    }
    return kept;
  }

  /** Matches a gap without anchors. */
  private matchGap(aStart: number, aEnd: number, bStart: number, bEnd: number): void {
    // Items that the other side lacks would only slow the search down.
    const ours = this.commonTo(this.a, aStart, aEnd, this.b, bStart, bEnd);
    const theirs = this.commonTo(this.b, bStart, bEnd, this.a, aStart, aEnd);
    if (ours.length === 0 || theirs.length === 0) return;
    if (!this.searchShortest(ours, theirs)) {
      this.approximateCount += ours.length;
      this.matchNearby(ours, theirs);
    }
  }

  /** The indexes of a part of `one` whose numbers occur in a part of `other`. */
  private commonTo(
    one: Uint32Array,
    start: number,
    end: number,
    other: Uint32Array,
    otherStart: number,
    otherEnd: number,
  ): Uint32Array {
    this.round += 2;
    for (let at = otherStart; at < otherEnd; at += 1) this.rounds[other[at] ?? 0] = this.round;
    const found = new WordList();
    for (let at = start; at < end; at += 1) if (this.rounds[one[at] ?? 0] === this.round) found.push(at);
    return found.finish();
  }

  /**
   * Searches for Myers' shortest edit; false when it takes too many edits or steps. `trace[d]` holds the furthest point on each
   * diagonal before round `d`.
   */
  private searchShortest(ours: Uint32Array, theirs: Uint32Array): boolean {
    const { a, b, budget } = this;
    const most = Math.min(MAX_EDITS, ours.length + theirs.length);
    const middle = most + 1;
    const furthest = new Int32Array(2 * most + 3);
    const trace: Int32Array[] = [];
    for (let d = 0; d <= most; d += 1) {
      trace.push(furthest.slice(middle - d - 1, middle + d + 2));
      for (let k = -d; k <= d; k += 2) {
        const down = k === -d || (k !== d && (furthest[middle + k - 1] ?? 0) < (furthest[middle + k + 1] ?? 0));
        let x = down ? (furthest[middle + k + 1] ?? 0) : (furthest[middle + k - 1] ?? 0) + 1;
        let y = x - k;
        const start = x;
        while (x < ours.length && y < theirs.length && a[ours[x] ?? 0] === b[theirs[y] ?? 0]) {
          x += 1;
          y += 1;
        }
        furthest[middle + k] = x;
        budget.steps -= 1 + x - start;
        if (x >= ours.length && y >= theirs.length) {
          this.commit(trace, ours, theirs);
          return true;
        }
      }
      if (budget.steps < 0) return false;
    }
    return false;
  }

  /** Pairs the items on the path that was found, from its end. */
  private commit(trace: readonly Int32Array[], ours: Uint32Array, theirs: Uint32Array): void {
    let x = ours.length;
    let y = theirs.length;
    for (let d = trace.length - 1; d >= 0; d -= 1) {
      const furthest = trace[d];
      if (furthest === undefined) return;
      const middle = d + 1;
      const k = x - y;
      const down = k === -d || (k !== d && (furthest[middle + k - 1] ?? 0) < (furthest[middle + k + 1] ?? 0));
      const from = down ? k + 1 : k - 1;
      const startX = d === 0 ? 0 : (furthest[middle + from] ?? 0);
      const startY = d === 0 ? 0 : startX - from;
      const [runX, runY] = d === 0 ? [0, 0] : down ? [startX, startY + 1] : [startX + 1, startY];
      while (x > runX && y > runY) {
        x -= 1;
        y -= 1;
        this.partners[ours[x] ?? 0] = theirs[y] ?? 0;
      }
      x = startX;
      y = startY;
    }
  }

  /** Continues at the next equal pair nearby; without one, advances by one item on both sides. */
  private matchNearby(ours: Uint32Array, theirs: Uint32Array): void {
    const { a, b } = this;
    let x = 0;
    let y = 0;
    while (x < ours.length && y < theirs.length) {
      let found = false;
      for (let reach = 0; reach <= NEARBY && !found; reach += 1) {
        for (let dx = 0; dx <= reach; dx += 1) {
          const [atX, atY] = [x + dx, y + reach - dx];
          if (atX >= ours.length || atY >= theirs.length || a[ours[atX] ?? 0] !== b[theirs[atY] ?? 0]) continue;
          this.partners[ours[atX] ?? 0] = theirs[atY] ?? 0;
          x = atX;
          y = atY;
          found = true;
          break;
        }
      }
      x += 1;
      y += 1;
    }
  }
}
