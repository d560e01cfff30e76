// The figures of the columns on the screen: read one column after the other, once the table is at rest, and read again when the rows
// that other filters keep, or the document, have changed. Until then the old ones are shown.
//
//   columns on the screen, filters, revision ──▶ refresh ──▶ worker, one column at a time ──▶ at(column)

import { Emitter } from '../../model/emitter.ts';
import { hasCode } from '../../../shared/errors.ts';
import type { ColumnFigures } from '../../../shared/protocol/figures.ts';
import type { Column } from './column-layout.ts';
import { othersThan } from './column-filters.ts';
import type { DocumentClient } from '../../client/document.ts';
import type { Expressions } from './expressions.ts';
import type { TableState } from './table-state.ts';
import { unlessStale } from '../../async/stale.ts';

/** Delay after a change of the document, in milliseconds. */
const REST_MS = 250;
/** The same for a file that is written by another program, perhaps again in a moment. */
const WRITTEN_REST_MS = 2000;

/** The parts of the table model that are used here. */
export interface FiguresTable {
  readonly client: DocumentClient;
  readonly state: TableState;
  readonly cache: { row(index: number): unknown; subscribe(listener: () => void): () => void };
  readonly scroller: { readonly top: number };
  readonly expressions: Expressions;
  readonly rowCount: number;
  readonly hasRowsOfNow: boolean;
  readonly isAtRest: boolean;
  subscribe(listener: () => void): () => void;
  run(action: Promise<unknown>): void;
}

/** What is known of a column. */
export interface KnownFigures {
  readonly figures: ColumnFigures;
  /** Whether newer ones are being read. */
  readonly isOld: boolean;
}

/** The figures of one table. */
export class FigureSource {
  private readonly known = new Map<string, { readonly key: string; readonly figures: ColumnFigures }>();
  private readonly views = new Map<string, KnownFigures>();
  private readonly failed = new Map<string, string>();
  private readonly changed = new Emitter();
  private wanted: readonly Column[] = [];
  private pinned: Column | null = null;
  private reading: { readonly key: string; readonly id: string; readonly stop: AbortController } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private progress = 0;
  private settled: readonly unknown[] = [];
  private isSettled = false;

  constructor(private readonly model: FiguresTable) {}

  readonly subscribe = this.changed.subscribe;

  /** Reads figures from now on, until the returned function is called. */
  start(): () => void {
    const stops = [
      this.model.subscribe(() => this.refreshSoon()),
      this.model.cache.subscribe(() => this.refreshSoon()),
      this.model.client.subscribe(() => this.refreshSoon()),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.timer);
      this.reading?.stop.abort();
    };
  }

  /** Sets which columns are on the screen. */
  want(columns: readonly Column[]): void {
    this.wanted = columns;
    this.refreshSoon();
  }

  /** Sets the column whose card is open; its figures come first. */
  pin(column: Column | null): void {
    this.pinned = column;
    this.refreshSoon();
  }

  /** The figures of a column; `null` while there are none. */
  at({ id }: Column): KnownFigures | null {
    return this.views.get(id) ?? null;
  }

  /** The share of a column that has been read, if it is the one being read. */
  progressOf({ id }: Column): number | null {
    return this.reading?.id === id ? this.progress : null;
  }

  /** Called whenever anything has changed. Most changes, such as a move of the focus, concern no figures. */
  private refreshSoon(): void {
    const { model, settled, reading } = this;
    const { layout, arrangement, path } = model.state;
    const now = [layout, arrangement, path, model.client.state.revision, this.wanted, this.pinned] as const;
    if (now.some((one, at) => one !== settled[at])) {
      // What is being read may be for nobody any more.
      if (reading !== null && this.keyOf(reading.id) !== reading.key) reading.stop.abort();
      this.markOld();
      this.isSettled = false;
    }
    if (this.isSettled || this.timer !== undefined || this.reading !== null) return;
    const { isSynced } = model.client.state;
    const restMs = isSynced ? WRITTEN_REST_MS : REST_MS;
    const delayMs = settled[3] === undefined || settled[3] === now[3] ? 0 : restMs;
    this.settled = now;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      model.run(this.refresh());
    }, delayMs);
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

  /** Whether rows and the first cells are there: these come before any figures. */
  private get isReady(): boolean {
    const { model } = this;
    const isRead = model.rowCount === 0 || model.cache.row(Math.floor(model.scroller.top)) !== undefined;
    return (
      model.hasRowsOfNow && model.isAtRest && model.client.state.tree === 'live' && this.reading === null && isRead
    );
  }

  /** The first column whose figures are missing or old. */
  private next(): Column | undefined {
    const columns = this.pinned === null ? this.wanted : [this.pinned, ...this.wanted];
    return columns.find(({ id }) => {
      const key = this.keyOf(id);
      return key !== null && this.known.get(id)?.key !== key && this.failed.get(id) !== key;
    });
  }

  private async read(column: Column, key: string): Promise<void> {
    const { model } = this;
    const stop = new AbortController();
    this.reading = { key, id: column.id, stop };
    this.progress = 0;
    const { path, arrangement } = model.state;
    const filters = othersThan(arrangement.filters, column.path);
    const reading = async (): Promise<ColumnFigures> => {
      await model.expressions.prepare(path, filters, stop.signal);
      return model.client.readFigures(
        { path, column: column.path, filters },
        {
          signal: stop.signal,
          onProgress: (done, total) => {
            this.progress = total === 0 ? 0 : done / total;
            this.tell();
          },
        },
      );
    };
    try {
      const figures = await unlessStale(reading(), null, 'invalid-document');
      // Of another revision: they are read again after the next change.
      if (figures === null) return void this.failed.set(column.id, key);
      this.known.set(column.id, { key, figures });
      this.views.set(column.id, { figures, isOld: false });
    } catch (error) {
      // Not wanted any more.
      if (hasCode(error, 'cancelled')) return;
      this.failed.set(column.id, key);
      throw error;
    } finally {
      this.reading = null;
      this.tell();
      this.isSettled = false;
    }
  }

  /** What a column's figures depend on; `null` if it is not shown. */
  private keyOf(id: string): string | null {
    const { layout, arrangement, path } = this.model.state;
    const column = layout.columns[layout.indexOf(id)];
    if (column === undefined) return null;
    return JSON.stringify([this.model.client.state.revision, path, othersThan(arrangement.filters, column.path)]);
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
