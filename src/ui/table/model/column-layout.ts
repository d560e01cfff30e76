// Which columns a table shows, in which order and width, where each begins, and which are in view.
//
//   row header │ pinned columns │ other columns
//   fixed      │ fixed          │ scrolled

import type { Path } from '../../../shared/document/path.ts';
import { Emitter } from '../../model/emitter.ts';
import type { TableColumn } from '../../../shared/protocol/table.ts';
import type { FieldKind } from '../../../shared/protocol/wizard.ts';
import { countBelow } from '../../../shared/bytes/binary-search.ts';

/** The user's choices for the columns of one array, by column id. */
export interface ColumnChoices {
  /** In pixels. */
  readonly widths: Readonly<Record<string, number>>;
  /** Columns that were moved, in their order; columns missing here follow the one that precedes them in the document. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly pinned: readonly string[];
  /** Lines of text in a row; one by default. */
  readonly lines?: number;
}

/** No choices. */
export const NO_CHOICES: ColumnChoices = { widths: {}, order: [], hidden: [], pinned: [] };

/** A column that is shown. */
export interface Column {
  /** Identifies the column as long as its path is the same. */
  readonly id: string;
  readonly path: Path;
  /** The last segment of the path, a key or a position. */
  readonly label: string;
  /** The segments before it, joined by dots. */
  readonly group: string;
  /** The most frequent type of its values; `null` when all are missing. */
  readonly kind: FieldKind | null;
  readonly presence: number;
  readonly widthPx: number;
  readonly isPinned: boolean;
}

/** The smallest and the largest width of a column, in pixels. */
export const MIN_WIDTH_PX = 40;
export const MAX_WIDTH_PX = 1200;
const WIDTHS: Readonly<Record<FieldKind, number>> = {
  boolean: 86,
  number: 110,
  null: 90,
  string: 180,
  array: 200,
  object: 200,
};
/** Width of a letter in the header, and of everything beside the label, in pixels: with the button of its menu. */
const LETTER_PX = 7.5;
const HEADER_ROOM_PX = 52;
const MAX_LABEL_WIDTH_PX = 280;
/** Columns rendered beyond the screen on either side. */
const OVERSCAN_COLUMNS = 1;
/** The name of the column for items that are neither objects nor arrays. */
const VALUE = 'value';

/** Returns the id of a column. */
export function columnId(path: Path): string {
  return JSON.stringify(path);
}

/** Returns a column's full name. A key with a dot in it is quoted, so that it differs from a path; so is one without a letter. */
export function columnTitle(path: Path): string {
  return path.length === 0 ? VALUE : path.map(keyTitle).join('.');
}

function keyTitle(key: string | number): string {
  return typeof key === 'string' && (/[."]/.test(key) || key.trim() === '') ? JSON.stringify(key) : String(key);
}

/** The columns that are shown, and their offsets. Replaced, never changed in place. */
export class ColumnLayout {
  /** The shown columns, pinned ones first. */
  readonly columns: readonly Column[];
  /** The number of pinned columns. */
  readonly pinnedCount: number;
  /** The start of each column after the row header, and the end of the last one, in pixels. */
  readonly offsets: Float64Array;
  private readonly byId: ReadonlyMap<string, number>;

  /** `measured` has the content widths of columns by id, used for those that the user has not resized. */
  constructor(
    found: readonly TableColumn[],
    choices: ColumnChoices,
    measured: ReadonlyMap<string, number> = new Map(),
  ) {
    const hidden = new Set(choices.hidden);
    const pinned = new Set(choices.pinned);
    const shown = inOrder(found, choices.order)
      .filter(({ path }) => !hidden.has(columnId(path)))
      .map((column) => columnOf(column, choices, pinned, measured));
    this.columns = [...shown.filter(({ isPinned }) => isPinned), ...shown.filter(({ isPinned }) => !isPinned)];
    this.pinnedCount = shown.reduce((count, { isPinned }) => count + (isPinned ? 1 : 0), 0);
    this.offsets = new Float64Array(shown.length + 1);
    for (const [index, { widthPx }] of this.columns.entries())
      this.offsets[index + 1] = (this.offsets[index] ?? 0) + widthPx;
    this.byId = new Map(this.columns.map(({ id }, index) => [id, index]));
  }

  get count(): number {
    return this.columns.length;
  }

  /** Width of all columns without the row header, in pixels. */
  get widthPx(): number {
    return this.offsets[this.count] ?? 0;
  }

  get pinnedWidthPx(): number {
    return this.offsets[this.pinnedCount] ?? 0;
  }

  /** Returns the index of a column; -1 when it is not shown. */
  indexOf(id: string): number {
    return this.byId.get(id) ?? -1;
  }

  /** Returns the index of the column at a path, or of the innermost one around it; -1 when there is none. */
  indexOfPath(path: Path): number {
    for (let length = path.length; length >= 0; length -= 1) {
      const index = this.indexOf(columnId(path.slice(0, length)));
      if (index >= 0) return index;
    }
    return -1;
  }

  /** Returns the unpinned columns that are in view, `end` exclusive, at a scroll position. */
  inSight(leftPx: number, viewportPx: number): { readonly first: number; readonly end: number } {
    const { pinnedCount, pinnedWidthPx, count } = this;
    const open = this.offsets.subarray(0, count);
    const first = Math.max(pinnedCount, countBelow(open, pinnedWidthPx + leftPx + 1) - 1);
    const end = Math.max(first, countBelow(open, leftPx + viewportPx));
    return { first, end: Math.min(count, end) };
  }

  /** Returns the nearest scroll position at which a column is in view, in pixels. */
  leftFor(index: number, leftPx: number, viewportPx: number): number {
    const { pinnedCount, pinnedWidthPx, offsets } = this;
    if (index < pinnedCount) return leftPx;
    const start = (offsets[index] ?? 0) - pinnedWidthPx;
    const end = (offsets[index + 1] ?? 0) - pinnedWidthPx;
    const room = viewportPx - pinnedWidthPx;
    if (start < leftPx || end - start > room) return start;
    return end > leftPx + room ? end - room : leftPx;
  }
}

/**
 * The horizontal scroll position of one table. Rendering depends on `inSight`, whose result changes only with the columns: a scroll by
 * a few pixels renders nothing.
 */
export class HorizontalScroll {
  leftPx = 0;
  /** Width of the visible part beside the row header, in pixels. */
  viewportPx = 0;
  /** Width of a letter in a cell, in pixels. */
  letterPx = 8;
  private element: HTMLElement | null = null;
  private readonly changed = new Emitter();
  private sight = { first: 0, end: 0 };

  readonly subscribe = this.changed.subscribe;

  attach(element: HTMLElement | null): void {
    this.element = element;
  }

  /** Returns the unpinned columns to render, `end` exclusive; the same object until they change. */
  inSight(layout: ColumnLayout): { readonly first: number; readonly end: number } {
    const { first, end } = layout.inSight(this.leftPx, this.viewportPx);
    const sight = {
      first: Math.max(layout.pinnedCount, first - OVERSCAN_COLUMNS),
      end: Math.min(layout.count, end + OVERSCAN_COLUMNS),
    };
    if (sight.first !== this.sight.first || sight.end !== this.sight.end) this.sight = sight;
    return this.sight;
  }

  /** Called when the user has scrolled, or the table's width has changed. */
  set(leftPx: number, viewportPx = this.viewportPx): void {
    if (leftPx === this.leftPx && viewportPx === this.viewportPx) return;
    this.leftPx = leftPx;
    this.viewportPx = viewportPx;
    this.changed.emit();
  }

  scrollTo(leftPx: number): void {
    if (Math.abs(leftPx - this.leftPx) < 1) return;
    if (this.element !== null) this.element.scrollLeft = leftPx;
    this.set(this.element?.scrollLeft ?? leftPx);
  }

  /** Scrolls a column into view. */
  reveal(layout: ColumnLayout, column: number): void {
    this.scrollTo(layout.leftFor(column, this.leftPx, this.viewportPx));
  }
}

/** Returns the choices with a column moved before another one; to the end when `before` is `null`. */
export function moveColumn(
  all: readonly TableColumn[],
  choices: ColumnChoices,
  id: string,
  before: string | null,
): ColumnChoices {
  const ids = inOrder(all, choices.order)
    .map(({ path }) => columnId(path))
    .filter((one) => one !== id);
  const at = before === null ? ids.length : ids.indexOf(before);
  ids.splice(at < 0 ? ids.length : at, 0, id);
  return { ...choices, order: ids };
}

/** Returns columns in the chosen order. A column that the order does not contain follows the one before it. */
export function inOrder(columns: readonly TableColumn[], order: readonly string[]): readonly TableColumn[] {
  if (order.length === 0) return columns;
  const places = new Map(order.map((id, index) => [id, index]));
  let last = -1;
  const placed = columns.map((column, index) => {
    last = places.get(columnId(column.path)) ?? last;
    return { column, place: last, index };
  });
  return placed.toSorted((a, b) => a.place - b.place || a.index - b.index).map(({ column }) => column);
}

function columnOf(
  { path, presence, kinds }: TableColumn,
  { widths }: ColumnChoices,
  pinned: ReadonlySet<string>,
  measured: ReadonlyMap<string, number>,
): Column {
  const id = columnId(path);
  const kind = mostFrequent(kinds);
  const label = String(path.at(-1) ?? VALUE);
  const byLabel = Math.min(MAX_LABEL_WIDTH_PX, label.length * LETTER_PX + HEADER_ROOM_PX);
  const byContent = measured.get(id) ?? (kind === null ? WIDTHS.null : WIDTHS[kind]);
  return {
    id,
    path,
    label,
    group: path.slice(0, -1).join('.'),
    kind,
    presence,
    widthPx: widths[id] ?? Math.round(Math.max(byContent, byLabel)),
    isPinned: pinned.has(id),
  };
}

function mostFrequent(kinds: TableColumn['kinds']): FieldKind | null {
  let best: FieldKind | null = null;
  for (const [kind, count] of Object.entries(kinds) as [FieldKind, number][]) {
    // `null` counts only when there is no other type.
    const weight = kind === 'null' ? 0.5 : count;
    if (count > 0 && (best === null || weight > (best === 'null' ? 0.5 : kinds[best]))) best = kind;
  }
  return best;
}
