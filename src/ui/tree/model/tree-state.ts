// The tree's view state besides its rows, and the type of the function that runs its long work.

import type { FollowedValue } from '../../client/followed-value.ts';
import type { RowSelection } from './selection.ts';
import type { Controls } from '../../model/literal.ts';
import type { RowKind } from '../../../shared/protocol/rows.ts';
import type { NodeIndex, Revision } from '../../../shared/units.ts';
import type { Where } from '../../../shared/protocol/edit-intent.ts';

/** An insertion point beside the value of a row, or at the end of a container. */
export interface InsertionPoint {
  readonly row: number;
  readonly where: Where;
  /** For a point after an expanded container: the last row inside it. */
  readonly below?: number;
}

/** A key or a value that is being edited. */
export interface Field {
  readonly row: number;
  readonly part: 'key' | 'value';
  readonly node: NodeIndex;
  readonly revision: Revision;
  /** The value, wherever it moves. */
  readonly followed: FollowedValue;
  readonly kind: RowKind;
  readonly value: string;
  /** How it shows control characters; with `signs` it contains the characters themselves. */
  readonly controls: Controls;
  /** The edited value was a string: escapes are read as those of a string, whatever the new value looks like. */
  readonly wasText: boolean;
  /** Whether it was opened by a character that was typed over the value. */
  readonly isTyped: boolean;
  /** The write joins the undo step that inserted the value. */
  readonly joins: boolean;
  /** Set while the field belongs to a newly inserted value that is not yet confirmed: what cancelling takes back. */
  readonly inserted: Inserted | null;
  fromField(value: string): string;
}

/** A value that was inserted to be filled in. */
export interface Inserted {
  /** The revision that the insertion made. */
  readonly revision: Revision;
  /** The insertion point before the insertion. */
  readonly caret: InsertionPoint | null;
}

/** The view state besides the rows. Replaced, never changed in place. */
export interface TreeState {
  readonly selection: RowSelection;
  readonly field: Field | null;
  /** The insertion point. While it is set, nothing is selected. */
  readonly caret: InsertionPoint | null;
  /** Rows that changed or were revealed; `count` distinguishes two blinks of the same row. */
  readonly blink: { readonly rows: RowSelection; readonly count: number } | null;
  /** What an edit did, announced to screen readers. */
  readonly said: string;
  /** How keys, values and fields show control characters. */
  readonly controls: Controls;
}

/** The selection, the insertion point and the row count at one moment, to detect later whether the user has moved on. */
export interface SelectionSnapshot extends Pick<TreeState, 'selection' | 'caret'> {
  readonly rowCount: number;
}
