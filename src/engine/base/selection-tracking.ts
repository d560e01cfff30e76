// Tracks the ends of selections through edits, as Monaco's tracked ranges do: an end inside replaced text keeps its distance
// from the start of the edit, if the inserted text is that long.

import type { Splice } from '../../shared/document/splice.ts';
import type { Selection, Span } from '../../shared/protocol/selection.ts';

/** One end of a selection: `offset` is in the text before the edits, `moved` in the text after them. */
interface Mark {
  readonly offset: number;
  /** Whether it stays before text that is inserted at its offset. */
  readonly stays: boolean;
  /** Whether text that is inserted at its offset never moves it. */
  readonly isPut: boolean;
  moved: number;
}

/** Follows edits that are reported in order and don't overlap. */
export class Tracker {
  private readonly marks: { readonly anchor: Mark; readonly active: Mark }[];
  private readonly rising: readonly Mark[];
  /** Index of the first mark that the edits so far have not passed. */
  private at = 0;
  private delta = 0;

  /** `putStarts`: the start of a selection stays where it is even if text is inserted there. */
  constructor(spans: Selection, putStarts: boolean) {
    this.marks = spans.map(({ anchor, active }) => {
      const mark = (offset: number, other: number): Mark => ({
        offset,
        stays: offset > other,
        isPut: putStarts && offset < other,
        moved: offset,
      });
      const [from, to] = [mark(anchor, active), mark(active, anchor)];
      return anchor === active ? { anchor: to, active: to } : { anchor: from, active: to };
    });
    const all = new Set(this.marks.flatMap(({ anchor, active }) => [anchor, active]));
    this.rising = [...all].toSorted((a, b) => a.offset - b.offset);
  }

  /** Records that `start` to `end`, in the text before the edits, is replaced by `length` bytes. */
  edit(start: number, end: number, length: number): void {
    for (let mark = this.rising[this.at]; mark !== undefined && mark.offset < start; mark = this.rising[this.at]) {
      mark.moved = mark.offset + this.delta;
      this.at += 1;
    }
    for (let index = this.at; index < this.rising.length; index += 1) {
      const mark = this.rising[index];
      if (mark === undefined || mark.offset > end) break;
      const moved = mapOffset(mark, start, end, length);
      mark.moved = this.delta + (mark.isPut ? Math.min(moved, mark.offset) : moved);
      if (index === this.at) this.at += 1;
    }
    this.delta += length - (end - start);
  }

  /** Returns the selections in the text after the last edit. */
  finish(): Span[] {
    for (; this.at < this.rising.length; this.at += 1) {
      const mark = this.rising[this.at];
      if (mark !== undefined) mark.moved = mark.offset + this.delta;
    }
    return this.marks.map(({ anchor, active }) => ({ anchor: anchor.moved, active: active.moved }));
  }
}

/** Where an end that touches the replaced range moves, not counting earlier edits. */
function mapOffset({ offset, stays }: Mark, start: number, end: number, length: number): number {
  const removed = end - start;
  const common = Math.min(removed, length);
  const isBefore = (place: number, atPlace: boolean): boolean => offset < place || (offset === place && atPlace);
  if (isBefore(start, removed > 0 || stays)) return offset;
  if (common > 0 && isBefore(start + common, removed > length || stays)) return offset;
  return isBefore(end, stays) ? start + length : offset + length - removed;
}

/** Returns where a selection is after splices of the whole text. */
export function mapSelection(splices: readonly Splice[], selection: Selection): Selection {
  const tracker = new Tracker(selection, false);
  for (const { start, end, insert } of splices) tracker.edit(start, end, insert.length);
  return tracker.finish();
}
