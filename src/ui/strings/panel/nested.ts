// The dialog that edits a value inside a cell of the table.

export const NESTED = {
  title: (path: string): string => `Edit ${path}`,
  label: 'Value',
  done: 'Done',
  gone: 'This value is no longer there.',
  tooLarge: 'This value is larger than 16 MB. Open it in the tree or the text of the whole document.',
  invalid: 'The value is not valid JSON.',
} as const;
