// Keeps a view of rows aligned with the view of the other panel: reports which row the user looks at, and scrolls rows to a given
// height.

import type { NodeIndex, Revision } from '../../shared/units.ts';
import { Emitter } from '../model/emitter.ts';
import type { Alignment, ViewPlace } from '../panel-core/panel-core.ts';
import type { Scroller } from '../widgets/rows/scroll-position.ts';
import { onUserInput } from './scroll-leader.ts';

/** Rows that are offered as candidates: the first that is also on the other side is used. */
const MAX_PLACES = 64;

/** The view whose rows are aligned. */
interface RowView {
  readonly scroller: Scroller;
  readonly cache: { readonly subscribe: (listener: () => void) => () => void };
}

/** The alignment of one view of rows with another view. */
export abstract class RowAlignment<View extends RowView> implements Alignment {
  private readonly touched = new Emitter();

  constructor(protected readonly model: View) {}

  readonly onTouch = this.touched.subscribe;

  /** Notifies the `onTouch` listeners of user input on `frame`. Returns a function that stops it. */
  attach(frame: HTMLElement | null): () => void {
    return onUserInput(frame, () => this.touched.emit());
  }

  places(): ViewPlace[] {
    const { top, visible } = this.model.scroller;
    const focus = this.focusedRow();
    // The focused row stays aligned while it is on the screen; otherwise the row in the middle does.
    const isSeen = focus >= top && focus + 1 <= top + visible;
    const row = isSeen ? focus : Math.min(Math.floor(top + visible / 2), this.rowCount() - 1);
    const places: ViewPlace[] = [];
    for (let at = row; at >= 0 && at > row - MAX_PLACES; at -= 1) {
      const place = this.valueAt(at);
      if (place === null) break;
      places.push({ ...place, below: at - top });
    }
    return places;
  }

  async scrollToPlace({ node, revision, below }: ViewPlace): Promise<number> {
    const { scroller } = this.model;
    const row = await this.rowOf(revision, node);
    if (row < 0) return below;
    scroller.scrollTo(row - below);
    return row - scroller.top;
  }

  onScroll(listener: () => void): () => void {
    const endings = [this.model.scroller.subscribe(listener), this.model.cache.subscribe(listener)];
    return () => {
      for (const end of endings) end();
    };
  }

  /**
   * Shows a value; when `isThere` is false, only scrolls to where it would be. Does nothing any more once `isWanted` is false: the
   * user has gone elsewhere. @throws CodedError `stale`
   */
  async show(base: Revision, node: NodeIndex, isThere: boolean, isWanted: () => boolean): Promise<void> {
    if (isThere) return this.select(base, node, isWanted);
    const row = await this.rowOf(base, node);
    if (row >= 0 && isWanted()) this.model.scroller.reveal(row);
  }

  protected abstract focusedRow(): number;
  protected abstract rowCount(): number;
  /** Returns the value of a row; `null` while that is not loaded. */
  protected abstract valueAt(row: number): Omit<ViewPlace, 'below'> | null;
  /** Returns the row of a value or of what is around it; -1 when there is none. @throws CodedError `stale` */
  protected abstract rowOf(base: Revision, node: NodeIndex): Promise<number>;
  /** Selects a value and scrolls to it, unless that is not wanted any more once it is found. */
  protected abstract select(base: Revision, node: NodeIndex, isWanted: () => boolean): Promise<void>;
}
