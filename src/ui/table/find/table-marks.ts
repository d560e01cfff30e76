// Adapts the table to the scrollbar's marks, whose unit here is a row. A sorted or filtered table has no marks: its rows are
// not in the order of their bytes.

import type { MarkHost } from '../../find/find-marks.ts';
import type { TableModel } from '../model/table-model.ts';

/** Returns the rows of a table as the content beside a scrollbar. */
export function markTableRows(model: TableModel): MarkHost {
  return {
    get total() {
      return model.state.phase === 'table' && model.state.arranged?.id == null ? model.rowCount : 0;
    },
    get version() {
      const { path, arranged } = model.state;
      return JSON.stringify([model.client.state.revision, path, arranged?.id ?? null, model.rowCount]);
    },
    error: null,
    readStarts: (units) => model.client.tableRowStarts(model.state.path, units),
    subscribe: (listener) => model.subscribe(listener),
  };
}
