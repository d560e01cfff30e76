// The change algebra of a document. A splice replaces the bytes `start` to `end` by `insert`. A list of splices is sorted, its
// ranges don't overlap, and all its offsets are in the text *before* the list. Empty ranges may touch; two inserts at the same
// place keep their order.

import { joinBytes } from '../bytes/bytes.ts';
import { asByte, type ByteOffset } from '../units.ts';

/** Replaces a half-open range of bytes. `insert` is owned by the list and never written to. */
export interface Splice {
  readonly start: ByteOffset;
  readonly end: ByteOffset;
  readonly insert: Uint8Array;
  /**
   * Set when nothing else refers to the insert, and the list is applied once, whole, and not read again: applying it may reuse
   * the insert's memory for the bytes that it removes. For inserts of many megabytes, where a copy would dominate the cost.
   */
  readonly disposable?: true;
}

/** Returns by how many bytes a list lengthens the text. */
export function lengthDelta(splices: readonly Splice[]): number {
  let delta = 0;
  for (const splice of splices) delta += splice.insert.length - (splice.end - splice.start);
  return delta;
}

/**
 * Checks that a list is sorted, free of overlaps and inside a text of `size` bytes.
 * @throws RangeError that names the index of the offending splice
 */
export function checkSplices(splices: readonly Splice[], size: number): void {
  let last = 0;
  for (const [index, { start, end }] of splices.entries()) {
    if (start < last || end < start || end > size) {
      throw new RangeError(`splice ${index} is [${start}, ${end}), expected a range within [${last}, ${size}]`);
    }
    last = end;
  }
}

/**
 * Maps an offset of the old text to the new one. An offset inside a replaced range goes to the insert's start (`before`) or end
 * (`after`); so does an offset at an insertion.
 */
export function mapOffset(splices: readonly Splice[], offset: ByteOffset, side: 'before' | 'after'): ByteOffset {
  let delta = 0;
  for (const { start, end, insert } of splices) {
    if (start > offset || (start === offset && end === offset && side === 'before')) break;
    if (offset < end || (offset === start && end > start)) {
      return asByte(start + delta + (side === 'after' && offset > start ? insert.length : 0));
    }
    delta += insert.length - (end - start);
  }
  return asByte(offset + delta);
}

/**
 * Returns the inverse of a list: in coordinates of the new text, it inserts the bytes that were removed. `removed` must return
 * a copy of the given bytes of the old text.
 */
export function invertSplices(
  splices: readonly Splice[],
  removed: (start: ByteOffset, end: ByteOffset) => Uint8Array,
): Splice[] {
  let delta = 0;
  return splices.map(({ start, end, insert }) => {
    const inverse = {
      start: asByte(start + delta),
      end: asByte(start + delta + insert.length),
      insert: removed(start, end),
    };
    delta += insert.length - (end - start);
    return inverse;
  });
}

/** A run of the text that a list produces: kept from the old text, or inserted. */
type Piece =
  | { readonly kept: true; readonly start: number; readonly length: number }
  | { readonly kept: false; readonly bytes: Uint8Array };

/**
 * Returns one list equal to applying `first`, then `second`, whose offsets are in the text that `first` produces. Cost: the
 * number of splices in both.
 */
export function composeSplices(first: readonly Splice[], second: readonly Splice[]): Splice[] {
  // Read the text between the two lists as pieces, cut by the second list. The gaps between the kept pieces are the ranges to
  // replace in the first text.
  const out: Splice[] = [];
  let position = 0; // in the first text: everything before it is written or dropped
  let pending: Uint8Array[] = [];
  let dropped = 0; // start of the dropped range in the first text
  const flush = (upTo: number): void => {
    const insert = joinBytes(pending);
    if (upTo > dropped || insert.length > 0) out.push({ start: asByte(dropped), end: asByte(upTo), insert });
    pending = [];
  };
  const keep = (start: number, length: number): void => {
    if (length === 0) return;
    flush(start);
    position = start + length;
    dropped = position;
  };
  const pieces = new PieceReader(first);
  let middle = 0; // position in the text between the two
  for (const { start, end, insert } of second) {
    pieces.take(start - middle, (piece) => (piece.kept ? keep(piece.start, piece.length) : pending.push(piece.bytes)));
    pieces.take(end - start, () => undefined);
    if (insert.length > 0) pending.push(insert);
    middle = end;
  }
  pieces.rest((piece) => (piece.kept ? keep(piece.start, piece.length) : pending.push(piece.bytes)));
  flush(Math.max(dropped, pieces.reached));
  return out.filter((splice) => splice.end > splice.start || splice.insert.length > 0);
}

/** Reads the text that a list produces as pieces. After the last splice all is kept. */
class PieceReader {
  /** The end of what was read or removed, in the old text. */
  reached = 0;
  private index = 0;
  private insertUsed = 0;

  constructor(private readonly splices: readonly Splice[]) {}

  take(length: number, visit: (piece: Piece) => void): void {
    let left = length;
    while (left > 0) {
      const splice = this.splices[this.index];
      if (splice === undefined || this.reached < splice.start) {
        const run = splice === undefined ? left : Math.min(left, splice.start - this.reached);
        visit({ kept: true, start: this.reached, length: run });
        this.reached += run;
        left -= run;
      } else if (this.insertUsed < splice.insert.length) {
        const run = Math.min(left, splice.insert.length - this.insertUsed);
        visit({ kept: false, bytes: splice.insert.subarray(this.insertUsed, this.insertUsed + run) });
        this.insertUsed += run;
        left -= run;
      } else {
        this.next(splice);
      }
    }
  }

  rest(visit: (piece: Piece) => void): void {
    for (let splice = this.splices[this.index]; splice !== undefined; splice = this.splices[this.index]) {
      this.take(Math.max(0, splice.start - this.reached), visit);
      this.take(splice.insert.length - this.insertUsed, visit);
      this.next(splice);
    }
  }

  private next(splice: Splice): void {
    this.reached = splice.end;
    this.index += 1;
    this.insertUsed = 0;
  }
}
