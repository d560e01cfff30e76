// Texts of the list of steps.

export const HISTORY = {
  title: 'Steps',
  opened: 'as it was opened',
  current: 'now',
  undone: 'undone',
  unnamed: 'an edit',
  dropped: 'Older steps are not kept: together they take too much memory.',
  empty: 'Nothing has been changed yet.',
  hint: 'Enter or a click goes to a step. What comes after it stays until the next edit.',
} as const;
