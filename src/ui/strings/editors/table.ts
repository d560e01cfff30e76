// Texts of the table: its bars and menus, its actions and its refusals.

import type { CellSummary } from '../../../shared/protocol/table.ts';
import type { FieldKind } from '../../../shared/protocol/wizard.ts';

const spell = (count: number): string => count.toLocaleString();
const cellsOf = (count: number): string => `${spell(count)} cell${count === 1 ? '' : 's'}`;
const rowsOf = (count: number): string => `${spell(count)} row${count === 1 ? '' : 's'}`;

/** Labels of long work. */
export const TABLE_DOING = {
  list: 'Looking for arrays',
  columns: 'Reading columns',
  arrange: 'Choosing rows',
  write: 'Writing cells',
  rows: 'Changing rows',
  columnsChange: 'Changing a column',
  copy: 'Copying cells',
  openRows: 'Opening rows',
} as const;

/** Announcements of completed actions for screen readers. */
export const TABLE_SAID = {
  rows: (shown: number, of: number): string => `${spell(shown)} of ${rowsOf(of)}`,
  gone: 'The array that was shown is gone.',
  copied: (cells: number): string => `${cellsOf(cells)} copied`,
  written: (cells: number): string => `${cellsOf(cells)} written`,
  emptied: {
    'empty-cells': (cells: number) => `${cellsOf(cells)} emptied`,
    'remove-cells': (cells: number) => `${cellsOf(cells)} removed`,
  },
  removedColumn: (column: string): string => `${column} removed`,
  set: (column: string, rows: number): string => `${column} was set in ${rowsOf(rows)}.`,
  copiedWithoutHtml: (cells: number): string =>
    `${spell(cells)} cells copied as text. Formats for spreadsheets are left out above 5,000 cells: leading zeros and long digits may change there.`,
  named: (rows: number): string => `${rowsOf(rows)} named by the first one`,
  removedRows: (count: number): string => `${rowsOf(count)} removed`,
  sorted: (column: string, direction: 'ascending' | 'descending'): string => `Sorted by ${column}, ${direction}`,
  unsorted: 'Rows in the order of the document',
  notHere: 'This place is not in the table that is shown.',
} as const;

/** The bar above the cells. */
export const TABLE_BAR = {
  /** In place of the number of rows, while the document is being read. */
  reading: '… rows',
  label: 'Table',
  array: 'Array',
  root: 'root',
  rows: rowsOf,
  shown: (shown: number, of: number): string => `${spell(shown)} of ${rowsOf(of)}`,
  allArrays: 'All arrays in this document…',
  height: 'Height of rows',
  chosen: 'now',
  lines: (count: number): string => (count === 1 ? 'one line' : `${count} lines, wrapped`),
  columns: 'Columns',
  columnsOf: (shown: number, all: number): string => `${spell(shown)} of ${spell(all)}`,
  insert: 'Insert',
  addFilter: 'Filter',
  sortedBy: 'Sorted by',
  removeSort: 'Show rows in the order of the document',
  removeFilter: (text: string): string => `Remove filter: ${text}`,
  outdated: 'Apply again',
  outdatedHint: 'Cells have changed since: choose and order the rows anew',
  writeOrder: 'Write this order',
  writeOrderHint: 'Write this order into the document',
  openRows: 'Open these rows',
  openRowsHint: 'Open the rows that are shown in the other panel',
  back: (name: string): string => `Back to ${name}`,
  searchAll: 'any column',
} as const;

/** Shown when there is no table. */
export const TABLE_EMPTY = {
  title: 'Choose an array to show as a table',
  none: 'There is no array in this document',
  noneText: 'A table shows the items of an array as rows.',
  invalid: 'The text is not valid, so its columns are not known. Fix the error first.',
  cut: (count: number): string => `The first ${spell(count)} arrays`,
  noRows: 'This array is empty',
  noMatch: 'No row matches',
  noMatchText: 'All rows are there; the filter hides them.',
  clear: 'Show all rows',
  addRow: 'Add a row',
  allHidden: 'All columns are hidden',
  showColumns: 'Show all columns',
  cutColumns: (count: number): string =>
    `The table shows the first ${spell(count)} columns. What is in the others is in the tree.`,
} as const;

/** Labels in cells. */
export const TABLE_CELL = {
  missing: 'missing',
  loading: 'loading',
  position: 'Row in the array',
  unmatched: 'This row does not match the filter any more. It is hidden by Apply again.',
  field: 'Cell',
  open: 'Open',
  gone: 'This row has been removed meanwhile. Copy the text if you need it.',
  copyText: 'Copy',
  discard: 'Discard',
  fill: 'Drag to fill other cells; double-click to fill down to the end',
} as const;

/** The menus of a cell, a row and a column. */
export const TABLE_MENU = {
  cell: 'Menu of the selected cells',
  column: (name: string): string => `Menu of the column ${name}`,
  edit: 'Edit',
  openNested: 'Edit in a tree…',
  openTable: 'Open as a table',
  setTo: 'Set to',
  toNull: 'null',
  toEmpty: 'empty string',
  toTrue: 'true',
  toFalse: 'false',
  removeKey: 'Remove the key',
  /** The same in a CSV file, which has columns and no keys. */
  emptyCell: 'Empty the cell',
  fill: 'Fill',
  fillDown: 'Fill down',
  fillRight: 'Fill right',
  fillSeries: 'Fill series down',
  cut: 'Cut',
  copy: 'Copy',
  copyMore: 'Copy in another form',
  copyNamed: 'Copy with column names',
  copyJson: 'Copy as JSON',
  copyPath: 'Copy path',
  paste: 'Paste',
  filterByValue: 'Keep rows with this value',
  filterOutValue: 'Leave out rows with this value',
  row: 'Rows',
  insertAbove: 'Insert row above',
  insertBelow: 'Insert row below',
  duplicate: 'Duplicate',
  remove: 'Remove',
  moveUp: 'Move up',
  moveDown: 'Move down',
  ascending: 'Sort ascending',
  descending: 'Sort descending',
  also: 'Then sort by it',
  alsoAscending: 'Then sort ascending',
  alsoDescending: 'Then sort descending',
  noSort: 'Do not sort by it',
  filter: 'Filter by a condition…',
  values: 'Filter by values…',
  figures: 'Statistics…',
  pin: 'Pin left',
  unpin: 'Unpin',
  hide: 'Hide',
  place: 'Place and width',
  change: 'Change the column',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  fit: 'Fit to content',
  rename: 'Rename…',
  addColumn: 'Add column…',
  insertLeft: 'Insert column left…',
  insertRight: 'Insert column right…',
  firstRowNames: 'Use first row as names',
  removeColumn: 'Remove from all rows',
  removeCsvColumn: 'Remove the column',
  setAll: (column: string, rows: number): string => `Set ${column} in ${rowsOf(rows)}…`,
  goTo: 'Go to…',
} as const;

export const COLUMN_LIST = {
  title: 'Columns',
  search: 'Search columns',
  none: 'No column has such a name',
  showAll: 'Show all',
  hideAll: 'Hide all',
  flatten: 'Columns for what is in nested objects',
  present: (count: number): string => `in ${rowsOf(count)}`,
} as const;

/** The filter dialog. */
export const TABLE_FILTER = {
  title: 'Filter rows',
  column: 'Column',
  values: 'Values, one on each line',
  yes: 'Filter',
  hint: 'Rows that do not match are hidden; the document stays as it is. A number, true, false or null counts as such, all else as a string.',
  noColumn: 'No column has this name: any column is looked at.',
  many: (count: number): string => `Type the name of one of ${spell(count)} columns, or leave it empty.`,
  conditions: {
    contains: 'contains',
    'one-of': 'is one of',
    kind: 'is of type',
    missing: 'is missing',
    null: 'is null',
    start: 'starts with',
    end: 'ends with',
    whole: 'equals',
    between: 'is between',
    empty: 'is empty',
    expression: 'matches',
  },
  range: (from: string, to: string, isOpen: boolean): string => `from ${from} to ${isOpen ? 'below ' : ''}${to}`,
  not: 'not:',
  until: (to: string, isOpen: boolean): string => (isOpen ? `before ${to}` : `until ${to}`),
  since: (from: string): string => `from ${from} on`,
  manyValues: (count: number): string => `${spell(count)} values`,
  negated: {
    contains: 'does not contain',
    'one-of': 'is none of',
    kind: 'is not of type',
    missing: 'is not missing',
    null: 'is not null',
    start: 'does not start with',
    end: 'does not end with',
    whole: 'does not equal',
    between: 'is not between',
    empty: 'is not empty',
    expression: 'does not match',
  },
  or: 'or',
  kinds: {
    string: 'string',
    number: 'number',
    boolean: 'boolean',
    null: 'null',
    object: 'object',
    array: 'array',
    missing: 'missing',
  } satisfies Record<FieldKind | 'missing', string>,
} as const;

/** Dialogs with one field. */
export const TABLE_ASK = {
  addColumn: {
    title: 'Add a column',
    label: 'Key',
    hint: 'Every row that is an object gets this key, with null.',
    yes: 'Add',
  },
  rename: {
    title: 'Rename a column',
    label: 'Key',
    hint: 'The key is renamed in every row that has it.',
    yes: 'Rename',
  },
  setAll: {
    title: (column: string, rows: number): string => `Set ${column} in ${rowsOf(rows)}`,
    label: 'Value',
    hint: 'A number, true, false, null, an object or an array counts as such, all else as a string.',
    yes: 'Set',
  },
  grow: {
    title: 'Add what is missing?',
    text: (rows: number, columns: number): string => {
      const added = [
        ...(rows > 0 ? [rowsOf(rows)] : []),
        ...(columns > 0 ? [`${spell(columns)} column${columns === 1 ? '' : 's'}`] : []),
      ];
      const isOne = rows + columns === 1;
      return `The cells reach beyond the table. ${added.join(' and ')} ${isOne ? 'is' : 'are'} added at its end.`;
    },
    yes: 'Add and paste',
  },
  empty: 'Enter a key.',
  taken: (key: string): string => `There is a column "${key}" already.`,
} as const;

/** Why an action is refused. */
export const TABLE_REFUSED = {
  copy: (reason: string): string => `Copying failed: ${reason}`,
  paste: (reason: string): string => `Pasting failed: ${reason}`,
  someSet: (set: number, of: number): string =>
    `${spell(set)} of ${spell(of)} cells were written. The others have nothing that could hold the value.`,
  tooWide: (left: number, of: number): string =>
    `${spell(left)} of the ${spell(of)} columns that were pasted found no column here, so their cells were left out.`,
  noNumbers: (count: number): string =>
    `${spell(count)} cell${count === 1 ? '' : 's'} with Infinity or NaN became text: JSON has no such numbers.`,
  tooLong: 'This value is too long to be edited in its cell. Switch to text mode to edit it.',
  mixedEnds: 'This text mixes different line ends, which a field would lose. Switch to text mode to edit it.',
  rowGone: 'The row of this cell has been removed meanwhile, so nothing was written.',
  notWritten: (text: string): string => `The cell could not be written. Its text was: ${text}`,
  movedOn: 'The rows have been changed by somebody else meanwhile, so nothing was written. Do it again.',
  severalRanges: 'Several ranges can’t be copied at once. Select one range.',
  sorted: 'Rows cannot be moved or pasted behind the last one while they are sorted or filtered.',
} as const;

/** Returns the summary of a selected range, one phrase per figure. */
export function summaryWords(summary: CellSummary): readonly string[] {
  const { count, distinct, isEstimate, numbers, sum, mean, least, greatest } = summary;
  const cells = `${spell(count)} cell${count === 1 ? '' : 's'}`;
  const distinctValues = `${isEstimate ? 'about ' : ''}${spell(distinct)} distinct`;
  if (numbers === 0) return [cells, distinctValues];
  // As many digits as one reads in a line; the popover of the column has all.
  const short = mean.length > 12 ? Number(Number(mean).toPrecision(9)).toString() : mean;
  return [cells, `sum ${sum}`, `mean ${short}`, `min ${least}`, `max ${greatest}`, distinctValues];
}
