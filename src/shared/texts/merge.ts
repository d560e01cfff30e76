// Texts about merging two versions of a document.

export const MERGE_TEXTS = {
  invalid: {
    base: 'The version that both come from is not valid, so the two can only be compared.',
    left: 'Your text is not valid, so it can only be compared with the other version. Correct it, and merge then.',
    right: 'The other version is not valid, so it can only be compared.',
  },
  /** `place`: a JSON Pointer. */
  noValue: (place: string): string =>
    `What you wrote for ${place === '' ? 'the whole document' : place} is not one valid value.`,
} as const;
