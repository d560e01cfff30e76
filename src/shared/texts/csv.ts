// What is said about CSV by workers.

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
