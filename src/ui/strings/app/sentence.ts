// Limits texts that are shown as a sentence: a server's response or a query's error may have any length, and rendering some
// megabytes of text takes a browser seconds.

/** Longest sentence in characters; longer ones are cut. */
export const MAX_SENTENCE_LENGTH = 400;
/** The cut is between words, unless the last word is longer than this. */
const MAX_WORD_LENGTH = 40;

/** Returns a text, cut to `MAX_SENTENCE_LENGTH` if necessary. */
export function sentenceOf(text: string): string {
  if (text.length <= MAX_SENTENCE_LENGTH) return text;
  const cut = text.slice(0, MAX_SENTENCE_LENGTH);
  const space = cut.lastIndexOf(' ');
  const end = space > MAX_SENTENCE_LENGTH - MAX_WORD_LENGTH ? space : MAX_SENTENCE_LENGTH;
  // Does not end with half of a surrogate pair.
  return `${cut.slice(0, end).replace(/[\ud800-\udbff]$/, '')}…`;
}
