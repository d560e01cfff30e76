// The table as a target of the find bar. A hit is a byte range, and is shown at the cell that contains it.

import type { Selection } from '../../../shared/protocol/selection.ts';
import type { Cell } from '../../../shared/protocol/table.ts';
import { asByte, type ByteRange, type Revision } from '../../../shared/units.ts';
import { commandOf } from '../../find/bar-keys.ts';
import type { KeyPress } from '../../model/key-press.ts';
import type { Finder } from '../../find/finder.ts';
import type { FindTarget } from '../../find/find-state.ts';
import { TABLE_SAID } from '../../strings/editors/table.ts';
import type { CellAt } from '../cell-selection.ts';
import { isSameCell } from '../cell-selection.ts';
import type { TableModel } from '../table-model.ts';

/** Connects a finder to a table, from `start` until the function that it returns is called. */
export class TableFinding implements FindTarget {
  readonly searches = 'nodes';
  /** Changes when other cells may contain hits. */
  version = 0;
  private readonly listeners = new Set<() => void>();
  /** The current hit and its cell; `at` is `null` until the cell is known. */
  private found: { readonly range: ByteRange; readonly at: CellAt | null } | null = null;
  private grid: () => HTMLElement | null = () => null;

  constructor(
    private readonly model: TableModel,
    private readonly finder: Finder,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** `grid` returns the element of the cells, or `null` before there is one. Returns a function that disconnects. */
  start(grid: () => HTMLElement | null): () => void {
    this.grid = grid;
    const endings = [
      this.model.subscribe(() => this.follow()),
      this.finder.subscribe(() => {
        this.version += 1;
        for (const listener of this.listeners) listener();
      }),
      this.finder.attach(this),
    ];
    return () => {
      for (const end of endings) end();
    };
  }

  /** Whether a cell contains hits; `undefined` when it contains none, or the hits are of another revision. */
  at(cell: Cell): 'hit' | 'current' | undefined {
    const { finder, model } = this;
    const { open, current } = finder.getState();
    if (!open || cell.node === null || finder.hitsRevision !== model.client.state.revision) return undefined;
    const { hits } = finder;
    const from = hits.indexFrom(cell.byteStart);
    const to = hits.indexFrom(asByte(cell.byteStart + cell.byteLength));
    if (from === to) return undefined;
    return current >= from && current < to ? 'current' : 'hit';
  }

  /** Handles a key that belongs to the find bar. Returns whether it did. */
  key(event: KeyPress): boolean {
    const { finder } = this;
    const command = commandOf(event, null);
    if (command === null) return false;
    if (command === 'find' || command === 'replace') finder.open(command === 'replace');
    else if (command === 'next' || command === 'previous' || finder.getState().open) finder.run(command);
    else return false;
    return true;
  }

  /** Empty: cells stay selected through a write by themselves. */
  selection(): Selection {
    return [];
  }

  place(): ByteRange | null {
    if (this.found !== null) return this.found.range;
    const { model } = this;
    const { focus } = model.state.selection;
    const { column } = model;
    const row = model.cache.row(focus.row);
    const cell = column === undefined ? undefined : row?.cells.get(column.id);
    if (row?.fresh !== true || cell === undefined || cell.node === null) return null;
    return { start: cell.byteStart, end: cell.byteStart };
  }

  seed(): null {
    return null;
  }

  select(range: ByteRange): void {
    this.model.run(this.go(range));
  }

  replaced(next: ByteRange | null, revision: Revision): void {
    if (next !== null) this.model.run(this.model.arrival(revision).then(() => this.go(next)));
  }

  selectAll(): void {
    // Does nothing: the selection is a single rectangle. Hits are only marked.
  }

  focus(): void {
    this.grid()?.focus();
  }

  settle(): void {
    // Does nothing: the rows move when the bar appears or grows.
  }

  private async go(range: ByteRange): Promise<void> {
    this.found = { range, at: null };
    const isHere = await this.model.changes.showByte(range.start);
    if (this.found?.range !== range) return;
    if (!isHere) this.model.announce(TABLE_SAID.notHere);
    this.found = { range, at: this.model.state.selection.focus };
    this.finder.moved();
  }

  /** Drops the current hit when the user moves to another cell. */
  private follow(): void {
    const at = this.found?.at ?? null;
    if (at === null || isSameCell(at, this.model.state.selection.focus)) return;
    this.found = null;
    this.finder.moved();
  }
}
