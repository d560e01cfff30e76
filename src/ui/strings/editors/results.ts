// Texts of the list of results.

/** The list of results. */
export const RESULTS = {
  title: 'Results',
  none: 'Nothing is found. Type into the find bar (Ctrl+F): what it finds is listed here.',
  line: (line: number): string => `Ln ${(line + 1).toLocaleString()}`,
} as const;
