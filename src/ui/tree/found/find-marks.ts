// What the scrollbar of the tree marks by: rows. A hit in what is collapsed is marked at the row that holds it.

import type { DocumentClient } from '../../client/document.ts';
import type { MarkHost } from '../../find/find-marks.ts';

/** The rows of a document, for the marks beside their scrollbar. */
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
