// The columns of one table as the user has chosen them: order, widths, hidden and pinned columns. The choices are stored in the browser
// for each document and array.

import type { Path } from '../../../shared/document/path.ts';
import type { Cell, TableShape } from '../../../shared/protocol/table.ts';
import type { FieldKind } from '../../../shared/protocol/wizard.ts';
import { Debounced } from '../../async/debounced.ts';
import { unlessStale } from '../../async/stale.ts';
import { selectCell } from '../../model/cell-selection.ts';
import type { Settings } from '../../settings/browser-settings.ts';
import type { CellCache } from './cell-cache.ts';
import type { TableSelection } from './selection.ts';
import type { TableStore } from './state.ts';
import {
  columnId,
  ColumnLayout,
  inOrder,
  moveColumn,
  MAX_WIDTH_PX,
  MIN_WIDTH_PX,
  NO_CHOICES,
  type Column,
  type ColumnChoices,
} from './column-layout.ts';

/** Fewest rows that a column's width is measured by. */
const MEASURED_ROWS = 30;
/** Delay after the last change of the document before columns are read again, in milliseconds. */
const READ_MS = 300;
/** The same for a file that is written by another program, perhaps again in a moment. */
const READ_WRITTEN_MS = 2000;

/** The columns of one table. */
export class TableColumns {
  private readonly memory: ColumnMemory;
  /** Content widths of the columns on the first screen, in pixels, by column id. */
  private measured: ReadonlyMap<string, number> = new Map();
  private isMeasured = true;
  private keepsFirst = false;
  /** The columns that may be shown while the others are hidden for a comparison; `null`: all. */
  private only: ((path: Path) => boolean) | null = null;

  private readonly later = new Debounced(() => this.table.run(this.read()), READ_MS);

  constructor(
    private readonly table: TableStore,
    private readonly cache: CellCache,
    private readonly selection: TableSelection,
  ) {
    this.memory = new ColumnMemory(table.host.settings);
    cache.subscribe(() => this.measure());
  }

  /** Reads the columns again, once the document has been at rest. */
  readSoon(): void {
    this.later.restart(this.table.client.state.isSynced ? READ_WRITTEN_MS : READ_MS);
  }

  async read(): Promise<void> {
    const { client, host, state, opened } = this.table;
    // Where the document has changed, the columns are read again for the new revision.
    const shape = await unlessStale(client.readColumns(state.path, host.flatten), null, 'invalid-document');
    if (shape === null || opened !== this.table.opened) return;
    this.refresh(shape);
    this.selection.clamp();
  }

  /** Shows a column that was just written beside another one, at the end without one, and selects it. */
  async show(id: string, beside: string | undefined): Promise<void> {
    this.later.cancel();
    await this.read();
    this.placeAfter(id, beside);
    const { layout, selection } = this.table.state;
    const column = layout.indexOf(id);
    if (column >= 0) this.selection.select({ row: selection.focus.row, column });
  }

  stop(): void {
    this.later.cancel();
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
    this.table.set({ choices, layout });
    this.selection.choose(selectCell({ ...focus, column: Math.max(0, focus.column) }));
  }

  /** Moves a column behind another one. */
  private placeAfter(id: string, other: string | undefined): void {
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
  private measure(): void {
    const { layout, shape, choices } = this.table.state;
    const first = this.cache.row(0);
    if (this.isMeasured || shape === null || first === undefined) return;
    this.isMeasured = true;
    const measured = new Map<string, number>();
    for (const column of layout.columns)
      if (first.cells.has(column.id)) measured.set(column.id, firstWidth(this.widthOf(column)));
    this.measured = measured;
    this.table.set({ layout: this.layoutOf(shape, choices) });
  }

  /** Sets whether the first column stays in view when the user has pinned none. */
  keepFirst(keeps: boolean): void {
    if (keeps === this.keepsFirst) return;
    this.keepsFirst = keeps;
    const { shape, choices } = this.table.state;
    this.table.set({ layout: this.layoutOf(shape, choices) });
  }

  /** Shows only some of the columns, or all. The user's choices stay as they are. */
  showOnly(only: ((path: Path) => boolean) | null): void {
    if (only === null && this.only === null) return;
    this.only = only;
    const { shape, choices } = this.table.state;
    this.table.set({ layout: this.layoutOf(shape, choices) });
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
  private refresh(shape: TableShape): void {
    const { table } = this;
    const { choices, layout: before, selection } = table.state;
    const layout = this.layoutOf(shape, choices);
    const isSame =
      layout.count === before.count &&
      layout.columns.every(
        ({ id, widthPx }, index) => before.columns[index]?.id === id && before.columns[index].widthPx === widthPx,
      );
    const focused = before.columns[selection.focus.column]?.id;
    this.table.set({ shape, layout: isSame ? before : layout });
    const column = focused === undefined ? -1 : layout.indexOf(focused);
    if (!isSame && column >= 0 && column !== selection.focus.column && selection.span === 'cells')
      this.selection.choose(selectCell({ row: selection.focus.row, column }));
  }

  /** Returns the width of a column's visible cells, in pixels. */
  private widthOf({ id, kind }: Column): number {
    const { scroller, horizontal } = this.table;
    const first = Math.floor(scroller.top);
    const count = Math.max(MEASURED_ROWS, Math.ceil(scroller.visible) + 1);
    const cells = Array.from({ length: count }, (_, row) => this.cache.row(first + row)?.cells.get(id));
    return widthOfCells(cells, kind, horizontal.letterPx);
  }
}

const KEY = 'tableColumns';
/** Arrays whose choices are stored; those changed longest ago are dropped. */
const MAX_ARRAYS = 50;

type Entry = readonly [name: string, choices: ColumnChoices];

/** Stores column choices. */
export class ColumnMemory {
  constructor(private readonly settings: Settings) {}

  read(document: string, path: Path): ColumnChoices {
    const name = nameOf(document, path);
    return this.entries().find(([one]) => one === name)?.[1] ?? NO_CHOICES;
  }

  write(document: string, path: Path, choices: ColumnChoices): void {
    const name = nameOf(document, path);
    const entries = this.entries().filter(([one]) => one !== name);
    entries.push([name, choices]);
    // If they do not fit into the storage, those changed longest ago are dropped.
    for (let most = MAX_ARRAYS; most > 0; most = Math.floor(most / 2))
      if (this.settings.write(KEY, JSON.stringify(entries.slice(-most))).success) return;
  }

  private entries(): readonly Entry[] {
    return this.settings.read(KEY, readEntries, []);
  }
}

function readEntries(stored: string): Entry[] | undefined {
  try {
    const kept: unknown = JSON.parse(stored);
    return Array.isArray(kept) ? kept.filter(isEntry) : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(document: string, path: Path): string {
  return JSON.stringify([document, ...path]);
}

function isEntry(entry: unknown): entry is Entry {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const choices: unknown = entry[1];
  if (typeof choices !== 'object' || choices === null) return false;
  const { widths, order, hidden, pinned, lines } = choices as Record<string, unknown>;
  if (lines !== undefined && typeof lines !== 'number') return false;
  const isWidths =
    typeof widths === 'object' && widths !== null && Object.values(widths).every((width) => typeof width === 'number');
  return isWidths && [order, hidden, pinned].every(isTexts);
}

function isTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((one) => typeof one === 'string');
}

/**
 * Space beside a cell's text; with the checkbox of true and false. In pixels, as all widths here. Cells have a monospaced font.
 */
const ROOM_PX = 20;
const SWITCH_ROOM_PX = 38;
/** Width of a letter in the header, and of everything beside the name. */
const LABEL_PX = 7;
const LABEL_ROOM_PX = 64;
/** Bounds of a column's initial width. */
const MIN_FIRST_PX = 64;
const MAX_FIRST_PX = 300;

/** Returns the width that shows the cells completely. */
function widthOfCells(cells: readonly (Cell | undefined)[], kind: FieldKind | null, letterPx: number): number {
  let letters = 0;
  for (const cell of cells)
    // A string is shown without its quotes.
    if (cell?.node != null) letters = Math.max(letters, cell.text.length - (cell.kind === 'string' ? 2 : 0));
  return letters * letterPx + (kind === 'boolean' ? SWITCH_ROOM_PX : ROOM_PX);
}

/** Returns the width that shows a name in the header completely. */
function widthOfHeader(label: string): number {
  return label.length * LABEL_PX + LABEL_ROOM_PX;
}

/** Returns the initial width of a column: neither too narrow to read nor so wide that it hides other columns. */
function firstWidth(px: number): number {
  return Math.max(MIN_FIRST_PX, Math.min(MAX_FIRST_PX, px));
}
