// The rows of a tree, in pages around the screen.

import type { Row } from '../../../shared/protocol/rows.ts';
import { asRow, type Revision } from '../../../shared/units.ts';
import type { DocumentClient, Revealed } from '../../client/document.ts';
import { PagedCache, type PageRequest } from '../../widgets/rows/paged-cache.ts';

const PAGE_ROWS = 64;
/** This many rows on either side of a row cover its page and one more page on either side. */
export const AROUND_ROWS = 2 * PAGE_ROWS;
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
export class RowCache extends PagedCache<Page> {
  /** Incremented when rows arrive: rows read before may have changed. */
  arrivals = 0;
  /** The range that the screen needs, and the range that `read` is waiting for, which has priority. */
  private wanted: Range = { first: 0, end: 0 };
  private sought: Range | null = null;

  constructor(
    private readonly client: DocumentClient,
    private readonly onError: (error: unknown) => void,
  ) {
    super({ rows: PAGE_ROWS, maxPages: 128, maxRequestPages: 16 });
  }

  /** Returns the row, fresh or not; `undefined` if it was never read. */
  get(index: number): CachedRow | undefined {
    const page = this.pageOf(index);
    const row = page?.rows[index % PAGE_ROWS];
    if (page === undefined || row === undefined) return undefined;
    return { row, revision: page.revision, fresh: page.version === this.client.state.rowsVersion };
  }

  /** Fetches the rows from `first` to `end` (exclusive) that are missing or out of date. */
  want(first: number, end: number): void {
    this.wanted = this.rangeOf(first, end);
    void this.pump();
  }

  /** Fetches rows that are about to be shown. Resolves once they are there; `null` if they are already. */
  prepare(first: number, end: number): Promise<void> | null {
    this.want(first, end);
    return this.complete();
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
  storeRevealed({ around: { first, rows }, revision, rowsVersion }: Revealed): void {
    const { state } = this.client;
    if (revision !== state.revision || rowsVersion !== state.rowsVersion) return;
    for (let page = Math.ceil(first / PAGE_ROWS); ; page += 1) {
      const start = page * PAGE_ROWS;
      const end = Math.min(start + PAGE_ROWS, state.rowCount);
      if (end <= start || end > first + rows.length) break;
      this.store(page, { rows: rows.slice(start - first, end - first), version: rowsVersion, revision });
    }
    this.onEnded();
  }

  protected override nextRequest(): (() => Promise<void>) | null {
    const sought = this.sought === null ? null : this.missingIn(this.sought);
    if (sought === null) this.sought = null;
    const missing = sought ?? this.missingIn(this.wanted);
    if (missing === null) return null;
    const { rowsVersion: version, revision } = this.client.state;
    return async () => {
      const first = missing.first * PAGE_ROWS;
      const answer = await this.client.readRows({ first: asRow(first), count: missing.count * PAGE_ROWS });
      for (let page = 0; page < missing.count; page += 1) {
        const rows = answer.rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
        this.store(missing.first + page, { rows, version, revision });
      }
    };
  }

  protected override onFailure(error: unknown): void {
    this.sought = null;
    this.onError(error);
  }

  protected override onEnded(): void {
    this.arrivals += 1;
    this.changed.emit();
  }

  private rangeOf(first: number, end: number): Range {
    return { first: Math.max(0, first), end: Math.min(end, this.client.state.rowCount) };
  }

  private missingIn({ first, end }: Range): PageRequest | null {
    const version = this.client.state.rowsVersion;
    return this.missing(first, end, (page) => this.pages.get(page)?.version !== version);
  }
}
