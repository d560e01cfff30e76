// The horizontal scroll position of a table, and the columns that are in view. Rendering depends on `inSight`, whose result
// changes only with the columns: a scroll by a few pixels renders nothing.

import { Emitter } from '../../model/emitter.ts';
import type { ColumnLayout } from './column-layout.ts';

/** Columns rendered beyond the screen on either side. */
const OVERSCAN_COLUMNS = 1;

/** The horizontal scroll position of one table. */
export class HorizontalScroll {
  leftPx = 0;
  /** Width of the visible part beside the row header, in pixels. */
  viewportPx = 0;
  /** Width of a letter in a cell, in pixels. */
  letterPx = 8;
  private element: HTMLElement | null = null;
  private readonly changed = new Emitter();
  private sight = { first: 0, end: 0 };

  readonly subscribe = this.changed.subscribe;

  attach(element: HTMLElement | null): void {
    this.element = element;
  }

  /** Returns the unpinned columns to render, `end` exclusive; the same object until they change. */
  inSight(layout: ColumnLayout): { readonly first: number; readonly end: number } {
    const { first, end } = layout.inSight(this.leftPx, this.viewportPx);
    const sight = {
      first: Math.max(layout.pinnedCount, first - OVERSCAN_COLUMNS),
      end: Math.min(layout.count, end + OVERSCAN_COLUMNS),
    };
    if (sight.first !== this.sight.first || sight.end !== this.sight.end) this.sight = sight;
    return this.sight;
  }

  /** Called when the user has scrolled, or the table's width has changed. */
  set(leftPx: number, viewportPx = this.viewportPx): void {
    if (leftPx === this.leftPx && viewportPx === this.viewportPx) return;
    this.leftPx = leftPx;
    this.viewportPx = viewportPx;
    this.changed.emit();
  }

  scrollTo(leftPx: number): void {
    if (Math.abs(leftPx - this.leftPx) < 1) return;
    if (this.element !== null) this.element.scrollLeft = leftPx;
    this.set(this.element?.scrollLeft ?? leftPx);
  }

  /** Scrolls a column into view. */
  reveal(layout: ColumnLayout, column: number): void {
    this.scrollTo(layout.leftFor(column, this.leftPx, this.viewportPx));
  }
}
