// Widths in a row of text, shared by the editor and the first screen that is shown before it.

/** Minimum width of line numbers, so that the text of a small document does not move while it grows. */
const MIN_DIGITS = 3;
/** Room for fold marks, between the line numbers and the text. */
export const MARKS_PX = 18;

/** The width of the line numbers, in characters. */
export function numberLetters(lineCount: number): number {
  return Math.max(MIN_DIGITS, String(lineCount).length) + 1;
}
