// Runs actions on the selected cells, in their turn.

import { CodedError } from '../../../shared/errors.ts';
import type { CellRange } from '../../../shared/protocol/table.ts';
import type { Revision } from '../../../shared/units.ts';
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
  const { client, state, writing } = model;
  const { selection } = state;
  const focused = model.cache.row(selection.focus.row)?.position;
  const before = { area: model.area, range: model.range };
  let now = writing.movesRows ? null : before;
  let base: Revision | null = null;
  return writing.inTurn(moves, async (write, isAgain) => {
    if (isAgain) {
      await model.arrival(client.state.revision);
      await model.recoverOrder();
      // Without another change it was only the order that a new worker did not know.
      if (client.state.revision !== base) now = null;
      if (now === null && model.latest(selection) === null) throw new CodedError('refused', TABLE_REFUSED.movedOn);
    }
    base = client.state.revision;
    const { area, range } = now ?? model;
    if (area === null || range === null) return;
    const arrangement = model.range?.arrangement ?? null;
    const rows = await client.rowPositions(range.path, arrangement, range.firstRow, range.lastRow);
    // Ordered anew, the rows may stand elsewhere.
    const isMoved = isAgain && arrangement !== null && focused !== undefined && !rows.includes(focused);
    if (isMoved) throw new CodedError('refused', TABLE_REFUSED.movedOn);
    await work({ area, range: { ...range, arrangement }, rows }, write);
  });
}
