// Where among the hits a person stands, and how they get on: the next one, the one before, a certain one, or all. A new
// search begins to look where they were last.

import type { Direction, Bar } from './find-state.ts';
import type { Search } from './search.ts';

/** The steps from hit to hit of one find bar. */
export class Steps {
  /** Where a new search begins to look. */
  private anchor = 0;
  /** Whether the first hit from there is still to be shown. */
  private seeking = false;
  /** A step, or the choice of all, that waits for the hits. */
  private wanted: Direction | 'all' | null = null;

  constructor(
    private readonly bar: Bar,
    private readonly search: () => Search,
  ) {}

  /** The first hit from where the person was, or from a byte on, is shown when it has come. */
  seek(from: number | null = null): void {
    this.anchor = from ?? this.anchor;
    this.seeking = true;
  }

  /** No hit is to be shown when it comes, and no step waits any more. */
  rest(): void {
    this.seeking = false;
    this.wanted = null;
  }

  /** Searches begin where the selection is now. */
  anchorHere(): void {
    this.anchor = this.bar.target()?.place()?.start ?? 0;
  }

  /** Goes to a hit by its number. */
  goTo(index: number): void {
    const { hits } = this.search();
    if (index < 0 || index >= hits.count) return;
    this.select(index);
    this.anchor = hits.at(index).start;
  }

  /** Goes to the next hit or the one before, around the ends; when all have come. */
  go(direction: Direction): void {
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

  /** Selects every hit at once, when all have come. */
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

  /** The view's selection has changed. */
  moved(): void {
    const { bar } = this;
    if (!bar.getState().open) return;
    const current = this.currentIndex();
    if (current < 0 && !this.isComing) this.anchorHere();
    if (current !== bar.getState().current) bar.set({ current, done: null });
  }

  /** Hits have come: the first one from where the search began is shown. */
  came(): void {
    if (!this.seeking) return;
    const { hits } = this.search();
    const index = hits.indexFrom(this.anchor);
    if (index < hits.count) this.select(index);
  }

  /** All hits have come. */
  finish(): void {
    // None from where the search began: the first one of all.
    if (this.seeking && this.search().hits.count > 0) this.select(0);
    this.bar.set({ running: false });
    this.tell();
    const { wanted } = this;
    this.wanted = null;
    if (wanted === 'all') this.goToAll();
    else if (wanted !== null) this.go(wanted);
  }

  /** Says how many hits there are, and which one is selected. */
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
