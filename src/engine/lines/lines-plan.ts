// The planned result of a command on lines.

import type { Selection } from '../../shared/protocol/selection.ts';
import type { Splice } from '../../shared/document/splice.ts';

/** The splices of a command, sorted, and the selections in the text that they produce. */
export interface LinesPlan {
  readonly splices: Splice[];
  readonly spans: Selection;
}
