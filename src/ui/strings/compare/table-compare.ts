// Texts of Compare in the table. Loaded with the table.

/** What a table shows of the differences. */
export const TABLE_COMPARE = {
  cell: 'Cell',
  row: 'Row',
  onlyColumns: 'Changed columns',
  onlyColumnsHint: 'Show only the columns with differences',
  allColumns: 'Show all columns',
  onlyHere: { left: 'The right document has no such column.', right: 'The left document has no such column.' },
  changedIn: (rows: number): string => (rows === 1 ? 'Differs in 1 row' : `Differs in ${rows.toLocaleString()} rows`),
} as const;
