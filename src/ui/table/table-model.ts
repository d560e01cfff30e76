// The model of one table: which array is shown, its columns, the filter and order of its rows, the selection. Cells are in the
// cache, the document is in the worker.
//
//   document ── revision ──▶ refresh ─┬─ row count ──▶ cells are read again
//                                     └─ after a delay: columns
//   filter, sort ──▶ arrange ──▶ rows of the view

import { hasCode } from '../../shared/errors.ts';
import type { Path } from '../../shared/document/path.ts';
import type { Arrangement, CellRange, TableShape } from '../../shared/protocol/table.ts';
import type { DocumentClient } from '../client/document.ts';
import { Scroller } from '../widgets/rows/scroll-position.ts';
import { TABLE_DOING, TABLE_SAID } from '../strings/editors/table.ts';
import { CellCache, type CachedRow, type CellSource } from './rows/cell-cache.ts';
import {
  clampSelection,
  isSameCell,
  rectangleOf,
  selectCell,
  type CellAt,
  type CellSelection,
  type Extent,
  type Rectangle,
} from './cell-selection.ts';
import {
  ColumnLayout,
  MAX_WIDTH_PX,
  MIN_WIDTH_PX,
  NO_CHOICES,
  type Column,
  type ColumnChoices,
} from './columns/column-layout.ts';
import { firstWidth, widthOfCells, widthOfHeader } from './columns/column-widths.ts';
import { ColumnMemory } from './columns/column-memory.ts';
import { HorizontalScroll } from './columns/horizontal-scroll.ts';
import { ChangeReveal } from './change-reveal.ts';
import { RangeSummary } from './range-summary.ts';
import { TableWrites } from './editing/table-writes.ts';
import { ALL_ROWS, type TableHost, type SavedTableState, type TableState } from './table-state.ts';

/** Duration of a blink, in milliseconds. @see requirements TRE-7 */
const BLINK_MS = 1200;
/** Delay after the last change of the document before columns are read again, in milliseconds. */
const COLUMNS_MS = 300;
/** Fewest rows that a column's width is measured by. */
const MEASURED_ROWS = 30;

/** The model of one table. */
export class TableModel {
  readonly cache: CellCache;
  readonly scroller: Scroller;
  readonly horizontal = new HorizontalScroll();
  readonly writing: TableWrites;
  readonly changes = new ChangeReveal(this);
  state: TableState = {
    phase: 'loading',
    path: [],
    arrays: null,
    shape: null,
    choices: NO_CHOICES,
    layout: new ColumnLayout([], NO_CHOICES),
    arrangement: ALL_ROWS,
    arranged: null,
    isOutdated: false,
    selection: selectCell({ row: 0, column: 0 }),
    field: null,
    blink: null,
    said: '',
    summary: null,
  };
  private readonly listeners = new Set<() => void>();
  private readonly memory: ColumnMemory;
  private readonly unsubscribe: () => void;
  private seenRevision: number;
  private blinks = 0;
  private blinkTimer: ReturnType<typeof setTimeout> | undefined;
  private columnsTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly summary = new RangeSummary(this, (summary) => this.set({ summary }));
  private refreshing: Promise<void> | null = null;
  /** Content widths of the columns on the first screen, in pixels, by column id. */
  private measured: ReadonlyMap<string, number> = new Map();
  private isMeasured = true;
  private keepsFirst = false;
  /** The arrangement that was last restored after a worker had lost it: each is restored only once. */
  private lostArrangement: number | null = null;
  /** Counts the arrays that were opened, to drop replies for an earlier one. */
  private opened = 0;

  constructor(readonly host: TableHost) {
    const { client } = host;
    this.cache = new CellCache(
      client,
      () => this.source,
      (error) => host.onError(error),
      () => this.restoreArrangement(),
    );
    this.scroller = new Scroller(() => this.rowCount);
    this.scroller.focus = () => this.state.selection.focus.row;
    this.writing = new TableWrites(client, host.runTask);
    this.memory = new ColumnMemory(host.settings);
    this.seenRevision = client.state.revision;
    this.unsubscribe = client.subscribe(() => this.follow());
    this.cache.subscribe(() => this.measureColumns());
    const { standpoint } = host;
    this.run(standpoint === null ? this.start([]) : this.start(standpoint.path, standpoint));
  }

  get client(): DocumentClient {
    return this.host.client;
  }

  /** The number of rows in the view. */
  get rowCount(): number {
    return this.state.arranged?.shown ?? this.state.shape?.rows ?? 0;
  }

  get extent(): Extent {
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

  /** The state of the table, to be restored later. */
  standpoint(documentCount: number): SavedTableState {
    const { path, arrangement, selection } = this.state;
    return { documentCount, path, arrangement, selection };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  dispose(): void {
    for (const timer of [this.blinkTimer, this.columnsTimer]) clearTimeout(timer);
    this.summary.stop();
    this.opened += 1;
    this.unsubscribe();
  }

  /** Runs a user action; errors are reported. */
  run(action: Promise<unknown>): void {
    action.catch((error: unknown) => {
      if (!hasCode(error, 'superseded')) this.host.onError(error);
    });
  }

  /** Shows the array at a path; when there is none, the list of arrays. */
  open(path: Path): Promise<void> {
    return this.start(path);
  }

  /** Shows the list of arrays. */
  async list(): Promise<void> {
    this.opened += 1;
    this.set({ phase: 'list', field: null });
    const arrays = await this.host.runTask(TABLE_DOING.list, (task) => this.client.listArrays(task));
    this.set({ arrays });
  }

  /**
   * Filters and orders the rows. When all rows are shown in their own order again, the focus stays on its item, unless the user
   * has moved on.
   */
  async arrange(arrangement: Arrangement): Promise<void> {
    const { path, selection } = this.state;
    const opened = this.opened;
    const focused = this.cache.row(selection.focus.row)?.position;
    const arranged = await this.host.runTask(TABLE_DOING.arrange, (task) =>
      this.client.arrangeRows(path, arrangement, task),
    );
    if (opened !== this.opened) return;
    const hasMoved = this.state.selection !== selection;
    this.set({ arrangement, arranged, isOutdated: false });
    this.choose(clampSelection(this.state.selection, this.extent));
    if (!hasMoved && focused !== undefined && arranged.id === null && arranged.shown > focused)
      this.select({ ...selection.focus, row: focused });
    this.announce(TABLE_SAID.rows(arranged.shown, arranged.rows));
  }

  /** Changes the user's column choices, and stores them. */
  chooseColumns(choices: ColumnChoices): void {
    const { shape, path, selection, layout: before } = this.state;
    const layout = this.layoutOf(shape, choices);
    this.memory.write(this.host.documentName, path, choices);
    const kept = before.columns[selection.focus.column];
    const column = kept === undefined ? -1 : layout.indexOf(kept.id);
    const focus = {
      ...selection.focus,
      column: column < 0 ? Math.min(selection.focus.column, layout.count - 1) : column,
    };
    this.set({ choices, layout });
    this.choose(selectCell({ ...focus, column: Math.max(0, focus.column) }));
  }

  /** Fits a column's width to its header and its visible cells. */
  fitColumn(index: number): void {
    const column = this.state.layout.columns[index];
    if (column === undefined) return;
    this.resizeColumn(column.id, Math.max(widthOfHeader(column.label), this.widthOf(column)));
  }

  /** Returns the width of a column's visible cells, in pixels. */
  private widthOf({ id, kind }: Column): number {
    const first = Math.floor(this.scroller.top);
    const count = Math.max(MEASURED_ROWS, Math.ceil(this.scroller.visible) + 1);
    const cells = Array.from({ length: count }, (_, row) => this.cache.row(first + row)?.cells.get(id));
    return widthOfCells(cells, kind, this.horizontal.letterPx);
  }

  /** Sets the columns' initial widths once the first cells have arrived. */
  private measureColumns(): void {
    const { layout, shape, choices } = this.state;
    if (this.isMeasured || shape === null || this.cache.row(0) === undefined) return;
    this.isMeasured = true;
    const seen = this.cache.row(0)?.cells ?? new Map();
    const measured = new Map<string, number>();
    for (const column of layout.columns)
      if (seen.has(column.id)) measured.set(column.id, firstWidth(this.widthOf(column)));
    this.measured = measured;
    this.set({ layout: this.layoutOf(shape, choices) });
  }

  /** Sets whether the first column stays in view when the user has pinned none. */
  keepFirstColumn(keeps: boolean): void {
    if (keeps === this.keepsFirst) return;
    this.keepsFirst = keeps;
    const { shape, choices } = this.state;
    this.set({ layout: this.layoutOf(shape, choices) });
  }

  private layoutOf(shape: TableShape | null, choices: ColumnChoices): ColumnLayout {
    const columns = shape?.columns ?? [];
    const layout = new ColumnLayout(columns, choices, this.measured);
    const [first] = layout.columns;
    if (!this.keepsFirst || layout.pinnedCount > 0 || first === undefined || layout.count === 1) return layout;
    return new ColumnLayout(columns, { ...choices, pinned: [first.id] }, this.measured);
  }

  resizeColumn(id: string, widthPx: number): void {
    const { choices } = this.state;
    const width = Math.round(Math.max(MIN_WIDTH_PX, Math.min(MAX_WIDTH_PX, widthPx)));
    this.chooseColumns({ ...choices, widths: { ...choices.widths, [id]: width } });
  }

  /** Moves the focus and scrolls to it; with `extend`, the selection is extended to it. */
  select(at: CellAt, extend = false): void {
    const { rows, columns } = this.extent;
    const place = {
      row: Math.max(-1, Math.min(at.row, rows - 1)),
      column: Math.max(0, Math.min(at.column, columns - 1)),
    };
    const { selection } = this.state;
    this.choose(extend ? { ...selection, focus: place } : selectCell(place));
    this.revealFocus();
  }

  choose(selection: CellSelection): void {
    const before = this.state.selection;
    if (
      before.span === selection.span &&
      isSameCell(before.focus, selection.focus) &&
      isSameCell(before.anchor, selection.anchor)
    )
      return;
    this.set({ selection, summary: null });
    this.summary.askSoon();
  }

  /** Scrolls as little as necessary to bring the focused cell into view. */
  revealFocus(): void {
    const { row, column } = this.state.selection.focus;
    if (row >= 0) this.scroller.reveal(row);
    this.horizontal.reveal(this.state.layout, column);
  }

  announce(said: string): void {
    this.set({ said });
  }

  blink(area: Rectangle): void {
    this.blinks += 1;
    this.set({ blink: { area, count: this.blinks } });
    clearTimeout(this.blinkTimer);
    this.blinkTimer = setTimeout(() => this.set({ blink: null }), BLINK_MS);
  }

  setField(field: TableState['field']): void {
    this.set({ field });
  }

  /** Reads the current state of a row, with the given columns. */
  readRow(row: number, columns: readonly Column[]): Promise<CachedRow | undefined> {
    return this.cache.read(row, columns);
  }

  /** Waits until the table has reached a revision. */
  async arrival(revision: number): Promise<void> {
    await this.client.caughtUp();
    if (this.seenRevision < revision || this.refreshing !== null) await this.refresh();
  }

  /** Waits until all pending writes have arrived, and clears the cached cells. */
  async settled(): Promise<void> {
    await this.writing.inTurn(false, () => Promise.resolve());
    await this.client.caughtUp();
    await this.arrival(this.client.state.revision);
    this.cache.clear();
  }

  private async start(path: Path, standpoint: SavedTableState | null = null): Promise<void> {
    this.opened += 1;
    const { opened } = this;
    this.set({ phase: 'loading', field: null, summary: null, isOutdated: false });
    let shape: TableShape | null;
    try {
      shape = await this.readShape(path);
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
      if (path.length > 0 && standpoint !== null) return this.start([]);
      return this.list();
    }
    const choices = this.memory.read(this.host.documentName, path);
    this.measured = new Map();
    this.isMeasured = false;
    this.set({
      phase: 'table',
      path,
      shape,
      choices,
      layout: this.layoutOf(shape, choices),
      arrangement: ALL_ROWS,
      arranged: null,
      selection: standpoint?.selection ?? selectCell({ row: 0, column: 0 }),
      blink: null,
    });
    this.cache.clear();
    this.horizontal.scrollTo(0);
    this.scroller.scrollTo(0);
    const { arrangement } = standpoint ?? { arrangement: ALL_ROWS };
    if (arrangement.filters.length > 0 || arrangement.sorts.length > 0) await this.arrange(arrangement);
    this.choose(clampSelection(this.state.selection, this.extent));
    this.revealFocus();
  }

  private readShape(path: Path): Promise<TableShape | null> {
    const { client, host } = this;
    return host.runTask(TABLE_DOING.columns, (task) => client.readColumns(path, host.flatten, task));
  }

  /** Called when the document's state changes. */
  private follow(): void {
    const { state } = this.client;
    if (state.tree !== 'live' || state.phase !== 'ready') return;
    if (this.state.phase === 'invalid') return this.run(this.start(this.state.path));
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
    const isArranged = arrangement.filters.length > 0 || arrangement.sorts.length > 0;
    if (!isArranged) {
      this.set({ arranged: { id: null, revision: this.client.state.revision, shown: rows, rows } });
    } else if (arranged?.rows === rows) {
      this.set({ isOutdated: arranged.revision < revision });
    } else await this.arrange(arrangement);
    this.choose(clampSelection(this.state.selection, this.extent));
    this.summary.askSoon();
    clearTimeout(this.columnsTimer);
    this.columnsTimer = setTimeout(() => this.run(this.refreshColumns()), COLUMNS_MS);
  }

  private async refreshColumns(): Promise<void> {
    const { opened } = this;
    try {
      const shape = await this.client.readColumns(this.state.path, this.host.flatten);
      if (shape === null || opened !== this.opened) return;
      const { choices, layout: before } = this.state;
      const layout = this.layoutOf(shape, choices);
      const isSame =
        layout.count === before.count &&
        layout.columns.every(
          ({ id, widthPx }, index) => before.columns[index]?.id === id && before.columns[index].widthPx === widthPx,
        );
      const { selection } = this.state;
      const focused = before.columns[selection.focus.column]?.id;
      this.set({ shape, ...(isSame ? {} : { layout }) });
      const column = focused === undefined ? -1 : layout.indexOf(focused);
      if (!isSame && column >= 0 && column !== selection.focus.column && selection.span === 'cells')
        this.choose(selectCell({ row: selection.focus.row, column }));
      else this.choose(clampSelection(selection, this.extent));
    } catch (error) {
      // The document has changed: the columns are read again for the new revision.
      if (!hasCode(error, 'stale') && !hasCode(error, 'invalid-document')) throw error;
    }
  }

  /**
   * Restores the arrangement after a worker was replaced: the new worker has the document, but not the filters and the order.
   */
  private restoreArrangement(): void {
    const { arranged, arrangement } = this.state;
    const id = arranged?.id ?? null;
    if (id === null || id === this.lostArrangement || this.client.isWriting) return;
    this.lostArrangement = id;
    this.run(this.arrange(arrangement));
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
    for (const listener of this.listeners) listener();
  }
}
