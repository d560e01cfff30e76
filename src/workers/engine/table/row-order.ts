// Orders the rows of an array by several keys. Each key compares as sorting in the tree does: numbers before texts, texts in
// natural order, missing values last; equal rows keep their order.

import type { Arrangement, TableSort } from '../../../shared/protocol/table.ts';
import { indexesAt } from '../base/ordering.ts';
import type { Work } from '../base/work.ts';
import { orderOf } from '../sort/sort.ts';
import { SortKeyReader } from '../sort/sort-keys.ts';
import type { Places } from '../tape/places.ts';
import { matchingRows } from './row-filter.ts';
import { itemsAt } from './table-rows.ts';

const SLICE_ROWS = 8192;

/** The positions of the rows that an arrangement shows, in its order; `null` for all rows in their own order. */
export function* arrangeRows(places: Places, array: number, { filters, sorts }: Arrangement): Work<Uint32Array | null> {
  if (filters.length === 0 && sorts.length === 0) return null;
  const positions =
    filters.length > 0
      ? yield* matchingRows(places, array, filters)
      : Uint32Array.from({ length: places.children.count(array) }, (_, position) => position);
  if (sorts.length === 0) return positions;
  const items = yield* itemsAt(places, array, positions);
  return indexesAt(positions, yield* orderRows(places, items, sorts));
}

/** The indexes of items, ordered by several keys, the most significant first. The tape must be that of the text. */
export function* orderRows(places: Places, items: Uint32Array, sorts: readonly TableSort[]): Work<Uint32Array> {
  let order: Uint32Array = Uint32Array.from(items.keys());
  // Sorting is stable, so the least significant key is sorted first.
  for (const { path, direction } of sorts.toReversed()) {
    const reader = new SortKeyReader(places, { type: 'path', path }, items.length);
    for (let index = 0; index < order.length; index += 1) {
      reader.read(items[order[index] ?? 0] ?? 0);
      if (index % SLICE_ROWS === 0) yield { done: index, total: order.length };
    }
    order = indexesAt(order, yield* orderOf(reader.finish(), direction));
  }
  return order;
}
