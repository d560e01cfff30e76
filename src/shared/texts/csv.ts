// What is said about CSV by workers.

export const CSV_TEXTS = {
  notInEncoding: (char: string, encoding: string): string =>
    `"${char}" can't be written in ${encoding}. Export as CSV in UTF-8 instead, or remove the character.`,
  invalid: 'The document is not valid JSON, so it can’t be written as CSV. Fix its errors first.',
  notRows: 'CSV has rows: only an array can be written as CSV. Save the document as JSON instead.',
  notObject: (item: number): string =>
    `Item ${item} is not an object, so it can’t be a row of the CSV file. Make it an object, or save the document as JSON.`,
} as const;
