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
  sameStructure: 'same structure',
  inStructure: (count: number): string => (count === 1 ? 'difference in structure' : 'differences in structure'),
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

/** @see requirements CMP-6 */
export const LARGE_NOTE = {
  text: (names: readonly string[]): string =>
    `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} larger than 100 MB, so Compare was turned off.`,
  action: 'Compare anyway',
} as const;
