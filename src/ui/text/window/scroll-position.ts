// The scroll position in the document, for its scrollbar. It is in lines if rows are lines. If lines are wrapped, it is in
// bytes, because rows that were never laid out cannot be counted. Both ends are exact. Folded text does not count.

import type { Anchor, Screen } from './screen.ts';

/** The state of the scrollbar, in lines or bytes. */
export interface ScrollState {
  readonly total: number;
  readonly viewport: number;
  readonly position: number;
}

/** A place to scroll to: a line and how far its row is scrolled off, in pixels; a byte; or the end. */
export type ScrollTarget =
  | { readonly type: 'line'; readonly line: number; readonly hiddenPx: number }
  | { readonly type: 'byte'; readonly byte: number }
  | { readonly type: 'end' };

/** The scroll position of the screen. */
export function readScroll(screen: Screen, wrapped: boolean): ScrollState {
  const { slice } = screen;
  if (slice === null) return { total: 0, viewport: 1, position: 0 };
  const rows = screen.heightPx / screen.rowHeightPx;
  if (!wrapped) {
    const position = slice.shown.firstLine + screen.linesAbove;
    return { total: slice.shown.lineCount, viewport: rows, position };
  }
  // A screen of full rows rather than what is on it now, so that the thumb keeps its length.
  const { size, base } = slice.shown;
  const viewport = Math.min(size, Math.floor(rows) * screen.columns);
  const last = size - viewport;
  const atEnd = slice.end === slice.size && screen.atBottom;
  const position = atEnd ? last : Math.min(base + slice.indexOf(screen.top.offset), last);
  return { total: size, viewport, position };
}

/** The place that belongs at the top for a position of the scrollbar. */
export function targetOf(position: number, state: ScrollState, wrapped: boolean, rowHeightPx: number): ScrollTarget {
  const last = Math.max(0, state.total - state.viewport);
  if (position >= last - (wrapped ? 0.5 : 0.01)) return { type: 'end' };
  if (wrapped) return { type: 'byte', byte: Math.max(0, Math.floor(position)) };
  const line = Math.max(0, Math.floor(position));
  return { type: 'line', line, hiddenPx: Math.round((position - line) * rowHeightPx) };
}

/** Scrolls to a target inside the slice. Returns false if the slice does not hold it, or the screenful after it. */
export function scrollWithin(screen: Screen, target: ScrollTarget): boolean {
  const { slice } = screen;
  if (slice === null) return false;
  if (target.type === 'end') {
    if (slice.end !== slice.size) return false;
    screen.scroll('bottom');
    return true;
  }
  if (target.type === 'line') {
    const row = target.line - slice.shown.firstLine;
    // A slice that starts inside a line does not hold that line's first row.
    const first = slice.firstColumn > 0 ? 1 : 0;
    const complete = slice.end === slice.size || row + screen.rows + 2 < slice.lines;
    if (row < first || row >= slice.lines || !complete) return false;
    screen.editor.setScrollTop(screen.editor.getTopForLineNumber(row + 1) + target.hiddenPx, 1);
    return true;
  }
  const screenful = screen.rows * screen.columns;
  const index = target.byte - slice.shown.base;
  const left = slice.bytes.length - index;
  if (index < 0 || left < 0 || (slice.end !== slice.size && left < screenful)) return false;
  screen.scroll(anchorOf(target, slice.offsetOf(index)));
  return true;
}

/** Where to scroll for a target whose byte is known. */
export function anchorOf(target: ScrollTarget, offset: number): Anchor {
  return { offset, belowTopPx: target.type === 'line' ? -target.hiddenPx : 0 };
}
