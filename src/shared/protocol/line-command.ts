// What an editor does to whole lines: those that something of is selected, however many there are.

import type { Selection } from './selection.ts';

/** A command on lines. What orders or reindents lines, or takes some out, takes all lines where one only is selected. */
export type LineCommand =
  | 'indent'
  | 'outdent'
  /** To the level that the brackets around say. */
  | 'reindent'
  | 'toggle-comment'
  | 'add-comment'
  | 'remove-comment'
  | 'move-up'
  | 'move-down'
  | 'copy-up'
  | 'copy-down'
  /** What is selected, behind itself; where nothing is, the line. */
  | 'duplicate'
  | 'delete'
  | 'sort-ascending'
  | 'sort-descending'
  | 'reverse'
  /** Takes out what a line before says already. */
  | 'unique'
  /** One line with the next; several to one. */
  | 'join'
  /** Takes the white space off all lines' ends. */
  | 'trim';

/** How an editor writes indentation: a level is `size` columns, a tab reaches to the next multiple of `tabSize`. */
export interface IndentStyle {
  readonly insertSpaces: boolean;
  readonly size: number;
  readonly tabSize: number;
}

/** A command, and what it is to be done to. */
export interface LineRequest {
  readonly command: LineCommand;
  /** In bytes of the text before. */
  readonly spans: Selection;
  readonly indent: IndentStyle;
  /** What a line end is written as that was not there before. */
  readonly lineEnd: '\n' | '\r\n' | '\r';
}
