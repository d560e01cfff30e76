// What Compare says.

import type { Side } from '../store/panel.ts';

const OF = { left: 'left', right: 'right' } as const;

export const COMPARE = {
  title: 'Compare',
  on: 'Compare the documents',
  off: 'Stop comparing',
  next: 'Next difference',
  previous: 'Previous difference',
  take: { right: 'Take this difference over to the right', left: 'Take this difference over to the left' },
  takeAll: { right: 'Take all differences over to the right', left: 'Take all differences over to the left' },
  taking: 'Taking over',
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

/** What a panel in another mode says. @see requirements CMP-3 */
export const MODE_NOTE = {
  text: 'Differences are highlighted in tree mode.',
  action: 'Switch to tree mode',
} as const;

/** @see requirements CMP-6 */
export const LARGE_NOTE = {
  text: (names: readonly string[]): string =>
    `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} larger than 100 MB, so Compare was turned off.`,
  action: 'Compare anyway',
} as const;

/** What a row says of itself to a screen reader, and beside its value. */
export const ROW = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  'child-update': (count: number): string =>
    count === 1 ? '1 difference inside' : `${count.toLocaleString()} differences inside`,
  was: (value: string): string => `was ${value}`,
  becomes: (value: string): string => `now ${value}`,
} as const;
