// What replacing leaves alone because a filter hides it. Loaded with the code that replaces.

export const HIDDEN_HITS = {
  left: (count: number): string =>
    `${count.toLocaleString()} more in rows that the filter hides: nothing was replaced there.`,
  current: 'That one is in a row that the filter hides: it was not replaced.',
} as const;
