// The table's view state besides its cells, and what it needs from its panel.

import type { Path } from '../../../shared/document/path.ts';
import type { RowKind } from '../../../shared/protocol/rows.ts';
import type { Arranged, Arrangement, ArrayList, CellSummary, TableShape } from '../../../shared/protocol/table.ts';
import type { Comparing } from '../../compare/comparison.ts';
import type { Side } from '../../model/side.ts';
import type { DocumentClient, RunTask } from '../../client/document.ts';
import type { FollowedValue } from '../../client/followed-value.ts';
import type { Revision } from '../../../shared/units.ts';
import type { AssistHost } from '../../assist/assist-host.ts';
import type { Confirm } from '../../model/question.ts';
import type { Settings } from '../../settings/browser-settings.ts';
import { selectCell, type CellSelection, type Rectangle } from '../../model/cell-selection.ts';
import type { SavedTableState } from '../../model/saved-table-state.ts';
import { ColumnLayout, NO_CHOICES, type ColumnChoices } from './column-layout.ts';

/** A cell that is being edited. */
export interface CellField {
  readonly row: number;
  /** The item of the array that is its row, wherever it moves. */
  readonly item: FollowedValue;
  /** The row's position in the array when it was opened. */
  readonly position: number;
  /** Whether the row has been removed meanwhile: the text can't be written any more. */
  readonly isGone: boolean;
  readonly column: number;
  readonly path: Path;
  /** The kind of the value; `null` also for a missing one. */
  readonly kind: RowKind;
  readonly isMissing: boolean;
  /** The revision whose value it shows. */
  readonly revision: Revision;
  /** The field's initial text. */
  readonly value: string;
  /** Whether it was opened by a character that was typed over the value. */
  readonly isTyped: boolean;
  /** Restores the original line ends. */
  fromField(value: string): string;
}

/** The view state besides the cells. Replaced, never changed in place. */
export interface TableState {
  /**
   * `list`: no array is shown, and the arrays are offered for choice. `invalid`: the text is invalid, and its columns were
   * never read.
   */
  readonly phase: 'loading' | 'list' | 'table' | 'invalid';
  /** The path of the array that is shown. */
  readonly path: Path;
  readonly arrays: ArrayList | null;
  readonly shape: TableShape | null;
  readonly choices: ColumnChoices;
  readonly layout: ColumnLayout;
  readonly arrangement: Arrangement;
  readonly arranged: Arranged | null;
  /** Whether the document has changed since the rows were filtered and ordered. */
  readonly isOutdated: boolean;
  readonly selection: CellSelection;
  /** Ranges that are selected besides. */
  readonly ranges: readonly Rectangle[];
  /** Cells that were copied last: they have a dashed border. */
  readonly copied: Rectangle | null;
  /** The cells that would be filled if the handle were let go now. */
  readonly filling: Rectangle | null;
  readonly field: CellField | null;
  /** Cells that changed or were revealed; `count` distinguishes two blinks of the same cell. */
  readonly blink: { readonly area: Rectangle; readonly count: number } | null;
  /** What an edit did, announced to screen readers. */
  readonly said: string;
  /** The summary of several selected cells; `null` for one cell, and until it is read. */
  readonly summary: CellSummary | null;
}

/** What a table needs from its panel. */
export interface TableHost {
  readonly client: DocumentClient;
  readonly settings: Settings;
  readonly flatten: boolean;
  /** The document's name, under which its column choices are stored. */
  readonly documentName: string;
  readonly standpoint: SavedTableState | null;
  readonly runTask: RunTask;
  /** Gives access to the document's schema. */
  readonly schema?: AssistHost;
  /** The comparison with the other panel, and the side that this table is on. */
  readonly comparison?: { readonly comparing: Comparing; readonly side: Side };
  /** Asks the user for confirmation. */
  readonly confirm: Confirm;
  onError(error: unknown): void;
  /** Tells what a change has just done that may be out of view, and offers to undo it. */
  onWritten?(said: string): void;
  /** Shows a message. */
  onNote(message: string): void;
}

/** No filters and no order. */
export const ALL_ROWS: Arrangement = { filters: [], sorts: [] };

/** The state of a table that nothing is known of yet. */
export function firstState(): TableState {
  return {
    phase: 'loading',
    path: [],
    arrays: null,
    shape: null,
    choices: NO_CHOICES,
    layout: new ColumnLayout([], NO_CHOICES),
    arrangement: ALL_ROWS,
    arranged: null,
    isOutdated: false,
    selection: selectCell({ row: 0, column: 0 }),
    ranges: [],
    copied: null,
    filling: null,
    field: null,
    blink: null,
    said: '',
    summary: null,
  };
}

/** The state of a table, to be restored later. */
export function savedState({ path, arrangement, selection }: TableState): SavedTableState {
  return { path, arrangement, selection };
}
