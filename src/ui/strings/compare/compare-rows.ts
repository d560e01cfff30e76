// Texts of differences in rows and cells.

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
