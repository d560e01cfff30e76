// Limits texts that are shown as a sentence: a server's response or a query's error may have any length, and rendering some
// megabytes of text takes a browser seconds.

/** Longest sentence in characters; longer ones are cut. */
export const LONGEST_SENTENCE = 400;
/** The cut is between words, unless the last word is longer than this. */
const LONGEST_WORD = 40;

/** Returns a text, cut to `LONGEST_SENTENCE` if necessary. */
export function sentenceOf(text: string): string {
  if (text.length <= LONGEST_SENTENCE) return text;
  const cut = text.slice(0, LONGEST_SENTENCE);
  const space = cut.lastIndexOf(' ');
  const end = space > LONGEST_SENTENCE - LONGEST_WORD ? space : LONGEST_SENTENCE;
  // Does not end with half of a surrogate pair.
  return `${cut.slice(0, end).replace(/[\ud800-\udbff]$/, '')}…`;
}
