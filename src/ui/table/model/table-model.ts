// The model of one table: which array is shown, its columns, the filter and order of its rows, the selection.
//
//   document ── revision ──▶ refresh ─┬─ row count ──▶ cells are read again
//                                     └─ after a delay: columns
//   filter, sort ──▶ arrange ──▶ rows of the view

import { announcing } from '../../notices/announcement.ts';
import { Emitter } from '../../model/emitter.ts';
import { hasCode } from '../../../shared/errors.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import {
  isArranged,
  type Arranged,
  type Arrangement,
  type CellRange,
  type TableShape,
} from '../../../shared/protocol/table.ts';
import type { DocumentClient } from '../../client/document.ts';
import type { FollowedValue } from '../../client/followed-value.ts';
import { Scroller } from '../../widgets/rows/scroll-position.ts';
import { TABLE_DOING, TABLE_SAID } from '../../strings/editors/table.ts';
import { CellCache, type CellSource } from './cell-cache.ts';
import {
  clampSelection,
  isSameCell,
  rectangleOf,
  selectCell,
  type CellAt,
  type CellSelection,
  type TableSize,
  type Rectangle,
} from '../../model/cell-selection.ts';
import type { Column } from './column-layout.ts';
import { ColumnModel } from './column-model.ts';
import { HorizontalScroll } from './horizontal-scroll.ts';
import { ChangeReveal } from './change-reveal.ts';
import { Expressions } from './expressions.ts';
import { FallenRows } from './fallen-rows.ts';
import { FigureSource } from './figure-source.ts';
import { LostOrder } from './lost-order.ts';
import { RangeSummary } from './range-summary.ts';
import { SelectionFollower } from './selection-follower.ts';
import { TableRest } from './table-rest.ts';
import { TableWrites } from './table-writes.ts';
import type { SavedTableState } from '../../model/saved-table-state.ts';
import { ALL_ROWS, firstState, type TableHost, type TableState } from './table-state.ts';
import { unlessStale } from '../../async/stale.ts';

/** Delay after the last change of the document before columns are read again, in milliseconds. */
const COLUMNS_MS = 300;
/** The same for a file that is written by another program, perhaps again in a moment. */
const WRITTEN_COLUMNS_MS = 2000;

export class TableModel {
  readonly cache: CellCache;
  readonly scroller: Scroller;
  readonly horizontal = new HorizontalScroll();
  readonly columns: ColumnModel;
  readonly writing: TableWrites;
  readonly changes = new ChangeReveal(this);
  readonly rest = new TableRest(this);
  readonly order = new LostOrder(this);
  readonly expressions: Expressions;
  readonly figures = new FigureSource(this);
  readonly fallen = new FallenRows(this);
  private readonly follower = new SelectionFollower(this);
  state: TableState = firstState();
  private readonly changed = new Emitter();
  private readonly unsubscribe: () => void;
  private seenRevision: number;
  private columnsTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly blinking = new Blinking((blink) => this.set({ blink }));
  private readonly summary = new RangeSummary(this, (summary) => this.set({ summary }));
  private refreshing: Promise<void> | null = null;
  /** Number of calls that choose the array or its rows. */
  private choosing = 0;
  private arranging = 0;
  private revealing = 0;
  private isWaiting = false;
  isDisposed = false;
  /** Counts the arrays that were opened, to drop replies for an earlier one. */
  private opened = 0;

  constructor(readonly host: TableHost) {
    const { client } = host;
    this.cache = new CellCache(
      client,
      () => this.source,
      (error) => host.onError(error),
      () => this.order.restore(),
    );
    this.scroller = new Scroller(() => this.rowCount);
    this.columns = new ColumnModel(this, (change) => this.set(change));
    this.scroller.focus = () => this.state.selection.focus.row;
    this.writing = new TableWrites(client, host.runTask, () => this.rested());
    this.expressions = new Expressions(client);
    this.seenRevision = client.state.revision;
    this.unsubscribe = client.subscribe(() => this.onStateChange());
    this.cache.subscribe(() => this.columns.measure());
    this.run(this.open(host.standpoint?.path ?? [], host.standpoint));
  }

  get client(): DocumentClient {
    return this.host.client;
  }

  get isAtRest(): boolean {
    return this.rest.isAtRest;
  }

  get isBusy(): boolean {
    return !this.writing.isIdle || this.refreshing !== null || this.isChoosing || this.state.phase === 'loading';
  }

  /** Whether the array or its rows are being chosen. */
  get isChoosing(): boolean {
    return this.choosing > 0;
  }

  get isCurrent(): boolean {
    const { tree, phase, revision } = this.client.state;
    return tree !== 'live' || phase !== 'ready' || revision === this.seenRevision;
  }

  get hasRowsOfNow(): boolean {
    const isChosen = this.refreshing === null && !this.isChoosing && this.state.phase === 'table';
    return isChosen && this.isCurrent && !this.rest.isHeld && !this.writing.movesRows;
  }

  /** Whether rows may be about to move, by writes from here or of the whole document, or have been moved by somebody else. */
  get movesRows(): boolean {
    const isFollowing = this.writing.isIdle && (!this.isCurrent || this.refreshing !== null);
    return this.writing.movesRows || this.rest.isHeld || this.revealing > 0 || isFollowing;
  }

  /** The number of rows in the view. */
  get rowCount(): number {
    return this.state.arranged?.shown ?? this.state.shape?.rows ?? 0;
  }

  get extent(): TableSize {
    return { rows: this.rowCount, columns: this.state.layout.count };
  }

  /** The selected cells. */
  get area(): Rectangle | null {
    return rectangleOf(this.state.selection, this.extent);
  }

  /** The focused column. */
  get column(): Column | undefined {
    return this.state.layout.columns[this.state.selection.focus.column];
  }

  /** The columns of the selected cells. */
  get selectedColumns(): readonly Column[] {
    const { area } = this;
    return area === null ? [] : this.state.layout.columns.slice(area.firstColumn, area.lastColumn + 1);
  }

  /** The selected cells as the worker addresses them. */
  get range(): CellRange | null {
    const { area, state } = this;
    if (area === null) return null;
    const { path, arranged } = state;
    const columns = this.selectedColumns.map((column) => column.path);
    return { path, arrangement: arranged?.id ?? null, firstRow: area.firstRow, lastRow: area.lastRow, columns };
  }

  readonly subscribe = this.changed.subscribe;

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.columnsTimer);
    for (const part of [this.blinking, this.summary, this.follower]) part.stop();
    this.opened += 1;
    this.expressions.close();
    this.unsubscribe();
  }

  /** Runs a user action; errors are reported. */
  run(action: Promise<unknown>): void {
    action.catch((error: unknown) => this.host.onError(error));
  }

  /** Shows the array at a path; when there is none, the list of arrays. */
  open(path: Path, standpoint: SavedTableState | null = null): Promise<void> {
    return this.choosingRows(() => this.openNow(path, standpoint));
  }

  /** Shows the list of arrays. */
  async list(): Promise<void> {
    this.opened += 1;
    this.set({ phase: 'list', field: null });
    const arrays = await this.host.runTask(TABLE_DOING.list, (task) => this.client.listArrays(task));
    this.set({ arrays });
  }

  /** Runs work that chooses the array or its rows: keys that depend on them wait for it. */
  private async choosingRows<T>(work: () => Promise<T>): Promise<T> {
    this.choosing += 1;
    try {
      return await work();
    } finally {
      this.choosing -= 1;
      this.rested();
    }
  }

  /** Shows what a write of the whole document has changed: keys pressed meanwhile move on from there. */
  reveal(result: EditResult): void {
    this.revealing += 1;
    const shown = this.choosingRows(() => this.changes.reveal(result));
    this.run(
      shown.finally(() => {
        this.revealing -= 1;
        this.rested();
      }),
    );
  }

  /** Called whenever the table may have come to rest. */
  private rested(): void {
    // A write that began before the table went ends after it.
    if (!this.isDisposed) this.follower.track();
    this.rest.check();
    // The end of a write is no event of its own.
    if (!this.client.isWriting || this.isWaiting) return;
    this.isWaiting = true;
    void this.client.caughtUp().then(() => {
      this.isWaiting = false;
      this.rested();
    });
  }

  /**
   * Filters and orders the rows. When all rows are shown in their own order again, the focus stays on its item, unless the user
   * has moved on.
   */
  arrange(arrangement: Arrangement): Promise<void> {
    this.arranging += 1;
    return this.choosingRows(() => this.arrangeNow(arrangement, this.arranging));
  }

  private async arrangeNow(arrangement: Arrangement, number: number): Promise<void> {
    const { path, selection } = this.state;
    const { opened } = this;
    const { changed } = arrangement;
    if (changed !== undefined && changed.revision !== this.client.state.revision) {
      // The rows with differences are not known until the documents are compared again. The cells of before stay until then.
      this.set({ arrangement });
      return undefined;
    }
    // Of several requests the newest counts.
    const isVoid = (): boolean => opened !== this.opened || number !== this.arranging;
    const focused = this.cache.row(selection.focus.row)?.position;
    let arranged: Arranged;
    try {
      arranged = await this.host.runTask(TABLE_DOING.arrange, async (task) => {
        await this.expressions.prepare(path, arrangement.filters, task.signal);
        return this.client.arrangeRows(path, arrangement, task);
      });
    } catch (error) {
      if (isVoid()) return undefined;
      // The document was written while the rows were chosen: they are chosen again. Without the array, the list is shown.
      if (!hasCode(error, 'stale') || (await this.client.countItems(path)) === null) throw error;
      await this.client.caughtUp();
      this.expressions.forget();
      return isVoid() ? undefined : this.arrangeNow(arrangement, number);
    }
    if (isVoid()) return undefined;
    const hasMoved = this.state.selection !== selection;
    this.set({ arrangement, arranged, isOutdated: false, copied: null });
    this.choose(clampSelection(this.state.selection, this.extent));
    if (!hasMoved && focused !== undefined && arranged.id === null && arranged.shown > focused)
      this.select({ ...selection.focus, row: focused });
    this.announce(TABLE_SAID.rows(arranged.shown, arranged.rows));
    return undefined;
  }

  /** Moves the focus and scrolls to it; with `extend`, the selection is extended to it. */
  select(at: CellAt, extend = false): void {
    const { rows, columns } = this.extent;
    const place = {
      row: Math.max(-1, Math.min(at.row, rows - 1)),
      column: Math.max(0, Math.min(at.column, columns - 1)),
    };
    const { selection } = this.state;
    this.choose(extend ? { ...selection, focus: place } : selectCell(place), extend);
    this.revealFocus();
  }

  /** With `keeps`, the other ranges stay selected. */
  choose(selection: CellSelection, keeps = false): void {
    if (!keeps && this.state.ranges.length > 0) this.set({ ranges: [] });
    const before = this.state.selection;
    if (
      before.span === selection.span &&
      isSameCell(before.focus, selection.focus) &&
      isSameCell(before.anchor, selection.anchor)
    )
      return;
    this.set({ selection, summary: null });
    this.follower.track();
    this.summary.askSoon();
  }

  /** Scrolls as little as necessary to bring the focused cell into view. */
  revealFocus(): void {
    const { row, column } = this.state.selection.focus;
    if (row >= 0) this.scroller.reveal(row);
    this.horizontal.reveal(this.state.layout, column);
  }

  announce(said: string): void {
    this.set({ said: announcing(this.state.said, said) });
  }

  blink(area: Rectangle): void {
    this.blinking.start(area);
  }

  setField(field: TableState['field']): void {
    this.set({ field });
  }

  mark(marks: Partial<Pick<TableState, 'ranges' | 'copied' | 'filling'>>): void {
    this.set(marks);
  }

  /** Waits until the table has reached a revision. */
  async arrival(revision: number): Promise<void> {
    await this.client.caughtUp();
    if (this.seenRevision < revision || this.refreshing !== null) await this.refresh();
  }

  /** Returns what a selection has become when others moved its rows; `null` if the user has left it. */
  latest(selection: CellSelection): CellSelection | null {
    return this.follower.latest(selection);
  }

  /** Follows the item in a row from now on; `null` while it is not known. To be released. */
  trackRow(row: number): FollowedValue | null {
    return this.follower.trackRow(row);
  }

  /** Returns the row of a followed item; `null` if it is gone or hidden. */
  rowOf(item: FollowedValue): Promise<number | null> {
    return this.follower.rowOf(item);
  }

  /** Called when a write of the whole document begins: a selection made from now on is kept. */
  hold(): void {
    this.rest.hold();
    this.changes.hold();
  }

  release(): void {
    this.changes.release();
    this.rest.release();
    this.rested();
  }

  private async openNow(path: Path, standpoint: SavedTableState | null): Promise<void> {
    this.opened += 1;
    const { opened } = this;
    this.set({ phase: 'loading', field: null, summary: null, isOutdated: false });
    let shape: TableShape | null;
    try {
      shape = await this.host.runTask(TABLE_DOING.columns, (task) =>
        this.client.readColumns(path, this.host.flatten, task),
      );
    } catch (error) {
      if (opened !== this.opened) return;
      // The columns of an invalid text are known only if they were read before.
      if (hasCode(error, 'invalid-document')) return this.set({ phase: 'invalid', path });
      // Without columns, the list of arrays is shown.
      this.run(this.list());
      throw error;
    }
    if (opened !== this.opened) return;
    if (shape === null) {
      if (path.length > 0 && standpoint !== null) return this.open([]);
      await this.list();
      // A document with one array has nothing to choose.
      const { arrays, complete } = this.state.arrays ?? { arrays: [], complete: false };
      return complete && arrays.length === 1 && path.length === 0 && arrays[0] ? this.open(arrays[0].path) : undefined;
    }
    const choices = this.columns.open(path);
    this.set({
      phase: 'table',
      path,
      shape,
      choices,
      layout: this.columns.layoutOf(shape, choices),
      arrangement: ALL_ROWS,
      arranged: null,
      selection: standpoint?.selection ?? selectCell({ row: 0, column: 0 }),
      ranges: [],
      copied: null,
      blink: null,
    });
    this.cache.clear();
    this.horizontal.scrollTo(0);
    this.scroller.scrollTo(0);
    const { arrangement } = standpoint ?? { arrangement: ALL_ROWS };
    if (isArranged(arrangement)) await this.arrange(arrangement);
    this.choose(clampSelection(this.state.selection, this.extent));
    this.revealFocus();
  }

  /** Called when the document's state changes. */
  private onStateChange(): void {
    const { state } = this.client;
    this.rested();
    if (state.tree !== 'live' || state.phase !== 'ready') return;
    if (this.state.phase === 'invalid') return this.run(this.open(this.state.path));
    if (state.revision !== this.seenRevision) this.run(this.refresh());
  }

  /** Reads the row count, and the columns after a delay. */
  private async refresh(): Promise<void> {
    // One at a time; the last one sees the latest revision.
    while (this.refreshing !== null) await this.refreshing;
    const { revision } = this.client.state;
    if (revision === this.seenRevision) return;
    this.seenRevision = revision;
    this.refreshing = this.readRows(revision).finally(() => {
      this.refreshing = null;
      this.rested();
    });
    await this.refreshing;
  }

  private async readRows(revision: number): Promise<void> {
    const { phase, path, arranged, arrangement } = this.state;
    if (phase === 'list') return this.list();
    if (phase === 'loading' || phase === 'invalid') return;
    const { opened } = this;
    const rows = await this.client.countItems(path);
    if (opened !== this.opened) return;
    if (rows === null) {
      this.announce(TABLE_SAID.gone);
      return this.list();
    }
    if (!isArranged(arrangement)) {
      this.set({ arranged: { id: null, revision: this.client.state.revision, shown: rows, rows } });
    } else if (arranged?.rows === rows) {
      this.set({ isOutdated: arranged.revision < revision });
    } else await this.arrange(arrangement);
    const [moved, field] = await Promise.all([this.follower.moveAlong(), this.follower.fieldNow(this.state.field)]);
    if (opened !== this.opened) return;
    if (field !== null && field.item === this.state.field?.item) this.set({ field });
    this.choose(clampSelection(moved ?? this.state.selection, this.extent));
    this.summary.askSoon();
    clearTimeout(this.columnsTimer);
    const restMs = this.client.state.isSynced ? WRITTEN_COLUMNS_MS : COLUMNS_MS;
    this.columnsTimer = setTimeout(() => this.run(this.refreshColumns()), restMs);
  }

  /** Shows a column that was just written beside another one, at the end without one, and selects it. */
  async showColumn(id: string, beside: string | undefined): Promise<void> {
    clearTimeout(this.columnsTimer);
    await this.refreshColumns();
    this.columns.placeAfter(id, beside);
    const column = this.state.layout.indexOf(id);
    if (column >= 0) this.select({ row: this.state.selection.focus.row, column });
  }

  async refreshColumns(): Promise<void> {
    const { opened } = this;
    // Where the document has changed, the columns are read again for the new revision.
    const reading = this.client.readColumns(this.state.path, this.host.flatten);
    const shape = await unlessStale(reading, null, 'invalid-document');
    if (shape === null || opened !== this.opened) return;
    this.columns.refresh(shape);
    this.choose(clampSelection(this.state.selection, this.extent));
  }

  /** What the cached cells depend on. */
  private get source(): CellSource | null {
    const { phase, path, arranged } = this.state;
    if (phase !== 'table') return null;
    const { rowsVersion } = this.client.state;
    return {
      path,
      arrangement: arranged?.id ?? null,
      rows: this.rowCount,
      version: `${rowsVersion}/${arranged?.id ?? ''}/${this.opened}`,
    };
  }

  private set(change: Partial<TableState>): void {
    this.state = { ...this.state, ...change };
    this.changed.emit();
  }
}

const BLINK_MS = 1200;

/** The blinks of one table, of which one is shown at a time. */
class Blinking {
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (blink: TableState['blink']) => void) {}

  start(area: Rectangle): void {
    this.count += 1;
    this.show({ area, count: this.count });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(null), BLINK_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
