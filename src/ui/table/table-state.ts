// What a table shows besides its cells, and what it needs of those around it.

import type { Path } from '../../shared/document/path.ts';
import type { Kind } from '../../shared/protocol/rows.ts';
import type { Arranged, Arrangement, ArrayList, CellSummary, TableShape } from '../../shared/protocol/table.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import type { AssistHost } from '../schema/assist-host.ts';
import type { Settings } from '../settings/browser-settings.ts';
import type { CellSelection, Rectangle } from './cell-selection.ts';
import type { ColumnChoices, ColumnLayout } from './columns/column-layout.ts';

/** Runs work that may take long, with its progress shown. */
export type RunTask = <T>(label: string, work: (task: Required<Task>) => Promise<T>) => Promise<T>;

/** A cell that is being edited. */
export interface CellField {
  readonly row: number;
  /** Of the row in the array. */
  readonly position: number;
  readonly column: number;
  readonly path: Path;
  /** What the value was; `null` for a missing one, too. */
  readonly kind: Kind;
  readonly isMissing: boolean;
  /** What the field holds at first. */
  readonly value: string;
  /** Opened by a character that was typed over the value. */
  readonly isTyped: boolean;
  /** Brings the text's own line ends back. */
  fromField(value: string): string;
}

/** What the view shows besides the cells. Replaced, never changed in place. */
export interface TableState {
  /** `list`: no array is shown; those that there are can be chosen. `invalid`: the text is, and its columns were never read. */
  readonly phase: 'loading' | 'list' | 'table' | 'invalid';
  /** Of the array that is shown. */
  readonly path: Path;
  readonly arrays: ArrayList | null;
  readonly shape: TableShape | null;
  readonly choices: ColumnChoices;
  readonly layout: ColumnLayout;
  readonly arrangement: Arrangement;
  readonly arranged: Arranged | null;
  /** Cells have changed since the rows were chosen and ordered. */
  readonly isOutdated: boolean;
  readonly selection: CellSelection;
  readonly field: CellField | null;
  /** Cells that changed or were revealed; `count` tells two blinks of one cell apart. */
  readonly blink: { readonly area: Rectangle; readonly count: number } | null;
  /** What an edit did, for a screen reader. */
  readonly said: string;
  /** Of several selected cells. */
  readonly summary: CellSummary | null;
}

/** Where a table was left, for when the document is shown as one again. */
export interface TableStandpoint {
  readonly documentCount: number;
  readonly path: Path;
  readonly arrangement: Arrangement;
  readonly selection: CellSelection;
}

/** What a table needs of its panel. */
export interface TableHost {
  readonly client: DocumentClient;
  readonly settings: Settings;
  readonly flatten: boolean;
  /** Names the document for what is remembered of its columns. */
  readonly documentName: string;
  readonly standpoint: TableStandpoint | null;
  readonly runTask: RunTask;
  /** Where the answers of the document's schema are. */
  readonly schema?: AssistHost;
  onError(error: unknown): void;
}

/** Nothing chosen, nothing ordered. */
export const ALL_ROWS: Arrangement = { filters: [], sorts: [] };
