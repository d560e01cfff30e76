// Messages about problems in a text that is valid anyway, or broken in more than one place.

const MAX_QUOTE_LENGTH = 60;

/** Shortens a long key or number for a message. */
function quoted(text: string): string {
  if (text.length <= MAX_QUOTE_LENGTH) return text;
  // Does not cut through a surrogate pair.
  return `${text.slice(0, MAX_QUOTE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

export const PROBLEM_TEXTS = {
  duplicate: (key: string, line: string): string =>
    `Duplicate key ${JSON.stringify(quoted(key))}: line ${line} has it already. Most programs keep the last one.`,
  inexact: (number: string, nearest: string): string =>
    `${quoted(number)} does not fit into a double: most programs read ${nearest}.`,
  tooLarge: (number: string): string => `${quoted(number)} is too large for a double: most programs read Infinity.`,
  utf8: (bytes: string): string => `Invalid UTF-8: the bytes ${bytes} are no character.`,
} as const;
