// The selection of one table: the focused cell, the selected range, its summary, and places that are shown because the document was
// changed there or the user goes there. When somebody else inserts, removes or moves rows, the selection stays on its rows: those of
// the focus and the anchor are followed by the worker. A row that is gone leaves the selection at its place.

import { isSamePath } from '../../../shared/document/path.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import { asByte, type ByteOffset } from '../../../shared/units.ts';
import { Debounced } from '../../async/debounced.ts';
import { Latest } from '../../async/latest.ts';
import { unlessStale } from '../../async/stale.ts';
import { FollowedValue } from '../../client/followed-value.ts';
import {
  clampSelection,
  isOneCell,
  isSameCell,
  selectCell,
  type CellAt,
  type CellSelection,
} from '../../model/cell-selection.ts';
import type { CellCache } from './cell-cache.ts';
import type { TableRows } from './rows.ts';
import type { CellField, TableStore } from './state.ts';

/** Delay after the last change of the selection before it is summarised, in milliseconds. */
const SUMMARY_MS = 120;

/** A selection whose rows are followed. */
interface Following {
  readonly selection: CellSelection;
  readonly focus: FollowedValue;
  /** `null` if it is in the row of the focus. */
  readonly anchor: FollowedValue | null;
}

/** The selection of one table. */
export class TableSelection {
  private following: Following | null = null;
  /** Where selections have moved to. */
  private readonly moved = new WeakMap<CellSelection, CellSelection>();
  /** The selection when a write of the whole document began; `null` when there is none. */
  private before: CellSelection | null = null;
  private readonly summaries = new Latest();
  private readonly summaryLater = new Debounced(() => this.table.run(this.summarize()), SUMMARY_MS);

  constructor(
    private readonly table: TableStore,
    private readonly cache: CellCache,
    private readonly rows: TableRows,
  ) {
    rows.onRest(() => this.track());
  }

  /** Moves the focus and scrolls to it; with `extend`, the selection is extended to it. */
  select(at: CellAt, extend = false): void {
    const { rows, columns } = this.table.extent;
    const place = {
      row: Math.max(-1, Math.min(at.row, rows - 1)),
      column: Math.max(0, Math.min(at.column, columns - 1)),
    };
    const { selection } = this.table.state;
    this.choose(extend ? { ...selection, focus: place } : selectCell(place), extend);
    this.revealFocus();
  }

  /** With `keeps`, the other ranges stay selected. */
  choose(selection: CellSelection, keeps = false): void {
    const { table } = this;
    if (!keeps && table.state.ranges.length > 0) table.set({ ranges: [] });
    const before = table.state.selection;
    if (
      before.span === selection.span &&
      isSameCell(before.focus, selection.focus) &&
      isSameCell(before.anchor, selection.anchor)
    )
      return;
    table.set({ selection, summary: null });
    this.track();
    this.summarizeSoon();
  }

  /** Keeps the selection inside the table, which may have become smaller. */
  clamp(selection = this.table.state.selection): void {
    this.choose(clampSelection(selection, this.table.extent));
  }

  /** Scrolls as little as necessary to bring the focused cell into view. */
  revealFocus(): void {
    const { scroller, horizontal, state } = this.table;
    const { row, column } = state.selection.focus;
    if (row >= 0) scroller.reveal(row);
    horizontal.reveal(state.layout, column);
  }

  /** Summarises the selected cells once the selection rests. A single cell has no summary. */
  summarizeSoon(): void {
    this.summaries.cancel();
    this.summaryLater.cancel();
    const { area } = this.table;
    if (area !== null && !isOneCell(area)) this.summaryLater.start();
  }

  stop(): void {
    this.summaries.cancel();
    this.summaryLater.cancel();
    this.forget();
  }

  private async summarize(): Promise<void> {
    const { client, range } = this.table;
    if (range === null) return;
    const summary = await this.summaries.run((signal) => unlessStale(client.summarizeCells(range, { signal }), null));
    if (summary !== null) this.table.set({ summary });
  }

  /** Called when a write of the whole document begins: a selection made from now on is kept. */
  hold(): void {
    this.before ??= this.table.state.selection;
  }

  release(): void {
    this.before = null;
  }

  /** Shows what a write changed. */
  async reveal({ changed, revision, isInPlace }: EditResult): Promise<void> {
    if (isInPlace === true) await this.rows.arrival(revision);
    else if (changed !== null) await this.showByte(changed.start, revision, this.before ?? this.table.state.selection);
  }

  /**
   * Makes the cell that contains a byte blink. Selects it if the selection is still `selection`. Returns whether there is such
   * a cell.
   */
  async showByte(
    offset: ByteOffset,
    revision: number = this.table.client.state.revision,
    selection = this.table.state.selection,
  ): Promise<boolean> {
    const { table } = this;
    await this.rows.arrival(revision);
    const { phase, path, arranged, layout } = table.state;
    if (phase !== 'table') return false;
    // Where the document was written again, it is for that write to show something.
    const place = await unlessStale(table.client.placeOfCell(path, arranged?.id ?? null, asByte(offset)), null);
    if (place === null || place.row < 0) return false;
    const column = layout.indexOfPath(place.path);
    const at = { row: place.row, column: column < 0 ? table.state.selection.focus.column : column };
    if (this.latest(selection) !== null && table.state.field === null) this.select(at);
    table.blink({ firstRow: at.row, lastRow: at.row, firstColumn: at.column, lastColumn: at.column });
    return true;
  }

  /** Returns what a selection has become when others moved its rows; `null` if the user has left it. */
  latest(selection: CellSelection): CellSelection | null {
    let now = selection;
    for (let next = this.moved.get(now); next !== undefined; next = this.moved.get(now)) now = next;
    return now === this.table.state.selection ? now : null;
  }

  /** Returns the selection at its rows' new places; `null` if it stays as it is. */
  async moveAlong(): Promise<CellSelection | null> {
    const { following } = this;
    if (following === null) return null;
    const { selection } = following;
    const focusRow = await this.rowOf(following.focus);
    const anchorRow = following.anchor === null ? focusRow : await this.rowOf(following.anchor);
    if (this.following !== following || this.table.state.selection !== selection) return null;
    const { focus, anchor } = selection;
    const isSame = (focusRow ?? focus.row) === focus.row && (anchorRow ?? anchor.row) === anchor.row;
    if (isSame || focusRow === null || anchorRow === null) return null;
    const next: CellSelection = {
      ...selection,
      focus: { ...focus, row: focusRow },
      anchor: { ...anchor, row: anchor.row < 0 ? anchor.row : anchorRow },
    };
    this.moved.set(selection, next);
    this.following = { ...following, selection: next };
    return next;
  }

  /** Returns an open field at its row's new place. */
  async fieldNow(field: CellField | null): Promise<CellField | null> {
    if (field === null) return null;
    const found = await field.followed.find();
    if (found === null) return { ...field, isGone: true };
    const row = await this.rowOf(field.followed);
    return { ...field, isGone: false, row: row ?? field.row };
  }

  /** Returns the row of the view that shows a followed item; `null` if it is gone or hidden. */
  async rowOf(item: FollowedValue): Promise<number | null> {
    const { client, state } = this.table;
    const found = await item.find();
    const position = found?.path.at(-1);
    if (found === null || typeof position !== 'number' || !isSamePath(found.path.slice(0, -1), state.path)) return null;
    const arrangement = state.arranged?.id ?? null;
    if (arrangement === null) return position;
    // Where it was written again, the next refresh moves it along.
    const place = await unlessStale(client.placeOfCell(state.path, arrangement, found.start), null);
    return place === null || place.row < 0 ? null : place.row;
  }

  /** Follows the item in a row from now on; `null` while it is not known. To be released. */
  trackRow(row: number): FollowedValue | null {
    const { client, state } = this.table;
    if (state.phase !== 'table' || row < 0) return null;
    const cached = this.cache.row(row);
    const isOrdered = (state.arranged?.id ?? null) === null;
    const position = cached?.fresh === true ? cached.position : isOrdered ? row : null;
    if (position === null) return null;
    return new FollowedValue(client, client.state.revision, [...state.path, position]);
  }

  /**
   * Follows the rows of the selection: called when it has changed, and when the table may have come to rest. Writes from here that
   * move no rows need not have ended: one that comes before the worker's answer makes it refuse, and the next call tries again.
   */
  private track(): void {
    const { table, following } = this;
    // A write that began before the table went ends after it.
    if (table.isDisposed) return;
    const { selection, phase } = table.state;
    if (following?.selection === selection && !following.focus.isLost && following.anchor?.isLost !== true) return;
    this.forget();
    if (phase !== 'table' || !this.rows.hasRowsOfNow || selection.focus.row < 0) return;
    const focus = this.trackRow(selection.focus.row);
    if (focus === null) return;
    const { row } = selection.anchor;
    const anchor = row === selection.focus.row || row < 0 ? null : this.trackRow(row);
    this.following = { selection, focus, anchor };
  }

  private forget(): void {
    this.following?.focus.release();
    this.following?.anchor?.release();
    this.following = null;
  }
}
