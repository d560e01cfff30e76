// The state of one table besides its cells, what it needs from its panel, and the store that all of its parts share.

import type { Path } from '../../../shared/document/path.ts';
import type { RowKind } from '../../../shared/protocol/rows.ts';
import type {
  Arranged,
  Arrangement,
  ArrayList,
  CellRange,
  CellSummary,
  TableShape,
} from '../../../shared/protocol/table.ts';
import { Debounced } from '../../async/debounced.ts';
import type { Comparing } from '../../compare/comparison.ts';
import type { Side } from '../../model/side.ts';
import type { DocumentClient, RunTask } from '../../client/document.ts';
import type { FollowedValue } from '../../client/followed-value.ts';
import type { Revision } from '../../../shared/units.ts';
import type { AssistHost } from '../../assist/assist-host.ts';
import { Emitter } from '../../model/emitter.ts';
import type { Confirm } from '../../model/question.ts';
import { announcing } from '../../notices/announcement.ts';
import type { Settings } from '../../settings/browser-settings.ts';
import {
  rectangleOf,
  selectCell,
  type CellSelection,
  type Rectangle,
  type TableSize,
} from '../../model/cell-selection.ts';
import type { SavedTableState } from '../../model/saved-table-state.ts';
import { Scroller } from '../../widgets/rows/scroll-position.ts';
import { ColumnLayout, HorizontalScroll, NO_CHOICES, type Column, type ColumnChoices } from './column-layout.ts';

const BLINK_MS = 1200;

/** A cell that is being edited. */
export interface CellField {
  readonly row: number;
  /** The item of the array that is its row, wherever it moves. */
  readonly followed: FollowedValue;
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
  /** Whether the document comes from a CSV file, whose rows count from 1 and whose cells have no keys. */
  isCsv?(): boolean;
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

/** The state of one table, and its scroll positions. */
export class TableStore {
  state: TableState = firstState();
  readonly client: DocumentClient;
  readonly scroller: Scroller;
  readonly horizontal = new HorizontalScroll();
  isDisposed = false;
  /** Counts the arrays that were opened, to drop replies for an earlier one. */
  opened = 0;
  private blinks = 0;
  private readonly blinkEnd = new Debounced(() => this.set({ blink: null }), BLINK_MS);
  private readonly changed = new Emitter();

  constructor(readonly host: TableHost) {
    this.client = host.client;
    this.scroller = new Scroller(() => this.rowCount);
    this.scroller.focus = () => this.state.selection.focus.row;
  }

  readonly subscribe = this.changed.subscribe;

  /** The number of rows in the view. */
  get rowCount(): number {
    return this.state.arranged?.shown ?? this.state.shape?.rows ?? 0;
  }

  get extent(): TableSize {
    return { rows: this.rowCount, columns: this.state.layout.count };
  }

  /** The selected cells. */
  get area(): Rectangle | null {
    return rectangleOf(this.state.selection, this.extent);
  }

  /** The focused column. */
  get column(): Column | undefined {
    return this.state.layout.columns[this.state.selection.focus.column];
  }

  /** The columns of the selected cells. */
  get selectedColumns(): readonly Column[] {
    const { area } = this;
    return area === null ? [] : this.state.layout.columns.slice(area.firstColumn, area.lastColumn + 1);
  }

  /** The selected cells as the worker addresses them. */
  get range(): CellRange | null {
    const { area, state } = this;
    if (area === null) return null;
    const { path, arranged } = state;
    const columns = this.selectedColumns.map((column) => column.path);
    return { path, arrangement: arranged?.id ?? null, firstRow: area.firstRow, lastRow: area.lastRow, columns };
  }

  set(change: Partial<TableState>): void {
    this.state = { ...this.state, ...change };
    this.changed.emit();
  }

  /** Runs a user action; errors are reported. */
  run(action: Promise<unknown>): void {
    action.catch((error: unknown) => this.host.onError(error));
  }

  announce(said: string): void {
    this.set({ said: announcing(this.state.said, said) });
  }

  /** Makes cells blink, one area at a time. */
  blink(area: Rectangle): void {
    this.blinks += 1;
    this.set({ blink: { area, count: this.blinks } });
    this.blinkEnd.restart();
  }

  dispose(): void {
    this.isDisposed = true;
    this.opened += 1;
    this.blinkEnd.cancel();
  }
}
