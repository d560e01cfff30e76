// The table as a target of the find bar. A hit is a byte range, and is shown at the cell that contains it.

import { Emitter } from '../../model/emitter.ts';
import type { Selection } from '../../../shared/protocol/selection.ts';
import type { Cell } from '../../../shared/protocol/table.ts';
import { asByte, type ByteRange, type Revision } from '../../../shared/units.ts';
import { commandOf } from '../../find/bar-keys.ts';
import type { KeyPress } from '../../model/key-press.ts';
import type { Finder } from '../../find/finder.ts';
import type { FindTarget, VisibleRanges } from '../../find/find-state.ts';
import { TABLE_SAID } from '../../strings/editors/table.ts';
import type { CellAt } from '../../model/cell-selection.ts';
import { isSameCell } from '../../model/cell-selection.ts';
import type { TableModel } from '../model/table-model.ts';

/** Connects a finder to a table, from `start` until the function that it returns is called. */
export class TableFindTarget implements FindTarget {
  readonly searches = 'nodes';
  /** Changes when other cells may contain hits. */
  version = 0;
  private readonly changed = new Emitter();
  /** The current hit and its cell; `at` is `null` until the cell is known. */
  private found: {
    readonly range: ByteRange;
    readonly at: CellAt | null;
    readonly isHidden: boolean;
  } | null = null;
  private grid: () => HTMLElement | null = () => null;

  constructor(
    private readonly model: TableModel,
    private readonly finder: Finder,
  ) {}

  readonly subscribe = this.changed.subscribe;

  /** `grid` returns the element of the cells, or `null` before there is one. Returns a function that disconnects. */
  start(grid: () => HTMLElement | null): () => void {
    this.grid = grid;
    const endings = [
      this.model.subscribe(() => this.onHitsChange()),
      this.finder.subscribe(() => {
        this.version += 1;
        this.changed.emit();
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
    if (next !== null) this.model.run(this.model.rows.arrival(revision).then(() => this.go(next)));
  }

  selectAll(): void {
    // Does nothing: the selection is a single rectangle. Hits are only marked.
  }

  /** The rows that a filter keeps. */
  async visibleRanges(): Promise<VisibleRanges | null> {
    const { client, state } = this.model;
    const { path, arranged, arrangement } = state;
    const id = arranged?.id ?? null;
    if (id === null || arrangement.filters.length === 0) return null;
    const { revision } = client.state;
    const positions = (await client.rowPositions(path, id, 0, this.model.rowCount - 1)).toSorted();
    // Rows that follow each other are one range: from the first one to the row after the last.
    const edges: number[] = [];
    for (const [at, position] of positions.entries()) {
      if (at > 0 && positions[at - 1] === position - 1) edges[edges.length - 1] = position + 1;
      else edges.push(position, position + 1);
    }
    const starts = await client.tableRowStarts(path, Float64Array.from(edges));
    const ranges = Array.from({ length: edges.length / 2 }, (_, at) => ({
      start: asByte(starts[at * 2] ?? 0),
      end: asByte(starts[at * 2 + 1] ?? 0),
    }));
    return { revision, ranges };
  }

  isHidden(hit: ByteRange): boolean {
    const { found } = this;
    return found !== null && found.isHidden && found.range.start === hit.start;
  }

  focus(): void {
    this.grid()?.focus();
  }

  settle(): void {
    // Does nothing: the rows move when the bar appears or grows.
  }

  private async go(range: ByteRange): Promise<void> {
    this.found = { range, at: null, isHidden: false };
    const isHere = await this.model.selection.showByte(range.start);
    if (this.found?.range !== range) return;
    if (!isHere) this.model.announce(TABLE_SAID.notHere);
    this.found = { range, at: this.model.state.selection.focus, isHidden: !isHere };
    this.finder.moved();
  }

  /** Drops the current hit when the user moves to another cell. */
  private onHitsChange(): void {
    const at = this.found?.at ?? null;
    if (at === null || isSameCell(at, this.model.state.selection.focus)) return;
    this.found = null;
    this.finder.moved();
  }
}
