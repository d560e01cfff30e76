// The scroll position of the tree, in rows, and the slice that the list is given for it. The list scrolls natively within its
// slice. When the slice moves, `commit` corrects the list's `scrollTop` in the same frame, so that the move is invisible.
//
//   native scroll → onScroll → top, maybe a new base → React renders the new slice → commit → scrollTop
//   scrollTo      → top, maybe a new base → …

import { Emitter } from '../../model/emitter.ts';
import { rebase, sliceAt, type RowSlice } from './row-slice.ts';

/** Longest time that rows are read before they are shown empty, in milliseconds. */
const MAX_PREPARE_MS = 50;

/** So many rows below the screen still count as the end. */
const END_ROWS = 3;

/** The geometry of the rendered list. */
interface Frame {
  readonly slice: RowSlice;
  readonly total: number;
  readonly rowPx: number;
  readonly heightPx: number;
}

/** The scroll position of one tree. */
export class Scroller {
  /** The row at the top of the screen; a fraction if it is partly scrolled out. */
  top = 0;
  /** The start of the slice. */
  base = 0;
  /** The scrolling element, once it is rendered. */
  element: HTMLElement | null = null;
  /** Number of sticky rows that cover the top of the screen when a row is the first below them. */
  lead: (row: number) => number = () => 0;
  /** Returns the focused row; -1 when there is none. */
  focus: () => number = () => -1;
  private frame: Frame = { slice: { base: 0, count: 0 }, total: 0, rowPx: 1, heightPx: 0 };
  /** `top` was set here, and the list has not been rendered for it yet. */
  private pending = false;
  /** The position that the scrollbar was dragged to last, until it is shown or left; whether rows of an earlier one are being read. */
  private dragged: number | null = null;
  private isPreparing = false;
  private prepare: (top: number) => Promise<void> | null = () => null;
  private readonly changed = new Emitter();

  /** `total` returns the current number of rows, which may be ahead of the rendered list. */
  constructor(private readonly total: () => number) {}

  /** Number of rows that fit the screen; a fraction. */
  get visible(): number {
    return this.frame.heightPx / this.frame.rowPx;
  }

  /** Height of a row, in pixels. */
  get rowPx(): number {
    return this.frame.rowPx;
  }

  /** Whether the last row that was rendered is in view, or nearly: a bar that opens takes some rows. */
  get isAtEnd(): boolean {
    return this.top + this.visible >= this.frame.total - END_ROWS;
  }

  readonly subscribe = this.changed.subscribe;

  attach(element: HTMLElement | null): void {
    this.element = element;
  }

  /** Called with the geometry of each rendering, in a layout effect, before the list measures itself. */
  commit(frame: Frame): void {
    const before = this.frame;
    this.frame = frame;
    const moved = before.slice.base !== frame.slice.base || before.rowPx !== frame.rowPx;
    if (moved || this.pending) this.apply();
    this.pending = false;
    if (before.heightPx !== frame.heightPx || before.total !== frame.total) this.changed.emit();
    // When the tree becomes smaller, the focused row stays visible.
    const focus = this.focus();
    const wasSeen = focus >= this.top && focus + 1 <= this.top + before.heightPx / before.rowPx;
    if (wasSeen && frame.heightPx > 0 && frame.heightPx < before.heightPx) this.reveal(focus);
  }

  /** The user scrolled the list, or the browser corrected its position. */
  readonly onScroll = (): void => {
    if (this.element === null || this.pending) return;
    const { slice, rowPx } = this.frame;
    this.top = slice.base + this.element.scrollTop / rowPx;
    this.base = rebase(slice, this.top, this.visible, this.total());
    this.changed.emit();
  };

  /** Scrolls a row to the top of the screen, as far as the end of the tree allows. */
  readonly scrollTo = (top: number): void => {
    // Rows that are still being read for the scrollbar come too late.
    this.dragged = null;
    const total = this.total();
    this.top = Math.max(0, Math.min(top, total - this.visible));
    this.base = rebase(sliceAt(this.frame.slice.base, total), this.top, this.visible, total);
    this.pending = this.base !== this.frame.slice.base || total !== this.frame.total;
    if (!this.pending) this.apply();
    this.changed.emit();
  };

  /** Sets what reads the rows of a position before they are shown; it returns `null` if they are there. */
  setPrepare(prepare: (top: number) => Promise<void> | null): void {
    this.prepare = prepare;
  }

  /**
   * Scrolls like a scrollbar that is dragged: each position is shown once its rows are read. Rendering them empty and again in the
   * next frame would take twice as long.
   */
  readonly dragTo = (top: number): void => {
    this.dragged = top;
    if (this.isPreparing) return;
    const reading = this.prepare(top);
    if (reading === null) {
      this.scrollTo(top);
      return;
    }
    this.isPreparing = true;
    const late = new Promise<void>((resolve) => setTimeout(resolve, MAX_PREPARE_MS));
    void Promise.race([reading, late]).then(() => {
      this.isPreparing = false;
      const { dragged } = this;
      if (dragged === null) return;
      this.scrollTo(top);
      if (dragged !== top) this.dragTo(dragged);
    });
  };

  /** Scrolls as little as necessary to show a row; to the middle if it is far away. */
  reveal(row: number): void {
    const { top, visible } = this;
    const lead = top > 0 ? this.lead(row) : 0;
    if (row >= top + lead && row + 1 <= top + visible) return;
    const near = row > top - visible && row < top + 2 * visible;
    if (!near) this.scrollTo(row - Math.floor(visible / 2));
    else this.scrollTo(row < top + lead ? row - lead : row + 1 - visible);
  }

  private apply(): void {
    if (this.element === null) return;
    const { slice, rowPx } = this.frame;
    this.element.scrollTop = (this.top - slice.base) * rowPx;
  }
}
