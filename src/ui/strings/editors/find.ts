// Texts of finding in the text and the tree. Those of the bar's parts are in `find-bar.ts`, which is loaded with them.

export const FIND = {
  title: 'Find',
  pattern: 'Find',
  stopped: 'The search was stopped before its end: there may be more results.',
  /** An expression such as `(a+)+$` may backtrack for an unlimited time. */
  tooSlow: (seconds: number): string =>
    `The expression was not done after ${seconds} seconds, so the search was ended. Repetitions inside of repetitions, such as (a+)+, may take for ever: write it without them, or search in a selection.`,
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
