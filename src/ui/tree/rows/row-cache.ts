// Rows of the tree on the main thread: a few pages around the screen. Reading is synchronous; what is missing or out of date is
// fetched, one request at a time, always for the range that was wanted last. Outdated rows stay readable until the new ones
// arrive, so that nothing flickers.

import { hasCode } from '../../../shared/errors.ts';
import type { Row } from '../../../shared/protocol/rows.ts';
import { asRow, type Revision } from '../../../shared/units.ts';
import type { DocumentClient, Revealed } from '../../client/document.ts';

const PAGE_ROWS = 64;
/** This many rows on either side of a row cover its page and one more page on either side. */
export const AROUND_ROWS = 2 * PAGE_ROWS;
/** When there are more pages, the oldest are dropped. */
const MAX_PAGES = 128;
/** Most pages in one request. */
const MAX_REQUEST_PAGES = 16;

/** A row, and the revision that its node and byte offsets belong to. */
export interface CachedRow {
  readonly row: Row;
  readonly revision: Revision;
  /** Whether no rows have changed since it was read. */
  readonly fresh: boolean;
}

interface Range {
  readonly first: number;
  readonly end: number;
}

interface Page {
  readonly rows: readonly Row[];
  readonly version: number;
  readonly revision: Revision;
}

/** The rows of one document. */
export class RowCache {
  /** Incremented when rows arrive: rows read before may have changed. */
  arrivals = 0;
  private readonly pages = new Map<number, Page>();
  private readonly listeners = new Set<() => void>();
  /** The range that the screen needs, and the range that `read` is waiting for, which has priority. */
  private wanted: Range = { first: 0, end: 0 };
  private sought: Range | null = null;
  private busy = false;

  constructor(
    private readonly client: DocumentClient,
    private readonly onError: (error: unknown) => void,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Returns the row, fresh or not; `undefined` if it was never read. */
  get(index: number): CachedRow | undefined {
    const page = this.pages.get(Math.floor(index / PAGE_ROWS));
    const row = page?.rows[index % PAGE_ROWS];
    if (page === undefined || row === undefined) return undefined;
    return { row, revision: page.revision, fresh: page.version === this.client.state.rowsVersion };
  }

  /** Fetches the rows from `first` to `end` (exclusive) that are missing or out of date. */
  want(first: number, end: number): void {
    this.wanted = this.rangeOf(first, end);
    void this.pump();
  }

  /** Returns the current row, fetching it if necessary; `undefined` when there is no such row, or it can't be read. */
  async read(index: number): Promise<CachedRow | undefined> {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const cached = this.get(index);
      if (cached?.fresh === true || index >= this.client.state.rowCount) return cached;
      this.sought = this.rangeOf(index - PAGE_ROWS / 2, index + PAGE_ROWS / 2);
      void this.pump();
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
    return undefined;
  }

  /** Stores rows that came with another reply, unless the document has changed since. Only complete pages are stored. */
  take({ around: { first, rows }, revision, rowsVersion }: Revealed): void {
    const { state } = this.client;
    if (revision !== state.revision || rowsVersion !== state.rowsVersion) return;
    for (let page = Math.ceil(first / PAGE_ROWS); ; page += 1) {
      const start = page * PAGE_ROWS;
      const end = Math.min(start + PAGE_ROWS, state.rowCount);
      if (end <= start || end > first + rows.length) break;
      this.store(page, { rows: rows.slice(start - first, end - first), version: rowsVersion, revision });
    }
    this.arrive();
  }

  private async pump(): Promise<void> {
    if (this.busy) return;
    const sought = this.sought === null ? null : this.missing(this.sought);
    if (sought === null) this.sought = null;
    const missing = sought ?? this.missing(this.wanted);
    if (missing === null) return;
    this.busy = true;
    const { rowsVersion: version, revision } = this.client.state;
    let goOn = true;
    try {
      const first = missing.first * PAGE_ROWS;
      const answer = await this.client.readRows({ first: asRow(first), count: missing.count * PAGE_ROWS });
      for (let page = 0; page < missing.count; page += 1) {
        const rows = answer.rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
        this.store(missing.first + page, { rows, version, revision });
      }
    } catch (error) {
      goOn = hasCode(error, 'superseded');
      if (!goOn) {
        this.sought = null;
        this.onError(error);
      }
    } finally {
      this.busy = false;
    }
    this.arrive();
    if (goOn) void this.pump();
  }

  private arrive(): void {
    this.arrivals += 1;
    for (const listener of this.listeners) listener();
  }

  private rangeOf(first: number, end: number): Range {
    return { first: Math.max(0, first), end: Math.min(end, this.client.state.rowCount) };
  }

  /** Returns the pages of a range to request next; `null` when all are fresh. */
  private missing({ first, end }: Range): { readonly first: number; readonly count: number } | null {
    const version = this.client.state.rowsVersion;
    const stale = (page: number): boolean => this.pages.get(page)?.version !== version;
    let start = Math.floor(first / PAGE_ROWS);
    let stop = Math.ceil(end / PAGE_ROWS);
    while (start < stop && !stale(start)) start += 1;
    while (stop > start && !stale(stop - 1)) stop -= 1;
    return start < stop ? { first: start, count: Math.min(stop - start, MAX_REQUEST_PAGES) } : null;
  }

  private store(index: number, page: Page): void {
    this.pages.delete(index);
    this.pages.set(index, page);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= MAX_PAGES) break;
      this.pages.delete(oldest);
    }
  }
}
