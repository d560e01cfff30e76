// Where offsets are once a list of replacements is made: told as the list is made, because millions of replacements may
// share one splice, which then says nothing of what lies between them; or told by the splices.

import type { Splice } from '../../../shared/document/splice.ts';

/** Follows offsets through replacements that come in order. */
export class Following {
  /** Offsets in rising order, each with its place in the caller's list. */
  private readonly sorted: readonly { readonly offset: number; readonly index: number }[];
  private readonly followed: number[];
  private next = 0;
  private delta = 0;

  constructor(offsets: readonly number[]) {
    this.sorted = offsets.map((offset, index) => ({ offset, index })).toSorted((a, b) => a.offset - b.offset);
    this.followed = [...offsets];
  }

  /** `start` to `end`, not before the last, gives way to `length` bytes. What is inside goes behind them. */
  pass(start: number, end: number, length: number): void {
    for (let item = this.sorted[this.next]; item !== undefined && item.offset <= end; item = this.sorted[this.next]) {
      if (item.offset === end && end > start) break;
      this.followed[item.index] = this.delta + (item.offset <= start ? item.offset : start + length);
      this.next += 1;
    }
    this.delta += length - (end - start);
  }

  /** The offsets in the text behind the last replacement, in the caller's order. */
  finish(): readonly number[] {
    for (const { offset, index } of this.sorted.slice(this.next)) this.followed[index] = offset + this.delta;
    this.next = this.sorted.length;
    return this.followed;
  }
}

/** Where sorted offsets, none of them inside a splice, are after a list. */
export function followSplices(offsets: Float64Array, splices: readonly Splice[]): Float64Array {
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
