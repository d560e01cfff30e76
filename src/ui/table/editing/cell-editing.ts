// The field of a cell: opened by a key, by typing or by a double click; what it holds is written when it is left.

import { CodedError } from '../../../shared/errors.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { asByte } from '../../../shared/units.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import type { Cell } from '../../../shared/protocol/table.ts';
import { editableOf, literalOf, toField } from '../../model/literal.ts';
import { TABLE_DOING, TABLE_REFUSED, TABLE_SAID } from '../../strings/editors/table.ts';
import type { CellAt } from '../cell-selection.ts';
import type { TableModel } from '../table-model.ts';
import type { CellField } from '../table-state.ts';

/** Longer values are for text mode, in bytes. */
const LONGEST = 64 * 1024;

/** Opens, and writes, the cells of one table. */
export class CellEditing {
  /** What is in the field. */
  draft = '';
  /** Characters that were typed before the field was there. */
  private ahead = '';
  private isOpening = false;

  constructor(private readonly model: TableModel) {}

  /** Opens the field of the focused cell; `typed` stands in it in place of the value. Containers have an editor of their own. */
  async open(typed: string | null = null): Promise<'field' | 'container' | null> {
    if (this.isOpening) {
      this.ahead += typed ?? '';
      return null;
    }
    const { model } = this;
    const at = model.state.selection.focus;
    const column = model.state.layout.columns[at.column];
    if (at.row < 0 || column === undefined) return null;
    this.isOpening = true;
    this.ahead = '';
    try {
      // What is typed is for the row that is there once rows have come, gone or moved.
      if (model.writing.movesRows) await model.settled();
      // Otherwise what is on the screen will do: what is written is named by its row and column.
      const shown = model.cache.row(at.row);
      const row = shown?.cells.has(column.id) === true ? shown : await model.readRow(at.row, [column]);
      const cell = row?.cells.get(column.id);
      if (row === undefined || cell === undefined) return null;
      const isMissing = cell.node === null;
      if (!isMissing && isContainer(cell.kind) && typed === null) return 'container';
      const value = isMissing || isContainer(cell.kind) ? '' : await this.textOf(cell);
      const field = toField(editableOf(value, cell.kind));
      if (field === null) throw new CodedError('refused', TABLE_REFUSED.mixedEnds);
      this.draft = typed === null ? field.value : typed + this.ahead;
      model.setField({
        row: at.row,
        position: row.position,
        column: at.column,
        path: column.path,
        kind: isMissing || isContainer(cell.kind) ? 'null' : cell.kind,
        isMissing,
        value: field.value,
        isTyped: typed !== null,
        fromField: field.fromField,
      });
      return 'field';
    } finally {
      this.isOpening = false;
    }
  }

  /** Writes what is in the field, if it has changed, and closes it. */
  async commit(): Promise<void> {
    const { model, draft } = this;
    const { field } = model.state;
    if (field === null) return;
    model.setField(null);
    if (draft === field.value && (!field.isMissing || draft === '') && !(field.isTyped && draft !== field.value))
      return;
    await this.write(field, literalOf(field.fromField(draft), field.kind, model.client.state.dialect));
  }

  cancel(): void {
    this.model.setField(null);
  }

  /** Writes the other one in place of true or false; answers whether the cell holds one. */
  toggle(at: CellAt): boolean {
    const { model } = this;
    const column = model.state.layout.columns[at.column];
    const row = model.cache.row(at.row);
    const cell = column === undefined ? undefined : row?.cells.get(column.id);
    if (row === undefined || column === undefined || (cell?.kind !== 'true' && cell?.kind !== 'false')) return false;
    const json = cell.kind === 'true' ? 'false' : 'true';
    model.run(this.write({ row: at.row, column: at.column, position: row.position, path: column.path }, json));
    return true;
  }

  /** Writes JSON into one cell. */
  async write(
    { row, column, position, path }: Pick<CellField, 'row' | 'column' | 'position' | 'path'>,
    json: string,
  ): Promise<void> {
    const { model } = this;
    await model.writing.change(TABLE_DOING.write, model.state.path, {
      type: 'set-cells',
      rows: Uint32Array.from([position]),
      columns: [path],
      jsons: [json],
    });
    model.blink({ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column });
    model.announce(TABLE_SAID.written(1));
  }

  private async textOf(cell: Cell): Promise<string> {
    if (!cell.cut || cell.node === null) return cell.text;
    if (cell.byteLength > LONGEST) throw new CodedError('too-large', TABLE_REFUSED.tooLong);
    const { client } = this.model;
    const range = { start: asByte(0), end: asByte(cell.byteLength) };
    return decodeUtf8(await client.readValue(client.state.revision, cell.node, range));
  }
}
