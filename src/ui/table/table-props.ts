// The table's props and its imperative interface.

import type { Ref } from 'react';
import type { Task } from '../client/document.ts';
import type { ValueText } from '../../shared/protocol/forms.ts';
import type { ValueForm } from '../../shared/protocol/forms.ts';
import type { Path } from '../../shared/document/path.ts';
import type { EditResult, Located } from '../../shared/protocol/protocol.ts';
import type { Alignment, PanelView, ShownCells } from '../panel-core/panel-core.ts';
import type { Finder } from '../find/finder.ts';
import type { Controls } from '../model/literal.ts';
import type { TableCommand } from '../model/commands.ts';
import type { NestedCell } from './commands/table-commands.ts';
import type { ProblemHost } from '../problem-marks/problem-source.ts';
import type { SavedTableState } from '../model/saved-table-state.ts';
import type { TableHost } from './model/state.ts';

/** The place of the focused cell, and the summary of several selected cells. */
export interface TablePlace {
  readonly path: Path;
  readonly line: number;
  readonly column: number;
  readonly summary: readonly string[];
}

/** The table's imperative interface. */
export interface TableHandle {
  reveal(result: EditResult): void;
  hold(): void;
  release(): void;
  focus(): void;
  isAtEnd(): boolean;
  showEnd(): void;
  complete(): Promise<void>;
  /** Whether a field is open whose text is not written yet. */
  isEditing(): boolean;
  runCommand(command: TableCommand): void;
  /** Goes to a place; opens the array at or around it if that is not shown. */
  goTo(located: Located): Promise<void>;
  /** Returns the cells that are shown, in their order. */
  shownCells(): ShownCells | null;
  /** Returns the selected cells; `null` if none are selected. @throws CodedError */
  readSelected(task: Task): Promise<ValueText | null>;
  /** Shows the array at a path. */
  openArray(path: Path): void;
  /** Shows a value. @see PanelView.showNode */
  showNode: NonNullable<PanelView['showNode']>;
  readonly alignment: Alignment;
}

export interface TableViewProps {
  readonly host: TableHost;
  readonly finder: Finder;
  /** Holds the problems of the document. Only the initial value is used. */
  readonly problems: ProblemHost;
  readonly readOnly: boolean;
  /** Whether rows can be filtered and sorted, which writes nothing; by default where the document can be edited. */
  readonly canArrange?: boolean;
  /** In pixels. */
  readonly fontSize: number;
  readonly controls: Controls;
  readonly label: string;
  readonly onPlace: (place: TablePlace | null) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onSave: () => void;
  readonly onCopyText: (text: string) => void;
  /** Copies what is selected in a form; opens the dialog with all forms for `null`. */
  readonly onCopyAs?: (form: ValueForm | null) => void;
  readonly onGoTo: () => void;
  readonly onFlatten: (isOn: boolean) => void;
  /** Opens JSON in the other panel. */
  readonly onOpenRows: (json: Blob) => void;
  /** Called with the state of the table when it is unmounted. */
  readonly onLeave: (standpoint: SavedTableState) => void;
  /** Opens an editor for an object or array. Resolves when it is closed. */
  readonly onNested: (nested: NestedCell) => Promise<void>;
  readonly ref?: Ref<TableHandle>;
}
