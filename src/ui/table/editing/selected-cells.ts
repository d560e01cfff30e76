// Runs actions on the selected cells, in their turn.

import { CodedError } from '../../../shared/errors.ts';
import type { CellRange } from '../../../shared/protocol/table.ts';
import { TABLE_REFUSED } from '../../strings/editors/table.ts';
import type { Rectangle } from '../cell-selection.ts';
import type { TableModel } from '../table-model.ts';
import type { Write } from './table-writes.ts';

/** The selected cells. */
export interface SelectedCells {
  readonly area: Rectangle;
  readonly range: CellRange;
  /** Array positions of the rows. */
  readonly rows: Uint32Array;
}

/**
 * Runs an action on the cells selected now or, if pending changes may move rows, on those selected after them. If somebody else
 * changes the document before it writes, it is run again on the same cells, wherever they are by then. `moves` says that the
 * action may move rows.
 */
export function onSelected(
  model: TableModel,
  moves: boolean,
  work: (selected: SelectedCells, write: Write) => Promise<void>,
): Promise<void> {
  const { selection } = model.state;
  let now = model.writing.movesRows ? null : { area: model.area, range: model.range };
  return model.writing.inTurn(moves, async (write, isAgain) => {
    if (isAgain) {
      await model.arrival(model.client.state.revision);
      if (model.latest(selection) === null) throw new CodedError('refused', TABLE_REFUSED.movedOn);
      now = null;
    }
    const { area, range } = now ?? model;
    if (area === null || range === null) return;
    const { path, arrangement, firstRow, lastRow } = range;
    await work({ area, range, rows: await model.client.rowPositions(path, arrangement, firstRow, lastRow) }, write);
  });
}
