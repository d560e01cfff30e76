// The model of one table: which array is shown, and its parts.
//
//   document ── revision ──▶ refresh ─┬─ row count ──▶ cells are read again
//                                     └─ after a delay: columns
//   filter, sort ──▶ arrange ──▶ rows of the view

import { hasCode } from '../../../shared/errors.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import { isArranged, type Arrangement, type TableShape } from '../../../shared/protocol/table.ts';
import { unlessStale } from '../../async/stale.ts';
import { selectCell } from '../../model/cell-selection.ts';
import type { SavedTableState } from '../../model/saved-table-state.ts';
import { TABLE_DOING, TABLE_SAID } from '../../strings/editors/table.ts';
import { CellCache } from './cell-cache.ts';
import { TableColumns } from './columns.ts';
import { Expressions } from './expressions.ts';
import { TableRows, UnmatchedRows } from './rows.ts';
import { TableSelection } from './selection.ts';
import { ALL_ROWS, TableStore, type TableHost } from './state.ts';
import { ColumnStatistics } from './statistics.ts';
import { TableWrites } from './table-writes.ts';

export class TableModel extends TableStore {
  readonly cache = new CellCache(this, () => this.restoreOrder());
  readonly expressions = new Expressions(this.client);
  readonly writing = new TableWrites(this.client, this.host.runTask, () => this.rows.rested());
  readonly rows = new TableRows(this, this.cache, this.writing, this.expressions, (revision) =>
    this.readRows(revision),
  );
  readonly unmatched = new UnmatchedRows(this, this.expressions);
  readonly selection = new TableSelection(this, this.cache, this.rows);
  readonly columns = new TableColumns(this, this.cache, this.selection);
  readonly statistics = new ColumnStatistics(this, this.cache, this.rows, this.expressions);
  private readonly unsubscribe: () => void;
  /** The order of rows that was restored last: each is restored only once. */
  private restored: number | null = null;

  constructor(host: TableHost) {
    super(host);
    this.unsubscribe = this.client.subscribe(() => this.onStateChange());
    this.run(this.open(host.standpoint?.path ?? [], host.standpoint));
  }

  override dispose(): void {
    super.dispose();
    this.columns.stop();
    this.selection.stop();
    this.expressions.close();
    this.unsubscribe();
  }

  /** Shows the array at a path; when there is none, the list of arrays. */
  open(path: Path, standpoint: SavedTableState | null = null): Promise<void> {
    return this.rows.whileChoosing(() => this.openNow(path, standpoint));
  }

  /** Shows the list of arrays. */
  async list(): Promise<void> {
    this.opened += 1;
    this.set({ phase: 'list', field: null });
    const arrays = await this.host.runTask(TABLE_DOING.list, (task) => this.client.listArrays(task));
    this.set({ arrays });
  }

  /** Shows what a write of the whole document has changed: keys pressed meanwhile move on from there. */
  reveal(result: EditResult): void {
    this.run(this.rows.whileChoosing(() => this.selection.reveal(result), true));
  }

  /** Called when a write of the whole document begins: a selection made from now on is kept. */
  hold(): void {
    this.rows.hold();
    this.selection.hold();
  }

  release(): void {
    this.selection.release();
    this.rows.release();
  }

  /**
   * Filters and orders the rows. When all rows are shown in their own order again, the focus stays on its item, unless the user
   * has moved on.
   */
  arrange(arrangement: Arrangement): Promise<void> {
    return this.rows.whileChoosing(async () => {
      const chosen = await this.rows.arrange(arrangement);
      if (chosen === null) return;
      const { arranged, selection, position } = chosen;
      const hasMoved = this.state.selection !== selection;
      this.set({ arrangement, arranged, isOutdated: false, copied: null });
      this.selection.clamp();
      if (!hasMoved && position !== undefined && arranged.id === null && arranged.shown > position)
        this.selection.select({ ...selection.focus, row: position });
      this.announce(TABLE_SAID.rows(arranged.shown, arranged.rows));
    });
  }

  /** Waits until the worker knows the order of the rows, which a new one does not, and it may be the first to be asked for it. */
  async recoverOrder(): Promise<void> {
    const { path, arranged } = this.state;
    const id = arranged?.id ?? null;
    if (id === null) return;
    if ((await unlessStale(this.client.rowPositions(path, id, 0, 0), null)) !== null) return;
    this.restored = id;
    if (this.state.arranged?.id === id) await this.arrange(this.state.arrangement);
  }

  /** Restores the order of the rows, after a call that did not find it. */
  private restoreOrder(): void {
    const id = this.state.arranged?.id ?? null;
    // Rows that are being chosen anew need no others.
    if (id === null || id === this.restored || this.client.isWriting || this.rows.isChoosing) return;
    this.restored = id;
    this.run(this.arrange(this.state.arrangement));
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
    this.selection.clamp();
    this.selection.revealFocus();
  }

  /** Called when the document's state changes. */
  private onStateChange(): void {
    const { tree, phase } = this.client.state;
    this.rows.rested();
    if (tree !== 'live' || phase !== 'ready') return;
    if (this.state.phase === 'invalid') return this.run(this.open(this.state.path));
    this.run(this.rows.refresh());
  }

  /** Reads the row count, and the columns after a delay. */
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
    const [moved, field] = await Promise.all([this.selection.moveAlong(), this.selection.fieldNow(this.state.field)]);
    if (opened !== this.opened) return;
    if (field !== null && field.followed === this.state.field?.followed) this.set({ field });
    this.selection.clamp(moved ?? undefined);
    this.selection.summarizeSoon();
    this.columns.readSoon();
  }
}
