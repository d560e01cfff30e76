// What a slice leaves out. An *index* counts the bytes that are in the slice, an *offset* the bytes of the document from the
// slice's first byte on; they are equal up to the first gap. A gap lies before a byte: its index is that of the first line
// after the hidden ones.
//
//   bytes     {⏎ · · ] , ⏎          gap at index 2, 40 bytes long
//   index     0 1 2 3 4 5 6
//   offset    0 1 42 43 44 …

import type { TextGap } from '../../../shared/protocol/textview.ts';
import { ChangeMap } from '../../../shared/document/changes.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import { asByte } from '../../../shared/units.ts';
import { countWhile } from '../../../shared/bytes/binary-search.ts';

/** The gaps of one slice. Immutable. */
export class Gaps {
  /** Prefix sums of the hidden bytes: element `n` is the sum over the first `n` gaps. */
  private readonly bytes: readonly number[];

  constructor(readonly list: readonly TextGap[]) {
    const bytes = [0];
    for (const gap of list) bytes.push((bytes.at(-1) ?? 0) + gap.bytes);
    this.bytes = bytes;
  }

  /** The number of all hidden bytes. */
  get hiddenBytes(): number {
    return this.bytes.at(-1) ?? 0;
  }

  offsetAt(index: number): number {
    return index + (this.bytes[this.countUntil(index)] ?? 0);
  }

  /** The offset after the byte before an index. If there is a gap at the index, this is where the gap starts. */
  offsetBehind(index: number): number {
    return index === 0 ? 0 : this.offsetAt(index - 1) + 1;
  }

  /** The index of an offset. For a hidden one, that of the line end before the gap. */
  indexAt(offset: number): number {
    const before = countWhile(this.list.length, (gap) => this.startOf(gap) <= offset);
    const gap = this.list[before - 1];
    if (gap !== undefined && offset < this.startOf(before - 1) + gap.bytes) return Math.max(0, gap.at - 1);
    return offset - (this.bytes[before] ?? 0);
  }

  /** Whether a gap hides an offset. */
  hides(offset: number): boolean {
    return this.list.some((gap, index) => offset >= this.startOf(index) && offset < this.startOf(index) + gap.bytes);
  }

  /** Whether a gap starts between two offsets, both exclusive. */
  isBetween(start: number, end: number): boolean {
    return this.list.some((_, index) => this.startOf(index) > start && this.startOf(index) < end);
  }

  /**
   * The gaps after splices of the slice's bytes, given in indexes. `toDocumentSplices` describes what happens to gaps that a splice
   * covers.
   */
  mapThrough(splices: readonly Splice[], takesHidden: boolean): Gaps {
    const map = ChangeMap.of(splices);
    return new Gaps(
      this.list.flatMap((gap) => {
        const at = map.mapOffset(gap.at, 'before', takesHidden ? 'drop-deleted' : 'to-end');
        return at === null ? [] : [{ ...gap, at }];
      }),
    );
  }

  /**
   * Converts splices of the slice's bytes, in indexes, to splices of the document, in offsets. Where a splice covers a gap, the
   * hidden bytes are removed too if `takesHidden`, as they were selected. Otherwise they stay, because the user has not seen
   * that they would be removed.
   */
  toDocumentSplices(splices: readonly Splice[], takesHidden: boolean): Splice[] {
    if (this.list.length === 0) return [...splices];
    return splices.flatMap((splice) => {
      const { start, end, insert } = splice;
      const from = this.offsetAt(start);
      if (start === end || takesHidden) {
        return [{ start: asByte(from), end: asByte(start === end ? from : this.offsetAt(end)), insert }];
      }
      const cuts = this.list.map(({ at }) => at).filter((at) => at > start && at < end);
      return [start, ...cuts].map((piece, index) => ({
        start: asByte(this.offsetAt(piece)),
        end: asByte(this.offsetBehind(cuts[index] ?? end)),
        insert: index === 0 ? insert : new Uint8Array(),
      }));
    });
  }

  /** The number of gaps at or before an index. */
  private countUntil(index: number): number {
    return countWhile(this.list.length, (gap) => (this.list[gap]?.at ?? 0) <= index);
  }

  /** The offset at which a gap starts. */
  private startOf(gap: number): number {
    return (this.list[gap]?.at ?? 0) + (this.bytes[gap] ?? 0);
  }
}
