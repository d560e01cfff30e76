// Texts of the list of steps.

import type { StepSummary } from '../../../shared/protocol/history.ts';

export const HISTORY = {
  details: 'What this step changed',
  before: 'Before',
  after: 'After',
  nothing: 'nothing',
  others: (count: number): string => `and ${count.toLocaleString()} more ${count === 1 ? 'place' : 'places'}`,
  /** `1 → 19` */
  change: ({ before, after }: StepSummary): string =>
    before === '' ? `+ ${after}` : after === '' ? `− ${before}` : `${before} → ${after}`,

  title: 'Steps',
  opened: 'as it was opened',
  current: 'now',
  undone: 'undone',
  unnamed: 'an edit',
  dropped: 'Older steps are not kept: together they take too much memory.',
  empty: 'Nothing has been changed yet.',
  hint: 'Enter or a click goes to a step. What comes after it stays until the next edit.',
} as const;
