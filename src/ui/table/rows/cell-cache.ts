// Cells of a table on the main thread: those around the screen, in both directions. Reading is synchronous; what is missing or
// out of date is fetched, one request at a time, always for the range that was wanted last. Outdated cells stay readable until
// the new ones arrive, so that nothing flickers.

import { hasCode } from '../../../shared/errors.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { Cell } from '../../../shared/protocol/table.ts';
import type { NodeIndex } from '../../../shared/units.ts';
import type { DocumentClient } from '../../client/document.ts';
import type { Column } from '../columns/column-layout.ts';

const PAGE_ROWS = 32;
/** When there are more pages, the oldest are dropped. */
const MAX_PAGES = 48;
/** Most pages in one request. */
const MAX_REQUEST_PAGES = 8;
/** When a page has more columns than this, those read earlier are dropped. */
const MAX_PAGE_COLUMNS = 400;

/** The part of the table's state that cells depend on. */
export interface CellSource {
  readonly path: Path;
  readonly arrangement: number | null;
  readonly rows: number;
  /** Changes whenever cells that were read may have changed. */
  readonly version: string;
}

/** A row, with those of its cells that were read, by column id. */
export interface CachedRow {
  readonly position: number;
  readonly node: NodeIndex;
  readonly cells: ReadonlyMap<string, Cell>;
  /** Whether nothing has changed since it was read. */
  readonly fresh: boolean;
}

interface Page {
  rows: { readonly position: number; readonly node: NodeIndex; readonly cells: Map<string, Cell> }[];
  readonly version: string;
  readonly columns: Set<string>;
}

/** The cells of one table. */
export class CellCache {
  private readonly pages = new Map<number, Page>();
  private readonly listeners = new Set<() => void>();
  private first = 0;
  private end = 0;
  private columns: readonly Column[] = [];
  private busy = false;

  constructor(
    private readonly client: DocumentClient,
    /** Returns `null` while no table is shown. */
    private readonly source: () => CellSource | null,
    private readonly onError: (error: unknown) => void,
    /** Called when the requested rows are out of date, or the worker does not have the arrangement. */
    private readonly onStale: () => void,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Returns a row, fresh or not; `undefined` if it was never read. */
  row(index: number): CachedRow | undefined {
    const page = this.pages.get(Math.floor(index / PAGE_ROWS));
    const row = page?.rows[index % PAGE_ROWS];
    if (page === undefined || row === undefined) return undefined;
    return { ...row, fresh: page.version === this.source()?.version };
  }

  /** Fetches the cells that are missing or out of date. `end` is exclusive. */
  want(first: number, end: number, columns: readonly Column[]): void {
    const rows = this.source()?.rows ?? 0;
    this.first = Math.max(0, first);
    this.end = Math.min(end, rows);
    this.columns = columns;
    void this.pump();
  }

  /**
   * Returns the current row with some columns, fetching it if necessary; `undefined` when there is no such row, or it can't be
   * read.
   */
  async read(index: number, columns: readonly Column[]): Promise<CachedRow | undefined> {
    const isThere = (): boolean => {
      const row = this.row(index);
      return row?.fresh === true && columns.every(({ id }) => row.cells.has(id));
    };
    for (let attempt = 0; attempt < 8 && !isThere(); attempt += 1) {
      const source = this.source();
      if (source === null || index >= source.rows) return undefined;
      try {
        await this.fetch(source, Math.floor(index / PAGE_ROWS), 1, columns);
      } catch (error) {
        if (!hasCode(error, 'superseded') && !hasCode(error, 'stale')) throw error;
        await this.client.caughtUp();
      }
    }
    return isThere() ? this.row(index) : undefined;
  }

  /** Drops all cells; called when another array is shown. */
  clear(): void {
    this.pages.clear();
    this.tell();
  }

  private async pump(): Promise<void> {
    if (this.busy) return;
    const source = this.source();
    const missing = source === null ? null : this.missing(source.version);
    if (source === null || missing === null) return;
    this.busy = true;
    let goOn = true;
    try {
      await this.fetch(source, missing.first, missing.count, this.columns);
    } catch (error) {
      goOn = hasCode(error, 'superseded');
      // After a change of the document, the cells are requested again once the table has followed it.
      if (hasCode(error, 'stale')) this.onStale();
      else if (!goOn) this.onError(error);
    } finally {
      this.busy = false;
    }
    if (goOn) void this.pump();
  }

  private async fetch(source: CellSource, firstPage: number, count: number, columns: readonly Column[]): Promise<void> {
    const { path, arrangement, version } = source;
    const { rows } = await this.client.readCells({
      path,
      arrangement,
      first: firstPage * PAGE_ROWS,
      count: count * PAGE_ROWS,
      columns: columns.map((column) => column.path),
    });
    for (let page = 0; page < count; page += 1) {
      const read = rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS).map(({ position, node, cells }) => ({
        position,
        node,
        cells: new Map(columns.map(({ id }, index) => [id, cells[index] ?? MISSING])),
      }));
      this.store(firstPage + page, read, version, columns);
    }
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  /** Returns the wanted pages to request next; `null` when none is missing or out of date. */
  private missing(version: string): { readonly first: number; readonly count: number } | null {
    const lacks = (index: number): boolean => {
      const page = this.pages.get(index);
      return page?.version !== version || this.columns.some(({ id }) => !page.columns.has(id));
    };
    let start = Math.floor(this.first / PAGE_ROWS);
    let stop = Math.ceil(this.end / PAGE_ROWS);
    while (start < stop && !lacks(start)) start += 1;
    while (stop > start && !lacks(stop - 1)) stop -= 1;
    return start < stop ? { first: start, count: Math.min(stop - start, MAX_REQUEST_PAGES) } : null;
  }

  private store(index: number, rows: Page['rows'], version: string, columns: readonly Column[]): void {
    const known = this.pages.get(index);
    const ids = columns.map(({ id }) => id);
    this.pages.delete(index);
    if (known?.version === version && known.columns.size + ids.length <= MAX_PAGE_COLUMNS) {
      const merged = rows.map((row, at) => ({
        ...row,
        cells: new Map([...(known.rows[at]?.cells ?? []), ...row.cells]),
      }));
      this.pages.set(index, { rows: merged, version, columns: new Set([...known.columns, ...ids]) });
    } else {
      // Outdated cells of other columns stay until they are read again.
      const kept =
        known !== undefined && known.columns.size + ids.length <= MAX_PAGE_COLUMNS
          ? rows.map((row, at) => ({
              ...row,
              cells: new Map([
                ...(known.rows[at]?.position === row.position ? known.rows[at].cells : []),
                ...row.cells,
              ]),
            }))
          : rows;
      this.pages.set(index, { rows: kept, version, columns: new Set(ids) });
    }
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= MAX_PAGES) break;
      this.pages.delete(oldest);
    }
  }
}

const MISSING: Cell = {
  node: null,
  kind: 'null',
  text: '',
  cut: false,
  byteStart: 0 as Cell['byteStart'],
  byteLength: 0,
  childCount: 0,
};
