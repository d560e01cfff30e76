// The current hit, and moving from there to the next, the previous, a given one, or all. A new search starts looking where the
// last one was.

import type { FindDirection, FindContext } from './find-state.ts';
import type { Search } from './search.ts';

/** Moves between the hits of one find bar. */
export class HitNavigation {
  /** The byte from which a new search looks for its first hit. */
  private anchor = 0;
  /** Whether the first hit from there remains to be selected. */
  private seeking = false;
  /** A step, or selecting all, that is waiting for the hits. */
  private wanted: FindDirection | 'all' | null = null;

  constructor(
    private readonly bar: FindContext,
    private readonly search: () => Search,
  ) {}

  /** Requests that the first hit at or after `from`, or the anchor, is selected when it arrives. */
  seek(from: number | null = null): void {
    this.anchor = from ?? this.anchor;
    this.seeking = true;
  }

  /** Cancels the pending step and the selection of the first hit. */
  rest(): void {
    this.seeking = false;
    this.wanted = null;
  }

  /** Makes searches start from the current selection. */
  anchorHere(): void {
    this.anchor = this.bar.target()?.place()?.start ?? 0;
  }

  /** Goes to the hit with this index. */
  goTo(index: number): void {
    const { hits } = this.search();
    if (index < 0 || index >= hits.count) return;
    this.select(index);
    this.anchor = hits.at(index).start;
  }

  /** Goes to the next or the previous hit, wrapping around, once all hits have arrived. */
  go(direction: FindDirection): void {
    if (this.isComing) {
      this.wanted = direction;
      return;
    }
    const { hits } = this.search();
    const target = this.bar.target();
    if (hits.count === 0 || target === null) return;
    const { current } = this.bar.getState();
    const range = target.place() ?? { start: 0, end: 0 };
    const step = direction === 'next' ? 1 : -1;
    const near = direction === 'next' ? hits.indexFrom(range.end) : hits.indexFrom(range.start) - 1;
    this.goTo(((current < 0 ? near : current + step) + hits.count) % hits.count);
  }

  /** Selects all hits, once they have arrived. */
  goToAll(): void {
    if (this.isComing) {
      this.wanted = 'all';
      return;
    }
    const selecting = this.search().hits.count === 0 ? undefined : this.bar.target()?.selectAll();
    selecting?.then(
      (said) => this.bar.set(said),
      (error: unknown) => this.bar.host.report(error),
    );
  }

  /** Called when the view's selection has changed. */
  moved(): void {
    const { bar } = this;
    if (!bar.getState().open) return;
    const current = this.currentIndex();
    if (current < 0 && !this.isComing) this.anchorHere();
    if (current !== bar.getState().current) bar.set({ current, done: null });
  }

  /** Called when hits have arrived. Selects the first one from the anchor, if requested. */
  came(): void {
    if (!this.seeking) return;
    const { hits } = this.search();
    const index = hits.indexFrom(this.anchor);
    if (index < hits.count) this.select(index);
  }

  /** Called when all hits have arrived. */
  finish(): void {
    // There is no hit from the anchor on: wraps around to the first one.
    if (this.seeking && this.search().hits.count > 0) this.select(0);
    this.seeking = false;
    this.bar.set({ running: false });
    this.tell();
    const { wanted } = this;
    this.wanted = null;
    if (wanted === 'all') this.goToAll();
    else if (wanted !== null) this.go(wanted);
  }

  /** Updates the count and the current hit in the bar. */
  tell(): void {
    this.bar.set({ count: this.search().hits.count, current: this.currentIndex() });
  }

  private get isComing(): boolean {
    return this.bar.getState().running || this.search().isWaiting;
  }

  private select(index: number): void {
    const { hits } = this.search();
    this.seeking = false;
    this.bar.target()?.select(hits.at(index));
    this.bar.set({ current: index, count: hits.count, done: null, notice: null });
  }

  private currentIndex(): number {
    const place = this.bar.target()?.place() ?? null;
    return place === null ? -1 : this.search().hits.indexOf(place);
  }
}
