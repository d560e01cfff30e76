// The table's view state besides its cells, and what it needs from its panel.

import type { Path } from '../../shared/document/path.ts';
import type { Kind } from '../../shared/protocol/rows.ts';
import type { Arranged, Arrangement, ArrayList, CellSummary, TableShape } from '../../shared/protocol/table.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import type { FollowedValue } from '../client/followed-value.ts';
import type { Revision } from '../../shared/units.ts';
import type { AssistHost } from '../schema/assist-host.ts';
import type { Settings } from '../settings/browser-settings.ts';
import type { CellSelection, Rectangle } from './cell-selection.ts';
import type { ColumnChoices, ColumnLayout } from './columns/column-layout.ts';

/** Runs work that may take long, showing its progress. */
export type RunTask = <T>(label: string, work: (task: Required<Task>) => Promise<T>) => Promise<T>;

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
  readonly kind: Kind;
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
  readonly field: CellField | null;
  /** Cells that changed or were revealed; `count` distinguishes two blinks of the same cell. */
  readonly blink: { readonly area: Rectangle; readonly count: number } | null;
  /** What an edit did, announced to screen readers. */
  readonly said: string;
  /** The summary of several selected cells; `null` for one cell, and until it is read. */
  readonly summary: CellSummary | null;
}

/** The state of a table when it was left, restored when the document is shown as a table again. */
export interface SavedTableState {
  readonly documentCount: number;
  readonly path: Path;
  readonly arrangement: Arrangement;
  readonly selection: CellSelection;
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
  onError(error: unknown): void;
}

/** No filters and no order. */
export const ALL_ROWS: Arrangement = { filters: [], sorts: [] };
