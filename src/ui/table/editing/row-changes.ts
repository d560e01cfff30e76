// Changes of whole rows and columns.

import { CodedError } from '../../../shared/errors.ts';
import type { Path } from '../../../shared/document/path.ts';
import { literalOf } from '../../model/literal.ts';
import { TABLE_DOING, TABLE_REFUSED, TABLE_SAID } from '../../strings/editors/table.ts';
import { columnId, columnTitle, moveColumn, type Column } from '../model/column-layout.ts';
import type { TableModel } from '../model/table-model.ts';
import { onSelected, otherRanges } from './selected-cells.ts';
import type { Write } from '../model/table-writes.ts';

/** Inserts, duplicates, moves and removes rows; adds, renames, fills and removes columns. */
export class RowChanges {
  constructor(private readonly model: TableModel) {}

  /** Inserts an empty row beside the selected ones, or as the first row of an empty table. */
  async insert(where: 'above' | 'below'): Promise<void> {
    const { model } = this;
    if (model.area === null && model.rowCount === 0) {
      return model.writing.inTurn(true, (write) => this.insertAt(0, write));
    }
    await onSelected(model, true, async ({ rows }, write) => {
      // In an ordered view, rows that are adjacent may not be adjacent in the array.
      const beside = where === 'above' ? (rows[0] ?? 0) : (rows.at(-1) ?? 0) + 1;
      await this.insertAt(beside, write);
    });
  }

  private async insertAt(at: number, write: Write): Promise<void> {
    const { model } = this;
    const { path, shape } = model.state;
    const hasKeys = shape?.columns.some((column) => typeof column.path[0] === 'string') !== false;
    const json = hasKeys || model.rowCount === 0 ? '{}' : 'null';
    await write(TABLE_DOING.rows, path, { type: 'insert-rows', at, jsons: [json] });
    await this.show(at, at);
  }

  async duplicate(): Promise<void> {
    await onSelected(this.model, true, async ({ area, rows, range }, write) => {
      await write(TABLE_DOING.rows, range.path, { type: 'duplicate-rows', rows });
      await this.show(area.lastRow + 1, area.lastRow + rows.length);
    });
  }

  async remove(): Promise<void> {
    const { model } = this;
    await onSelected(model, true, async ({ area, rows, range }, write) => {
      await write(TABLE_DOING.rows, range.path, { type: 'remove-rows', rows });
      await model.rows.arrival(model.client.state.revision);
      model.selection.select({ row: area.firstRow, column: area.firstColumn });
      model.announce(TABLE_SAID.removedRows(rows.length));
    });
  }

  async move(by: 'up' | 'down'): Promise<void> {
    const { model } = this;
    await onSelected(model, true, async ({ area, rows, range }, write) => {
      if (range.arrangement !== null) throw new CodedError('refused', TABLE_REFUSED.sorted);
      if (by === 'up' ? area.firstRow === 0 : area.lastRow === model.rowCount - 1) return;
      const at = by === 'up' ? area.firstRow - 1 : area.lastRow + 2;
      await write(TABLE_DOING.rows, range.path, { type: 'move-rows', rows, at });
      const step = by === 'up' ? -1 : 1;
      await this.show(area.firstRow + step, area.lastRow + step);
    });
  }

  /** Writes the shown order into the document, and removes the order from the view. */
  async writeOrder(): Promise<void> {
    const { model } = this;
    const { arrangement, path } = model.state;
    await model.writing.inTurn(true, async (write) => {
      await write(TABLE_DOING.rows, path, { type: 'sort-rows', sorts: arrangement.sorts });
      await model.arrange({ ...arrangement, sorts: [] });
    });
  }

  /**
   * Adds a key with the value `null` to every row that is an object. Its column is shown behind another one, or before one, and
   * selected.
   */
  async addColumn(key: string, beside: Column | undefined, before?: string): Promise<void> {
    const { model } = this;
    await this.fillColumn([key], 'null', 'all');
    await model.rows.arrival(model.client.state.revision);
    const id = columnId([key]);
    await model.columns.show(id, beside?.id);
    if (before === undefined) return;
    const { shape, choices } = model.state;
    model.columns.choose(moveColumn(shape?.columns ?? [], choices, id, before));
    model.selection.select({ row: model.state.selection.focus.row, column: model.state.layout.indexOf(id) });
  }

  /** Names the columns of an array of arrays by its first row, which goes. */
  async nameByFirstRow(): Promise<void> {
    const { model } = this;
    const { path } = model.state;
    await model.writing.inTurn(true, async (write) => {
      const { count = 0 } = await write(TABLE_DOING.columnsChange, path, { type: 'name-columns' });
      await model.rows.arrival(model.client.state.revision);
      await model.columns.read();
      model.announce(TABLE_SAID.named(count));
    });
  }

  /** Sets a column in all shown rows to the typed text. */
  async setColumn(column: Column, typed: string): Promise<void> {
    const { host, client } = this.model;
    const json = literalOf(typed, column.kind === 'string' ? 'string' : 'null', client.state.dialect);
    const count = await this.fillColumn(column.path, json, 'shown');
    if (count > 0) host.onWritten?.(TABLE_SAID.set(columnTitle(column.path), count));
  }

  /** Sets all selected cells to one value. */
  async setSelected(json: string): Promise<void> {
    const { model } = this;
    await onSelected(model, false, async ({ area, rows, range }, write) => {
      const all = [{ rows, columns: range.columns }, ...(await otherRanges(model, range))];
      let [count, cells] = [0, 0];
      for (const [at, one] of all.entries()) {
        const change = { type: 'set-cells', ...one, jsons: [json] } as const;
        count += (await write(TABLE_DOING.write, range.path, change, at > 0)).count ?? 0;
        cells += one.rows.length * one.columns.length;
      }
      model.blink(area);
      this.tellWritten(count, cells);
    });
  }

  async renameColumn(column: Column, key: string): Promise<void> {
    const { model } = this;
    const { path } = model.state;
    await model.writing.inTurn(false, async (write) => {
      await write(TABLE_DOING.columnsChange, path, { type: 'rename-column', column: column.path, key });
    });
  }

  async removeColumn(column: Column): Promise<void> {
    const { model } = this;
    const { path } = model.state;
    await model.writing.inTurn(false, async (write) => {
      const rows = await this.rowsOf(path, null);
      await write(TABLE_DOING.columnsChange, path, { type: 'remove-cells', rows, columns: [column.path] });
      model.announce(TABLE_SAID.removedColumn(columnTitle(column.path)));
    });
  }

  /** Returns the number of cells that were written. */
  private fillColumn(column: Path, json: string, which: 'all' | 'shown'): Promise<number> {
    const { model } = this;
    const { path, arranged } = model.state;
    return model.writing.inTurn(false, async (write) => {
      const rows = await this.rowsOf(path, which === 'shown' ? (arranged?.id ?? null) : null);
      const change = { type: 'set-cells', rows, columns: [column], jsons: [json] } as const;
      const { count = 0 } = await write(TABLE_DOING.columnsChange, path, change);
      // Rows that are not objects get no key.
      this.tellWritten(count, which === 'shown' ? rows.length : count);
      return count;
    });
  }

  /** Returns the array positions of all rows of a view. */
  private async rowsOf(path: Path, arrangement: number | null): Promise<Uint32Array> {
    const { client, rowCount } = this.model;
    const count = arrangement === null ? ((await client.countItems(path)) ?? 0) : rowCount;
    return client.rowPositions(path, arrangement, 0, count - 1);
  }

  private tellWritten(count: number, cells: number): void {
    const { model } = this;
    model.announce(TABLE_SAID.written(count));
    if (count < cells) model.host.onError(new CodedError('refused', TABLE_REFUSED.someSet(count, cells)));
  }

  /** Selects rows that were written, unless the view is filtered or ordered: then they may be anywhere in it, or hidden. */
  private async show(firstRow: number, lastRow: number): Promise<void> {
    const { model } = this;
    await model.rows.arrival(model.client.state.revision);
    if (model.state.arranged?.id != null) return;
    const { column } = model.state.selection.focus;
    model.selection.choose({ focus: { row: firstRow, column }, anchor: { row: lastRow, column }, span: 'rows' });
    model.selection.revealFocus();
    model.blink({ firstRow, lastRow, firstColumn: 0, lastColumn: model.extent.columns - 1 });
  }
}
