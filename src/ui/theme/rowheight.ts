// How tall a row is, in text, tree and table alike.

/** So much taller than its letters. */
const ROW_HEIGHT = 1.6;

/** The height of a row whose letters have a size, in whole pixels. */
export function rowHeightPx(fontSizePx: number): number {
  return Math.round(fontSizePx * ROW_HEIGHT);
}
