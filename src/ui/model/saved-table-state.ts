// Where a table was left.

import type { Path } from '../../shared/document/path.ts';
import type { Arrangement } from '../../shared/protocol/table.ts';
import type { CellSelection } from './cell-selection.ts';

/** The state of a table when it was left, restored when the document is shown as a table again. */
export interface SavedTableState {
  readonly path: Path;
  readonly arrangement: Arrangement;
  readonly selection: CellSelection;
}
