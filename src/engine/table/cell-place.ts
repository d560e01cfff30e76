// Maps a byte of the text to the cell that it is in.

import type { CellPlace } from '../../shared/protocol/table.ts';
import type { Places } from '../tape/places.ts';
import type { View } from './table-rows.ts';

/** The cell whose value or key contains a byte; `null` outside the array's items. Cost: the depth. */
export function placeOfCell(places: Places, { array, positions }: View, offset: number): CellPlace | null {
  const entry = places.atOffset(offset);
  if (entry < 0) return null;
  const steps = places.steps(entry);
  const at = steps.findIndex(({ container }) => container === array);
  const step = steps[at];
  if (step === undefined) return null;
  const position = step.ordinal;
  const path = steps
    .slice(at + 1)
    .map(({ container, child, ordinal }) => (places.kind(container) === 'object' ? places.key(child) : ordinal));
  return { row: positions === null ? position : positions.indexOf(position), position, path };
}
