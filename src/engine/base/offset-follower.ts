// Maps offsets through replacements: either while the replacements are made, or from a finished list of splices. The former is
// needed because millions of replacements may share one splice, which does not show what happened between them.

import type { Splice } from '../../shared/document/splice.ts';

/** Follows offsets through replacements that are reported in order of position. */
export class OffsetFollower {
  /** The offsets in ascending order, each with its index in the caller's list. */
  private readonly sorted: readonly { readonly offset: number; readonly index: number }[];
  private readonly followed: number[];
  private next = 0;
  private delta = 0;

  constructor(offsets: readonly number[]) {
    this.sorted = offsets.map((offset, index) => ({ offset, index })).toSorted((a, b) => a.offset - b.offset);
    this.followed = [...offsets];
  }

  /**
   * Records that `start` to `end` is replaced by `length` bytes; `start` is not before the end of the previous range. Offsets
   * inside the range move to the end of the replacement.
   */
  pass(start: number, end: number, length: number): void {
    for (let item = this.sorted[this.next]; item !== undefined && item.offset <= end; item = this.sorted[this.next]) {
      if (item.offset === end && end > start) break;
      this.followed[item.index] = this.delta + (item.offset <= start ? item.offset : start + length);
      this.next += 1;
    }
    this.delta += length - (end - start);
  }

  /** Returns the offsets in the text after all replacements, in the caller's order. */
  finish(): readonly number[] {
    for (const { offset, index } of this.sorted.slice(this.next)) this.followed[index] = offset + this.delta;
    this.next = this.sorted.length;
    return this.followed;
  }
}

/** Maps ascending offsets, none of them inside a splice, through a list of splices. */
export function mapOffsets(offsets: Float64Array, splices: readonly Splice[]): Float64Array {
  let index = 0;
  let delta = 0;
  return offsets.map((offset) => {
    for (let splice = splices[index]; splice !== undefined && splice.end <= offset; splice = splices[index]) {
      delta += splice.insert.length - (splice.end - splice.start);
      index += 1;
    }
    return offset + delta;
  });
}
