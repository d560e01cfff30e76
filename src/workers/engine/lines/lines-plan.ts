// What a command on lines does, before it is done.

import type { Selection } from '../../../shared/protocol/selection.ts';
import type { Splice } from '../../../shared/document/splice.ts';

/** The splices of a command, sorted, and what is selected in the text that they make. */
export interface LinesPlan {
  readonly splices: Splice[];
  readonly spans: Selection;
}
