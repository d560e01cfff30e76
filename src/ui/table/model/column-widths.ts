// The width that a column needs for its content, in pixels. Cells have a monospaced font.

import type { Cell } from '../../../shared/protocol/table.ts';
import type { FieldKind } from '../../../shared/protocol/wizard.ts';

/** Space beside a cell's text; with the checkbox of true and false. */
const ROOM_PX = 20;
const SWITCH_ROOM_PX = 38;
/** Width of a letter in the header, and of everything beside the name. */
const LABEL_PX = 7;
const LABEL_ROOM_PX = 64;
/** Bounds of a column's initial width. */
const MIN_PX = 64;
const MAX_PX = 300;

/** Returns the width that shows the cells completely. */
export function widthOfCells(cells: readonly (Cell | undefined)[], kind: FieldKind | null, letterPx: number): number {
  let letters = 0;
  for (const cell of cells)
    // A string is shown without its quotes.
    if (cell?.node != null) letters = Math.max(letters, cell.text.length - (cell.kind === 'string' ? 2 : 0));
  return letters * letterPx + (kind === 'boolean' ? SWITCH_ROOM_PX : ROOM_PX);
}

/** Returns the width that shows a name in the header completely. */
export function widthOfHeader(label: string): number {
  return label.length * LABEL_PX + LABEL_ROOM_PX;
}

/** Returns the initial width of a column: neither too narrow to read nor so wide that it hides other columns. */
export function firstWidth(px: number): number {
  return Math.max(MIN_PX, Math.min(MAX_PX, px));
}
