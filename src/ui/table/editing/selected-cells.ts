// Runs actions on the selected cells, in their turn; and what the panel asks for: the selected cells, and all that are shown.

import { CodedError } from '../../../shared/errors.ts';
import type { Path } from '../../../shared/document/path.ts';
import { valueDialect } from '../../../shared/document/dialect.ts';
import type { CellRange, SpeltCells } from '../../../shared/protocol/table.ts';
import type { Revision } from '../../../shared/units.ts';
import { TABLE_REFUSED } from '../../strings/editors/table.ts';
import type { FollowedValue } from '../../client/followed-value.ts';
import type { CellSelection, Rectangle } from '../../model/cell-selection.ts';
import type { Task } from '../../client/document.ts';
import type { ValueText } from '../../../shared/protocol/forms.ts';
import type { ShownCells } from '../../panel-core/panel-core.ts';
import { columnTitle } from '../model/column-layout.ts';
import type { TableModel } from '../model/table-model.ts';
import type { Write } from '../model/table-writes.ts';

export interface SelectedCells {
  readonly area: Rectangle;
  readonly range: CellRange;
  /** Array positions of the rows. */
  readonly rows: Uint32Array;
}

/**
 * Runs an action on the cells selected now or, if pending changes may move rows, on those selected after them. If somebody else
 * changes the document before it writes, it acts on the same cells, wherever they are by then.
 */
export async function onSelected(
  model: TableModel,
  moves: boolean,
  work: (selected: SelectedCells, write: Write) => Promise<void>,
): Promise<void> {
  const { client, writing, state } = model;
  const { selection } = state;
  const now = writing.movesRows ? null : { area: model.area, range: model.range };
  const { revision } = client.state;
  const position = model.cache.row(selection.focus.row)?.position;
  // The user may select something else before the action's turn comes.
  const focus = now === null ? null : model.selection.trackRow(selection.focus.row);
  try {
    await writing.inTurn(moves, async (write, isAgain) => {
      let selected = now ?? model;
      if (isAgain || client.state.revision !== revision) {
        await model.rows.arrival(client.state.revision);
        await model.recoverOrder();
        selected = now === null ? model : await currentCells(model, now, focus, selection, revision);
      }
      const { area, range } = selected;
      if (area === null || range === null) return;
      const { path, arrangement, firstRow, lastRow } = range;
      const rows = await client.rowPositions(path, arrangement, firstRow, lastRow);
      // Ordered anew by another worker, the rows may stand elsewhere.
      if (isAgain && client.state.revision === revision && position !== undefined && !rows.includes(position))
        throw new CodedError('refused', TABLE_REFUSED.movedOn);
      await work({ area, range, rows }, write);
    });
  } finally {
    focus?.release();
  }
}

/** Returns the ranges that are selected besides, as rows of the array and columns. */
export async function otherRanges(
  model: TableModel,
  { path, arrangement }: CellRange,
): Promise<{ readonly rows: Uint32Array; readonly columns: readonly Path[] }[]> {
  const { ranges, layout } = model.state;
  return Promise.all(
    ranges.map(async ({ firstRow, lastRow, firstColumn, lastColumn }) => ({
      rows: await model.client.rowPositions(path, arrangement, firstRow, Math.min(lastRow, model.rowCount - 1)),
      columns: layout.columns.slice(firstColumn, lastColumn + 1).map((column) => column.path),
    })),
  );
}

/** Returns the cells that a table shows: its rows as filtered and ordered, and its visible columns. `null` if there are none. */
export function shownCells({ state, rowCount }: TableModel): ShownCells | null {
  const { phase, path, arranged, layout } = state;
  if (phase !== 'table' || rowCount === 0 || layout.count === 0) return null;
  const columns = layout.columns.map((column) => column.path);
  return {
    range: { path, arrangement: arranged?.id ?? null, firstRow: 0, lastRow: rowCount - 1, columns },
    names: columns.map((column) => (column.length === 0 ? columnTitle(column) : column.join('.'))),
    rows: rowCount,
  };
}

/** Returns the selected cells as an array, a single one as its value; `null` if none are selected. @throws CodedError */
export async function readSelected({ client, range }: TableModel, task: Task): Promise<ValueText | null> {
  if (range === null) return null;
  const { json, cells } = await client.copyCells(range, task);
  const { dialect } = client.state;
  const own = valueDialect(dialect);
  if (range.firstRow !== range.lastRow || range.columns.length !== 1)
    return { text: json, dialect: own, isList: false };
  const { rows } = JSON.parse(await cells.text()) as SpeltCells;
  return { text: new Blob([rows[0]?.[0] ?? 'null']), dialect: own, isList: false };
}

/** Where cells are by now whose focused row was followed. @throws CodedError `refused` if their rows are gone, or apart */
async function currentCells(
  model: TableModel,
  { area, range }: Pick<TableModel, 'area' | 'range'>,
  focus: FollowedValue | null,
  selection: CellSelection,
  revision: Revision,
): Promise<Pick<TableModel, 'area' | 'range'>> {
  if (area === null || range === null) return { area, range };
  const arrangement = model.range?.arrangement ?? null;
  // Without another change it was only the order that a new worker did not know.
  if (model.client.state.revision === revision) return { area, range: { ...range, arrangement } };
  const row = focus === null ? null : await model.selection.rowOf(focus);
  if (row === null) {
    if (focus !== null || model.selection.latest(selection) === null)
      throw new CodedError('refused', TABLE_REFUSED.movedOn);
    return model;
  }
  const shift = row - selection.focus.row;
  // Rows that were ordered anew need not be neighbours any more.
  if (shift !== 0 && arrangement !== null && area.firstRow !== area.lastRow)
    throw new CodedError('refused', TABLE_REFUSED.movedOn);
  const rows = { firstRow: area.firstRow + shift, lastRow: area.lastRow + shift };
  return { area: { ...area, ...rows }, range: { ...range, ...rows, arrangement } };
}
