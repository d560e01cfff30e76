// Cells of a table on the main thread: those around the screen, in both directions. Reading is synchronous and never waits;
// what is missing or out of date is fetched, one request at a time, always for what is wanted last. Cells that are out of date
// stay readable until the new ones are there, so that nothing flickers.

import { hasCode } from '../../../shared/errors.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { Cell } from '../../../shared/protocol/table.ts';
import type { NodeIndex } from '../../../shared/units.ts';
import type { DocumentClient } from '../../client/document.ts';
import type { Column } from '../columns/column-layout.ts';

const PAGE_ROWS = 32;
/** Pages beyond this are dropped, oldest first. */
const MAX_PAGES = 48;
/** No request asks for more rows. */
const MAX_REQUEST_PAGES = 8;
/** A page with more columns than this forgets those that were read before. */
const MAX_PAGE_COLUMNS = 400;

/** What the table shows, as far as cells depend on it. */
export interface CellSource {
  readonly path: Path;
  readonly arrangement: number | null;
  readonly rows: number;
  /** Another one when cells that were read may be others now. */
  readonly version: string;
}

/** A row, as far as its cells are known. */
export interface CachedRow {
  readonly position: number;
  readonly node: NodeIndex;
  readonly cells: ReadonlyMap<string, Cell>;
  /** Nothing has changed since it was read. */
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
    /** `null` while there is no table. */
    private readonly source: () => CellSource | null,
    private readonly onError: (error: unknown) => void,
    /** The worker does not know the rows that it was asked for. */
    private readonly onStale: () => void,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** A row, fresh or not; `undefined` where it was never read. */
  row(index: number): CachedRow | undefined {
    const page = this.pages.get(Math.floor(index / PAGE_ROWS));
    const row = page?.rows[index % PAGE_ROWS];
    if (page === undefined || row === undefined) return undefined;
    return { ...row, fresh: page.version === this.source()?.version };
  }

  /** Has cells fetched where they are missing or out of date. `end` is exclusive. */
  want(first: number, end: number, columns: readonly Column[]): void {
    const rows = this.source()?.rows ?? 0;
    this.first = Math.max(0, first);
    this.end = Math.min(end, rows);
    this.columns = columns;
    void this.pump();
  }

  /** A row as it is now, with some columns, fetched if need be; `undefined` where there is none, or it can't be read. */
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

  /** Forgets everything: another array is shown. */
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
      // Rows that are others by now are asked for again once the table knows of them.
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

  /** The pages that are wanted and not there, or `null`. */
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
      // What is out of date stays until it is read again.
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
