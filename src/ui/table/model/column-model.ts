// The columns of one table as the user has chosen them: order, widths, hidden and pinned columns, and their storage.

import type { Path } from '../../../shared/document/path.ts';
import type { TableShape } from '../../../shared/protocol/table.ts';
import type { Scroller } from '../../widgets/rows/scroll-position.ts';
import { selectCell, type CellSelection } from '../../model/cell-selection.ts';
import type { CellCache } from './cell-cache.ts';
import type { TableHost, TableState } from './table-state.ts';
import {
  columnId,
  ColumnLayout,
  inOrder,
  moveColumn,
  MAX_WIDTH_PX,
  MIN_WIDTH_PX,
  type Column,
  type ColumnChoices,
} from './column-layout.ts';
import { ColumnMemory } from './column-memory.ts';
import { firstWidth, widthOfCells, widthOfHeader } from './column-widths.ts';
import type { HorizontalScroll } from './horizontal-scroll.ts';

/** Fewest rows that a column's width is measured by. */
const MEASURED_ROWS = 30;

/** The parts of the table model that are used here. */
export interface ColumnsTable {
  readonly host: TableHost;
  readonly cache: CellCache;
  readonly scroller: Scroller;
  readonly horizontal: HorizontalScroll;
  readonly state: TableState;
  choose(selection: CellSelection): void;
}

/** The columns of one table. */
export class ColumnModel {
  private readonly memory: ColumnMemory;
  /** Content widths of the columns on the first screen, in pixels, by column id. */
  private measured: ReadonlyMap<string, number> = new Map();
  private isMeasured = true;
  private keepsFirst = false;
  /** The columns that may be shown while the others are hidden for a comparison; `null`: all. */
  private only: ((path: Path) => boolean) | null = null;

  constructor(
    private readonly table: ColumnsTable,
    private readonly set: (change: Pick<TableState, 'layout'> & Partial<TableState>) => void,
  ) {
    this.memory = new ColumnMemory(table.host.settings);
  }

  /** Returns the stored choices for an array that is opened. Its columns are measured when its first cells arrive. */
  open(path: Path): ColumnChoices {
    this.measured = new Map();
    this.isMeasured = false;
    return this.memory.read(this.table.host.documentName, path);
  }

  /** Changes the user's column choices, and stores them. */
  choose(choices: ColumnChoices): void {
    const { shape, path, selection, layout: before } = this.table.state;
    const layout = this.layoutOf(shape, choices);
    this.memory.write(this.table.host.documentName, path, choices);
    const kept = before.columns[selection.focus.column];
    const column = kept === undefined ? -1 : layout.indexOf(kept.id);
    const focus = {
      ...selection.focus,
      column: column < 0 ? Math.min(selection.focus.column, layout.count - 1) : column,
    };
    this.set({ choices, layout });
    this.table.choose(selectCell({ ...focus, column: Math.max(0, focus.column) }));
  }

  /** Moves a column behind another one. */
  placeAfter(id: string, other: string | undefined): void {
    const { shape, choices } = this.table.state;
    const ids = inOrder(shape?.columns ?? [], choices.order).map(({ path }) => columnId(path));
    const at = other === undefined ? -1 : ids.indexOf(other);
    const next = ids.slice(at + 1).find((one) => one !== id);
    if (at >= 0) this.choose(moveColumn(shape?.columns ?? [], choices, id, next ?? null));
  }

  /** Fits a column's width to its header and its visible cells. */
  fit(index: number): void {
    const column = this.table.state.layout.columns[index];
    if (column === undefined) return;
    this.resize(column.id, Math.max(widthOfHeader(column.label), this.widthOf(column)));
  }

  resize(id: string, widthPx: number): void {
    const { choices } = this.table.state;
    const width = Math.round(Math.max(MIN_WIDTH_PX, Math.min(MAX_WIDTH_PX, widthPx)));
    this.choose({ ...choices, widths: { ...choices.widths, [id]: width } });
  }

  /** Sets the columns' initial widths once the first cells have arrived. */
  measure(): void {
    const { layout, shape, choices } = this.table.state;
    const first = this.table.cache.row(0);
    if (this.isMeasured || shape === null || first === undefined) return;
    this.isMeasured = true;
    const measured = new Map<string, number>();
    for (const column of layout.columns)
      if (first.cells.has(column.id)) measured.set(column.id, firstWidth(this.widthOf(column)));
    this.measured = measured;
    this.set({ layout: this.layoutOf(shape, choices) });
  }

  /** Sets whether the first column stays in view when the user has pinned none. */
  keepFirst(keeps: boolean): void {
    if (keeps === this.keepsFirst) return;
    this.keepsFirst = keeps;
    const { shape, choices } = this.table.state;
    this.set({ layout: this.layoutOf(shape, choices) });
  }

  /** Shows only some of the columns, or all. The user's choices stay as they are. */
  showOnly(only: ((path: Path) => boolean) | null): void {
    if (only === null && this.only === null) return;
    this.only = only;
    const { shape, choices } = this.table.state;
    this.set({ layout: this.layoutOf(shape, choices) });
  }

  layoutOf(shape: TableShape | null, choices: ColumnChoices): ColumnLayout {
    const { only } = this;
    const all = shape?.columns ?? [];
    const columns = only === null ? all : all.filter(({ path }) => only(path));
    const layout = new ColumnLayout(columns, choices, this.measured);
    const [first] = layout.columns;
    if (!this.keepsFirst || layout.pinnedCount > 0 || first === undefined || layout.count === 1) return layout;
    return new ColumnLayout(columns, { ...choices, pinned: [first.id] }, this.measured);
  }

  /** Shows the columns of a new shape. The selection stays in its column. */
  refresh(shape: TableShape): void {
    const { table } = this;
    const { choices, layout: before, selection } = table.state;
    const layout = this.layoutOf(shape, choices);
    const isSame =
      layout.count === before.count &&
      layout.columns.every(
        ({ id, widthPx }, index) => before.columns[index]?.id === id && before.columns[index].widthPx === widthPx,
      );
    const focused = before.columns[selection.focus.column]?.id;
    this.set({ shape, layout: isSame ? before : layout });
    const column = focused === undefined ? -1 : layout.indexOf(focused);
    if (!isSame && column >= 0 && column !== selection.focus.column && selection.span === 'cells')
      table.choose(selectCell({ row: selection.focus.row, column }));
  }

  /** Returns the width of a column's visible cells, in pixels. */
  private widthOf({ id, kind }: Column): number {
    const { scroller, cache, horizontal } = this.table;
    const first = Math.floor(scroller.top);
    const count = Math.max(MEASURED_ROWS, Math.ceil(scroller.visible) + 1);
    const cells = Array.from({ length: count }, (_, row) => cache.row(first + row)?.cells.get(id));
    return widthOfCells(cells, kind, horizontal.letterPx);
  }
}
