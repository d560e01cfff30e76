// The tree as a target of the find bar. The tree selects rows, and a row may hold many hits: so the current hit is stored
// beside the selection, while its row has the focus.
//
//   finder ── select(hit) ──▶ worker: expands around it ──▶ row: selected, scrolled to, blinks
//   user ── another row ────▶ no current hit: the next one is searched from that row

import type { RowsOfNodes } from '../../../shared/protocol/protocol.ts';
import type { Selection } from '../../../shared/protocol/selection.ts';
import { unpackRanges } from '../../../shared/protocol/rows.ts';
import type { Visit } from '../../../shared/protocol/search.ts';
import { asByte, type ByteRange, type NodeIndex, type Revision } from '../../../shared/units.ts';
import { waitForState } from '../../client/wait-for-state.ts';
import type { Finder } from '../../find/finder.ts';
import { commandOf } from '../../find/bar-keys.ts';
import type { KeyPress } from '../../model/key-press.ts';
import type { FindState, FindTarget } from '../../find/find-state.ts';
import { AROUND_ROWS } from '../model/row-cache.ts';
import type { TreeModel } from '../model/model.ts';
import { RowHitReader } from '../model/row-hits.ts';
import { selectRow, type RowSelection } from '../model/selection.ts';
import { DOING, FOUND } from '../../strings/editors/tree.ts';

/** Most hits whose collapsed ancestors are expanded when all hits are selected. */
const MAX_REVEALED = 1000;

/** The current hit. */
interface Found {
  readonly range: ByteRange;
  readonly revision: Revision;
  /** Where it is shown; `null` until the worker has replied. */
  readonly at: { readonly node: NodeIndex; readonly row: number } | null;
}

/** Connects a finder to a tree, from `start` until the function that it returns is called. */
export class TreeFindTarget implements FindTarget {
  readonly searches = 'nodes';
  private found: Found | null = null;
  /** The hit whose row is being requested. */
  private coming: Found | null = null;
  private selected: RowSelection;
  /** Whether the next hit is the first since the bar was opened. */
  private isFirst = true;
  private grid: () => HTMLElement | null = () => null;
  /** The grid's `offsetTop` at the last call of `settle`, in pixels. */
  private topPx = 0;

  constructor(
    private readonly model: TreeModel,
    private readonly finder: Finder,
  ) {
    this.selected = model.state.selection;
  }

  /** `grid` returns the element of the rows, or `null` before there is one. Returns a function that disconnects. */
  start(grid: () => HTMLElement | null): () => void {
    this.grid = grid;
    const { model, finder } = this;
    const follow = (): void => this.onHitsChange();
    model.views.hitReader = new RowHitReader(finder, model.client);
    const endings = [
      model.subscribe(follow),
      model.cache.subscribe(follow),
      model.client.subscribe(follow),
      // While the row of a hit is being requested, rows are not redrawn: its arrival redraws them.
      finder.subscribe(() => {
        if (!finder.getState().open) this.isFirst = true;
        if (this.coming === null) model.views.tell();
      }),
      finder.attach(this),
    ];
    return () => {
      for (const end of endings) end();
    };
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

  /** Empty: rows stay selected through a write by themselves. */
  selection(): Selection {
    return [];
  }

  searchRanges(): Promise<readonly ByteRange[]> {
    return this.model.client.rangesOfRows(this.model.state.selection.ranges);
  }

  place(): ByteRange | null {
    if (this.found !== null) return this.found.range;
    const { model } = this;
    const cached = model.focus < 0 ? undefined : model.cache.get(model.focus);
    if (cached === undefined || cached.revision !== model.client.state.revision) return null;
    const { itemStart } = cached.row;
    return { start: itemStart, end: itemStart };
  }

  seed(): null {
    return null;
  }

  select(range: ByteRange): void {
    this.go(range, this.model.client.state.revision);
  }

  replaced(next: ByteRange | null, revision: Revision): void {
    if (next !== null) this.go(next, revision);
  }

  /** Selects the rows that show hits. Their ancestors are expanded if there are at most `MAX_REVEALED` hits. */
  async selectAll(): Promise<Pick<FindState, 'done' | 'notice'>> {
    const { model, finder } = this;
    const nodes = finder.hits.nodes();
    const reveal = nodes.length <= MAX_REVEALED;
    const found = await model.runTask(DOING.select, (task) =>
      model.client.rowsOfNodes(finder.hitsRevision, nodes, reveal, task),
    );
    await model.arrival(finder.hitsRevision, found.rowCount);
    const rows = unpackRanges(found.ranges);
    const [first] = rows;
    if (first !== undefined) {
      model.scroller.reveal(first.first);
      model.setSelection({ ranges: rows, focus: first.first, anchor: first.first });
      this.focus();
    }
    return saidOf(found);
  }

  focus(): void {
    this.grid()?.focus();
  }

  settle(): void {
    const grid = this.grid();
    if (grid === null) return;
    const { scroller } = this.model;
    const delta = grid.offsetTop - this.topPx;
    this.topPx = grid.offsetTop;
    // At the first row the tree moves, because scrolling would hide that row.
    if (delta !== 0 && scroller.top > 0) scroller.scrollTo(scroller.top + delta / scroller.rowPx);
  }

  private go(range: ByteRange, revision: Revision): void {
    const found: Found = { range, revision, at: null };
    this.found = found;
    this.coming = found;
    const tell = (): void => {
      if (this.coming !== found) return;
      this.coming = null;
      this.model.views.tell();
    };
    this.model.run(this.show(found).finally(tell));
  }

  /** Where a search has ended, what it has opened stays so. */
  private visit(): Visit {
    const visit = this.isFirst ? 'first' : 'next';
    this.isFirst = false;
    return visit;
  }

  private async show(found: Found): Promise<void> {
    const { model } = this;
    // Synchronous when the revision has arrived: the request is sent before the bar with the hit count is drawn.
    if (!model.hasArrived(found.revision)) await model.arrival(found.revision);
    const { client } = model;
    const shown = await client.revealAt(asByte(found.range.start), AROUND_ROWS, this.visit());
    if (this.found !== found || shown === null) return;
    // The state travels separately from the reply, and may arrive later.
    await model.arrival(found.revision, shown.row + 1);
    await waitForState(
      client,
      ({ rowsVersion, revision }) => rowsVersion >= shown.rowsVersion || revision > shown.revision,
    );
    if (this.found !== found) return;
    model.cache.storeRevealed(shown);
    const isElsewhere = shown.row !== model.focus;
    this.found = { ...found, at: { node: shown.node, row: shown.row } };
    model.select(shown.row);
    if (isElsewhere) model.blink(selectRow(shown.row));
  }

  /** Drops the current hit when its row no longer has the focus. */
  private onHitsChange(): void {
    const { model, found } = this;
    const { selection } = model.state;
    const moved = selection !== this.selected;
    this.selected = selection;
    // If the user moves on before the worker has replied, the selection is not moved back to the hit.
    if (moved && found?.at === null) this.found = null;
    else if (found?.at != null) {
      const { revision } = model.client.state;
      const cached = model.cache.get(model.focus);
      if (revision > found.revision) this.found = null;
      else if (model.focus !== found.at.row && cached?.fresh === true) {
        // The same value may have moved to another row.
        const isSame = cached.row.node === found.at.node;
        this.found = isSame ? { ...found, at: { ...found.at, row: model.focus } } : null;
      }
    }
    if (moved || this.found !== found) this.finder.moved();
  }
}

function saidOf({ selected, shown, hidden }: RowsOfNodes): Pick<FindState, 'done' | 'notice'> {
  const cut = selected < shown ? FOUND.first(shown) : '';
  const collapsed = hidden > 0 ? FOUND.hidden(hidden) : '';
  return {
    done: FOUND.selected(selected),
    notice: [cut, collapsed].join(' ').trim() || null,
  };
}
