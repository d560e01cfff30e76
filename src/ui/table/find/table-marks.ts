// What the scrollbar of a table marks by: rows. Where they are sorted or filtered nothing is marked: bytes are in another order.

import type { MarkHost } from '../../find/find-marks.ts';
import type { TableModel } from '../table-model.ts';

/** The rows of a table, for the marks beside their scrollbar. */
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
