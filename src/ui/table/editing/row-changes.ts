// Changes of whole rows and columns.

import { CodedError } from '../../../shared/errors.ts';
import type { Path } from '../../../shared/document/path.ts';
import { literalOf } from '../../model/literal.ts';
import { TABLE_DOING, TABLE_REFUSED, TABLE_SAID } from '../../strings/editors/table.ts';
import type { Column } from '../columns/column-layout.ts';
import type { TableModel } from '../table-model.ts';

/** Inserts, duplicates, moves and removes rows; adds, renames, fills and removes columns. */
export class RowChanges {
  constructor(private readonly model: TableModel) {}

  /** Inserts an empty row beside the selected ones. */
  async insert(where: 'above' | 'below'): Promise<void> {
    const { model } = this;
    const { area } = model;
    const { arranged, path, shape } = model.state;
    const row = area === null ? 0 : where === 'above' ? area.firstRow : area.lastRow;
    let at = 0;
    if (area !== null) {
      const [position = 0] = await model.client.rowPositions(path, arranged?.id ?? null, row, row);
      at = where === 'above' ? position : position + 1;
    }
    const json =
      shape?.columns.some((column) => typeof column.path[0] === 'string') === false && model.rowCount > 0
        ? 'null'
        : '{}';
    await model.writing.change(TABLE_DOING.rows, path, { type: 'insert-rows', at, jsons: [json] });
    await model.arrival(model.client.state.revision);
    // While a filter or an order is applied, the new row is where that puts it.
    if (arranged?.id == null) this.show(at, at);
  }

  async duplicate(): Promise<void> {
    const { model } = this;
    const { area } = model;
    const rows = await this.selected();
    if (area === null || rows === null) return;
    await model.writing.change(TABLE_DOING.rows, model.state.path, { type: 'duplicate-rows', rows });
    await model.arrival(model.client.state.revision);
    if (model.state.arranged?.id == null) this.show(area.lastRow + 1, area.lastRow + rows.length);
  }

  async remove(): Promise<void> {
    const { model } = this;
    const { area } = model;
    const rows = await this.selected();
    if (area === null || rows === null) return;
    await model.writing.change(TABLE_DOING.rows, model.state.path, { type: 'remove-rows', rows });
    await model.arrival(model.client.state.revision);
    model.select({ row: area.firstRow, column: area.firstColumn });
    model.announce(TABLE_SAID.removedRows(rows.length));
  }

  async move(by: 'up' | 'down'): Promise<void> {
    const { model } = this;
    const { area } = model;
    if (area === null) return;
    if (model.state.arranged?.id != null) throw new CodedError('refused', TABLE_REFUSED.sorted);
    const rows = await this.selected();
    if (rows === null || (by === 'up' ? area.firstRow === 0 : area.lastRow === model.rowCount - 1)) return;
    const at = by === 'up' ? area.firstRow - 1 : area.lastRow + 2;
    await model.writing.change(TABLE_DOING.rows, model.state.path, { type: 'move-rows', rows, at });
    await model.arrival(model.client.state.revision);
    const step = by === 'up' ? -1 : 1;
    this.show(area.firstRow + step, area.lastRow + step);
  }

  /** Writes the order that is shown into the document, and shows all rows as they are then. */
  async writeOrder(): Promise<void> {
    const { model } = this;
    const { arrangement, path } = model.state;
    await model.writing.change(TABLE_DOING.rows, path, { type: 'sort-rows', sorts: arrangement.sorts });
    await model.arrange({ ...arrangement, sorts: [] });
  }

  /** Gives every row that is an object a key. */
  async addColumn(key: string): Promise<void> {
    await this.fillColumn([key], 'null', 'all');
  }

  /** Sets a column in all rows that are shown to what was typed. */
  async setColumn(column: Column, typed: string): Promise<void> {
    await this.fillColumn(
      column.path,
      literalOf(typed, column.kind === 'string' ? 'string' : 'null', this.model.client.state.dialect),
      'shown',
    );
  }

  /** Sets the selected cells to one value. */
  async setSelected(json: string): Promise<void> {
    const { model } = this;
    const { range, area } = model;
    const rows = await this.selected();
    if (range === null || area === null || rows === null) return;
    const change = { type: 'set-cells', rows, columns: range.columns, jsons: [json] } as const;
    const { count = 0 } = await model.writing.change(TABLE_DOING.write, range.path, change);
    model.blink(area);
    model.announce(TABLE_SAID.written(count));
    const cells = rows.length * range.columns.length;
    if (count < cells) model.host.onError(new CodedError('refused', TABLE_REFUSED.someSet(count, cells)));
  }

  async renameColumn(column: Column, key: string): Promise<void> {
    const { model } = this;
    await model.writing.change(TABLE_DOING.columnsChange, model.state.path, {
      type: 'rename-column',
      column: column.path,
      key,
    });
  }

  async removeColumn(column: Column): Promise<void> {
    const { model } = this;
    const { path } = model.state;
    const count = await model.client.countItems(path);
    const rows = await model.client.rowPositions(path, null, 0, (count ?? 0) - 1);
    await model.writing.change(TABLE_DOING.columnsChange, path, { type: 'remove-cells', rows, columns: [column.path] });
  }

  private async fillColumn(column: Path, json: string, which: 'all' | 'shown'): Promise<void> {
    const { model } = this;
    const { path, arranged } = model.state;
    const arrangement = which === 'shown' ? (arranged?.id ?? null) : null;
    const most = which === 'shown' ? model.rowCount : ((await model.client.countItems(path)) ?? 0);
    const rows = await model.client.rowPositions(path, arrangement, 0, most - 1);
    const change = { type: 'set-cells', rows, columns: [column], jsons: [json] } as const;
    const { count = 0 } = await model.writing.change(TABLE_DOING.columnsChange, path, change);
    model.announce(TABLE_SAID.written(count));
    if (count < rows.length && which === 'shown')
      model.host.onError(new CodedError('refused', TABLE_REFUSED.someSet(count, rows.length)));
  }

  private async selected(): Promise<Uint32Array | null> {
    const { model } = this;
    const { range } = model;
    if (range === null) return null;
    return model.client.rowPositions(range.path, range.arrangement, range.firstRow, range.lastRow);
  }

  private show(firstRow: number, lastRow: number): void {
    const { model } = this;
    const { column } = model.state.selection.focus;
    model.choose({ focus: { row: firstRow, column }, anchor: { row: lastRow, column }, span: 'rows' });
    model.revealFocus();
    model.blink({ firstRow, lastRow, firstColumn: 0, lastColumn: model.extent.columns - 1 });
  }
}
