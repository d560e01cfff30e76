// Texts of the dialog that filters items of the tree. @see requirements TRF-1

import type { Operator } from '../../../shared/protocol/wizard.ts';

export const FILTER = {
  title: 'Keep only matching items',
  working: 'Removing items',
  keepOf: (count: number): string =>
    count === 1 ? 'Keep the only item if its' : `Keep those of ${count.toLocaleString()} items whose`,
  keepOfEach: (count: number): string => `Keep those items of each of ${count.toLocaleString()} values whose`,
  itself: 'value itself',
  comparison: 'Comparison',
  value: 'Value',
  hint: 'A number, true, false or null; anything else is text, and so is "10" in quotes.',
  listHint: 'Values with a comma between; a text that holds one stands in quotes.',
  yes: 'Keep matching items',
  counting: 'Counting…',
  keeps: (count: number, of: number): string =>
    `Keeps ${count.toLocaleString()} of ${of.toLocaleString()} ${of === 1 ? 'item' : 'items'}.`,
  kept: (count: number, of: number): string =>
    `Kept ${count.toLocaleString()} of ${of.toLocaleString()} ${of === 1 ? 'item' : 'items'}.`,
} as const;

/** Labels of the operators. */
export const COMPARISONS: Readonly<Record<Operator, string>> = {
  '==': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
  contains: 'contains',
  'starts with': 'starts with',
  'is one of': 'is one of',
};
