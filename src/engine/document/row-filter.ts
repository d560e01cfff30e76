// Which values of a tape may be rows while only some are shown: those that were found, and the containers around them. A bit per
// entry of the tape; the bits follow the entries through edits, so what is shown stays shown wherever it moves.
//
// Invariant: the containers around a value that may be shown may be shown too.

import type { NarrowedTo } from '../../shared/protocol/narrowing.ts';
import { clearBit, countBits, hasBit, makeRoomyBits, setBit, setBits, spliceBits } from '../base/bits.ts';
import { Descent } from '../tape/descent.ts';
import type { Tape } from '../tape/tape.ts';
import { entriesAt, startsOf } from './expansion-after-edit.ts';

/** What may be shown, as bits. */
export interface Narrowing {
  readonly about: NarrowedTo;
  /** The entries that may be shown: of values, and of the closing brackets of containers around found ones. */
  readonly shown: Uint32Array;
  /** Those of them that are shown for their own sake. */
  readonly own: Uint32Array;
  /** The containers around them, to be expanded. */
  readonly open: Uint32Array;
  /** The number of values on the tape. */
  readonly total: number;
  /** Whether all lines of a container that was found are shown. */
  readonly whole: boolean;
}

/** Starts of entries in the text of a tape, for each kind of bit. */
export interface CarriedStarts {
  readonly shown: Uint32Array;
  readonly own: Uint32Array;
  readonly before: Uint32Array;
}

/** A value that an edit has touched, and the end of the entries that are shown with it. */
export interface Touched {
  readonly entry: number;
  readonly end: number;
}

export const NOTHING_CARRIED: CarriedStarts = {
  shown: new Uint32Array(),
  own: new Uint32Array(),
  before: new Uint32Array(),
};

/** The filter of the rows of one tape. */
export class RowFilter {
  private counted = -1;

  constructor(
    readonly about: NarrowedTo,
    public shown: Uint32Array,
    public own: Uint32Array,
    /** The containers to be expanded when the filter is removed; `null` for those that are expanded then. */
    public before: Uint32Array | null,
    public total: number,
    readonly whole: boolean,
  ) {}

  /** The number of values that are shown for their own sake. */
  get count(): number {
    if (this.counted < 0) {
      this.counted = 0;
      for (const word of this.own) this.counted += countBits(word);
    }
    return this.counted;
  }

  copy(): RowFilter {
    const { about, shown, own, before, total, whole } = this;
    return new RowFilter(about, shown.slice(), own.slice(), before?.slice() ?? null, total, whole);
  }

  /** Shows values for their own sake, in ascending order. */
  show(tape: Tape, values: readonly Touched[]): void {
    const walk = new Descent(tape, (container) => this.surround(tape, container));
    for (const { entry, end } of values) {
      walk.to(entry);
      this.surround(tape, entry);
      setBits(this.shown, entry, end);
      setBit(this.own, entry);
    }
    this.counted = -1;
  }

  private surround(tape: Tape, container: number): void {
    setBit(this.shown, container);
    setBit(this.shown, tape.closing(container));
  }

  /** The starts of the entries from `from` to `to` (exclusive) that may be shown. */
  starts(tape: Tape, from: number, to: number): CarriedStarts {
    const { shown, own, before } = this;
    return {
      shown: startsOf(tape, shown, from, to),
      own: startsOf(tape, own, from, to),
      before: before === null ? new Uint32Array() : startsOf(tape, before, from, to),
    };
  }

  /**
   * Completes the filter after an edit: what was shown stays so at its new place, and so do the values that the edit has touched.
   * `added` is the change in the number of values. Returns whether anything else is shown than before.
   */
  complete(tape: Tape, kept: CarriedStarts, touched: readonly Touched[], added: number): boolean {
    this.total += added;
    // Most edits are of one value that is shown already.
    const isShown = ({ entry, end }: Touched): boolean => end === entry + 1 && hasBit(this.own, entry);
    if (kept.shown.length === 0 && kept.before.length === 0 && touched.every(isShown)) return false;
    for (const entry of entriesAt(tape, kept.shown)) setBit(this.shown, entry);
    for (const entry of entriesAt(tape, kept.own)) setBit(this.own, entry);
    if (this.before !== null) for (const entry of entriesAt(tape, kept.before)) setBit(this.before, entry);
    this.show(tape, touched);
    return true;
  }

  /** Follows a change of the tape: at `first`, `removed` entries of `count` were replaced by `inserted` ones. */
  splice(count: number, first: number, removed: number, inserted: number): void {
    this.shown = spliceBits(this.shown, count, first, removed, inserted);
    this.own = spliceBits(this.own, count, first, removed, inserted);
    if (this.before !== null) this.before = spliceBits(this.before, count, first, removed, inserted);
    this.counted = -1;
  }

  /** Starts over for another tape: nothing may be shown but its root. */
  restart(tape: Tape): void {
    this.shown = makeRoomyBits(tape.count);
    this.own = makeRoomyBits(tape.count);
    if (tape.count > 0) this.surround(tape, 0);
    if (this.before !== null) {
      this.before = makeRoomyBits(tape.count);
      if (tape.count > 0 && tape.isOpening(0)) setBit(this.before, 0);
    }
    this.counted = -1;
  }

  /** Follows a move of ranges of entries, all inside of `first` to `behind` (exclusive). */
  rearrange(first: number, behind: number, moves: Iterable<readonly [from: number, end: number, to: number]>): void {
    const all = [...moves];
    for (const bits of [this.shown, this.own, this.before]) {
      if (bits === null) continue;
      const base = first >>> 5;
      const old = bits.slice(base, (behind >>> 5) + 1);
      for (const [from, end, to] of all) {
        for (let entry = from; entry < end; entry += 1) {
          const target = to + entry - from;
          if (hasBit(old, entry - base * 32)) setBit(bits, target);
          else clearBit(bits, target);
        }
      }
    }
  }

  /** Checks the invariant. For tests. @throws RangeError */
  check(tape: Tape): void {
    const around: number[] = [];
    for (let entry = 0; entry < tape.count; entry += 1) {
      if (tape.isClosing(entry)) around.pop();
      else if (hasBit(this.shown, entry) && around.some((container) => !hasBit(this.shown, container)))
        throw new RangeError(`entry ${entry} is shown without what is around it`);
      if (hasBit(this.own, entry) && !hasBit(this.shown, entry)) throw new RangeError(`entry ${entry} is not shown`);
      if (tape.isOpening(entry)) around.push(entry);
    }
  }
}
