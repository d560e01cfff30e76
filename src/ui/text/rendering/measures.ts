// How wide the parts of a row of text are: in the editor, and in what is seen before it has come.

/** Of the line numbers, so that a small document's text does not move while it grows. */
const LEAST_DIGITS = 3;
/** Between line numbers and text, for the marks of folds. */
export const MARKS_PX = 18;

/** How many letters wide the line numbers are. */
export function numberLetters(lineCount: number): number {
  return Math.max(LEAST_DIGITS, String(lineCount).length) + 1;
}
