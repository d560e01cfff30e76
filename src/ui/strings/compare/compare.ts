// Texts of Compare.

import type { Side } from '../../model/side.ts';

const OF = { left: 'left', right: 'right' } as const;

export const COMPARE = {
  title: 'Compare',
  on: 'Compare the documents',
  off: 'Stop comparing',
  next: 'Next difference',
  previous: 'Previous difference',
  take: { right: 'Take this difference over to the right', left: 'Take this difference over to the left' },
  takeAll: { right: 'Take all differences over to the right', left: 'Take all differences over to the left' },
  give: { right: 'Take this over to the right', left: 'Take this over to the left' },
  get: { right: 'Take what is on the right', left: 'Take what is on the left' },
  taking: 'Taking over',
  writing: 'Writing the differences',
  more: 'More of Compare',
  only: 'Show only differences',
  all: 'Show all rows',
  options: 'Compare options…',
  comparing: 'comparing…',
  progress: (percent: number): string => `${percent} %`,
  cancel: 'Cancel comparing',
  none: 'no differences',
  failed: 'Diff: Error',
  blocked: 'Diff: none',
  again: 'Click to compare again.',
  count: (count: number): string => (count === 1 ? 'difference' : 'differences'),
  place: (current: number, count: number): string =>
    `${current < 0 ? '–' : current.toLocaleString()}/${count.toLocaleString()}`,
  missing: 'Open a document in both panels to compare them.',
  cancelled: 'Comparing was cancelled.',
  invalid: (side: Side): string => `The ${OF[side]} document is not valid JSON, so it can't be compared.`,
  coarse: 'A part of an array was compared item by item, as it differs too much.',
} as const;

/** Files that differences are exported to. */
export const EXPORTS = {
  'json-patch': { label: 'Save as JSON Patch', name: 'differences.patch.json', type: 'application/json-patch+json' },
  delta: { label: 'Save as jsondiffpatch delta', name: 'differences.delta.json', type: 'application/json' },
  report: { label: 'Save as a report', name: 'differences.txt', type: 'text/plain' },
} as const;

/** File name of the report as an HTML page. */
export const REPORT_PAGE = 'differences.html';

export const COMPARE_OPTIONS = {
  title: 'Compare options',
  values: 'Values',
  numbers: 'Numbers are equal',
  byValue: 'by value',
  asWritten: 'as written',
  tolerance: 'Tolerance',
  toleranceHint: 'Numbers that differ by no more than this are equal.',
  toleranceProblem: 'This has to be a number, 0 or more.',
  ignorePaths: 'Leave out',
  ignorePathsHint: 'Paths, with a comma between: $.orders[*].updated, /meta/version',
  ignorePathsProblem: 'One of these is not a path.',
  arrays: 'Arrays',
  ignoreOrder: 'Items may be in any order',
  identity: 'Key that tells items',
  identityHint: 'Empty: one is looked for, such as id or name.',
  close: 'Close',
} as const;

/** Shown when a panel is in another mode. @see requirements CMP-3 */
export const MODE_NOTE = {
  text: 'Differences are highlighted in tree and text mode.',
  action: 'Switch to tree mode',
} as const;

/** @see requirements CMP-6 */
export const LARGE_NOTE = {
  text: (names: readonly string[]): string =>
    `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} larger than 100 MB, so Compare was turned off.`,
  action: 'Compare anyway',
} as const;

/** Labels of a row's difference, for screen readers and beside its value. */
export const ROW = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  'child-update': (count: number): string =>
    count === 1 ? '1 difference inside' : `${count.toLocaleString()} differences inside`,
  was: (value: string): string => `was ${value}`,
  becomes: (value: string): string => `now ${value}`,
} as const;
