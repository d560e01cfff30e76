// Fills cells from others: down and right by keys, by the handle at the corner of the selection, as copies or as a series. All
// that is filled is one step.

import type { SpeltCells } from '../../../shared/protocol/table.ts';
import { TABLE_DOING, TABLE_SAID } from '../../strings/editors/table.ts';
import type { CellAt, Rectangle } from '../../model/cell-selection.ts';
import { cellUnder } from '../editing/cell-under.ts';
import type { TableModel } from '../model/table-model.ts';
import { continueSeries } from './series.ts';
import { onSelected } from './selected-cells.ts';

/** Fills the cells of one table. */
export class CellFilling {
  constructor(private readonly model: TableModel) {}

  /** Fills the first selected row into the others; of a single row, the row above. */
  async down(): Promise<void> {
    const { area } = this.model;
    if (area === null) return;
    const first = area.firstRow === area.lastRow ? area.firstRow - 1 : area.firstRow;
    if (first < 0) return;
    await this.fillFrom({ ...area, firstRow: first, lastRow: first }, { ...area, firstRow: first }, 'copy', false);
  }

  /** The same from the left to the right. */
  async right(): Promise<void> {
    const { area } = this.model;
    if (area === null) return;
    const first = area.firstColumn === area.lastColumn ? area.firstColumn - 1 : area.firstColumn;
    if (first < 0) return;
    await this.fillFrom(
      { ...area, firstColumn: first, lastColumn: first },
      { ...area, firstColumn: first },
      'copy',
      false,
    );
  }

  /** Fills the selected cells with the one where the selection was begun. */
  async fillRange(): Promise<void> {
    const { area, state } = this.model;
    if (area === null) return;
    const { row, column } = state.selection.anchor;
    await this.fillFrom({ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column }, area, 'copy');
  }

  /** Continues the numbers or dates at the beginning of the selected cells, downwards. */
  async series(): Promise<void> {
    const { area } = this.model;
    if (area === null || area.firstRow === area.lastRow) return;
    const lastRow = Math.min(area.firstRow + 1, area.lastRow - 1);
    await this.fillFrom({ ...area, lastRow: Math.max(area.firstRow, lastRow) }, area, 'series');
  }

  /** Fills the selected cells down to the last row. */
  toEnd(): void {
    const { area, rowCount } = this.model;
    if (area !== null) this.model.run(this.fillFrom(area, { ...area, lastRow: rowCount - 1 }, 'copy'));
  }

  /** Follows the handle until it is let go. */
  drag({ pointerId }: PointerEvent): void {
    const { model } = this;
    const { area } = model;
    if (area === null) return;
    const ending = new AbortController();
    const options = { signal: ending.signal };
    const end = (isDone: boolean): void => {
      ending.abort();
      const target = model.state.filling;
      model.set({ filling: null });
      if (isDone && target !== null) model.run(this.fillFrom(area, target, 'copy'));
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== pointerId) return;
      const at = cellUnder(document.elementFromPoint(event.clientX, event.clientY));
      if (at !== null && at !== 'position') model.set({ filling: extended(area, at) });
    };
    addEventListener('pointermove', move, options);
    addEventListener('pointerup', () => end(true), options);
    addEventListener('pointercancel', () => end(false), options);
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        end(false);
      },
      { ...options, capture: true },
    );
  }

  /** Fills the cells of `target` that are not in `source`, which are beyond one of its edges. */
  private async fillFrom(source: Rectangle, target: Rectangle, how: 'copy' | 'series', selects = true): Promise<void> {
    const { model } = this;
    const { selection } = model.state;
    await onSelected(model, false, async ({ range }, write) => {
      const { path, arrangement } = range;
      const { columns } = model.state.layout;
      const { cells } = await model.client.copyCells({
        path,
        arrangement,
        firstRow: source.firstRow,
        lastRow: source.lastRow,
        columns: columns.slice(source.firstColumn, source.lastColumn + 1).map((column) => column.path),
      });
      const { rows: spelt, dialect } = JSON.parse(await cells.text()) as SpeltCells;
      const isDown = target.firstRow < source.firstRow || target.lastRow > source.lastRow;
      const isSideways = target.firstColumn < source.firstColumn || target.lastColumn > source.lastColumn;
      const [firstRow, lastRow] = beyond(source.firstRow, source.lastRow, target.firstRow, target.lastRow);
      const rows = await model.client.rowPositions(
        path,
        arrangement,
        isDown && !isSideways ? firstRow : target.firstRow,
        isDown && !isSideways ? lastRow : target.lastRow,
      );
      const first = isDown && !isSideways ? firstRow : target.firstRow;
      let [isAgain, count] = [false, 0];
      for (let column = target.firstColumn; column <= target.lastColumn; column += 1) {
        if (!isDown && column >= source.firstColumn && column <= source.lastColumn) continue;
        const width = source.lastColumn - source.firstColumn + 1;
        const own = spelt.map((row) => row[modulo(column - source.firstColumn, width)] ?? null);
        const next = how === 'series' ? continueSeries(own) : null;
        const jsonAt = (row: number): string | null =>
          next === null || row < source.firstRow
            ? (own[modulo(row - source.firstRow, own.length)] ?? null)
            : next(row - source.lastRow);
        const isOne = own.length === 1 && next === null;
        const jsons = isOne ? [own[0] ?? null] : Array.from(rows, (_, at) => jsonAt(first + at));
        const change = { type: 'set-cells', rows, columns: [columns[column]?.path ?? []], jsons, dialect } as const;
        count += (await write(TABLE_DOING.write, path, change, isAgain)).count ?? 0;
        isAgain = true;
      }
      model.announce(TABLE_SAID.written(count));
      // By the handle the filled cells are selected, unless the user has moved on.
      if (selects && model.state.selection === selection)
        model.selection.choose({
          focus: { row: target.lastRow, column: target.lastColumn },
          anchor: { row: target.firstRow, column: target.firstColumn },
          span: 'cells',
        });
      model.blink(target);
    });
  }
}

/** An area, extended to a cell in the direction in which that is farther away. */
function extended(area: Rectangle, { row, column }: CellAt): Rectangle | null {
  const down = Math.max(row - area.lastRow, area.firstRow - row, 0);
  const sideways = Math.max(column - area.lastColumn, area.firstColumn - column, 0);
  if (down === 0 && sideways === 0) return null;
  return down >= sideways
    ? { ...area, firstRow: Math.min(area.firstRow, row), lastRow: Math.max(area.lastRow, row) }
    : { ...area, firstColumn: Math.min(area.firstColumn, column), lastColumn: Math.max(area.lastColumn, column) };
}

/** The part of a target that is before or behind its source; all of it if they are the same. */
function beyond(first: number, last: number, from: number, to: number): [number, number] {
  return from < first ? [from, first - 1] : to > last ? [last + 1, to] : [from, to];
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
