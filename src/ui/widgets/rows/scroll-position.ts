// Where the tree is scrolled to, in rows, and the slice that the list is given for it. The list scrolls
// natively inside its slice; when the slice moves, `commit` puts the list's `scrollTop` right in the same
// frame, so that nothing is seen of it.
//
//   native scroll → onScroll → top, maybe a new base → React renders the new slice → commit → scrollTop
//   scrollTo      → top, maybe a new base → …

import { rebase, sliceAt, type Slice } from './row-slice.ts';

/** What the rendered list looks like. */
interface Frame {
  readonly slice: Slice;
  readonly total: number;
  readonly rowPx: number;
  readonly heightPx: number;
}

/** The scroll position of one tree. */
export class Scroller {
  /** The row at the top of the screen; a fraction where it is half scrolled out. */
  top = 0;
  /** Where the slice should start. */
  base = 0;
  /** What scrolls, once it is there. */
  element: HTMLElement | null = null;
  /** How many rows lie over the top of the screen where a row is the first below them. */
  lead: (row: number) => number = () => 0;
  /** The row that has the focus; -1 for none. */
  focus: () => number = () => -1;
  private frame: Frame = { slice: { base: 0, count: 0 }, total: 0, rowPx: 1, heightPx: 0 };
  /** `top` was set by us and waits for the list to be rendered for it. */
  private pending = false;
  private readonly listeners = new Set<() => void>();

  /** `total` tells how many rows there are now, which may be ahead of what is rendered. */
  constructor(private readonly total: () => number) {}

  /** How many rows fit the screen; a fraction. */
  get visible(): number {
    return this.frame.heightPx / this.frame.rowPx;
  }

  /** How tall a row is, in pixels. */
  get rowPx(): number {
    return this.frame.rowPx;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  attach(element: HTMLElement | null): void {
    this.element = element;
  }

  /** The list is rendered like this now. Call it in a layout effect, before the list measures itself. */
  commit(frame: Frame): void {
    const before = this.frame;
    this.frame = frame;
    const moved = before.slice.base !== frame.slice.base || before.rowPx !== frame.rowPx;
    if (moved || this.pending) this.apply();
    this.pending = false;
    if (before.heightPx !== frame.heightPx || before.total !== frame.total) this.announce();
    // Where something takes room from the tree, the focus stays in sight.
    const focus = this.focus();
    const wasSeen = focus >= this.top && focus + 1 <= this.top + before.heightPx / before.rowPx;
    if (wasSeen && frame.heightPx > 0 && frame.heightPx < before.heightPx) this.reveal(focus);
  }

  /** A person scrolled the list, or the browser corrected it. */
  readonly onScroll = (): void => {
    if (this.element === null || this.pending) return;
    const { slice, rowPx } = this.frame;
    this.top = slice.base + this.element.scrollTop / rowPx;
    this.base = rebase(slice, this.top, this.visible, this.total());
    this.announce();
  };

  /** Puts a row at the top of the screen, as far as the tree's end allows. */
  readonly scrollTo = (top: number): void => {
    const total = this.total();
    this.top = Math.max(0, Math.min(top, total - this.visible));
    this.base = rebase(sliceAt(this.frame.slice.base, total), this.top, this.visible, total);
    this.pending = this.base !== this.frame.slice.base || total !== this.frame.total;
    if (!this.pending) this.apply();
    this.announce();
  };

  /** Scrolls as little as needed to see a row; to the middle where it is far away. */
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

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}
