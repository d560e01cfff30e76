// Texts of the find bar of the text and the tree.

export const FIND = {
  title: 'Find',
  pattern: 'Find',
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
  stopped: 'The search was stopped before its end: there may be more results.',
  /** An expression such as `(a+)+$` may backtrack for an unlimited time. */
  tooSlow: (seconds: number): string =>
    `The expression was not done after ${seconds} seconds, so the search was ended. Repetitions inside of repetitions, such as (a+)+, may take for ever: write it without them, or search in a selection.`,
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

/** The current hit and the number of hits. */
export const COUNT = {
  none: 'No results',
  searching: 'Searching…',
  stopped: 'Stopped',
  soFar: (count: number): string => `${count.toLocaleString()}+…`,
  place: (place: number, count: number): string => `${place.toLocaleString()} of ${count.toLocaleString()}`,
  all: (count: number): string => (count === 1 ? '1 result' : `${count.toLocaleString()} results`),
} as const;

/** The scope of the search. */
export const WITHIN = {
  changed: 'The rows to search in have changed, so all are searched now.',
  select: { text: 'Select the text to search in first.', nodes: 'Select the rows to search in first.' },
} as const;
