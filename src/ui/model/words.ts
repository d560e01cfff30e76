// Searching short texts by words: each has to occur, in any order.

/** Splits a query into its words, in lower case. */
export function wordsOf(query: string): string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Whether a text contains all words, which are in lower case; case of the text is ignored. */
export function containsWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
