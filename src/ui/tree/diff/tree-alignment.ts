// Keeps a tree aligned with the tree of the other panel: reports which row the user looks at, and scrolls rows to a given
// height.

import type { NodeIndex, Revision } from '../../../shared/units.ts';
import { onUserInput } from '../../compare/scroll-leader.ts';
import type { Alignment, ViewPlace } from '../../panel/panel-core.ts';
import type { TreeModel } from '../model.ts';
import { selectRow } from '../selection.ts';

/** Rows that are offered as candidates: the first that is also on the other side is used. */
const MOST_PLACES = 64;

/** The alignment of one tree with another view. */
export class TreeAlignment implements Alignment {
  private readonly touched = new Set<() => void>();

  constructor(private readonly model: TreeModel) {}

  /** Notifies the `onTouch` listeners of user input on `frame`. Returns a function that stops it. */
  attach(frame: HTMLElement | null): () => void {
    return onUserInput(frame, () => {
      for (const listener of this.touched) listener();
    });
  }

  places(): ViewPlace[] {
    const { scroller, cache, focus, client } = this.model;
    const { top, visible } = scroller;
    // The focused row stays aligned while it is on the screen; otherwise the row in the middle does.
    const isSeen = focus >= top && focus + 1 <= top + visible;
    const row = isSeen ? focus : Math.min(Math.floor(top + visible / 2), client.state.rowCount - 1);
    const places: ViewPlace[] = [];
    for (let at = row; at >= 0 && at > row - MOST_PLACES; at -= 1) {
      const cached = cache.get(at);
      if (cached?.fresh !== true) break;
      places.push({ node: cached.row.node, revision: cached.revision, below: at - top });
    }
    return places;
  }

  async scrollToPlace({ node, revision, below }: ViewPlace): Promise<number> {
    const { client, scroller } = this.model;
    const [row = 0] = await client.rowsAround(revision, Uint32Array.of(node));
    scroller.scrollTo(row - below);
    return row - scroller.top;
  }

  onScroll(listener: () => void): () => void {
    const endings = [this.model.scroller.subscribe(listener), this.model.cache.subscribe(listener)];
    return () => {
      for (const end of endings) end();
    };
  }

  onTouch(listener: () => void): () => void {
    this.touched.add(listener);
    return () => this.touched.delete(listener);
  }

  /** Expands to the value and selects its row; when `isThere` is false, only scrolls to where it would be. */
  async show(base: Revision, node: NodeIndex, isThere: boolean): Promise<void> {
    const { model } = this;
    const { client } = model;
    if (!isThere) {
      const [row = 0] = await client.rowsAround(base, Uint32Array.of(node));
      model.scroller.reveal(row);
      return;
    }
    const { rowCount, ranges } = await client.rowsOfNodes(base, Uint32Array.of(node), true);
    await model.arrival(base, rowCount);
    const row = ranges[0] ?? 0;
    model.select(row);
    model.blink(selectRow(row));
  }
}
