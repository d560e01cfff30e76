// Descriptions in the list of shortcuts. The tree's keys come from its own table; a command without a description here is a
// type error.

import type { BarCommand, TableCommand, TreeCommand } from '../../model/commands.ts';

export const SHORTCUTS_TITLE = 'Keyboard shortcuts';
/** The field above the list. */
export const SHORTCUT_SEARCH = {
  label: 'Search shortcuts',
  placeholder: 'Search by key or by what it does',
  found: (count: number): string =>
    count === 0 ? 'No shortcut fits.' : count === 1 ? 'One shortcut' : `${count} shortcuts`,
} as const;

export const ALL_SHORTCUTS = 'All keyboard shortcuts';

/** A key, or several equivalent ones, and the description. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

/** Keys that work wherever the focus is. */
export const PAGE_KEYS: readonly Shortcut[] = [
  { keys: ['Ctrl+Shift+P', 'F1'], does: 'Command palette' },
  { keys: ['?'], does: 'This list, outside of text and fields' },
  { keys: ['Ctrl+O'], does: 'Open a document in the active panel' },
  { keys: ['Ctrl+S'], does: 'Save it' },
  { keys: ['Ctrl+Shift+S'], does: 'Save it to disk' },
  { keys: ['Ctrl+P'], does: 'Print it' },
  { keys: ['F7'], does: 'Next difference, while Compare is on' },
  { keys: ['Shift+F7'], does: 'Previous difference' },
  { keys: ['F8'], does: 'Next problem of the document' },
  { keys: ['Shift+F8'], does: 'Previous problem' },
  { keys: ['Ctrl+.'], does: 'Fix the problem at the caret or in the selected row' },
  { keys: ['F6', 'Shift+F6'], does: 'Go to the next or the previous part of the page: header, panels, notices' },
];

/** Keys of the text editor. */
export const TEXT_KEYS: readonly Shortcut[] = [
  { keys: ['Ctrl+Z'], does: 'Undo' },
  { keys: ['Ctrl+Y', 'Ctrl+Shift+Z'], does: 'Redo' },
  { keys: ['Ctrl+I', 'Shift+Alt+F'], does: 'Format what is selected, or all' },
  { keys: ['Ctrl+Shift+I'], does: 'Compact what is selected, or all' },
  { keys: ['Ctrl+G'], does: 'Go to a line, a byte or a path' },
  { keys: ['Ctrl+F'], does: 'Find' },
  { keys: ['Ctrl+H'], does: 'Find and replace' },
  { keys: ['F3'], does: 'Next hit' },
  { keys: ['Shift+F3'], does: 'Previous hit' },
  { keys: ['Ctrl+D'], does: 'Select the next occurrence too' },
  { keys: ['Ctrl+Shift+L'], does: 'Select all occurrences' },
  { keys: ['Ctrl+Space'], does: 'Suggest keys and values' },
  { keys: ['Shift+Alt+→'], does: 'Select what is around' },
  { keys: ['Shift+Alt+←'], does: 'Select less' },
  { keys: ['Ctrl+Shift+\\'], does: 'Go to the other bracket' },
  { keys: ['Ctrl+Shift+['], does: 'Fold' },
  { keys: ['Ctrl+Shift+]'], does: 'Unfold' },
  { keys: ['Ctrl+K Ctrl+0'], does: 'Fold all' },
  { keys: ['Ctrl+K Ctrl+J'], does: 'Unfold all' },
  { keys: ['Alt+↑', 'Alt+↓'], does: 'Move the line' },
  { keys: ['Shift+Alt+↓'], does: 'Copy the line' },
  { keys: ['Alt+Z'], does: 'Wrap lines, or not' },
  { keys: ['Ctrl+M'], does: 'Have Tab leave the text, or indent' },
  { keys: ['Shift+Alt+F1'], does: 'Screen reader support, or not' },
];

/** Descriptions of the tree's commands. */
export const TREE_COMMANDS: Readonly<Record<TreeCommand, string>> = {
  up: 'Row above; with Shift the selection grows',
  down: 'Row below; with Shift the selection grows',
  pageUp: 'A screen up',
  pageDown: 'A screen down',
  first: 'First row',
  last: 'Last row',
  open: 'Expand, or go to the first child',
  close: 'Collapse, or go to the parent',
  toggle: 'Expand or collapse; switch true and false',
  expandInside: 'Expand all inside',
  collapseInside: 'Collapse all inside',
  expandSiblings: 'Expand its siblings',
  selectAll: 'Select all',
  selectToggle: 'Add the row to the selection, or take it out',
  selectLess: 'Select only the row with the focus',
  edit: 'Edit the value',
  show: 'Show the value and what it means',
  rename: 'Edit the key',
  pointDown: 'Insertion point: below',
  pointUp: 'Insertion point: above',
  pointInside: 'Insertion point: inside',
  insertAfter: 'Insert after',
  insertBefore: 'Insert before',
  insertInside: 'Insert inside',
  duplicate: 'Duplicate',
  remove: 'Remove',
  moveUp: 'Move up',
  moveDown: 'Move down',
  sort: 'Sort…',
  filter: 'Keep only matching items…',
  transform: 'Transform this…',
  extract: 'Make it the whole document',
  wrapObject: 'Wrap in an object',
  wrapArray: 'Wrap in an array',
  unwrap: 'Unwrap',
  convertObject: 'Convert to an object',
  convertArray: 'Convert to an array',
  convertText: 'Convert to the text of its JSON',
  convertJson: 'Convert to the JSON of its text',
  unpackAll: 'Unpack all JSON in strings',
  packAgain: 'Pack again what was unpacked',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  pasteText: 'Paste as text',
  pasteInside: 'Paste inside',
  replaceByPasted: 'Replace by what is pasted',
  copyPath: 'Copy the path as JSONPath',
  copyPointer: 'Copy the path as JSON Pointer',
  copyJavaScript: 'Copy the path as JavaScript',
  copyJq: 'Copy the path for jq',
  goTo: 'Go to a path',
  menu: 'Open the menu',
  undo: 'Undo',
  redo: 'Redo',
  save: 'Save',
};

/** Descriptions of the table's commands. */
export const TABLE_COMMANDS: Readonly<Record<TableCommand, string>> = {
  up: 'Cell above, at the top the header; with Shift the selection grows',
  down: 'Cell below; with Shift the selection grows',
  left: 'Cell to the left',
  right: 'Cell to the right',
  edgeUp: 'Upper edge of the block of cells, or the next one',
  edgeDown: 'Lower edge of the block of cells, or the next one',
  edgeLeft: 'Left edge of the block of cells, or the next one',
  edgeRight: 'Right edge of the block of cells, or the next one',
  pageUp: 'A screen up',
  pageDown: 'A screen down',
  rowStart: 'Start of the row',
  rowEnd: 'End of the row',
  first: 'First cell',
  last: 'Last cell',
  selectAll: 'Select all cells',
  selectColumn: 'Select the column',
  selectRow: 'Select the row',
  selectLess: 'Select only the cell with the focus',
  edit: 'Edit the cell; in the header: sort by the column',
  toggle: 'Switch true and false',
  openTable: 'Open the array in the cell as a table',
  empty: 'Empty the cells',
  removeValue: 'Remove the values with their keys',
  insertBelow: 'Insert a row below',
  fillRange:
    'Fill the selected cells with the text that is typed, or with their first cell; one cell: insert a row below',
  fillDown: 'Fill down: the first selected row, or the row above, into the others',
  fillRight: 'Fill right: the first selected column, or the one to the left, into the others',
  insertAbove: 'Insert a row above',
  duplicateRows: 'Duplicate the rows',
  removeRows: 'Remove the rows',
  moveRowsUp: 'Move the rows up',
  moveRowsDown: 'Move the rows down',
  moveColumnLeft: 'Move the column left',
  moveColumnRight: 'Move the column right',
  sortAscending: 'Sort by the column, ascending',
  sortDescending: 'Sort by the column, descending',
  filter: 'Filter rows by a condition on the column',
  values: 'Values of the column, to filter by them',
  figures: 'Statistics of the column',
  cut: 'Cut the cells',
  copy: 'Copy the cells, for a spreadsheet too',
  paste: 'Paste cells',
  copyPath: 'Copy the path as JSONPath',
  goTo: 'Go to a path',
  menu: 'Open the menu',
  undo: 'Undo',
  redo: 'Redo',
  save: 'Save',
};

/** A key of the find bar, and the field that it applies to; `null` for all fields. */
export interface FindShortcut extends Shortcut {
  readonly command: BarCommand;
  readonly field: 'pattern' | 'replacement' | null;
}

/** Keys of the find bar. */
export const FIND_KEYS: readonly FindShortcut[] = [
  { keys: ['Enter'], does: 'Next hit', command: 'next', field: 'pattern' },
  { keys: ['Shift+Enter'], does: 'Previous hit', command: 'previous', field: 'pattern' },
  { keys: ['Alt+Enter'], does: 'Select all hits', command: 'selectAll', field: 'pattern' },
  { keys: ['Alt+C'], does: 'Match case', command: 'matchCase', field: null },
  { keys: ['Alt+W'], does: 'Whole words', command: 'wholeWord', field: null },
  { keys: ['Alt+R'], does: 'Regular expression', command: 'regex', field: null },
  { keys: ['Alt+L'], does: 'Only in what is selected', command: 'within', field: null },
  { keys: ['Alt+N'], does: 'Show only what was found', command: 'only', field: null },
  { keys: ['Alt+K'], does: 'In keys', command: 'inKeys', field: null },
  { keys: ['Alt+V'], does: 'In values', command: 'inValues', field: null },
  { keys: ['Alt+A'], does: 'List of all hits', command: 'list', field: null },
  { keys: ['Alt+P'], does: 'Preserve case', command: 'preserveCase', field: null },
  { keys: ['Enter', 'Ctrl+Shift+1'], does: 'Replace this hit', command: 'replaceOne', field: 'replacement' },
  { keys: ['Ctrl+Enter'], does: 'Replace all hits', command: 'replaceAll', field: 'replacement' },
  { keys: ['Escape'], does: 'Close', command: 'close', field: null },
];

/** The headings of the list. */
export const SHORTCUT_GROUPS = {
  page: 'Everywhere',
  text: 'Text',
  tree: 'Tree',
  table: 'Table',
  find: 'Find bar',
} as const;
