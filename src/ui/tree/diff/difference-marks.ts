// What the scrollbar of the tree marks differences by: rows.

import type { DocumentClient } from '../../client/document.ts';
import type { DiffMarkHost } from '../../compare/scrollbar-marks.ts';

/** The rows of a document, for the differences beside their scrollbar. */
export function diffRows(client: DocumentClient): DiffMarkHost {
  return {
    get total() {
      return client.state.rowCount;
    },
    get version() {
      return String(client.state.rowsVersion);
    },
    get revision() {
      return client.state.revision;
    },
    readNodes: (units) => client.rowNodes(units),
    subscribe: (listener) => client.subscribe(listener),
  };
}
