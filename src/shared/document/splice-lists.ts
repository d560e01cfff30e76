// Lists of splices as values of the change algebra: applied to a text, inverted, composed, read piece by piece. How positions move
// through them is in `changes.ts`.

import { joinBytes } from '../bytes/bytes.ts';
import { asByte, type ByteOffset } from '../units.ts';
import type { Splice } from './splice.ts';

/** Returns a text with splices applied: a copy, or a view of the text if there are none. */
export function spliceBytes(bytes: Uint8Array, splices: readonly Splice[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let read = 0;
  for (const { start, end, insert } of splices) {
    parts.push(bytes.subarray(read, start), insert);
    read = end;
  }
  parts.push(bytes.subarray(read));
  return joinBytes(parts);
}

/**
 * Returns the inverse of a list: in coordinates of the new text, it inserts the bytes that were removed. `removed` must return
 * a copy of the given bytes of the old text; it is called in ascending order.
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

/** A run of the text that a list produces: kept from the old text, or inserted. */
export type Piece =
  | { readonly kept: true; readonly start: number; readonly length: number }
  | { readonly kept: false; readonly bytes: Uint8Array };

/** Reads the text that a list produces as pieces, from its start. After the last splice all is kept. */
export class PieceReader {
  /** The end of what was read or removed, in the old text. */
  reached = 0;
  private index = 0;
  private insertUsed = 0;

  constructor(private readonly splices: readonly Splice[]) {}

  /** Visits the pieces of the next bytes. */
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

  /** Visits all further pieces up to the end of the last splice. */
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
