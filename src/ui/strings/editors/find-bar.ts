// Texts of the parts of the find bar that are loaded after its field, and of replacing.

export const FIND_BAR = {
  matchCase: { label: 'Match case', hint: 'Match case (Alt+C)' },
  wholeWord: { label: 'Whole word', hint: 'Whole word (Alt+W)' },
  regex: { label: 'Regular expression', hint: 'Regular expression (Alt+R)' },
  parts: 'Search in',
  inKeys: { label: 'Keys', hint: 'Search in keys (Alt+K)' },
  inValues: { label: 'Values', hint: 'Search in values (Alt+V)' },
  previous: { label: 'Previous match', hint: 'Previous match (Shift+Enter)' },
  next: { label: 'Next match', hint: 'Next match (Enter)' },
  within: { label: 'In selection', hint: 'Find in selection (Alt+L)' },
  list: { label: 'List results', hint: 'List all results (Alt+A)' },
  close: { label: 'Close', hint: 'Close (Escape)' },
  stop: 'Stop',
} as const;

export const REPLACE = {
  title: 'Replace',
  open: 'Replace too (Ctrl+H)',
  close: 'Find only',
  replacement: 'Replace with',
  preserveCase: { label: 'Preserve case', hint: 'Preserve case (Alt+P)' },
  one: { label: 'Replace', hint: 'Replace this one (Enter)' },
  /** `count` is 0 while the number is unknown. */
  all: (count: number): string => (count === 0 ? 'Replace all' : `Replace all ${count.toLocaleString()}`),
  allHint: 'Replace all (Ctrl+Alt+Enter)',
  working: 'Replacing',
  done: (count: number): string => `Replaced ${count.toLocaleString()}.`,
  changed: 'The text has just changed.',
  nothingReplaced: 'The text has just changed. Nothing was replaced; try again.',
} as const;
