// The commands of a table, by name. Keys, menus and buttons run them.

import { isSamePath, toJsonPath, type Path } from '../../../shared/document/path.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import type { Cell, TableFilter, TableSort } from '../../../shared/protocol/table.ts';
import { TABLE_SAID } from '../../strings/editors/table.ts';
import type { TableCommand } from '../../model/commands.ts';
import type { KeyPress } from '../../model/key-press.ts';
import { HEADER_ROW, isOneCell, selectCell, type CellAt } from '../../model/cell-selection.ts';
import type { SavedTableState } from '../../model/saved-table-state.ts';
import { columnId, columnTitle, moveColumn, type Column } from '../model/column-layout.ts';
import { CellFilling } from '../editing/cell-filling.ts';
import { CellEditing } from '../editing/cell-editing.ts';
import type { PopoverTab } from '../model/statistics.ts';
import { Brush } from '../commands/brush.ts';
import { replaceIn, type FilterSlot } from '../model/column-filters.ts';
import { RowChanges } from '../editing/row-changes.ts';
import type { ClipboardContent } from '../../widgets/clipboard.ts';
import type { ValueForm } from '../../../shared/protocol/forms.ts';
import type { MenuEntry } from '../../widgets/menu/menu-model.ts';
import { InputQueue } from '../../field/input-queue.ts';
import { copyAsEntry } from '../../copy-as/copy-as-entries.ts';
import { TableClipboard } from '../editing/table-clipboard.ts';
import type { FollowedValue } from '../../client/followed-value.ts';
import type { TableModel } from '../model/table-model.ts';
import { savedState } from '../model/state.ts';
import { blockEdge } from './block-edge.ts';
import { MOVES } from './table-keys.ts';

/** The commands that the view and the panel around the table carry out. */
export interface TableCallbacks {
  onUndo(): void;
  onRedo(): void;
  onSave(): void;
  onCopyText(text: string): void;
  /** Copies what is selected in a form; opens the dialog with all forms for `null`. */
  onCopyAs?: ((form: ValueForm | null) => void) | undefined;
  onGoTo(): void;
  /** Opens the editor of an object or array in a cell. */
  onNested(cell: NestedCell): void;
  onMenu(): void;
  onFilter(column: Column | null): void;
  /** Opens the popover of a column. */
  onPopover(column: Column, tab: PopoverTab): void;
}

/** A cell with its place. */
export interface FocusedCell {
  readonly row: number;
  readonly position: number;
  readonly column: number;
  readonly path: Path;
  readonly cell: Cell;
}

/** A cell that contains an object or array, and is edited elsewhere. */
export interface NestedCell {
  readonly path: Path;
  /** Returns where the value is by now; `null` if its row is gone. */
  find(): Promise<Path | null>;
  /** Writes its new JSON. @throws CodedError `refused` when its row is gone */
  write(json: string): Promise<void>;
  /** Called when the editor is closed. */
  close(): void;
}

/** Commands that only move the focus or the selection. */
const SELECTS: ReadonlySet<TableCommand> = new Set([...MOVES, 'selectAll', 'selectColumn', 'selectRow', 'selectLess']);
/** Commands of the page around the table, and those that only open something. */
const ELSEWHERE: ReadonlySet<TableCommand> = new Set(['goTo', 'save', 'menu']);

/** Commands that a read-only table refuses. */
const WRITES: ReadonlySet<TableCommand> = new Set([
  'toggle',
  'empty',
  'removeValue',
  'insertBelow',
  'insertAbove',
  'duplicateRows',
  'fillRange',
  'fillDown',
  'fillRight',
  'removeRows',
  'moveRowsUp',
  'moveRowsDown',
  'cut',
  'paste',
]);

export class TableCommands {
  readonly editing: CellEditing;
  readonly clipboard: TableClipboard;
  readonly rows: RowChanges;
  readonly filling: CellFilling;
  readonly input: InputQueue;
  readonly brush: Brush;
  private around: TableCallbacks | null = null;
  private readOnly = false;
  /** The tables that were left for one that is nested in them. */
  private readonly left: SavedTableState[] = [];
  private composed: { text: string; isDone: boolean } | null = null;

  constructor(readonly model: TableModel) {
    this.editing = new CellEditing(model);
    this.clipboard = new TableClipboard(model);
    this.rows = new RowChanges(model);
    this.filling = new CellFilling(model);
    const { rows } = model;
    this.input = new InputQueue({
      get openField() {
        return model.state.field?.followed ?? null;
      },
      isReady: (needs) => needs === 'nothing' || rows.isAtRest || (needs === 'rows' && !rows.movesRows),
      untilReady: () => rows.untilRest(),
      subscribe: model.subscribe,
    });
    this.brush = new Brush(model);
  }

  /** The submenu *Copy as*, where the page has one. */
  get copyAsEntries(): readonly MenuEntry[] {
    const onCopyAs = this.around?.onCopyAs;
    return onCopyAs === undefined ? [] : [copyAsEntry(onCopyAs, this.model.range === null)];
  }

  /** Updates the callbacks and the read-only state; called on every render. */
  setCallbacks(around: TableCallbacks, readOnly: boolean): void {
    this.around = around;
    this.readOnly = readOnly;
  }

  get isReadOnly(): boolean {
    return this.readOnly;
  }

  /** Carries out a command, after all input before it. `press` is its key, for a field that may be open by then. */
  run(command: TableCommand, extend = false, press: KeyPress | null = null): void {
    this.input.enqueue({
      forField: press && { type: 'key', press },
      needs: SELECTS.has(command) ? 'rows' : ELSEWHERE.has(command) ? 'nothing' : 'cells',
      act: () => this.carryOut(command, extend) ?? undefined,
    });
  }

  /** Carries out all input and writes the open field, so that what is saved includes it. */
  async complete(): Promise<void> {
    await this.input.settled();
    // A field whose row is gone can't be written: it stays open, to be copied.
    if (this.model.state.field?.isGone !== true) await this.editing.commit();
    await this.model.rows.untilRest();
  }

  /** Whether an input method is writing into a field that does not have the focus yet. */
  get isComposing(): boolean {
    return this.composed !== null;
  }

  /** Shows what an input method has composed so far in the field of the focused cell, and opens that; `isDone` with all of it. */
  compose(text: string, isDone: boolean): void {
    const isNew = this.composed === null;
    const composed = this.composed ?? { text, isDone };
    Object.assign(composed, { text, isDone });
    this.composed = isDone ? null : composed;
    this.editing.hasFocus = isDone;
    if (!isNew) return this.input.showComposed(text, isDone);
    this.input.enqueue({
      get forField() {
        return { type: 'text', text: composed.text } as const;
      },
      needs: 'cells',
      act: () => {
        this.editing.hasFocus = composed.isDone;
        if (this.readOnly || this.model.state.selection.focus.row === HEADER_ROW) return undefined;
        return this.openField(composed.text);
      },
    });
  }

  /** Pastes, after all input before it. */
  paste(content: ClipboardContent): void {
    this.input.enqueue({
      forField: { type: 'text', text: content.text },
      needs: 'cells',
      act: () => {
        if (!this.readOnly) this.model.run(this.clipboard.paste(content));
        return undefined;
      },
    });
  }

  /** Switches a cell between true and false, after all input before it. */
  toggle(at: CellAt): void {
    this.runLater(() => this.editing.toggle(at));
  }

  /** Runs other work on the cells, after all input before it. */
  runLater(work: () => Promise<unknown>): void {
    this.input.enqueue({
      forField: null,
      needs: 'cells',
      act: () => {
        this.model.run(work());
        return undefined;
      },
    });
  }

  private carryOut(command: TableCommand, extend: boolean): Promise<unknown> | void {
    if (this.readOnly && WRITES.has(command)) return undefined;
    const { model, around } = this;
    this.editing.tabbedFrom = command === 'edit' ? this.editing.tabbedFrom : null;
    const { selection } = model.state;
    const { focus } = selection;
    const { rows, columns } = model.extent;
    const page = Math.max(1, Math.floor(model.scroller.visible) - 1);
    const move = (row: number, column: number): void => model.selection.select({ row, column }, extend);
    switch (command) {
      case 'up':
        return move(Math.max(extend ? 0 : HEADER_ROW, focus.row - 1), focus.column);
      case 'down':
        return move(focus.row + 1, focus.column);
      case 'left':
        return move(focus.row, focus.column - 1);
      case 'right':
        return move(focus.row, focus.column + 1);
      case 'edgeUp':
      case 'edgeDown':
      case 'edgeLeft':
      case 'edgeRight':
        return this.watched(blockEdge(model, command).then((at) => move(at.row, at.column)));
      case 'rowStart':
        return move(focus.row, 0);
      case 'rowEnd':
        return move(focus.row, columns - 1);
      case 'pageUp':
        return move(Math.max(0, focus.row - page), focus.column);
      case 'pageDown':
        return move(focus.row + page, focus.column);
      case 'first':
        return move(0, 0);
      case 'last':
        return move(rows - 1, columns - 1);
      case 'selectAll':
        if (rows === 0) return undefined;
        return model.selection.choose({
          focus: { row: 0, column: 0 },
          anchor: { row: rows - 1, column: columns - 1 },
          span: 'cells',
        });
      case 'selectColumn':
        return model.selection.choose({ ...selection, span: 'columns' });
      case 'selectRow':
        return focus.row >= 0 ? model.selection.choose({ ...selection, span: 'rows' }) : undefined;
      case 'selectLess':
        model.set({ copied: null });
        return model.selection.choose(selectCell(focus));
      case 'edit':
        return focus.row === HEADER_ROW ? this.cycleSort() : this.openField(null);
      case 'toggle':
        return this.watched(this.editing.toggle(focus));
      case 'openTable':
        return this.openNestedTable();
      case 'empty':
        return model.run(this.clipboard.empty('empty-cells'));
      case 'removeValue':
        return model.run(this.clipboard.empty('remove-cells'));
      case 'fillRange':
        return model.run(isOneCell(model.area) ? this.rows.insert('below') : this.filling.fillRange());
      case 'fillDown':
        return model.run(this.filling.down());
      case 'fillRight':
        return model.run(this.filling.right());
      case 'insertBelow':
        return model.run(this.rows.insert('below'));
      case 'insertAbove':
        return model.run(this.rows.insert('above'));
      case 'duplicateRows':
        return model.run(this.rows.duplicate());
      case 'removeRows':
        return model.run(this.rows.remove());
      case 'moveRowsUp':
        return model.run(this.rows.move('up'));
      case 'moveRowsDown':
        return model.run(this.rows.move('down'));
      case 'moveColumnLeft':
        return this.moveColumn(-1);
      case 'moveColumnRight':
        return this.moveColumn(1);
      case 'sortAscending':
        return this.sortByFocused('ascending');
      case 'sortDescending':
        return this.sortByFocused('descending');
      case 'filter':
        return model.column === undefined ? around?.onFilter(null) : around?.onPopover(model.column, 'condition');
      case 'values':
      case 'figures':
        return model.column === undefined ? undefined : around?.onPopover(model.column, command);
      case 'cut':
        return model.run(this.clipboard.cut());
      case 'copy':
        return model.run(this.clipboard.copy());
      case 'paste':
        return model.run(this.clipboard.pasteFromSystem());
      case 'copyPath':
        return this.copyPath();
      case 'goTo':
        return around?.onGoTo();
      case 'menu':
        return around?.onMenu();
      case 'undo':
        return around?.onUndo();
      case 'redo':
        return around?.onRedo();
      case 'save':
        return around?.onSave();
    }
  }

  /** Edits the focused cell; `typed` replaces its value. */
  edit(typed: string | null = null, press: KeyPress | null = null): void {
    this.input.enqueue({
      forField: press && { type: 'key', press },
      needs: 'cells',
      act: () => {
        if (this.model.state.selection.focus.row === HEADER_ROW || (this.readOnly && typed !== null)) return undefined;
        return this.openField(typed);
      },
    });
  }

  /** Returns the focused cell; `null` if it is not read. */
  focusedCell(at: CellAt = this.model.state.selection.focus): FocusedCell | null {
    const { model } = this;
    const column = model.state.layout.columns[at.column];
    const row = model.cache.row(at.row);
    const cell = column === undefined ? undefined : row?.cells.get(column.id);
    if (row === undefined || column === undefined || cell === undefined) return null;
    return { row: at.row, position: row.position, column: at.column, path: column.path, cell };
  }

  /**
   * Orders the rows by a column; `null` removes it from the order. With `adds`, the column becomes the last sort key of the
   * current order.
   */
  sortBy(path: Path, direction: TableSort['direction'] | null, adds = false): void {
    const { model } = this;
    const { arrangement } = model.state;
    const others = arrangement.sorts.filter((sort) => columnId(sort.path) !== columnId(path));
    const sorts = direction === null ? others : [...(adds ? others : []), { path, direction }];
    const said = direction === null ? TABLE_SAID.unsorted : TABLE_SAID.sorted(columnTitle(path), direction);
    model.run(model.arrange({ ...arrangement, sorts }).then(() => model.announce(said)));
  }

  /** Cycles a column through ascending, descending and unsorted. */
  cycleSort(column = this.model.column, adds = false): void {
    if (column === undefined) return;
    const sort = this.model.state.arrangement.sorts.find(({ path }) => columnId(path) === column.id);
    this.sortBy(
      column.path,
      sort === undefined ? 'ascending' : sort.direction === 'ascending' ? 'descending' : null,
      adds,
    );
  }

  /** Adds a filter, unless it is already there. */
  filterBy(filter: TableFilter): void {
    const { arrangement } = this.model.state;
    const spelt = JSON.stringify(filter);
    if (arrangement.filters.some((one) => JSON.stringify(one) === spelt)) return;
    this.model.run(this.model.arrange({ ...arrangement, filters: [...arrangement.filters, filter] }));
  }

  /** Replaces what a column is filtered by in a slot; `null` removes it. */
  chooseFilter(column: Column, slot: FilterSlot, filter: TableFilter | null): void {
    const { arrangement } = this.model.state;
    const filters = replaceIn(arrangement.filters, column.path, slot, filter);
    this.model.run(this.model.arrange({ ...arrangement, filters }));
  }

  removeFilter(index: number): void {
    this.brush.drop();
    const { arrangement } = this.model.state;
    this.model.run(
      this.model.arrange({ ...arrangement, filters: arrangement.filters.filter((_, at) => at !== index) }),
    );
  }

  /** Moves a column, by default the focused one, by one position. */
  moveColumn(by: -1 | 1, index = this.model.state.selection.focus.column): void {
    const { model } = this;
    const { columns } = model.state.layout;
    const column = columns[index];
    const neighbour = columns[index + by];
    if (column === undefined || neighbour === undefined || column.isPinned !== neighbour.isPinned) return;
    this.placeColumn(column.id, by === -1 ? neighbour.id : (columns[index + 2]?.id ?? null));
    const moved = model.state.layout.indexOf(column.id);
    model.selection.select({ row: model.state.selection.focus.row, column: moved });
  }

  /** Moves a column before another one; to the end when `before` is `null`. */
  placeColumn(id: string, before: string | null): void {
    const { model } = this;
    const { shape, choices } = model.state;
    model.columns.choose(moveColumn(shape?.columns ?? [], choices, id, before));
  }

  /** Opens the array in the focused cell as a table of its own. */
  openNestedTable(): void {
    const nested = this.focusedCell();
    if (nested?.cell.kind !== 'array') return;
    const { model } = this;
    // Where the way back leads.
    this.left.push(savedState(model.state));
    model.run(model.open([...model.state.path, nested.position, ...nested.path]));
  }

  /** Goes back to the array around the one that is shown, and to the cell that holds it. */
  openParent(parent: Path): Promise<void> {
    const at = this.left.findLastIndex(({ path }) => isSamePath(path, parent));
    const standpoint = this.left[at] ?? null;
    if (at >= 0) this.left.splice(at);
    const { model } = this;
    const inside = model.state.path.slice(parent.length);
    return model.open(parent, standpoint).then(() => {
      if (standpoint !== null || model.state.phase !== 'table') return;
      const column = model.state.layout.indexOf(columnId(inside.slice(1)));
      model.selection.select({ row: Number(inside[0] ?? 0), column: Math.max(0, column) });
    });
  }

  copyPath(): void {
    const nested = this.focusedCell();
    if (nested === null) return;
    this.around?.onCopyText(toJsonPath([...this.model.state.path, nested.position, ...nested.path]));
  }

  private sortByFocused(direction: TableSort['direction']): void {
    const { column } = this.model;
    if (column !== undefined) this.sortBy(column.path, direction);
  }

  /** Opens the field of the focused cell, or the editor of the value in it. */
  private openField(typed: string | null): Promise<unknown> | undefined {
    const { model } = this;
    const { editedCell: focus } = this.editing;
    if (this.readOnly) return this.watched(this.editing.freshCell(focus).then(() => this.openNested()));
    try {
      const opened = this.editing.open(typed);
      if (!(opened instanceof Promise)) {
        if (opened === 'container') this.openNested();
        return undefined;
      }
      return this.watched(opened.then((what) => (what === 'container' ? this.openNested() : undefined)));
    } catch (error) {
      model.host.onError(error);
      return undefined;
    }
  }

  private openNested(): void {
    const { model } = this;
    const nested = this.focusedCell(this.editing.editedCell);
    if (nested === null || nested.cell.node === null || !isContainer(nested.cell.kind)) return;
    const item: FollowedValue = this.editing.trackItem(nested.position);
    const { row, column, path } = nested;
    this.around?.onNested({
      path: [...model.state.path, nested.position, ...path],
      find: async () => {
        const found = await item.find();
        return found && [...found.path, ...path];
      },
      write: (json) => this.editing.write({ followed: item, row, column, path }, json),
      close: () => item.release(),
    });
  }

  /** Reports the error of an action. Resolves when it has ended. */
  private watched(action: Promise<unknown>): Promise<unknown> {
    this.model.run(action);
    return action.catch(() => undefined);
  }
}
