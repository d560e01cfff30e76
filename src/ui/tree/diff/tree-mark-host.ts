// Adapts the tree to the scrollbar's difference marks, whose unit here is a row.

import type { DocumentClient } from '../../client/document.ts';
import type { DiffMarkHost } from '../../compare/difference-marks.ts';

/** Returns the rows of a document as a source of positions for difference marks. */
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
