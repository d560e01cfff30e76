// Copies and pastes cells. They are copied as tab-separated text, which spreadsheets read, as JSON, and in our own form
// (`copied-cells.ts`), which is preferred when they are pasted.

import { CodedError, hasCode } from '../../../shared/errors.ts';
import type { CellRange, CopiedCells, SpeltCells } from '../../../shared/protocol/table.ts';
import { literalOf } from '../../model/literal.ts';
import { copyParts } from '../../widgets/clipboard-write.ts';
import { refusal } from '../../widgets/clipboard-refusal.ts';
import { TABLE_DOING, TABLE_REFUSED, TABLE_SAID } from '../../strings/editors/table.ts';
import type { Rectangle } from '../cell-selection.ts';
import type { TableModel } from '../table-model.ts';
import { findCells, hasHtml, readClipboard, rememberCells, spellHtml, type ClipboardContent } from './copied-cells.ts';
import { onSelected } from './selected-cells.ts';
import { readTabs } from './tab-separated.ts';

/** The type of the JSON copy, for web pages that support it. */
const WEB_JSON = 'web application/json';
const MAX_TRIES = 5;
/** JSON5 numbers that JSON does not have. */
const NO_JSON_NUMBER = /^[+-]?(?:Infinity|NaN)$/;

/** The clipboard commands of one table. */
export class TableClipboard {
  constructor(private readonly model: TableModel) {}

  /** Copies the selected cells to the clipboard. */
  async copy(as: 'tabs' | 'json' = 'tabs'): Promise<void> {
    const { range } = this.model;
    if (range !== null) await this.copyRange(range, as);
  }

  /** Returns whether the cells are on the clipboard; `false` if something else was copied meanwhile. */
  private async copyRange(range: CellRange, as: 'tabs' | 'json'): Promise<boolean> {
    const { model } = this;
    const cells = (range.lastRow - range.firstRow + 1) * range.columns.length;
    const copying = this.readCells(range);
    copying.catch(() => undefined);
    const typed = async (part: 'tsv' | 'json', type: string): Promise<Blob> =>
      new Blob([(await copying)[part]], { type });
    const parts: Record<string, Promise<Blob>> = { 'text/plain': typed(as === 'tabs' ? 'tsv' : 'json', 'text/plain') };
    if (as === 'tabs') {
      if (hasHtml(cells)) parts['text/html'] = copying.then(spellHtml);
      if ('supports' in ClipboardItem && ClipboardItem.supports(WEB_JSON)) parts[WEB_JSON] = typed('json', WEB_JSON);
    }
    try {
      if (!(await copyParts(parts))) return false;
      rememberCells(as === 'tabs' && !hasHtml(cells) ? await copying : null);
    } catch (error) {
      throw refusal(TABLE_REFUSED.copy, error);
    }
    model.announce(TABLE_SAID.copied(cells));
    return true;
  }

  /** Reads the cells of a range, again if somebody else changes the document meanwhile. */
  private async readCells(range: CellRange): Promise<CopiedCells> {
    const { model } = this;
    for (let tries = 1; ; tries += 1) {
      try {
        return await model.host.runTask(TABLE_DOING.copy, (task) => model.client.copyCells(range, task));
      } catch (error) {
        if (!hasCode(error, 'stale') || tries === MAX_TRIES) throw error;
        await model.client.caughtUp();
      }
    }
  }

  /** Copies the selected cells and empties those same cells, whatever is selected by then. */
  async cut(): Promise<void> {
    await this.empty('empty-cells', (range) => this.copyRange(range, 'tabs'));
  }

  /**
   * Empties the selected cells, or removes their values with their keys. `before` is called with the cells first; if it resolves
   * to false, they stay.
   */
  async empty(
    type: 'empty-cells' | 'remove-cells',
    before: (range: CellRange) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<void> {
    const { model } = this;
    await onSelected(model, false, async ({ area, rows, range }, write) => {
      if (!(await before(range))) return;
      const { count = 0 } = await write(TABLE_DOING.write, range.path, { type, rows, columns: range.columns });
      model.blink(area);
      model.announce(TABLE_SAID.written(count));
    });
  }

  /** Pastes from the system clipboard. The browser may ask the user for permission. */
  async pasteFromSystem(): Promise<void> {
    const reading = readClipboard().catch((error: unknown) => {
      throw refusal(TABLE_REFUSED.paste, error);
    });
    reading.catch(() => undefined);
    // Not awaited: actions that are begun while the browser reads wait for the paste.
    await this.paste(reading);
  }

  /**
   * Fills cells from the first selected one on; a single value fills all selected cells. Rows are added after the last one if
   * necessary. All of it is one write.
   */
  async paste(content: ClipboardContent | Promise<ClipboardContent>): Promise<void> {
    const { model } = this;
    await onSelected(model, true, async ({ area, range, rows: selected }, write) => {
      const { dialect } = model.client.state;
      const table = await this.spell(await content);
      const width = table.rows.reduce((most, row) => Math.max(most, row.length), 0);
      if (width === 0) return;
      const { path, arrangement } = range;
      const { columns } = model.state.layout;
      const { firstRow, firstColumn } = area;
      const isSingle = table.rows.length === 1 && width === 1;
      const lastColumn = Math.min(columns.length - 1, firstColumn + width - 1);
      const lastRow = firstRow + table.rows.length - 1;
      const filled: Rectangle = isSingle ? area : { firstRow, lastRow, firstColumn, lastColumn };
      if (filled.lastRow >= model.rowCount && arrangement !== null)
        throw new CodedError('refused', TABLE_REFUSED.sorted);
      const lastThere = Math.min(filled.lastRow, model.rowCount - 1);
      const rows = isSingle ? selected : await model.client.rowPositions(path, arrangement, firstRow, lastThere);
      const paths = columns.slice(firstColumn, filled.lastColumn + 1).map((column) => column.path);
      const { jsons, changed } = table.toJsons(isSingle ? 1 : paths.length);
      const change = { type: 'set-cells', rows, columns: paths, jsons, dialect: table.dialect ?? dialect } as const;
      const { count = 0 } = await write(TABLE_DOING.write, path, change);
      const cells = isSingle ? rows.length * paths.length : jsons.length;
      model.announce(TABLE_SAID.written(count));
      const left = firstColumn + width - columns.length;
      for (const note of [
        count < cells ? TABLE_REFUSED.someSet(count, cells) : null,
        left > 0 ? TABLE_REFUSED.tooWide(left, width) : null,
        changed > 0 ? TABLE_REFUSED.noNumbers(changed) : null,
      ])
        if (note !== null) model.host.onError(new CodedError('refused', note));
      await model.arrival(model.client.state.revision);
      model.choose({
        focus: { row: filled.firstRow, column: filled.firstColumn },
        anchor: { row: filled.lastRow, column: filled.lastColumn },
        span: 'cells',
      });
      model.blink(filled);
    });
  }

  /** Returns the cells on the clipboard as they are to be written. */
  private async spell(content: ClipboardContent) {
    const own = await findCells(content);
    const { dialect } = this.model.client.state;
    const rows: SpeltCells['rows'] = own?.rows ?? readTabs(content.text);
    const toJsons = (width: number): { readonly jsons: (string | null)[]; readonly changed: number } => {
      let changed = 0;
      const jsons: (string | null)[] = [];
      for (const row of rows) {
        for (let column = 0; column < width; column += 1) {
          const cell = row[column];
          if (own === null) jsons.push(literalOf(cell ?? '', 'null', dialect));
          else if (cell != null && dialect !== 'json5' && NO_JSON_NUMBER.test(cell)) {
            changed += 1;
            jsons.push(JSON.stringify(cell));
          } else jsons.push(cell ?? null);
        }
      }
      return { jsons, changed };
    };
    return { rows, dialect: own?.dialect ?? null, toJsons };
  }
}
