// Edits a cell in a field: opened by a key, by typing or by a double click; its content is written when it is left. The field
// follows its row, and keeps its text where that can't be written.

import { CodedError } from '../../../shared/errors.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { asByte } from '../../../shared/units.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import type { Cell } from '../../../shared/protocol/table.ts';
import { FollowedValue } from '../../client/followed-value.ts';
import { FieldSession } from '../../field/field-session.ts';
import { editableOf, literalOf, toField } from '../../model/literal.ts';
import { TABLE_DOING, TABLE_REFUSED, TABLE_SAID } from '../../strings/editors/table.ts';
import { selectCell, type CellAt } from '../../model/cell-selection.ts';
import type { Column } from '../model/column-layout.ts';
import type { CachedCells } from '../model/cell-cache.ts';
import type { TableModel } from '../model/table-model.ts';
import type { CellField } from '../model/state.ts';
import { unlessStale } from '../../async/stale.ts';

/** Longest value that is edited in a cell, in bytes; longer ones are edited in text mode. */
const MAX_CELL_BYTES = 64 * 1024;

/** The cell that an editor writes: a column of a followed row. */
export type EditedCell = Pick<CellField, 'followed' | 'row' | 'column' | 'path'>;

/** The current cell of a row and a column. */
interface FreshCell {
  readonly row: CachedCells;
  readonly column: Column;
  readonly cell: Cell;
}

/** The cell editing of one table. */
export class CellEditing extends FieldSession<CellField> {
  /** Whether a field that opens takes the focus. An input method that writes into it from outside would lose its composition. */
  hasFocus = true;

  /** The column of the first of the cells that were left by Tab, one after the other. */
  tabbedFrom: number | null = null;

  constructor(private readonly model: TableModel) {
    super();
  }

  /**
   * Opens the field of the focused cell; `typed` replaces its value. Returns `container` for an object or array, which has its
   * own editor, and `null` when no field is open afterwards. The table must be at rest.
   */
  open(typed: string | null = null): Promise<'field' | 'container' | null> | 'field' | 'container' | null {
    const at = this.editedCell;
    const shown = this.shownCell(at);
    if (shown !== null && !shown.cell.cut) return this.openWith(at, shown, shown.cell.text, typed);
    return this.openLater(at, typed);
  }

  /** Called when the focus is moved otherwise than by Tab. */
  endTabbing(): void {
    this.tabbedFrom = null;
  }

  /** The cell that a key edits: of a range, the one where it was begun. */
  get editedCell(): CellAt {
    const { focus, anchor, span } = this.model.state.selection;
    return span === 'cells' && anchor.row >= 0 && focus.row >= 0 ? anchor : focus;
  }

  /** The text of a field as it is written. */
  literal(field: CellField): string {
    return literalOf(field.fromField(this.draft), field.kind, this.model.client.state.dialect);
  }

  private async openLater(at: CellAt, typed: string | null): Promise<'field' | 'container' | null> {
    for (;;) {
      const fresh = await this.freshCell(at);
      if (fresh === null) return null;
      const { revision } = this.model.client.state;
      const isContained = fresh.cell.node === null || isContainer(fresh.cell.kind);
      // Where somebody else has changed the document, the cell is read again.
      const text = isContained ? fresh.cell.text : await unlessStale(this.textOf(fresh.cell), null);
      const isCurrent = this.model.rows.isAtRest && this.model.client.state.revision === revision;
      if (text !== null && isCurrent) return this.openWith(at, fresh, text, typed);
      await this.model.rows.untilRest();
    }
  }

  private openWith(at: CellAt, { row, column, cell }: FreshCell, text: string, typed: string | null) {
    const { model } = this;
    const isMissing = cell.node === null;
    const holds = !isMissing && isContainer(cell.kind);
    if (holds && typed === null) return 'container';
    const shown = toField(isMissing || holds ? '' : editableOf(text, cell.kind));
    if (shown === null) throw new CodedError('refused', TABLE_REFUSED.mixedEnds);
    this.draft = typed ?? shown.value;
    model.set({
      field: {
        followed: this.trackItem(row.position),
        row: at.row,
        position: row.position,
        column: at.column,
        path: column.path,
        kind: isMissing || holds ? 'null' : cell.kind,
        isMissing,
        isGone: false,
        revision: model.client.state.revision,
        value: shown.value,
        isTyped: typed !== null,
        fromField: shown.fromField,
      },
    });
    return 'field';
  }

  /** Follows the row at a position of the array. */
  trackItem(position: number): FollowedValue {
    const { client, state } = this.model;
    return new FollowedValue(client, client.state.revision, [...state.path, position]);
  }

  /** Closes the field, and writes its content if it has changed. What can't be written stays in the field. */
  async commit(): Promise<void> {
    const { model, draft } = this;
    const { field } = model.state;
    if (field === null) return;
    if (field.isGone) throw new CodedError('refused', TABLE_REFUSED.rowGone);
    model.set({ field: null });
    // A value that was typed anew is written even if it was the old one, unless nobody has changed that meanwhile.
    const isSame = draft === field.value && (!field.isTyped || field.revision === model.client.state.revision);
    if (isSame) return field.followed.release();
    const json = literalOf(field.fromField(draft), field.kind, model.client.state.dialect);
    await this.writeClosed(field, () => this.write(field, json));
  }

  /** Closes the field for good, as its table is about to be left. Text that can't be written is reported. */
  async leave(): Promise<void> {
    const { model, draft, isDirty } = this;
    const isGone = model.state.field?.isGone === true;
    try {
      if (!isGone) await this.commit();
      else if (isDirty) throw new CodedError('refused', TABLE_REFUSED.notWritten(draft));
    } catch (error) {
      model.host.onError(error);
    }
  }

  /** Switches between true and false. */
  async toggle(at: CellAt): Promise<void> {
    const fresh = this.shownCell(at) ?? (await this.freshCell(at));
    if (fresh === null || (fresh.cell.kind !== 'true' && fresh.cell.kind !== 'false') || fresh.cell.node === null)
      return;
    const followed = this.trackItem(fresh.row.position);
    const json = fresh.cell.kind === 'true' ? 'false' : 'true';
    this.model.run(
      this.write({ followed, ...at, path: fresh.column.path }, json).finally(() => {
        followed.release();
      }),
    );
  }

  /** Writes JSON into one cell. @throws CodedError `refused` when its row is gone */
  async write({ followed, row, column, path }: EditedCell, json: string): Promise<void> {
    const { model } = this;
    const edited = model.state.layout.columns[column];
    const end = edited === undefined ? null : model.cache.expect(row, edited, json);
    try {
      await model.writing.setInside(TABLE_DOING.write, followed, path, json);
    } catch (error) {
      end?.(false);
      throw error;
    }
    end?.(true);
    model.blink({ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column });
    model.announce(TABLE_SAID.written(1));
  }

  /** Returns the focused cell as it is now; reads it if necessary. */
  async freshCell(at: CellAt): Promise<FreshCell | null> {
    const column = this.model.state.layout.columns[at.column];
    if (at.row < 0 || column === undefined) return null;
    await this.model.cache.read(at.row, [column]);
    return this.shownCell(at);
  }

  /** Returns a cell if it is shown as it is now. */
  private shownCell(at: CellAt): FreshCell | null {
    const column = this.model.state.layout.columns[at.column];
    const row = this.model.cache.row(at.row);
    const cell = column === undefined ? undefined : row?.cells.get(column.id);
    if (at.row < 0 || row?.fresh !== true || column === undefined || cell === undefined) return null;
    return { row, column, cell };
  }

  protected override get field(): CellField | null {
    return this.model.state.field;
  }

  protected override setField(field: CellField | null): void {
    this.model.set({ field });
  }

  protected override async placeAgain(field: CellField): Promise<CellField | null> {
    const { model } = this;
    const isGone = await field.followed.find().then(
      (found) => found === null,
      () => false,
    );
    if (model.isDisposed || model.state.phase !== 'table' || model.state.field !== null) return null;
    model.selection.choose(selectCell({ row: Math.min(field.row, model.rowCount - 1), column: field.column }));
    return { ...field, isGone };
  }

  protected override notWritten(draft: string): string {
    return TABLE_REFUSED.notWritten(draft);
  }

  private async textOf(cell: Cell): Promise<string> {
    if (!cell.cut || cell.node === null) return cell.text;
    if (cell.byteLength > MAX_CELL_BYTES) throw new CodedError('too-large', TABLE_REFUSED.tooLong);
    const { client } = this.model;
    const range = { start: asByte(0), end: asByte(cell.byteLength) };
    return decodeUtf8(await client.readValue(client.state.revision, cell.node, range));
  }
}
