// The row height of text, tree and table.

/** Row height as a multiple of the font size. */
const ROW_HEIGHT = 1.6;

/** Returns the row height for a font size, in whole pixels. */
export function rowHeightPx(fontSizePx: number): number {
  return Math.round(fontSizePx * ROW_HEIGHT);
}
