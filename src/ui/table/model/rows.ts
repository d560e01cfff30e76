// The rows of one table: which of the array's items they are, and whether they are those of the document. Keys that depend on rows or
// cells wait until the table is at rest: nothing is being written, and its rows and cells are those of the current revision. `UnmatchedRows` learns which rows no
// longer match the filter after an edit.

import { hasCode } from '../../../shared/errors.ts';
import type { Arranged, Arrangement } from '../../../shared/protocol/table.ts';
import type { Revision } from '../../../shared/units.ts';
import { Debounced } from '../../async/debounced.ts';
import { Latest } from '../../async/latest.ts';
import { unlessStale } from '../../async/stale.ts';
import type { CellSelection } from '../../model/cell-selection.ts';
import { Emitter } from '../../model/emitter.ts';
import { TABLE_DOING } from '../../strings/editors/table.ts';
import type { CellCache } from './cell-cache.ts';
import type { Expressions } from './expressions.ts';
import type { TableStore } from './state.ts';
import type { TableWrites } from './table-writes.ts';

/** Rows as they were chosen, and what was selected when that began. */
export interface ChosenRows {
  readonly arranged: Arranged;
  readonly selection: CellSelection;
  /** The position in the array of the row that had the focus. */
  readonly position: number | undefined;
}

/** The rows of one table. */
export class TableRows {
  private seenRevision: Revision;
  private refreshing: Promise<void> | null = null;
  /** Number of calls that choose the array or its rows. */
  private choosing = 0;
  /** Number of those that may move the focus as well. */
  private revealing = 0;
  private arranging = 0;
  /** Writes of the whole document that are under way, such as undo. */
  private held = 0;
  private isWaiting = false;
  private waiting: (() => void)[] = [];
  private readonly rests = new Emitter();

  constructor(
    private readonly table: TableStore,
    private readonly cache: CellCache,
    private readonly writing: TableWrites,
    private readonly expressions: Expressions,
    /** Reads rows anew, for a revision. */
    private readonly read: (revision: Revision) => Promise<void>,
  ) {
    this.seenRevision = table.client.state.revision;
  }

  /** Calls back whenever the table may have come to rest. */
  readonly onRest = this.rests.subscribe;

  /** Called when a write of the whole document begins. */
  hold(): void {
    this.held += 1;
  }

  release(): void {
    this.held = Math.max(0, this.held - 1);
    this.rested();
  }

  get isAtRest(): boolean {
    const { client } = this.table;
    return this.held === 0 && !client.isWriting && !client.isRecovering && !this.isBusy && this.isCurrent;
  }

  /** Whether the array or its rows are being chosen. */
  get isChoosing(): boolean {
    return this.choosing > 0;
  }

  /** Whether rows and columns can be named in the document's current revision. */
  get hasRowsOfNow(): boolean {
    const isChosen = this.refreshing === null && !this.isChoosing && this.table.state.phase === 'table';
    return isChosen && this.isCurrent && this.held === 0 && !this.writing.movesRows;
  }

  /** Whether rows may be about to move, by writes from here or of the whole document, or have been moved by somebody else. */
  get movesRows(): boolean {
    const { writing } = this;
    const isFollowing = writing.isIdle && (!this.isCurrent || this.refreshing !== null);
    return writing.movesRows || this.held > 0 || this.revealing > 0 || isFollowing;
  }

  /** Waits until the table is at rest. */
  async untilRest(): Promise<void> {
    while (!this.isAtRest) {
      if (this.table.client.isWriting) await this.table.client.caughtUp();
      else await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Called whenever the table may have come to rest. */
  rested(): void {
    const { client } = this.table;
    this.rests.emit();
    if (this.isAtRest || client.isWriting) for (const resolve of this.waiting.splice(0)) resolve();
    // The end of a write is no event of its own.
    if (!client.isWriting || this.isWaiting) return;
    this.isWaiting = true;
    void client.caughtUp().then(() => {
      this.isWaiting = false;
      this.rested();
    });
  }

  /**
   * Runs work that chooses the array or its rows: keys that depend on them wait for it. With `moves`, so do those that only move the
   * focus.
   */
  async whileChoosing<T>(work: () => Promise<T>, moves = false): Promise<T> {
    this.choosing += 1;
    if (moves) this.revealing += 1;
    try {
      return await work();
    } finally {
      this.choosing -= 1;
      if (moves) this.revealing -= 1;
      this.rested();
    }
  }

  /**
   * Chooses rows by their filters and order. Of several calls the newest counts: the others, and those for an array that was left,
   * resolve to `null`. @throws CodedError
   */
  arrange(arrangement: Arrangement): Promise<ChosenRows | null> {
    this.arranging += 1;
    return this.arrangeNow(arrangement, this.arranging);
  }

  private async arrangeNow(arrangement: Arrangement, number: number): Promise<ChosenRows | null> {
    const { table, cache, expressions } = this;
    const { client, opened } = table;
    const { path, selection } = table.state;
    const { changed } = arrangement;
    if (changed !== undefined && changed.revision !== client.state.revision) {
      // The rows with differences are not known until the documents are compared again. The cells of before stay until then.
      table.set({ arrangement });
      return null;
    }
    const isVoid = (): boolean => opened !== table.opened || number !== this.arranging;
    const position = cache.row(selection.focus.row)?.position;
    try {
      const arranged = await table.host.runTask(TABLE_DOING.arrange, async (task) => {
        await expressions.prepare(path, arrangement.filters, task.signal);
        return client.arrangeRows(path, arrangement, task);
      });
      return isVoid() ? null : { arranged, selection, position };
    } catch (error) {
      if (isVoid()) return null;
      // The document was written while the rows were chosen: they are chosen again. Without the array, the list is shown.
      if (!hasCode(error, 'stale') || (await client.countItems(path)) === null) throw error;
      await client.caughtUp();
      expressions.forget();
      return isVoid() ? null : this.arrangeNow(arrangement, number);
    }
  }

  /** Waits until the table has reached a revision. */
  async arrival(revision: number): Promise<void> {
    await this.table.client.caughtUp();
    if (this.seenRevision < revision || this.refreshing !== null) await this.refresh();
  }

  /** Reads the rows anew if the document was written since. */
  async refresh(): Promise<void> {
    // One at a time; the last one sees the latest revision.
    while (this.refreshing !== null) await this.refreshing;
    const { revision } = this.table.client.state;
    if (revision === this.seenRevision) return;
    this.seenRevision = revision;
    this.refreshing = this.read(revision).finally(() => {
      this.refreshing = null;
      this.rested();
    });
    await this.refreshing;
  }

  /** Whether it is writing, reading rows, or choosing them. */
  private get isBusy(): boolean {
    const isReading = this.refreshing !== null || this.isChoosing || this.table.state.phase === 'loading';
    return isReading || !this.writing.isIdle;
  }

  /** Whether the rows are those of the document's current revision. */
  private get isCurrent(): boolean {
    const { tree, phase, revision } = this.table.client.state;
    return tree !== 'live' || phase !== 'ready' || revision === this.seenRevision;
  }
}

/** Delay after an edit before the filters are tried on the rows again, in milliseconds. */
const UNMATCHED_MS = 200;
const NONE: ReadonlySet<number> = new Set();

/**
 * The rows that no longer match the filters, because of an edit. They stay where they are until the rows are chosen again, and are
 * marked.
 */
export class UnmatchedRows {
  /** Their positions in the array. */
  private positions = NONE;
  /** Names the order and the revision that they are of. */
  private madeFor = '';
  private readonly reads = new Latest();
  private readonly later = new Debounced(() => this.table.run(this.read()), UNMATCHED_MS);
  private readonly changed = new Emitter();

  constructor(
    private readonly table: TableStore,
    private readonly expressions: Expressions,
  ) {}

  readonly subscribe = this.changed.subscribe;

  has(position: number | undefined): boolean {
    return position !== undefined && this.positions.has(position);
  }

  /** Follows the table from now on, until the returned function is called. */
  start(): () => void {
    const end = this.table.subscribe(() => this.follow());
    return () => {
      end();
      this.later.cancel();
      this.reads.cancel();
    };
  }

  private follow(): void {
    const { isOutdated, arranged, arrangement } = this.table.state;
    const id = arranged?.id ?? null;
    const isOld = isOutdated && id !== null && arrangement.filters.length > 0;
    const wanted = isOld ? `${id} ${this.table.client.state.revision}` : '';
    if (wanted === this.madeFor) return;
    this.madeFor = wanted;
    this.reads.cancel();
    this.later.cancel();
    if (isOld) this.later.start();
    else this.set(NONE);
  }

  private async read(): Promise<void> {
    const { client, state } = this.table;
    const { path, arrangement, arranged } = state;
    const id = arranged?.id ?? null;
    if (id === null) return;
    const found = await this.reads.run(async (signal) => {
      const prepared = this.expressions.prepare(path, arrangement.filters, signal);
      const reading = prepared.then(() => client.fallenRows(path, id, arrangement.filters));
      return unlessStale(reading, null, 'invalid-document');
    });
    if (found !== null) this.set(new Set(found));
  }

  private set(positions: ReadonlySet<number>): void {
    if (positions === this.positions) return;
    this.positions = positions;
    this.changed.emit();
  }
}
