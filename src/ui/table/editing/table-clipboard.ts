// Copies and pastes cells. They are copied as tab-separated text, which spreadsheets read, as JSON, and in our own form
// (`copied-cells.ts`), which is preferred when they are pasted.

import { CodedError } from '../../../shared/errors.ts';
import type { CellRange, CopiedCells, SpeltCells } from '../../../shared/protocol/table.ts';
import { literalOf } from '../../model/literal.ts';
import { copyParts, readClipboard, type ClipboardContent } from '../../widgets/clipboard.ts';
import { refusal } from '../../widgets/begin-copy.ts';
import { columnTitle } from '../model/column-layout.ts';
import type { Path } from '../../../shared/document/path.ts';
import { TABLE_ASK, TABLE_DOING, TABLE_REFUSED, TABLE_SAID } from '../../strings/editors/table.ts';
import type { Rectangle } from '../../model/cell-selection.ts';
import type { TableModel } from '../model/table-model.ts';
import { findCells, hasHtml, rememberCells, cellsAsHtml } from './copied-cells.ts';
import { onSelected, otherRanges } from './selected-cells.ts';
import { readHtml } from './html-cells.ts';
import { readPasted } from './pasted-text.ts';
import { retryStale } from '../../async/stale.ts';

/** The type of the JSON copy, for web pages that support it. */
const WEB_JSON = 'web application/json';
const MAX_TRIES = 5;
/** JSON5 numbers that JSON does not have. */
const NO_JSON_NUMBER = /^[+-]?(?:Infinity|NaN)$/;

/** How cells are copied: as tab-separated text and HTML, the same below the names of the columns, or as JSON. */
type CopyForm = 'tabs' | 'named' | 'json';

/** The clipboard commands of one table. */
export class TableClipboard {
  constructor(private readonly model: TableModel) {}

  /** Copies the selected cells to the clipboard. */
  async copy(as: CopyForm = 'tabs'): Promise<void> {
    const { range, area, state } = this.model;
    if (state.ranges.length > 0) throw new CodedError('refused', TABLE_REFUSED.severalRanges);
    if (range === null) return;
    this.model.set({ copied: area });
    if (!(await this.copyRange(range, as))) this.model.set({ copied: null });
  }

  /** Returns whether the cells are on the clipboard; `false` if something else was copied meanwhile. */
  private async copyRange(range: CellRange, as: CopyForm): Promise<boolean> {
    const { model } = this;
    const cells = (range.lastRow - range.firstRow + 1) * range.columns.length;
    const copying = this.readCells(range).then((copied) =>
      as === 'named' ? withNames(copied, namesOf(model, range)) : copied,
    );
    copying.catch(() => undefined);
    const typed = async (part: 'tsv' | 'json', type: string): Promise<Blob> =>
      new Blob([(await copying)[part]], { type });
    const parts: Record<string, Promise<Blob>> = { 'text/plain': typed(as === 'json' ? 'json' : 'tsv', 'text/plain') };
    if (as !== 'json') {
      if (hasHtml(cells)) parts['text/html'] = copying.then(cellsAsHtml);
      if ('supports' in ClipboardItem && ClipboardItem.supports(WEB_JSON)) parts[WEB_JSON] = typed('json', WEB_JSON);
    }
    try {
      if (!(await copyParts(parts))) return false;
      rememberCells(as !== 'json' && !hasHtml(cells) ? await copying : null);
    } catch (error) {
      throw refusal(TABLE_REFUSED.copy, error);
    }
    model.announce(TABLE_SAID.copied(cells));
    if (as !== 'json' && !hasHtml(cells)) model.host.onNote(TABLE_SAID.copiedWithoutHtml(cells));
    return true;
  }

  /** Reads the cells of a range, again if somebody else changes the document meanwhile. */
  private async readCells(range: CellRange): Promise<CopiedCells> {
    const { model } = this;
    const read = (): Promise<CopiedCells> =>
      model.host.runTask(TABLE_DOING.copy, (task) => model.client.copyCells(range, task));
    return retryStale(MAX_TRIES, read, () => model.client.caughtUp());
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
      const others = await otherRanges(model, range);
      let { count = 0 } = await write(TABLE_DOING.write, range.path, { type, rows, columns: range.columns });
      for (const other of others)
        count += (await write(TABLE_DOING.write, range.path, { type, ...other }, true)).count ?? 0;
      model.blink(area);
      model.announce(TABLE_SAID.emptied[type](count));
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
      const table = await this.formatContent(await content);
      const width = table.rows.reduce((most, row) => Math.max(most, row.length), 0);
      if (width === 0) return;
      const { path, arrangement } = range;
      // Columns that came since are not taken for missing ones.
      if (area.firstColumn + width > model.state.layout.count) await model.columns.read();
      const { columns } = model.state.layout;
      const { firstRow, firstColumn } = area;
      const isSingle = table.rows.length === 1 && width === 1;
      const over = isSingle ? [] : newColumns(model, firstColumn + width - columns.length);
      const lastColumn = Math.min(columns.length + over.length - 1, firstColumn + width - 1);
      const lastRow = firstRow + table.rows.length - 1;
      const filled: Rectangle = isSingle ? area : { firstRow, lastRow, firstColumn, lastColumn };
      if (filled.lastRow >= model.rowCount && arrangement !== null)
        throw new CodedError('refused', TABLE_REFUSED.sorted);
      const below = Math.max(0, filled.lastRow - model.rowCount + 1);
      if ((below > 0 || over.length > 0) && !(await this.mayGrow(below, over.length))) return;
      const lastThere = Math.min(filled.lastRow, model.rowCount - 1);
      const rows = isSingle ? selected : await model.client.rowPositions(path, arrangement, firstRow, lastThere);
      const paths = [...columns.slice(firstColumn, filled.lastColumn + 1).map((column) => column.path), ...over];
      const { jsons, changed } = table.toJsons(isSingle ? 1 : paths.length);
      const change = { type: 'set-cells', rows, columns: paths, jsons, dialect: table.dialect ?? dialect } as const;
      const { count = 0 } = await write(TABLE_DOING.write, path, change);
      const cells = isSingle ? rows.length * paths.length : jsons.length;
      model.announce(TABLE_SAID.written(count));
      const left = firstColumn + width - columns.length - over.length;
      for (const note of [
        count < cells ? TABLE_REFUSED.someSet(count, cells) : null,
        left > 0 ? TABLE_REFUSED.tooWide(left, width) : null,
        changed > 0 ? TABLE_REFUSED.noNumbers(changed) : null,
      ])
        if (note !== null) model.host.onError(new CodedError('refused', note));
      await model.rows.arrival(model.client.state.revision);
      if (over.length > 0) await model.columns.read();
      model.selection.choose({
        focus: { row: filled.firstRow, column: filled.firstColumn },
        anchor: { row: filled.lastRow, column: filled.lastColumn },
        span: 'cells',
      });
      model.blink(filled);
    });
  }

  /** Asks whether rows and columns may be added behind the last ones. */
  private mayGrow(rows: number, columns: number): Promise<boolean> {
    const { title, text, yes } = TABLE_ASK.grow;
    return this.model.host.confirm({ title, text: text(rows, columns), yes });
  }

  /** Returns the cells on the clipboard as they are to be written. */
  private async formatContent(content: ClipboardContent) {
    const own = await findCells(content);
    const { dialect } = this.model.client.state;
    // Cells of other programs, as JSON.
    const foreign = own === null ? (readHtml(content.html) ?? this.literals(content.text)) : [];
    const rows: SpeltCells['rows'] = own?.rows ?? foreign;
    const toJsons = (width: number): { readonly jsons: (string | null)[]; readonly changed: number } => {
      let changed = 0;
      const jsons: (string | null)[] = [];
      for (const row of rows) {
        for (let column = 0; column < width; column += 1) {
          const cell = row[column];
          if (own === null) jsons.push(cell || '""');
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

  /** The cells of a pasted text as they are to be written. */
  private literals(text: string): string[][] {
    const { dialect } = this.model.client.state;
    return readPasted(text).map((row) =>
      row.map(({ text: cell, isText }) => {
        if (cell === '') return '';
        return isText || cell.startsWith('"') ? JSON.stringify(cell) : literalOf(cell, 'null', dialect);
      }),
    );
  }
}

/** The titles of the columns of a range. */
function namesOf(model: TableModel, { columns }: CellRange): string[] {
  return columns.length === 0
    ? model.state.layout.columns.map(({ path }) => columnTitle(path))
    : columns.map(columnTitle);
}

/** Puts the names of the columns above copied cells. */
async function withNames({ json, ...copied }: CopiedCells, names: readonly string[]): Promise<CopiedCells> {
  const line = names.map((name) => (/[\t\n\r]|^"/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join('\t');
  const { dialect, rows } = JSON.parse(await copied.cells.text()) as SpeltCells;
  const named: SpeltCells = { dialect, rows: [names.map((name) => JSON.stringify(name)), ...rows] };
  return { json, tsv: new Blob([`${line}\n`, copied.tsv]), cells: new Blob([JSON.stringify(named)]) };
}

/** The paths of columns to add behind the last one; none where the items have no names and no positions. */
function newColumns({ state }: TableModel, count: number): Path[] {
  const all = state.shape?.columns.map(({ path }) => path) ?? [];
  const isArray = all.every(([first]) => typeof first === 'number');
  if (count <= 0 || all.some((path) => path.length === 0)) return [];
  if (isArray) return Array.from({ length: count }, (_, at) => [all.length + at]);
  const taken = new Set(all.map(([first]) => String(first)));
  const paths: Path[] = [];
  for (let number = all.length + 1; paths.length < count; number += 1)
    if (!taken.has(`column ${number}`)) paths.push([`column ${number}`]);
  return paths;
}
