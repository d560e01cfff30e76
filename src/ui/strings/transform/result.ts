// Texts about the result of a query as a whole.

export const RESULT = {
  none: 'The query has no result, so there is nothing to copy or save.',
  copy: 'Copy',
  save: 'Save',
  copied: 'Copied the result.',
  /** The name of a file for the result of a query on a document. */
  fileName: (name: string): string => `${name.replace(/\.[^.]+$/, '')} result.json`,
} as const;
