// Adapts the table to the scrollbar's difference marks, whose unit here is a row. A sorted or filtered table has none: its rows
// are not in the order of their values.

import type { DiffMarkHost } from '../../compare/difference-marks.ts';
import type { TableModel } from '../model/table-model.ts';

/** Returns the rows of a table as a source of positions for difference marks. */
export function diffTableRows(model: TableModel): DiffMarkHost {
  return {
    get total() {
      return model.state.phase === 'table' && model.state.arranged?.id == null ? model.rowCount : 0;
    },
    get version() {
      return JSON.stringify([model.client.state.rowsVersion, model.state.path]);
    },
    get revision() {
      return model.client.state.revision;
    },
    readNodes: (units) => model.client.tableRowNodes(model.state.path, units),
    subscribe: (listener) => model.subscribe(listener),
  };
}
