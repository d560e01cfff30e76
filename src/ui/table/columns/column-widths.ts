// How wide a column has to be for what is in it, in pixels. Letters of cells are all as wide.

import type { Cell } from '../../../shared/protocol/table.ts';
import type { FieldKind } from '../../../shared/protocol/wizard.ts';

/** Left and right of a cell's text, and with the box of true and false. */
const ROOM_PX = 20;
const SWITCH_ROOM_PX = 38;
/** A letter of a header, and what stands beside its name. */
const LABEL_PX = 7;
const LABEL_ROOM_PX = 64;
/** What a column is made at first. */
const LEAST_PX = 64;
const MOST_PX = 300;

/** The width that shows all of some cells. */
export function widthOfCells(cells: readonly (Cell | undefined)[], kind: FieldKind | null, letterPx: number): number {
  let letters = 0;
  for (const cell of cells)
    // A string is shown without its quotes.
    if (cell?.node != null) letters = Math.max(letters, cell.text.length - (cell.kind === 'string' ? 2 : 0));
  return letters * letterPx + (kind === 'boolean' ? SWITCH_ROOM_PX : ROOM_PX);
}

/** The width that shows all of a name in the header. */
export function widthOfHeader(label: string): number {
  return label.length * LABEL_PX + LABEL_ROOM_PX;
}

/** The width to begin with: neither too narrow to be seen nor so wide that it hides the others. */
export function firstWidth(px: number): number {
  return Math.max(LEAST_PX, Math.min(MOST_PX, px));
}
