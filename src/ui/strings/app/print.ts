// Texts of printing.

export const PRINT = {
  command: 'Print…',
  working: 'Preparing the print',
  tooLarge: (size: string, most: string): string =>
    `The text has ${size}, which is too much to be printed; the most is ${most}. Print a part of it, or the tree with less expanded.`,
  manyRows: (rows: number, most: number): string =>
    `The tree has ${rows.toLocaleString()} rows, which are too many to be printed; the most is ${most.toLocaleString()}. Collapse some.`,
  count: (isArray: boolean, count: number): string => (isArray ? `[${count}]` : `{${count}}`),
} as const;
