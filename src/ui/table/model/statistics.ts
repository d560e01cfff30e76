// The statistics of the columns on the screen: read one column after the other, once the table is at rest, and read again when the
// rows that other filters keep, or the document, have changed. Until then the old ones are shown.
//
//   columns on the screen, filters, revision ──▶ refresh ──▶ worker, one column at a time ──▶ at(column)

import { Emitter } from '../../model/emitter.ts';
import type { ColumnFigures } from '../../../shared/protocol/figures.ts';
import type { Column } from './column-layout.ts';
import { othersThan } from './column-filters.ts';
import { Debounced } from '../../async/debounced.ts';
import { Latest } from '../../async/latest.ts';
import { unlessStale } from '../../async/stale.ts';
import type { CellCache } from './cell-cache.ts';
import type { Expressions } from './expressions.ts';
import type { TableRows } from './rows.ts';
import type { TableStore } from './state.ts';

/** Delay after a change of the document, in milliseconds. */
const REST_MS = 250;
/** The same for a file that is written by another program, perhaps again in a moment. */
const WRITTEN_REST_MS = 2000;

/** The tabs of the popover that shows the statistics of a column. */
export type PopoverTab = 'values' | 'condition' | 'figures';

/** What is known of a column. */
export interface KnownStatistics {
  readonly figures: ColumnFigures;
  /** Whether newer ones are being read. */
  readonly isOld: boolean;
}

/** The column statistics of one table. */
export class ColumnStatistics {
  private readonly known = new Map<string, { readonly key: string; readonly figures: ColumnFigures }>();
  private readonly views = new Map<string, KnownStatistics>();
  private readonly failed = new Map<string, string>();
  private readonly changed = new Emitter();
  private wanted: readonly Column[] = [];
  private pinned: Column | null = null;
  private reading: { readonly key: string; readonly id: string } | null = null;
  private readonly reads = new Latest();
  private readonly later = new Debounced(() => this.table.run(this.refresh()), REST_MS);
  private progress = 0;
  private settled: readonly unknown[] = [];
  private isSettled = false;
  private isOver = false;

  constructor(
    private readonly table: TableStore,
    private readonly cache: CellCache,
    private readonly rows: TableRows,
    private readonly expressions: Expressions,
  ) {}

  readonly subscribe = this.changed.subscribe;

  /** Reads statistics from now on, until the returned function is called. */
  start(): () => void {
    const refresh = (): void => this.refreshSoon();
    const { table, cache } = this;
    this.isOver = false;
    const ends = [table.subscribe(refresh), cache.subscribe(refresh), table.client.subscribe(refresh)];
    return () => {
      for (const end of ends) end();
      this.isOver = true;
      this.later.cancel();
      this.reads.cancel();
    };
  }

  /** Sets which columns are on the screen. */
  want(columns: readonly Column[]): void {
    this.wanted = columns;
    this.refreshSoon();
  }

  /** Sets the column whose popover is open; its statistics come first. */
  pin(column: Column | null): void {
    this.pinned = column;
    this.refreshSoon();
  }

  /** The statistics of a column; `null` while there are none. */
  at({ id }: Column): KnownStatistics | null {
    return this.views.get(id) ?? null;
  }

  /** The share of a column that has been read, if it is the one being read. */
  progressOf({ id }: Column): number | null {
    return this.reading?.id === id ? this.progress : null;
  }

  /** Called whenever anything has changed. Most changes, such as a move of the focus, concern no statistics. */
  private refreshSoon(): void {
    const { settled, reading } = this;
    const { state, client } = this.table;
    const now = [state.layout, state.arrangement, state.path, client.state.revision, this.wanted, this.pinned] as const;
    if (now.some((one, at) => one !== settled[at])) {
      // What is being read may be for nobody any more.
      if (reading !== null && this.keyOf(reading.id) !== reading.key) this.reads.cancel();
      this.markOld();
      this.isSettled = false;
    }
    if (this.isSettled || this.later.isPending || this.reading !== null) return;
    const restMs = client.state.isSynced ? WRITTEN_REST_MS : REST_MS;
    this.later.start(settled[3] === undefined || settled[3] === now[3] ? 0 : restMs);
    this.settled = now;
  }

  private async refresh(): Promise<void> {
    if (!this.isReady) return;
    for (let column = this.next(); column !== undefined; column = this.next()) {
      const key = this.keyOf(column.id);
      if (key === null || !this.isReady) return;
      await this.read(column, key);
    }
    this.isSettled = true;
  }

  /** Whether rows and the first cells are there: these come before any statistics. */
  private get isReady(): boolean {
    const { table, rows } = this;
    if (this.isOver) return false;
    const isRead = table.rowCount === 0 || this.cache.row(Math.floor(table.scroller.top)) !== undefined;
    return rows.hasRowsOfNow && rows.isAtRest && table.client.state.tree === 'live' && this.reading === null && isRead;
  }

  /** The first column whose statistics are missing or old. */
  private next(): Column | undefined {
    const columns = this.pinned === null ? this.wanted : [this.pinned, ...this.wanted];
    return columns.find(({ id }) => {
      const key = this.keyOf(id);
      return key !== null && this.known.get(id)?.key !== key && this.failed.get(id) !== key;
    });
  }

  private async read({ id, path: column }: Column, key: string): Promise<void> {
    const { client, state } = this.table;
    const { path, arrangement } = state;
    const filters = othersThan(arrangement.filters, column);
    this.reading = { key, id };
    this.progress = 0;
    const onProgress = (done: number, total: number): void => {
      this.progress = total === 0 ? 0 : done / total;
      this.tell();
    };
    try {
      const outcome = await this.reads.run(async (signal) => {
        const prepared = this.expressions.prepare(path, filters, signal);
        const reading = prepared.then(() => client.readFigures({ path, column, filters }, { signal, onProgress }));
        return { figures: await unlessStale(reading, null, 'invalid-document') };
      });
      // Not wanted any more.
      if (outcome === null) return;
      const { figures } = outcome;
      // Of another revision: they are read again after the next change.
      if (figures === null) return void this.failed.set(id, key);
      this.known.set(id, { key, figures });
      this.views.set(id, { figures, isOld: false });
    } catch (error) {
      this.failed.set(id, key);
      throw error;
    } finally {
      this.reading = null;
      this.tell();
      this.isSettled = false;
    }
  }

  /** What a column's statistics depend on; `null` if it is not shown. */
  private keyOf(id: string): string | null {
    const { layout, arrangement, path } = this.table.state;
    const column = layout.columns[layout.indexOf(id)];
    if (column === undefined) return null;
    return JSON.stringify([this.table.client.state.revision, path, othersThan(arrangement.filters, column.path)]);
  }

  private markOld(): void {
    let hasChanged = false;
    for (const [id, { key, figures }] of this.known) {
      const isOld = this.keyOf(id) !== key;
      if (this.views.get(id)?.isOld === isOld) continue;
      this.views.set(id, { figures, isOld });
      hasChanged = true;
    }
    if (hasChanged) this.tell();
  }

  private tell(): void {
    this.changed.emit();
  }
}
