// Adapts the tree to the scrollbar's marks, whose unit here is a row. A hit inside a collapsed container is marked at its row.

import type { DocumentClient } from '../../client/document.ts';
import type { MarkHost } from '../../find/find-marks.ts';

/** Returns the rows of a document as the content beside a scrollbar. */
export function markRows(client: DocumentClient): MarkHost {
  return {
    get total() {
      return client.state.rowCount;
    },
    get version() {
      return String(client.state.rowsVersion);
    },
    error: null,
    readStarts: (units) => client.rowStarts(units),
    subscribe: (listener) => client.subscribe(listener),
  };
}
