// Messages of the engine about what a document is written as or made of: CSV, a text with JSON in it, copies, a merge, a report.

/** What is said about CSV. */
export const CSV_TEXTS = {
  notInEncoding: (char: string, encoding: string): string =>
    `"${char}" can't be written in ${encoding}. Remove the character, or export as CSV, which is UTF-8.`,
  surrogate: (code: number, encoding: string): string =>
    `The lone surrogate \\u${code.toString(16)} can’t be written in ${encoding}. Remove it. The file stays as it was.`,
  half: 'The file ends with half a character of UTF-16, so nothing can stand behind it. Change the last cell first. The file stays as it was.',
  misread: (item: number, column: string): string =>
    `Item ${item} can’t be written so that it is read again as it is: see "${column}". The file stays as it was.`,
  misreadRows: (item: number): string =>
    `The file would not be read again as it is, from item ${item} on. The file stays as it was.`,
  misreadName: (name: string): string =>
    `The name "${name}" can’t be written so that it is read again as it is. The file stays as it was.`,
  invalid:
    'The document is not valid JSON, so it can’t be written as CSV. Fix its errors first; the file stays as it was.',
  notRows: 'CSV has rows: only an array can be written as CSV. The file stays as it was.',
  notObject: (item: number): string =>
    `Item ${item} is not an object, so it can’t be a row of the CSV file. Make it an object. The file stays as it was.`,
} as const;

/** Values that were read from a text. */
export const EXTRACT_TEXTS = {
  gone: 'The text has changed, and it is no longer certain which record the value was read from. Nothing was written. Open it from the list again, or copy it there.',
  unfit:
    'The changed value can’t be written in the form that it has in the text. Nothing was written. Copy it there instead.',
} as const;

/** The forms in which values are copied. */
export const FORM_TEXTS = {
  noValues: 'What is selected is no JSON value. Its text can be copied as contents, or escaped.',
} as const;

/** Merging two versions. */
export const MERGE_TEXTS = {
  invalid: {
    base: 'The version that both come from is not valid, so the two can only be compared.',
    left: 'Your text is not valid, so it can only be compared with the other version. Correct it, and merge then.',
    right: 'The other version is not valid, so it can only be compared.',
  },
  /** `place`: JSONPath. */
  noValue: (place: string): string =>
    `What you wrote for ${place === '$' ? 'the whole document' : place} is not one valid value.`,
} as const;

/** The report of differences. */
export const HTML_REPORT = {
  title: 'Differences',
  legend: 'What is only on the left is struck out, what is only on the right is green. What is equal is left out.',
} as const;
