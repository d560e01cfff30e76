// The ranges that a search keeps to. They are sorted and apart, and follow the edits of the text.

import type { TextChange } from '../../shared/protocol/protocol.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { mapOffset, type Splice } from '../../shared/document/splice.ts';
import { asByte, type ByteRange } from '../../shared/units.ts';

/** What is selected, as ranges; the empty ones, too, if `empty` says so, and then in the order of the selections. */
export function rangesOf(selection: Selection, empty = false): ByteRange[] {
  const ranges = selection.map(({ anchor, active }) => ({
    start: asByte(Math.min(anchor, active)),
    end: asByte(Math.max(anchor, active)),
  }));
  if (empty) return ranges;
  return ranges.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start);
}

/** Ranges after an edit. What is typed at a range's end belongs to it. */
export function followRanges(ranges: readonly ByteRange[], splices: readonly Splice[]): ByteRange[] {
  return ranges.map(({ start, end }) => ({
    start: mapOffset(splices, start, 'before'),
    end: mapOffset(splices, end, 'after'),
  }));
}

/**
 * Ranges after a write that somebody else made. Nothing that is put beside a range belongs to it. `null` where that
 * can't be told: the write has changed both a part of a range and something beside it.
 */
export function followChange(ranges: readonly ByteRange[], change: TextChange): ByteRange[] | null {
  const delta = change.length - (change.end - change.start);
  const moved: ByteRange[] = [];
  for (const { start, end } of ranges) {
    if (change.start >= end) moved.push({ start, end });
    else if (change.end <= start) moved.push({ start: asByte(start + delta), end: asByte(end + delta) });
    else if (change.start >= start && change.end <= end) moved.push({ start, end: asByte(end + delta) });
    else if (change.length > 0 || change.start > start || change.end < end) return null;
  }
  const left = moved.filter(({ start, end }) => end > start);
  return left.length === 0 ? null : left;
}

/** Ranges as far as a text of `size` bytes goes; the same array if that is all of them. */
export function clampRanges(ranges: readonly ByteRange[], size: number): readonly ByteRange[] {
  if ((ranges.at(-1)?.end ?? 0) <= size) return ranges;
  return ranges.map(({ start, end }) => ({
    start: asByte(Math.min(start, size)),
    end: asByte(Math.min(end, size)),
  }));
}
