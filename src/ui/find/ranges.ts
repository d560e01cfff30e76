// The ranges that a search is limited to. They are sorted and disjoint, and follow edits of the text.

import type { TextChange } from '../../shared/protocol/protocol.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { ChangeMap, type Mark } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte, type ByteRange } from '../../shared/units.ts';

/**
 * The selections as ranges, sorted, without empty ones. With `empty` those are included, and the order is that of the
 * selections.
 */
export function rangesOf(selection: Selection, empty = false): ByteRange[] {
  const ranges = selection.map(({ anchor, active }) => ({
    start: asByte(Math.min(anchor, active)),
    end: asByte(Math.max(anchor, active)),
  }));
  if (empty) return ranges;
  return ranges.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start);
}

/** Ranges after an edit. Text that is inserted at either end of a range becomes part of it. */
export function mapRanges(ranges: readonly ByteRange[], splices: readonly Splice[]): ByteRange[] {
  const map = ChangeMap.of(splices);
  return keepApart(ranges.map((range) => map.mapRange(range, 'inclusive')));
}

/** The ends of a range, for a tracker: text that is inserted at either end becomes part of it. */
export function marksOf({ start, end }: ByteRange): Mark[] {
  return [
    { offset: start, side: 'before' },
    { offset: end, side: 'after' },
  ];
}

/** Ranges in order without what they share: text that was inserted between two that touch belongs to the first. */
export function keepApart(ranges: readonly ByteRange[]): ByteRange[] {
  let last = asByte(0);
  return ranges.map(({ start, end }) => {
    const from = start < last ? last : start;
    last = end;
    return { start: from, end };
  });
}

/**
 * Ranges after a write from elsewhere. Text inserted beside a range does not become part of it, and a range that was deleted is
 * dropped. Returns `null` if none remains, or if the ranges are unknown because the write changed both a part of a range and
 * something beside it.
 */
export function mapRangesThroughChange(ranges: readonly ByteRange[], change: TextChange): ByteRange[] | null {
  const map = ChangeMap.ofRange(change);
  const left: ByteRange[] = [];
  for (const range of ranges) {
    const moved = map.mapRange(range, 'exclusive', 'drop-inside');
    const isDeleted = change.length === 0 && change.start <= range.start && change.end >= range.end;
    if (moved === null && !isDeleted) return null;
    if (moved !== null && moved.end > moved.start) left.push(moved);
  }
  return left.length === 0 ? null : left;
}

/** Clips ranges to a text of `size` bytes. Returns the same array if all of them fit. */
export function clampRanges(ranges: readonly ByteRange[], size: number): readonly ByteRange[] {
  if ((ranges.at(-1)?.end ?? 0) <= size) return ranges;
  return ranges.map(({ start, end }) => ({
    start: asByte(Math.min(start, size)),
    end: asByte(Math.min(end, size)),
  }));
}
