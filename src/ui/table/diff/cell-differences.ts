// What the rows and cells of a table show of a comparison: whether a value was changed, created or deleted, and what it is on the
// other side. Computed for what is on the screen. After an edit, a cell that looks the same keeps its difference until the next
// comparison.

import type { Path } from '../../../shared/document/path.ts';
import type { DifferenceMark } from '../../../shared/protocol/compare.ts';
import type { Cell } from '../../../shared/protocol/table.ts';
import { otherSide } from '../../../shared/side.ts';
import type { Comparing } from '../../compare/comparison.ts';
import type { Side } from '../../model/side.ts';
import { ROW } from '../../strings/compare/compare-rows.ts';
import type { Column } from '../model/column-layout.ts';
import type { CachedCells } from '../model/cell-cache.ts';
import { MissingCells } from './missing-cells.ts';

/** The difference of a cell or a row. */
export interface CellDifference {
  readonly mark: DifferenceMark;
  /** Says what is on the other side, or how much differs inside. */
  readonly hint: string;
}

/** When more cells are known, they are forgotten. */
const MAX_CELLS = 20_000;

/** Reads the differences of one side's table. */
export class CellDifferences {
  /** Changes whenever differences may have changed. */
  version = 0;
  private readonly listeners = new Set<() => void>();
  private readonly known = new Map<string, { readonly text: string; readonly difference: CellDifference | null }>();
  private readonly missing: MissingCells;
  private endings: readonly (() => void)[] = [];

  constructor(
    private readonly comparing: Comparing,
    private readonly side: Side,
    private readonly revision: () => number,
  ) {
    const { sides, comparer } = comparing;
    this.missing = new MissingCells(sides[side], sides[otherSide(side)], comparer, () => this.tell());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) {
      const { left, right } = this.comparing.sides;
      this.endings = [left, right].map((side) => side.subscribe(() => this.tell()));
    }
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) for (const end of this.endings) end();
    };
  };

  /** Whether there is a comparison. */
  get isOn(): boolean {
    return this.comparing.sides[this.side].revision !== null;
  }

  /** Returns the difference of a row: as a whole, or inside it. */
  ofRow(row: CachedCells | undefined): CellDifference | null {
    if (row === undefined || !this.isOn) return null;
    return this.remember(`${row.position}`, '', row.fresh, () => this.look(row.node));
  }

  /** Returns the difference of a cell. `depth` is the length of the row's path. */
  ofCell(row: CachedCells, column: Column, cell: Cell, depth: number): CellDifference | null {
    if (!this.isOn) return null;
    return this.remember(`${row.position} ${column.id}`, cell.text, row.fresh, () =>
      cell.node === null ? this.lookAtMissing(row, column.path, depth) : this.look(cell.node),
    );
  }

  private remember(
    id: string,
    text: string,
    isFresh: boolean,
    look: () => CellDifference | null,
  ): CellDifference | null {
    const { known } = this;
    const before = known.get(id);
    if (!isFresh || this.comparing.sides[this.side].revision !== this.revision())
      return before?.text === text ? before.difference : null;
    const found = look();
    const difference =
      before?.difference != null && found?.mark === before.difference.mark && found.hint === before.difference.hint
        ? before.difference
        : found;
    if (known.size > MAX_CELLS) known.clear();
    known.set(id, { text, difference });
    return difference;
  }

  private look(node: number): CellDifference | null {
    const differences = this.comparing.sides[this.side];
    const found = differences.markOf(node);
    if (found === null) return null;
    const { mark, count } = found;
    if (mark === 'child-update') return { mark, hint: ROW['child-update'](count) };
    const other = mark === 'update' && found.node === node ? differences.otherValue(node) : null;
    return { mark, hint: other === null ? ROW[mark] : this.hintOf(other) };
  }

  private lookAtMissing(row: CachedCells, column: Path, depth: number): CellDifference | null {
    if (this.comparing.sides[this.side].markOf(row.node)?.mark !== 'child-update') return null;
    const value = this.missing
      .of(row.node, depth)
      .find(({ path }) => path.length <= column.length && path.every((segment, index) => segment === column[index]));
    if (value === undefined) return null;
    return { mark: this.side === 'left' ? 'create' : 'delete', hint: this.hintOf(value.value) };
  }

  private hintOf(other: string): string {
    return this.side === 'left' ? ROW.becomes(other) : ROW.was(other);
  }

  private tell(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
}
