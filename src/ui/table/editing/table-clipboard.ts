// Copying and pasting cells. What is copied is a table of tab-separated texts, which spreadsheets read, and JSON beside it.

import { CodedError } from '../../../shared/errors.ts';
import type { CellRange } from '../../../shared/protocol/table.ts';
import { literalOf } from '../../model/literal.ts';
import { refusal } from '../../widgets/clipboard-refusal.ts';
import { TABLE_DOING, TABLE_REFUSED, TABLE_SAID } from '../../strings/editors/table.ts';
import type { Rectangle } from '../cell-selection.ts';
import type { TableModel } from '../table-model.ts';
import { onSelected } from './selected-cells.ts';
import { readTabs } from './tab-separated.ts';

/** The JSON beside the text, for pages that know it. */
const WEB_JSON = 'web application/json';

/** What copies and pastes in one table. */
export class TableClipboard {
  constructor(private readonly model: TableModel) {}

  /** Puts the selected cells on the clipboard. */
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
      // The promises inside the item keep the right that the key press gave.
      await navigator.clipboard.write([new ClipboardItem(item)]);
    } catch (error) {
      await copying;
      throw refusal(TABLE_REFUSED.copy, error);
    }
    model.announce(TABLE_SAID.copied((range.lastRow - range.firstRow + 1) * range.columns.length));
  }

  /** Copies the selected cells and empties them, whichever are selected by then. */
  async cut(): Promise<void> {
    await this.empty('empty-cells', (range) => this.copyRange(range, 'tabs'));
  }

  /** Empties the selected cells, or removes their values with their keys; `before`: what is done with them first. */
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

  /** Pastes what the browser lets a page read, which may ask the person. */
  async pasteFromSystem(): Promise<void> {
    const reading = navigator.clipboard.readText().catch((error: unknown) => {
      throw refusal(TABLE_REFUSED.paste, error);
    });
    reading.catch(() => undefined);
    // What is done before the browser answers comes behind it.
    await this.paste(reading);
  }

  /** Fills cells from the first selected one on; a single text fills all that are selected. Rows behind the last one are added. */
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
