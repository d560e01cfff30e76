// The rows of a list that are read in pages when they are first asked for, as `ValuesByKey` does.

import { Emitter } from '../model/emitter.ts';
import { ValuesByKey } from './values-by-key.ts';

export interface PagedRowsOptions {
  readonly pageRows: number;
  /** Pages that are cached. */
  readonly maxPages: number;
  /** The number of rows so far: while they are arriving, the last page is read again when it has more of them. */
  readonly count?: () => number;
}

/** Rows by their index. */
export class PagedRows<Row> {
  /** Incremented when rows arrive. */
  version = 0;
  private readonly changed = new Emitter();
  readonly subscribe = this.changed.subscribe;
  private readonly pages: ValuesByKey<readonly Row[]>;

  constructor(
    load: (first: number, count: number) => Promise<readonly Row[]>,
    private readonly options: PagedRowsOptions,
    onError?: (error: unknown) => void,
  ) {
    const base = options.pageRows + 1;
    this.pages = new ValuesByKey(
      (key) => load(Math.floor(key / base) * options.pageRows, key % base),
      () => {
        this.version += 1;
        this.changed.emit();
      },
      options.maxPages,
      onError,
    );
  }

  /** Returns a row; `undefined` until it is read. */
  at(index: number): Row | undefined {
    const { pageRows, count } = this.options;
    const page = Math.floor(index / pageRows);
    const first = page * pageRows;
    const rows = Math.min(pageRows, (count?.() ?? Infinity) - first);
    return index < first + rows ? this.pages.get(page * (pageRows + 1) + rows)?.[index - first] : undefined;
  }
}
