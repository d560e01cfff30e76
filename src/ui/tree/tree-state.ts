// What the tree shows besides its rows, and what runs its work.

import type { Task } from '../client/document.ts';
import type { RowSelection } from './selection.ts';
import type { Controls } from '../model/literal.ts';
import type { Kind } from '../../shared/protocol/rows.ts';
import type { NodeIndex, Revision } from '../../shared/units.ts';
import type { Where } from '../../shared/protocol/edit-intent.ts';

/** A place beside the value of a row, or at the end of what it holds. */
export interface Slot {
  readonly row: number;
  readonly where: Where;
  /** Behind a value that is expanded: the last row of what it holds. */
  readonly below?: number;
}

/** A key or a value that is being edited. */
export interface Field {
  readonly row: number;
  readonly part: 'key' | 'value';
  readonly node: NodeIndex;
  readonly revision: Revision;
  readonly kind: Kind;
  readonly value: string;
  /** How it shows control characters: as they are, with `signs`. */
  readonly controls: Controls;
  /** What is in it was a string: its escapes are those of a string, whatever it becomes. */
  readonly wasText: boolean;
  /** Opened by a character that was typed over the value. */
  readonly isTyped: boolean;
  /** What is written is a part of the undo step that inserted the value. */
  readonly joins: boolean;
  /** Of a value that was inserted for it and not yet confirmed: what takes that back. */
  readonly inserted: Inserted | null;
  fromField(value: string): string;
}

/** A value that was inserted to be filled in. */
export interface Inserted {
  /** That the insertion has made. */
  readonly revision: Revision;
  /** Where the insertion point was. */
  readonly caret: Slot | null;
}

/** What the view shows besides the rows. Replaced, never changed in place. */
export interface TreeState {
  readonly selection: RowSelection;
  readonly field: Field | null;
  /** Where something is to be inserted, in place of beside what is selected. */
  readonly caret: Slot | null;
  /** Rows that changed or were revealed; `count` tells two blinks of one row apart. */
  readonly blink: { readonly rows: RowSelection; readonly count: number } | null;
  /** What an edit did, for a screen reader. */
  readonly said: string;
  /** How keys and values show control characters, and fields take them. */
  readonly controls: Controls;
}

/** Where a person is, and in how many rows. */
export interface Standpoint extends Pick<TreeState, 'selection' | 'caret'> {
  readonly rowCount: number;
}

/** Runs work that may take long, with its progress shown and a way to cancel it. */
export type RunTask = <T>(label: string, work: (task: Required<Task>) => Promise<T>) => Promise<T>;
