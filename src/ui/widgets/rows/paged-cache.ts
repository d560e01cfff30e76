// Rows on the main thread: a few pages around the screen. Reading is synchronous; what is missing or out of date is fetched, one
// request at a time, always for the range that was wanted last. Outdated rows stay readable until the new ones arrive, so that
// nothing flickers.

import { Emitter } from '../../model/emitter.ts';

/** Sizes of a cache. */
export interface PageLimits {
  /** Rows of a page. */
  readonly rows: number;
  /** When there are more pages, the oldest are dropped. */
  readonly maxPages: number;
  /** Most pages in one request. */
  readonly maxRequestPages: number;
}

/** Pages to request. */
export interface PageRequest {
  readonly first: number;
  readonly count: number;
}

/** The pages of one view. */
export abstract class PagedCache<Page> {
  protected readonly changed = new Emitter();
  /** Calls back when rows have arrived. */
  readonly subscribe = this.changed.subscribe;
  protected readonly pages = new Map<number, Page>();
  private busy = false;
  private completed: (() => void) | null = null;

  constructor(private readonly limits: PageLimits) {}

  /** Returns what sends the next request; `null` when nothing is missing. */
  protected abstract nextRequest(): (() => Promise<void>) | null;

  /** Called when a request has failed. */
  protected abstract onFailure(error: unknown): void;

  /** Called when a request has ended. */
  protected onEnded(): void {}

  /** Fetches what is missing, until nothing is. */
  protected async pump(): Promise<void> {
    if (this.busy) return;
    const send = this.nextRequest();
    if (send === null) return;
    this.busy = true;
    let hasFailed = false;
    try {
      await send();
    } catch (error) {
      // Another attempt is made when something is wanted again: one that fails at once would never end.
      hasFailed = true;
      this.onFailure(error);
    } finally {
      this.busy = false;
    }
    this.onEnded();
    if (this.completed !== null && (hasFailed || this.nextRequest() === null)) {
      this.completed();
      this.completed = null;
    }
    if (!hasFailed) void this.pump();
  }

  /** Resolves once nothing is missing, or can't be read; `null` when nothing is. A later call resolves the earlier one. */
  protected complete(): Promise<void> | null {
    if (this.nextRequest() === null) return null;
    this.completed?.();
    return new Promise((resolve) => (this.completed = resolve));
  }

  protected pageOf(row: number): Page | undefined {
    return this.pages.get(Math.floor(row / this.limits.rows));
  }

  /** Returns the pages of a range of rows to request next, `end` exclusive; `null` when none is missing. */
  protected missing(first: number, end: number, isMissing: (page: number) => boolean): PageRequest | null {
    const { rows, maxRequestPages } = this.limits;
    let start = Math.floor(first / rows);
    let stop = Math.ceil(end / rows);
    while (start < stop && !isMissing(start)) start += 1;
    while (stop > start && !isMissing(stop - 1)) stop -= 1;
    return start < stop ? { first: start, count: Math.min(stop - start, maxRequestPages) } : null;
  }

  protected store(index: number, page: Page): void {
    this.pages.delete(index);
    this.pages.set(index, page);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= this.limits.maxPages) break;
      this.pages.delete(oldest);
    }
  }
}
