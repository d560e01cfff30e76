// Where the ends of selections go when edits are made under them, as Monaco's tracked ranges do: an end inside of what
// is replaced stays as far from its beginning, if so much is put there.

import type { Selection, Span } from '../../../shared/protocol/selection.ts';

/** One end; `offset` in the text before, `moved` in the one that comes. */
interface Mark {
  readonly offset: number;
  /** Whether it stays before what is put in at its place. */
  readonly stays: boolean;
  /** Whether nothing that is put in where it is takes it along. */
  readonly isPut: boolean;
  moved: number;
}

/** Follows edits that come in order, none overlapping another. */
export class Tracker {
  private readonly marks: { readonly anchor: Mark; readonly active: Mark }[];
  private readonly rising: readonly Mark[];
  /** The first mark that is not behind us. */
  private at = 0;
  private delta = 0;

  /** `putStarts`: what is selected begins where it began, though something is put in there. */
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

  /** `start` to `end` of the text before gives way to `length` bytes. */
  edit(start: number, end: number, length: number): void {
    for (let mark = this.rising[this.at]; mark !== undefined && mark.offset < start; mark = this.rising[this.at]) {
      mark.moved = mark.offset + this.delta;
      this.at += 1;
    }
    for (let index = this.at; index < this.rising.length; index += 1) {
      const mark = this.rising[index];
      if (mark === undefined || mark.offset > end) break;
      const moved = follow(mark, start, end, length);
      mark.moved = this.delta + (mark.isPut ? Math.min(moved, mark.offset) : moved);
      if (index === this.at) this.at += 1;
    }
    this.delta += length - (end - start);
  }

  /** Where the selections are behind the last edit. */
  finish(): Span[] {
    for (; this.at < this.rising.length; this.at += 1) {
      const mark = this.rising[this.at];
      if (mark !== undefined) mark.moved = mark.offset + this.delta;
    }
    return this.marks.map(({ anchor, active }) => ({ anchor: anchor.moved, active: active.moved }));
  }
}

/** Where an end goes that touches what is replaced, before other edits count. */
function follow({ offset, stays }: Mark, start: number, end: number, length: number): number {
  const removed = end - start;
  const common = Math.min(removed, length);
  const isBefore = (place: number, atPlace: boolean): boolean => offset < place || (offset === place && atPlace);
  if (isBefore(start, removed > 0 || stays)) return offset;
  if (common > 0 && isBefore(start + common, removed > length || stays)) return offset;
  return isBefore(end, stays) ? start + length : offset + length - removed;
}
