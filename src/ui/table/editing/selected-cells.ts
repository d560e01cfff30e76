// What is done to the selected cells, in its turn.

import type { CellRange } from '../../../shared/protocol/table.ts';
import type { Rectangle } from '../cell-selection.ts';
import type { TableModel } from '../table-model.ts';
import type { Write } from './table-writes.ts';

/** What is selected. */
export interface SelectedCells {
  readonly area: Rectangle;
  readonly range: CellRange;
  /** Positions of the rows in the array. */
  readonly rows: Uint32Array;
}

/**
 * Does something to the cells that are selected now; while rows are about to move, to those that are then. `moves`: rows may be
 * elsewhere afterwards.
 */
export function onSelected(
  model: TableModel,
  moves: boolean,
  work: (selected: SelectedCells, write: Write) => Promise<void>,
): Promise<void> {
  const now = model.writing.movesRows ? null : { area: model.area, range: model.range };
  return model.writing.inTurn(moves, async (write) => {
    const { area, range } = now ?? model;
    if (area === null || range === null) return;
    const { path, arrangement, firstRow, lastRow } = range;
    await work({ area, range, rows: await model.client.rowPositions(path, arrangement, firstRow, lastRow) }, write);
  });
}
