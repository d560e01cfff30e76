// Keeps the selection on its rows when somebody else inserts, removes or moves rows: the rows of the focus and the anchor are
// followed by the worker. A row that is gone leaves the selection at its place.

import { isSamePath } from '../../../shared/document/path.ts';
import type { DocumentClient } from '../../client/document.ts';
import { FollowedValue } from '../../client/followed-value.ts';
import type { CellSelection } from '../../model/cell-selection.ts';
import type { CellCache } from './cell-cache.ts';
import type { CellField, TableState } from './table-state.ts';
import { unlessStale } from '../../async/stale.ts';

/** The parts of the table model that are used here. */
export interface FollowedTable {
  readonly client: DocumentClient;
  readonly cache: CellCache;
  readonly state: TableState;
  /** Whether its rows are those of the document's current revision, so that the rows of the selection can be named in it. */
  readonly hasRowsOfNow: boolean;
}

interface Following {
  readonly selection: CellSelection;
  readonly focus: FollowedValue;
  /** `null` if it is in the row of the focus. */
  readonly anchor: FollowedValue | null;
}

/** Follows the rows of one table's selection. */
export class SelectionFollower {
  private following: Following | null = null;
  /** Where selections have moved to. */
  private readonly moved = new WeakMap<CellSelection, CellSelection>();

  constructor(private readonly table: FollowedTable) {}

  /**
   * Called when the selection has changed, and when the table may have come to rest. Writes from here that move no rows need not
   * have ended: one that comes before the worker's answer makes it refuse, and the next call tries again.
   */
  track(): void {
    const { table, following } = this;
    const { selection, phase } = table.state;
    if (following?.selection === selection && !following.focus.isLost && following.anchor?.isLost !== true) return;
    this.stop();
    if (phase !== 'table' || !table.hasRowsOfNow || selection.focus.row < 0) return;
    const focus = this.trackRow(selection.focus.row);
    if (focus === null) return;
    const { row } = selection.anchor;
    const anchor = row === selection.focus.row || row < 0 ? null : this.trackRow(row);
    this.following = { selection, focus, anchor };
  }

  stop(): void {
    this.following?.focus.release();
    this.following?.anchor?.release();
    this.following = null;
  }

  /** Returns what a selection has become, unless the user has left it. */
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
    const found = await field.item.find();
    if (found === null) return { ...field, isGone: true };
    const row = await this.rowOf(field.item);
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

  /** Follows the item in a row; `null` while it is not known. */
  trackRow(row: number): FollowedValue | null {
    const { client, cache, state } = this.table;
    if (state.phase !== 'table' || row < 0) return null;
    const cached = cache.row(row);
    const isOrdered = (state.arranged?.id ?? null) === null;
    const position = cached?.fresh === true ? cached.position : isOrdered ? row : null;
    if (position === null) return null;
    return new FollowedValue(client, client.state.revision, [...state.path, position]);
  }
}
