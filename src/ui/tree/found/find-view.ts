// The tree as the find bar sees it. What is selected there is a row, and a row may hold many hits: so the hit that was
// gone to is kept beside the selection, for as long as its row is the one that keys go to.
//
//   finder ── select(hit) ──▶ worker: expands around it ──▶ row: selected, scrolled to, blinks
//   a person ── another row ──▶ no hit: the next one is looked for from that row on

import type { RowsOfNodes } from '../../../shared/protocol/protocol.ts';
import type { Selection } from '../../../shared/protocol/selection.ts';
import { unpackRanges } from '../../../shared/protocol/rows.ts';
import { asByte, type ByteRange, type NodeIndex, type Revision } from '../../../shared/units.ts';
import { until } from '../../client/wait-for-state.ts';
import type { Finder } from '../../find/finder.ts';
import { commandOf } from '../../find/bar-keys.ts';
import type { KeyPress } from '../../model/key-press.ts';
import type { FindState, FindTarget } from '../../find/find-state.ts';
import { AROUND_ROWS } from '../rows/row-cache.ts';
import type { TreeModel } from '../model.ts';
import { RowHitReader } from './row-hits.ts';
import { selectRow, type RowSelection } from '../selection.ts';
import { DOING, FOUND } from '../../strings/editors/tree.ts';

/** What is collapsed around more hits than these stays so. */
const MOST_REVEALED = 1000;

/** The hit that was gone to. */
interface Found {
  readonly range: ByteRange;
  readonly revision: Revision;
  /** Where it is shown; `null` while the worker is being asked. */
  readonly at: { readonly node: NodeIndex; readonly row: number } | null;
}

/** Ties a finder to a tree, between `start` and what that answers. */
export class TreeFinding implements FindTarget {
  readonly searches = 'nodes';
  private found: Found | null = null;
  /** The hit whose row is on its way. */
  private coming: Found | null = null;
  private selected: RowSelection;
  private grid: () => HTMLElement | null = () => null;
  /** How far below the panel's content it began, in pixels. */
  private topPx = 0;

  constructor(
    private readonly model: TreeModel,
    private readonly finder: Finder,
  ) {
    this.selected = model.state.selection;
  }

  /** `grid` is the element of the rows, once there is one. Answers how to stop. */
  start(grid: () => HTMLElement | null): () => void {
    this.grid = grid;
    const { model, finder } = this;
    const follow = (): void => this.follow();
    model.views.hitReader = new RowHitReader(finder, model.client);
    const endings = [
      model.subscribe(follow),
      model.cache.subscribe(follow),
      model.client.subscribe(follow),
      // While the row of a hit is on its way, what that brings is worth drawing first.
      finder.subscribe(() => this.coming !== null || model.views.tell()),
      finder.attach(this),
    ];
    return () => {
      for (const end of endings) end();
    };
  }

  /** Carries out a key that belongs to the find bar; answers whether it does. */
  key(event: KeyPress): boolean {
    const { finder } = this;
    const command = commandOf(event, null);
    if (command === null) return false;
    if (command === 'find' || command === 'replace') finder.open(command === 'replace');
    else if (command === 'next' || command === 'previous' || finder.getState().open) finder.run(command);
    else return false;
    return true;
  }

  /** Rows stay selected through a write by themselves. */
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

  /** Selects the rows that show hits. What is collapsed around few of them is opened. */
  async selectAll(): Promise<Pick<FindState, 'done' | 'notice'>> {
    const { model, finder } = this;
    const nodes = finder.hits.nodes();
    const reveal = nodes.length <= MOST_REVEALED;
    const found = await model.runTask(DOING.select, (task) =>
      model.client.rowsOfNodes(finder.hitsRevision, nodes, reveal, task),
    );
    await model.arrival(finder.hitsRevision, found.rowCount);
    const rows = unpackRanges(found.ranges);
    const [first] = rows;
    if (first !== undefined) {
      model.scroller.reveal(first.first);
      model.choose({ ranges: rows, focus: first.first, anchor: first.first });
      this.focus();
    }
    const said = saidOf(found);
    model.announce([said.done, said.notice].filter((words) => words !== null).join(' '));
    return said;
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
    // At the first row it moves: that is not to be hidden.
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

  private async show(found: Found): Promise<void> {
    const { model } = this;
    // At once, where it can be asked: before the bar that counts the hits is drawn.
    if (!model.hasArrived(found.revision)) await model.arrival(found.revision);
    const { client } = model;
    const shown = await client.revealAt(asByte(found.range.start), AROUND_ROWS);
    if (this.found !== found || shown === null) return;
    // The state comes another way than the answer, and may be late.
    await model.arrival(found.revision, shown.row + 1);
    await until(client, ({ rowsVersion, revision }) => rowsVersion >= shown.rowsVersion || revision > shown.revision);
    if (this.found !== found) return;
    model.cache.take(shown);
    const isElsewhere = shown.row !== model.focus;
    this.found = { ...found, at: { node: shown.node, row: shown.row } };
    model.select(shown.row);
    if (isElsewhere) model.blink(selectRow(shown.row));
  }

  /** Lets go of the hit when its row is no longer the one that keys go to. */
  private follow(): void {
    const { model, found } = this;
    const { selection } = model.state;
    const moved = selection !== this.selected;
    this.selected = selection;
    // Who moves on while the worker is asked is not taken back.
    if (moved && found?.at === null) this.found = null;
    else if (found?.at != null) {
      const { revision } = model.client.state;
      const cached = model.cache.get(model.focus);
      if (revision > found.revision) this.found = null;
      else if (model.focus !== found.at.row && cached?.fresh === true) {
        // The row may have moved and be the same one.
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
