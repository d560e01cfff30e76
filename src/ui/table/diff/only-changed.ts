// Hides the rows, and if wanted the columns, of a table that have no differences, while a comparison asks for that.
//
//   comparison, array, switches ──▶ Comparer.changedTable ──▶ rows of the arrangement, columns of the layout

import { subscribeKey } from 'valtio/utils';
import type { Path } from '../../../shared/document/path.ts';
import type { ChangedColumn, ChangedTable } from '../../../shared/protocol/compare.ts';
import type { Comparing } from '../../compare/comparison.ts';
import type { Side } from '../../model/side.ts';
import { TABLE_COMPARE } from '../../strings/compare/table-compare.ts';
import type { Column } from '../model/column-layout.ts';
import type { TableModel } from '../model/table-model.ts';
import { unlessStale } from '../../async/stale.ts';

/** What a column header shows of a comparison. */
export interface ColumnDifference {
  /** Number of rows that differ in the column. */
  readonly changed: number;
  /** Whether the other document has no such column. */
  readonly isOnlyHere: boolean;
}

/** The rows and columns of one table that have differences. */
export class OnlyChanged {
  /** Whether columns without differences are hidden. */
  hidesColumns = false;
  private found: ChangedTable | null = null;
  private columns: ReadonlyMap<string, ColumnDifference | null> = new Map();
  private readonly listeners = new Set<() => void>();
  private madeFor = '';

  constructor(
    private readonly model: TableModel,
    private readonly comparing: Comparing,
    private readonly side: Side,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The number of columns with differences; `null` while there is no comparison. */
  get changedColumns(): number | null {
    if (this.found === null) return null;
    const all = this.model.state.shape?.columns ?? [];
    return all.filter(({ path }) => this.differs(path)).length;
  }

  /** Returns the difference of a column; `null` when it has none. */
  ofColumn(column: Column): ColumnDifference | null {
    const known = this.columns.get(column.id);
    if (known !== undefined || this.found === null) return known ?? null;
    const parts = this.found.columns.filter(({ path }) => isAlong(path, column.path));
    const difference = differenceOf(parts, column);
    this.columns = new Map(this.columns).set(column.id, difference);
    return difference;
  }

  /** How a column is marked that the other document does not have. */
  get kindOfColumn(): 'create' | 'delete' {
    return this.side === 'left' ? 'delete' : 'create';
  }

  /** Describes a column's difference; empty when it has none. */
  hintOf(difference: ColumnDifference | null): string {
    if (difference === null) return '';
    if (difference.isOnlyHere) return TABLE_COMPARE.onlyHere[this.side];
    return difference.changed === 0 ? '' : TABLE_COMPARE.changedIn(difference.changed);
  }

  /** Follows the comparison. Returns a function that stops it. */
  start(): () => void {
    const update = (): void => this.model.run(this.update());
    const endings = [
      this.comparing.sides[this.side].subscribe(update),
      subscribeKey(this.comparing.state, 'only', update),
      this.model.subscribe(update),
    ];
    update();
    return () => {
      for (const end of endings) end();
    };
  }

  setHidesColumns(hides: boolean): void {
    this.hidesColumns = hides;
    this.apply();
    this.tell();
  }

  private async update(): Promise<void> {
    const { model, comparing, side } = this;
    const { phase, path } = model.state;
    const { result } = comparing.sides[side];
    const isShown = phase === 'table' && result !== null;
    const { only } = comparing.state;
    const key = isShown ? JSON.stringify([result.id, path, only]) : '';
    if (key === this.madeFor) return;
    // The rows of before stay while the documents are compared again.
    if (!isShown && comparing.state.on && comparing.state.phase === 'running') return;
    this.madeFor = key;
    const reading = isShown ? comparing.comparer.changedTable(result, side, path) : Promise.resolve(null);
    const found = await unlessStale(reading, undefined, 'worker-died');
    // Another comparison follows.
    if (found === undefined) return;
    this.found = found;
    if (key !== this.madeFor) return;
    this.columns = new Map();
    this.apply();
    this.tell();
    const { arrangement } = model.state;
    if (this.found !== null && result !== null && only) {
      const changed = { revision: result.revisions[side], rows: this.found.rows };
      await model.arrange({ ...arrangement, changed });
    } else if (arrangement.changed !== undefined) {
      const { changed: _, ...others } = arrangement;
      await model.arrange(others);
    }
  }

  private apply(): void {
    const hides = this.hidesColumns && (this.found?.columns.some(({ changed }) => changed > 0) ?? false);
    this.model.columns.showOnly(hides ? (path) => this.differs(path) : null);
  }

  private differs(column: Path): boolean {
    return this.found?.columns.some(({ path, changed }) => changed > 0 && isAlong(path, column)) ?? false;
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

function differenceOf(parts: readonly ChangedColumn[], { path, presence }: Column): ColumnDifference | null {
  let changed = 0;
  let added = 0;
  let inAddedRows = 0;
  for (const part of parts) {
    changed += part.changed;
    // What was added inside of a value is no column of its own.
    if (part.path.length > path.length) continue;
    added += part.added;
    inAddedRows += part.inAddedRows;
  }
  if (changed === 0) return null;
  return { changed, isOnlyHere: added > 0 && added + inAddedRows >= presence };
}

/** Whether one of two paths leads to the other. */
function isAlong(one: Path, other: Path): boolean {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
