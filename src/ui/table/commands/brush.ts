// The filter that a brush over a histogram makes, while it moves and at the end. The rows are chosen for the latest range only.

import { Latest } from '../../async/latest.ts';
import type { Histogram } from '../../../shared/protocol/figures.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import type { Column } from '../model/column-layout.ts';
import { replaceIn } from '../model/column-filters.ts';
import type { TableModel } from '../model/table-model.ts';

/** A range of a histogram, by its bars, both inclusive; `null` for no range. */
export type BarRange = { readonly first: number; readonly last: number } | null;

/** Brushes the columns of one table. */
export class Brush {
  private readonly moves = new Latest();

  constructor(private readonly model: TableModel) {}

  /** Keeps the rows of a range of bars; `null` for all. */
  to(column: Column, { of, edges }: Histogram, range: BarRange): void {
    const from = range === null ? undefined : edges[range.first];
    const to = range === null ? undefined : edges[range.last + 1];
    const filter: TableFilter | null =
      from === undefined || to === undefined
        ? null
        : { type: 'between', of, path: column.path, from, to, isOpen: true };
    this.set(column, filter);
  }

  /** Sets the range that a column's rows are kept of. */
  set(column: Column, filter: TableFilter | null): void {
    const { model } = this;
    const moved = this.moves.run(async () => {
      const { arrangement } = model.state;
      const filters = replaceIn(arrangement.filters, column.path, 'range', filter);
      if (JSON.stringify(filters) !== JSON.stringify(arrangement.filters))
        await model.arrange({ ...arrangement, filters });
    });
    model.run(moved);
  }

  /** Forgets the range that is to be set next: its filter has been removed meanwhile. */
  drop(): void {
    this.moves.cancel();
  }
}
