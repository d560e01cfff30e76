// How far a table is scrolled sideways, and which columns are in sight for it. Told only when other columns come into sight: a
// scroll of a few pixels draws nothing anew.

import type { ColumnLayout } from './column-layout.ts';

/** Columns rendered beyond the screen on either side. */
const OVERSCAN_COLUMNS = 1;

/** The sideways scroll position of one table. */
export class HorizontalScroll {
  leftPx = 0;
  /** Beside the row header, in pixels. */
  viewportPx = 0;
  /** A letter of a cell, in pixels. */
  letterPx = 8;
  private element: HTMLElement | null = null;
  private readonly listeners = new Set<() => void>();
  private sight = { first: 0, end: 0 };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  attach(element: HTMLElement | null): void {
    this.element = element;
  }

  /** The columns, not pinned, to render; the same object until they are others. */
  inSight(layout: ColumnLayout): { readonly first: number; readonly end: number } {
    const { first, end } = layout.inSight(this.leftPx, this.viewportPx);
    const sight = {
      first: Math.max(layout.pinnedCount, first - OVERSCAN_COLUMNS),
      end: Math.min(layout.count, end + OVERSCAN_COLUMNS),
    };
    if (sight.first !== this.sight.first || sight.end !== this.sight.end) this.sight = sight;
    return this.sight;
  }

  /** A person has scrolled, or the table has another width. */
  follow(leftPx: number, viewportPx = this.viewportPx): void {
    if (leftPx === this.leftPx && viewportPx === this.viewportPx) return;
    this.leftPx = leftPx;
    this.viewportPx = viewportPx;
    for (const listener of this.listeners) listener();
  }

  scrollTo(leftPx: number): void {
    if (Math.abs(leftPx - this.leftPx) < 1) return;
    if (this.element !== null) this.element.scrollLeft = leftPx;
    this.follow(this.element?.scrollLeft ?? leftPx);
  }

  /** Scrolls so that a column is in sight. */
  reveal(layout: ColumnLayout, column: number): void {
    this.scrollTo(layout.leftFor(column, this.leftPx, this.viewportPx));
  }
}
