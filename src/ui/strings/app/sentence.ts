// How much of a text is shown where a sentence is expected: what a server answers, or a query throws, may have any length,
// and a browser is busy for seconds with a text of some megabytes.

/** A longer sentence is cut, in characters. */
export const LONGEST_SENTENCE = 400;
/** It is cut between words where no word there is longer. */
const LONGEST_WORD = 40;

/** A text as a sentence shows it. */
export function sentenceOf(text: string): string {
  if (text.length <= LONGEST_SENTENCE) return text;
  const cut = text.slice(0, LONGEST_SENTENCE);
  const space = cut.lastIndexOf(' ');
  const end = space > LONGEST_SENTENCE - LONGEST_WORD ? space : LONGEST_SENTENCE;
  // Half a surrogate pair is no character.
  return `${cut.slice(0, end).replace(/[\ud800-\udbff]$/, '')}…`;
}
