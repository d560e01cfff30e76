// Finds the cell that an element belongs to.

import type { CellAt } from '../../model/cell-selection.ts';

/** Returns the cell that contains an element; `position` for the position of a row. */
export function cellUnder(target: EventTarget | null): CellAt | 'position' | null {
  if (!(target instanceof Element)) return null;
  const row = rowUnder(target);
  if (row < 0) return null;
  if (target.closest('[data-position]') !== null) return 'position';
  const column = target.closest<HTMLElement>('[role="gridcell"][data-column]')?.dataset['column'];
  return column === undefined ? null : { row, column: Number(column) };
}

/** Returns the row that contains an element; -1 if there is none. */
export function rowUnder(target: EventTarget | null): number {
  if (!(target instanceof Element)) return -1;
  return Number(target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1);
}
