// Texts of the text view: its commands, folds, tooltips and refusals. They load with the view.

import { formatSize } from '../../../shared/bytes/size.ts';
import type { LineCommand } from '../../../shared/protocol/line-command.ts';
import type { FoldMark, Description } from '../../../shared/protocol/textview.ts';

export const TEXT_VIEW = {
  loading: 'loading...',
  /** The label of the scrollbar beside the text. */
  scroll: (label: string): string => `${label}, scroll`,
  /** Read with the text's label while screen reader support is off. */
  forReaders: 'Shift+Alt+F1 turns screen reader support on.',
  screenReader: (isOn: boolean): string => `Screen reader support is ${isOn ? 'on' : 'off'}.`,
} as const;

/** Commands in the editor's menu. */
export const TEXT_ACTIONS = {
  formatDocument: 'Format document',
  formatSelection: 'Format selection',
  format: 'Format',
  compact: 'Compact',
  goTo: 'Go to…',
  sortAscending: 'Sort lines ascending',
  sortDescending: 'Sort lines descending',
  reverse: 'Reverse lines',
  unique: 'Remove duplicate lines',
  join: 'Join lines',
  reindent: 'Reindent lines',
  wrap: 'Wrap lines',
  screenReader: 'Screen reader support',
} as const;

export const FOLD_ACTIONS = {
  fold: 'Fold',
  unfold: 'Unfold',
  toggle: 'Toggle fold',
  foldInside: 'Fold with all inside',
  unfoldInside: 'Unfold with all inside',
  foldAll: 'Fold all',
  unfoldAll: 'Unfold all',
  foldLevel: (level: number): string => `Fold level ${level}`,
} as const;

/** Progress label while a large document is folded. */
export const FOLDING = 'Folding';

/** Progress labels of commands on many lines. */
export const LINES_WORK: Readonly<Record<LineCommand, string>> = {
  indent: 'Indenting',
  outdent: 'Outdenting',
  reindent: 'Indenting',
  'toggle-comment': 'Commenting',
  'add-comment': 'Commenting',
  'remove-comment': 'Commenting',
  'move-up': 'Moving',
  'move-down': 'Moving',
  'copy-up': 'Copying',
  'copy-down': 'Copying',
  duplicate: 'Copying',
  delete: 'Deleting',
  'sort-ascending': 'Sorting',
  'sort-descending': 'Sorting',
  reverse: 'Reversing',
  unique: 'Removing',
  join: 'Joining',
  trim: 'Trimming',
};

/** Why the editor refuses an action. */
export const TEXT_REFUSED = {
  clipboard: (reason: string): string =>
    `The browser did not let the selection onto the clipboard (${reason}). Copy a smaller part, or save the document.`,
  cut: 'This works on a few thousand lines around the caret: more is selected, or a line is too long. Select less, or format the document.',
  comment: 'JSON has no comments. Files named .jsonc or .json5 are read with comments.',
  readonly: 'This document is read-only here.',
  reading: 'The document is still being read. It can be edited as soon as all of it is there.',
  wrap: 'Lines longer than 4 KB stay wrapped: they could not be shown otherwise.',
} as const;

/** Additions to the tooltip of a value. */
export const TOOLTIP = {
  time: (shown: string, unit: string): string => `${shown} (as ${unit} since 1970)`,
  double: (other: string): string => `JavaScript would read this as ${other}. Diptych keeps it as it is written.`,
} as const;

/** The length of shorter strings is not shown: it can be counted by eye. */
const LONG_STRING = 40;
const COUNTED = { object: ['key', 'keys'], array: ['item', 'items'] } as const;

/** Announces folding to screen readers. `lines` is the number of lines hidden, or below 0 of those shown. */
export function sayFolded(lines: number): string {
  const count = Math.abs(lines);
  const text = `${count.toLocaleString()} ${count === 1 ? 'line' : 'lines'}`;
  if (lines === 0) return 'Folded';
  return lines > 0 ? `Folded, ${text} hidden` : `Unfolded, ${text} shown`;
}

/** Returns the number of items of a container in words. */
export function countInside(kind: FoldMark['kind'], count: number): string {
  const [one, many] = COUNTED[kind];
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

/** Returns what a gap hides while only some lines are shown. */
export function hiddenLines(count: number): string {
  return count === 1 ? '1 line' : `${count.toLocaleString()} lines`;
}

/** Returns the kind of a value and its size. */
export function nameKind({ kind, count, size, characters }: Description): string {
  switch (kind) {
    case 'object':
      return `Object, ${countInside(kind, count ?? 0)}`;
    case 'array':
      return `Array, ${countInside(kind, count ?? 0)}`;
    case 'string':
      if (characters === null) return `String, ${formatSize(size)}`;
      return characters < LONG_STRING ? 'String' : `String, ${characters.toLocaleString()} characters`;
    case 'number':
      return 'Number';
    case 'true':
    case 'false':
      return 'Boolean';
    case 'null':
      return 'Null';
    case 'broken':
      return 'Broken record';
  }
}
