// Copies and pastes cells. They are copied as tab-separated text, which spreadsheets read, and as JSON.

import { CodedError } from '../../../shared/errors.ts';
import type { CellRange } from '../../../shared/protocol/table.ts';
import { literalOf } from '../../model/literal.ts';
import { refusal } from '../../widgets/clipboard-refusal.ts';
import { TABLE_DOING, TABLE_REFUSED, TABLE_SAID } from '../../strings/editors/table.ts';
import type { Rectangle } from '../cell-selection.ts';
import type { TableModel } from '../table-model.ts';
import { onSelected } from './selected-cells.ts';
import { readTabs } from './tab-separated.ts';

/** The type of the JSON copy, for web pages that support it. */
const WEB_JSON = 'web application/json';

/** The clipboard commands of one table. */
export class TableClipboard {
  constructor(private readonly model: TableModel) {}

  /** Copies the selected cells to the clipboard. */
  async copy(as: 'tabs' | 'json' = 'tabs'): Promise<void> {
    const { range } = this.model;
    if (range !== null) await this.copyRange(range, as);
  }

  private async copyRange(range: CellRange, as: 'tabs' | 'json'): Promise<void> {
    const { model } = this;
    const copying = model.host.runTask(TABLE_DOING.copy, (task) => model.client.copyCells(range, task));
    copying.catch(() => undefined);
    const typed = async (part: 'tsv' | 'json', type: string): Promise<Blob> =>
      new Blob([(await copying)[part]], { type });
    const text = typed(as === 'tabs' ? 'tsv' : 'json', 'text/plain');
    const hasWeb = as === 'tabs' && 'supports' in ClipboardItem && ClipboardItem.supports(WEB_JSON);
    const item = { 'text/plain': text, ...(hasWeb ? { [WEB_JSON]: typed('json', WEB_JSON) } : {}) };
    for (const part of Object.values(item)) part.catch(() => undefined);
    try {
      // The clipboard item takes promises, so that the permission of the key press does not expire while cells are read.
      await navigator.clipboard.write([new ClipboardItem(item)]);
    } catch (error) {
      await copying;
      throw refusal(TABLE_REFUSED.copy, error);
    }
    model.announce(TABLE_SAID.copied((range.lastRow - range.firstRow + 1) * range.columns.length));
  }

  /** Copies the selected cells and empties those same cells, whatever is selected by then. */
  async cut(): Promise<void> {
    await this.empty('empty-cells', (range) => this.copyRange(range, 'tabs'));
  }

  /** Empties the selected cells, or removes their values with their keys. `before` is called with the cells first. */
  async empty(
    type: 'empty-cells' | 'remove-cells',
    before: (range: CellRange) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { model } = this;
    await onSelected(model, false, async ({ area, range, rows }, write) => {
      await before(range);
      const { count = 0 } = await write(TABLE_DOING.write, range.path, { type, rows, columns: range.columns });
      model.blink(area);
      model.announce(TABLE_SAID.written(count));
    });
  }

  /** Pastes from the system clipboard. The browser may ask the user for permission. */
  async pasteFromSystem(): Promise<void> {
    const reading = navigator.clipboard.readText().catch((error: unknown) => {
      throw refusal(TABLE_REFUSED.paste, error);
    });
    reading.catch(() => undefined);
    // Not awaited: actions that are begun while the browser reads wait for the paste.
    await this.paste(reading);
  }

  /**
   * Fills cells from the first selected one on; a single value fills all selected cells. Rows are added after the last one if
   * necessary.
   */
  async paste(text: string | Promise<string>): Promise<void> {
    const { model } = this;
    await onSelected(model, true, async ({ area, range, rows: selected }, write) => {
      const table = readTabs(await text);
      if (table.length === 0) return;
      const isSingle = table.length === 1 && table[0]?.length === 1;
      const width = Math.max(...table.map((cells) => cells.length));
      const jsonOf = (row: number, column: number): string =>
        literalOf(table[row]?.[column] ?? '', 'null', model.client.state.dialect);
      const { path, arrangement } = range;
      const { columns } = model.state.layout;
      const { firstRow, firstColumn } = area;
      const filled: Rectangle = isSingle
        ? area
        : {
            firstRow,
            lastRow: firstRow + table.length - 1,
            firstColumn,
            lastColumn: Math.min(columns.length - 1, firstColumn + width - 1),
          };
      const added = Math.max(0, filled.lastRow - model.rowCount + 1);
      if (added > 0 && arrangement !== null) throw new CodedError('refused', TABLE_REFUSED.sorted);
      if (added > 0) {
        const jsons = Array.from({ length: added }, () => '{}');
        await write(TABLE_DOING.rows, path, { type: 'insert-rows', at: model.rowCount, jsons });
      }
      const rows = isSingle ? selected : await model.client.rowPositions(path, arrangement, firstRow, filled.lastRow);
      const paths = columns.slice(firstColumn, filled.lastColumn + 1).map((column) => column.path);
      const jsons = isSingle
        ? [jsonOf(0, 0)]
        : Array.from(rows).flatMap((_, row) => paths.map((_path, column) => jsonOf(row, column)));
      const change = { type: 'set-cells', rows, columns: paths, jsons } as const;
      const { count = 0 } = await write(TABLE_DOING.write, path, change, added > 0);
      const cells = rows.length * paths.length;
      model.announce(TABLE_SAID.written(count));
      if (count < cells) model.host.onError(new CodedError('refused', TABLE_REFUSED.someSet(count, cells)));
      await model.arrival(model.client.state.revision);
      model.choose({
        focus: { row: filled.firstRow, column: filled.firstColumn },
        anchor: { row: filled.lastRow, column: filled.lastColumn },
        span: 'cells',
      });
      model.blink(filled);
    });
  }
}
