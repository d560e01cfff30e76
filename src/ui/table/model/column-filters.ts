// Which column a filter is of, and how the filters of one column replace each other: a range that was brushed the range before, a
// choice of values the choice before. Conditions are added.

import type { Path } from '../../../shared/document/path.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import { columnId } from './column-layout.ts';

/** How a filter came about. */
export type FilterSlot = 'range' | 'values' | 'condition';

/** The path of the column that a filter is of; `null` for any column. */
export function pathOf(filter: TableFilter): Path | null {
  if (filter.type === 'not') return pathOf(filter.filter);
  if (filter.type === 'any') return filter.filters[0] === undefined ? null : pathOf(filter.filters[0]);
  return filter.path;
}

/** Whether a filter is of a column. */
export function isOf(filter: TableFilter, path: Path): boolean {
  const own = pathOf(filter);
  return own !== null && columnId(own) === columnId(path);
}

/** The filters of all other columns: what a column's statistics are of. */
export function othersThan(filters: readonly TableFilter[], path: Path): readonly TableFilter[] {
  return filters.filter((filter) => !isOf(filter, path));
}

/** The filter of a column in a slot. */
export function inSlot(filters: readonly TableFilter[], path: Path, slot: FilterSlot): TableFilter | undefined {
  return filters.find((filter) => isOf(filter, path) && slotOf(filter) === slot);
}

/** The filters with the one in a slot replaced; `null` removes it. Its place among the others stays. */
export function replaceIn(
  filters: readonly TableFilter[],
  path: Path,
  slot: FilterSlot,
  filter: TableFilter | null,
): readonly TableFilter[] {
  const at = slot === 'condition' ? -1 : filters.findIndex((one) => isOf(one, path) && slotOf(one) === slot);
  if (at < 0) return filter === null ? filters : [...filters, filter];
  return filter === null ? filters.toSpliced(at, 1) : filters.toSpliced(at, 1, filter);
}

/** The filters without those of a column. */
export function without(filters: readonly TableFilter[], path: Path): readonly TableFilter[] {
  return othersThan(filters, path);
}

function slotOf(filter: TableFilter): FilterSlot {
  if (filter.type === 'between' && filter.isOpen === true && filter.from !== null) return 'range';
  return isChoice(filter) ? 'values' : 'condition';
}

/** Whether a filter is a choice of values, as the list makes it. */
function isChoice(filter: TableFilter): boolean {
  if (filter.type === 'not') return isChoice(filter.filter);
  if (filter.type === 'one-of') return true;
  return filter.type === 'any' && filter.filters.some(({ type }) => type === 'one-of');
}
