// Cells of a table, in pages around the screen, in both directions.

import type { Path } from '../../../shared/document/path.ts';
import type { Cell } from '../../../shared/protocol/table.ts';
import type { RowKind } from '../../../shared/protocol/rows.ts';
import type { NodeIndex } from '../../../shared/units.ts';
import { PagedCache } from '../../widgets/rows/paged-cache.ts';
import type { Column } from './column-layout.ts';
import type { TableStore } from './state.ts';
import { hasCode } from '../../../shared/errors.ts';
import { unlessStale } from '../../async/stale.ts';

const PAGE_ROWS = 32;
/** When a page has more columns than this, those read earlier are dropped. */
const MAX_PAGE_COLUMNS = 400;

/** The part of the table's state that cells depend on. */
interface CellSource {
  readonly path: Path;
  readonly arrangement: number | null;
  readonly rows: number;
  /** Changes whenever cells that were read may have changed. */
  readonly version: string;
}

/** A row, with those of its cells that were read, by column id. */
export interface CachedCells {
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
export class CellCache extends PagedCache<Page> {
  private first = 0;
  private end = 0;
  private columns: readonly Column[] = [];
  /** Cells as they will be once a write has ended, by position and column. */
  private readonly expected = new Map<string, Cell>();

  constructor(
    private readonly table: TableStore,
    /** Called when the requested rows are out of date, or the worker does not know their order. */
    private readonly onStale: () => void,
  ) {
    super({ rows: PAGE_ROWS, maxPages: 48, maxRequestPages: 8 });
  }

  /** Returns a row, fresh or not; `undefined` if it was never read. */
  row(index: number): CachedCells | undefined {
    const page = this.pageOf(index);
    const row = page?.rows[index % PAGE_ROWS];
    if (page === undefined || row === undefined) return undefined;
    return { ...row, fresh: page.version === this.source?.version };
  }

  /** Fetches the cells that are missing or out of date. `end` is exclusive. */
  want(first: number, end: number, columns: readonly Column[]): void {
    const rows = this.source?.rows ?? 0;
    this.first = Math.max(0, first);
    this.end = Math.min(end, rows);
    this.columns = columns;
    void this.pump();
  }

  /** Fetches cells that are about to be shown. Resolves once they are there; `null` if they are already. */
  prepare(first: number, end: number, columns: readonly Column[]): Promise<void> | null {
    this.want(first, end, columns);
    return this.complete();
  }

  /**
   * Returns the current row with some columns, fetching it if necessary; `undefined` when there is no such row, or it can't be
   * read.
   */
  async read(index: number, columns: readonly Column[]): Promise<CachedCells | undefined> {
    const isThere = (): boolean => {
      const row = this.row(index);
      return row?.fresh === true && columns.every(({ id }) => row.cells.has(id));
    };
    for (let attempt = 0; attempt < 8 && !isThere(); attempt += 1) {
      const source = this.source;
      if (source === null || index >= source.rows) return undefined;
      const fetching = this.fetch(source, Math.floor(index / PAGE_ROWS), 1, columns).then(() => true);
      if (!(await unlessStale(fetching, false))) await this.table.client.caughtUp();
    }
    return isThere() ? this.row(index) : undefined;
  }

  /**
   * Shows a cell with the scalar that is being written to it, and never its old value again, unless the write fails. Returns what
   * has to be called at the end of the write; `null` for what is shown once it is read.
   */
  expect(index: number, { id }: Column, json: string): ((isWritten: boolean) => void) | null {
    const kind = scalarKind(json);
    const row = this.row(index);
    const before = row?.cells.get(id);
    if (kind === null || row === undefined || before === undefined) return null;
    const key = keyOf(row.position, id);
    const cell = { ...before, node: before.node ?? row.node, kind, text: json, cut: false };
    this.expected.set(key, cell);
    this.replace(index, id, cell);
    return (isWritten) => {
      if (this.expected.get(key) === cell) this.expected.delete(key);
      const now = this.row(index);
      if (!isWritten && now?.position === row.position && now.cells.get(id) === cell) this.replace(index, id, before);
    };
  }

  /** Drops all cells; called when another array is shown. */
  clear(): void {
    this.pages.clear();
    this.expected.clear();
    this.changed.emit();
  }

  protected override nextRequest(): (() => Promise<void>) | null {
    const source = this.source;
    if (source === null) return null;
    const missing = this.missing(this.first, this.end, (index) => {
      const page = this.pages.get(index);
      return page?.version !== source.version || this.columns.some(({ id }) => !page.columns.has(id));
    });
    return missing && (() => this.fetch(source, missing.first, missing.count, this.columns));
  }

  protected override onFailure(error: unknown): void {
    // After a change of the document, the cells are requested again once the table has followed it.
    if (hasCode(error, 'stale')) this.onStale();
    else this.table.host.onError(error);
  }

  /** `null` while no table is shown. */
  private get source(): CellSource | null {
    const { phase, path, arranged } = this.table.state;
    if (phase !== 'table') return null;
    const { rowsVersion } = this.table.client.state;
    const arrangement = arranged?.id ?? null;
    const version = `${rowsVersion}/${arrangement ?? ''}/${this.table.opened}`;
    return { path, arrangement, rows: this.table.rowCount, version };
  }

  private async fetch(source: CellSource, firstPage: number, count: number, columns: readonly Column[]): Promise<void> {
    const { path, arrangement, version } = source;
    const { rows } = await this.table.client.readCells({
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
        cells: new Map(
          columns.map(({ id }, index) => [id, this.expected.get(keyOf(position, id)) ?? cells[index] ?? MISSING]),
        ),
      }));
      this.storeCells(firstPage + page, read, version, columns);
    }
    this.changed.emit();
  }

  private replace(index: number, id: string, cell: Cell): void {
    const page = this.pageOf(index);
    const row = page?.rows[index % PAGE_ROWS];
    if (page === undefined || row === undefined) return;
    page.rows[index % PAGE_ROWS] = { ...row, cells: new Map([...row.cells, [id, cell]]) };
    this.changed.emit();
  }

  private storeCells(index: number, rows: Page['rows'], version: string, columns: readonly Column[]): void {
    const before = this.pages.get(index);
    const ids = columns.map(({ id }) => id);
    const known = before !== undefined && before.columns.size + ids.length <= MAX_PAGE_COLUMNS ? before : null;
    const isFresh = known?.version === version;
    // Outdated cells of other columns stay until they are read again.
    const merged = rows.map((row, at) => {
      const old = known?.rows[at];
      return isFresh || old?.position === row.position
        ? { ...row, cells: new Map([...(old?.cells ?? []), ...row.cells]) }
        : row;
    });
    this.store(index, { rows: merged, version, columns: new Set(isFresh ? [...known.columns, ...ids] : ids) });
  }
}

const keyOf = (position: number, id: string): string => `${position} ${id}`;

/** The kind of a scalar; `null` for a container. */
function scalarKind(json: string): Exclude<RowKind, 'object' | 'array'> | null {
  if (json.startsWith('"')) return 'string';
  if (json === 'true' || json === 'false' || json === 'null') return json;
  return /^[[{]/.test(json) ? null : 'number';
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
