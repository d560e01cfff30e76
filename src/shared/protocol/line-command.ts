// Commands on whole lines: all lines that a selection touches, however many.

import type { Selection } from './selection.ts';

/** A command on lines. Commands that sort, reindent or remove lines apply to all lines if the selection touches only one. */
export type LineCommand =
  | 'indent'
  | 'outdent'
  /** Indents by bracket depth. */
  | 'reindent'
  | 'toggle-comment'
  | 'add-comment'
  | 'remove-comment'
  | 'move-up'
  | 'move-down'
  | 'copy-up'
  | 'copy-down'
  /** Inserts a copy of the selection after it; without a selection, of the line. */
  | 'duplicate'
  | 'delete'
  | 'sort-ascending'
  | 'sort-descending'
  | 'reverse'
  /** Removes duplicates of earlier lines. */
  | 'unique'
  /** Joins a line with the next, or several lines into one. */
  | 'join'
  /** Removes trailing white space from all lines. */
  | 'trim';

/** Indentation of an editor: a level is `size` columns wide, a tab extends to the next multiple of `tabSize`. */
export interface IndentStyle {
  readonly insertSpaces: boolean;
  readonly size: number;
  readonly tabSize: number;
}

/** A command and the lines that it applies to. */
export interface LineRequest {
  readonly command: LineCommand;
  /** In bytes of the text before the command. */
  readonly spans: Selection;
  readonly indent: IndentStyle;
  /** Used for new line ends. */
  readonly lineEnd: '\n' | '\r\n' | '\r';
}
