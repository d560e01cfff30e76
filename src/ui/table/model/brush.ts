// The filter that a brush over a histogram makes, while it moves and at the end. The rows are chosen for the latest range only.

import type { Histogram } from '../../../shared/protocol/figures.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import type { Column } from './column-layout.ts';
import { replaceIn } from './column-filters.ts';
import type { TableModel } from './table-model.ts';

/** A range of a histogram, by its bars, both inclusive; `null` for no range. */
export type BarRange = { readonly first: number; readonly last: number } | null;

/** Brushes the columns of one table. */
export class Brush {
  private next: (() => Promise<void>) | null = null;
  private isRunning = false;

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
    this.next = () => {
      const { arrangement } = model.state;
      const filters = replaceIn(arrangement.filters, column.path, 'range', filter);
      return JSON.stringify(filters) === JSON.stringify(arrangement.filters)
        ? Promise.resolve()
        : model.arrange({ ...arrangement, filters });
    };
    if (!this.isRunning) model.run(this.run());
  }

  /** Forgets the range that is to be set next: its filter has been removed meanwhile. */
  drop(): void {
    this.next = null;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      for (let work = this.next; work !== null; work = this.next) {
        this.next = null;
        await work();
      }
    } finally {
      this.isRunning = false;
    }
  }
}
