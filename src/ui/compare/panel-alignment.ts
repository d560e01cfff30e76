// Keeps both panels aligned while Compare is on: when the user scrolls one, the other scrolls the matching value to the same
// height. The side with the latest user input leads; scrolling by the follower has no effect on the leader.
//
//   leader scrolls ──▶ its place ──▶ counterpart on the other side ──▶ the follower scrolls to it

import { COUNTERPART_WORDS, type Side } from '../../shared/protocol/compare.ts';
import type { Compared, Comparer } from '../client/comparer.ts';
import type { Alignment, PanelCore } from '../panel-core/panel-core.ts';
import { SIDES } from '../model/side.ts';
import { asNode } from '../../shared/units.ts';
import { otherSide } from '../../shared/side.ts';
import type { SideDifferences } from './side-differences.ts';
import { unlessStale } from '../async/stale.ts';

/** The alignment of two panels. */
export class PanelAligner {
  /** The side that the other one follows. */
  leader: Side = 'left';
  private endings: (() => void)[] = [];
  private readonly bound: Record<Side, Alignment | null> = { left: null, right: null };
  private busy = false;
  private again = false;
  /** The comparison that the views have left lines free for. */
  private filled: Compared | null = null;
  /** Whether the leader scrolls too where the follower can't scroll far enough. */
  private meet = false;

  constructor(
    private readonly panels: Readonly<Record<Side, { readonly core: PanelCore }>>,
    private readonly sides: Readonly<Record<Side, SideDifferences>>,
    private readonly comparer: Comparer,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Aligns the current views. */
  bind(): void {
    const views = {
      left: this.panels.left.core.view?.alignment ?? null,
      right: this.panels.right.core.view?.alignment ?? null,
    };
    if (SIDES.every((side) => views[side] === this.bound[side])) return;
    this.release();
    if (views.left === null || views.right === null) return;
    Object.assign(this.bound, views);
    for (const side of SIDES) {
      const view = views[side];
      if (view === null) continue;
      this.endings.push(
        view.onTouch(() => (this.leader = side)),
        view.onScroll(() => this.leader === side && this.follow()),
      );
    }
    this.follow();
  }

  /** Stops aligning. */
  release(): void {
    for (const end of this.endings.splice(0)) end();
    for (const side of SIDES) this.bound[side]?.fill?.(null);
    this.filled = null;
    Object.assign(this.bound, { left: null, right: null });
  }

  /** Aligns both sides, moving the leader too if necessary. Called after going to a difference. */
  level(): void {
    this.meet = true;
    this.follow();
  }

  /** Scrolls the follower to the leader's place. While that runs, only the latest place is queued. */
  follow(): void {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    this.again = false;
    // After a stale result another comparison follows, and aligns again.
    unlessStale(this.bring(), undefined)
      .catch((error: unknown) => this.onError(error))
      .finally(() => {
        this.busy = false;
        if (this.again) this.follow();
      });
  }

  /** Leaves lines free in both views, if both have lines. */
  private async fill(compared: Compared): Promise<void> {
    const { left, right } = this.bound;
    this.filled = compared;
    if (left?.fill === undefined || right?.fill === undefined) return;
    const fillers = await this.comparer.fillers(compared);
    if (this.filled !== compared || this.bound.left !== left || this.bound.right !== right) return;
    left.fill(fillers.left);
    right.fill(fillers.right);
  }

  private async bring(): Promise<void> {
    const { leader } = this;
    const follower = otherSide(leader);
    const compared = this.sides[leader].result;
    if (compared !== null && compared !== this.filled) await this.fill(compared);
    const places = (await this.bound[leader]?.places()) ?? [];
    const other = this.bound[follower];
    const [first] = places;
    if (compared === null || first === undefined || other === null) return;
    if (first.revision !== compared.revisions[leader]) return;
    const found = await this.comparer.counterparts(
      compared,
      leader,
      Uint32Array.from(places, ({ node }) => node),
    );
    if (this.bound[follower] !== other || this.leader !== leader) return;
    // A value without a counterpart can't be aligned; the nearest one above it that has one is.
    const exact = places.findIndex((_, at) => found[at * COUNTERPART_WORDS + 1] === 1);
    const at = Math.max(0, exact);
    const place = places[at] ?? first;
    const node = asNode(found[at * COUNTERPART_WORDS] ?? 0);
    const below = await other.scrollToPlace({ node, revision: compared.revisions[follower], below: place.below });
    if (!this.meet) return;
    this.meet = false;
    // Smaller differences come from a row that is partly scrolled out.
    if (Math.abs(below - place.below) > 0.5) await this.bound[leader]?.scrollToPlace({ ...place, below });
  }
}
