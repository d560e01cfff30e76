// Tracks the ends of selections through edits, as Monaco's tracked ranges do: an end inside replaced text keeps its distance
// from the start of the edit, if the inserted text is that long.

import { MarkTracker, type Mark } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { Selection, Span } from '../../shared/protocol/selection.ts';

/** Follows edits that are reported in order and don't overlap. */
export class SelectionTracker {
  private readonly ends: MarkTracker;

  /** A selection does not grow by text inserted at its ends; with `growsAtStart` it does at its start. */
  constructor(
    private readonly spans: Selection,
    growsAtStart: boolean,
  ) {
    const mark = (offset: number, other: number): Mark => ({
      offset,
      side: offset > other || (growsAtStart && offset < other) ? 'before' : 'after',
    });
    this.ends = new MarkTracker(
      spans.flatMap(({ anchor, active }) => [mark(anchor, active), mark(active, anchor)]),
      'overwrite',
    );
  }

  /** Records that `start` to `end`, in the text before the edits, is replaced by `length` bytes. */
  edit(start: number, end: number, length: number): void {
    this.ends.change(start, end, length);
  }

  /** Returns the selections in the text after the last edit. */
  finish(): Span[] {
    const moved = this.ends.finish();
    return this.spans.map((_, index) => ({ anchor: moved[index * 2] ?? 0, active: moved[index * 2 + 1] ?? 0 }));
  }
}

/** Returns where a selection is after splices of the whole text. */
export function mapSelection(splices: readonly Splice[], selection: Selection): Selection {
  const tracker = new SelectionTracker(selection, false);
  for (const { start, end, insert } of splices) tracker.edit(start, end, insert.length);
  return tracker.finish();
}
