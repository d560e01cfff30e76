// How large the parts of a row of text are: in the editor, and in what is seen before it has come.

/** Rows are this much taller than the letters, in text, tree and table alike. */
const ROW_HEIGHT = 1.6;
/** Of the line numbers, so that a small document's text does not move while it grows. */
const LEAST_DIGITS = 3;
/** Between line numbers and text, for the marks of folds. */
export const MARKS_PX = 18;

/** The height of a row whose letters have a size. */
export function rowHeightPx(fontSizePx: number): number {
  return Math.round(fontSizePx * ROW_HEIGHT);
}

/** How many letters wide the line numbers are. */
export function numberLetters(lineCount: number): number {
  return Math.max(LEAST_DIGITS, String(lineCount).length) + 1;
}
