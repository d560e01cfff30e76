// What is said about CSV by workers.

export const CSV_TEXTS = {
  notInEncoding: (char: string, encoding: string): string =>
    `"${char}" can't be written in ${encoding}. Remove the character, or export as CSV, which is UTF-8.`,
  invalid:
    'The document is not valid JSON, so it can’t be written as CSV. Fix its errors first; the file stays as it was.',
  notRows: 'CSV has rows: only an array can be written as CSV. The file stays as it was.',
  notObject: (item: number): string =>
    `Item ${item} is not an object, so it can’t be a row of the CSV file. Make it an object. The file stays as it was.`,
} as const;
