// Keeps both panels level while Compare is on: where a hand scrolls one, the other brings the matching value to the same
// height. The side that was touched last leads; what the other one does to follow moves nobody.
//
//   leader scrolls ──▶ its place ──▶ counterpart on the other side ──▶ the other one brings it

import { COUNTERPART_WORDS, type Side } from '../../shared/protocol/compare.ts';
import { hasCode } from '../../shared/errors.ts';
import type { Comparer } from '../client/comparer.ts';
import type { Alignment, PanelCore } from '../panel/panel-core.ts';
import { SIDES } from '../model/side.ts';
import { asNode } from '../../shared/units.ts';
import type { SideDifferences } from './side-differences.ts';

/** The alignment of two panels. */
export class Aligning {
  /** Who is followed. */
  leader: Side = 'left';
  private endings: (() => void)[] = [];
  private readonly bound: Record<Side, Alignment | null> = { left: null, right: null };
  private busy = false;
  private again = false;
  /** Where the other side can't follow, the leader comes to it. */
  private meet = false;

  constructor(
    private readonly panels: Readonly<Record<Side, { readonly core: PanelCore }>>,
    private readonly sides: Readonly<Record<Side, SideDifferences>>,
    private readonly comparer: Comparer,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Follows the views that are on the screen now. */
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

  /** Follows nobody any more. */
  release(): void {
    for (const end of this.endings.splice(0)) end();
    Object.assign(this.bound, { left: null, right: null });
  }

  /** Brings both sides level, wherever that is: a person has gone to a difference. */
  level(): void {
    this.meet = true;
    this.follow();
  }

  /** Brings the other side to where the leader is; the latest place counts. */
  follow(): void {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    this.again = false;
    this.bring()
      .catch((error: unknown) => {
        // Another comparison is on its way: with it all is brought anew.
        if (!hasCode(error, 'stale')) this.onError(error);
      })
      .finally(() => {
        this.busy = false;
        if (this.again) this.follow();
      });
  }

  private async bring(): Promise<void> {
    const { leader } = this;
    const follower = leader === 'left' ? 'right' : 'left';
    const compared = this.sides[leader].result;
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
    // What is on one side alone stands level with nothing: what is above it does.
    const exact = places.findIndex((_, at) => found[at * COUNTERPART_WORDS + 1] === 1);
    const at = Math.max(0, exact);
    const place = places[at] ?? first;
    const node = asNode(found[at * COUNTERPART_WORDS] ?? 0);
    const below = await other.bring({ node, revision: compared.revisions[follower], below: place.below });
    if (!this.meet) return;
    this.meet = false;
    // One row more or less is how far a row is scrolled out.
    if (Math.abs(below - place.below) > 0.5) await this.bound[leader]?.bring({ ...place, below });
  }
}
