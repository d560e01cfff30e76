// What Compare announces to screen readers: the number of differences, the one that was gone to, and what was taken over.

import { subscribeKey } from 'valtio/utils';
import { toJsonPath } from '../../shared/document/path.ts';
import type { ChangeSide, ChangeView } from '../../shared/protocol/compare.ts';
import type { Compared, Comparer } from '../client/comparer.ts';
import { announcing } from '../notices/announcement.ts';
import type { Side } from '../model/side.ts';
import { COMPARE_SAID } from '../strings/compare/compare-said.ts';
import type { CompareState } from './compare-state.ts';

/** The announcements of a comparison. */
export class CompareAnnouncements {
  /** The last result that was announced, so that an edit without a new difference is silent. */
  private result = '';

  constructor(
    private readonly state: CompareState,
    private readonly comparer: Comparer,
  ) {
    subscribeKey(state, 'phase', () => this.sayResult());
    this.sayResult();
  }

  say(said: string): void {
    this.state.said = announcing(this.state.said, said);
  }

  /** Announces the difference at a place of the list. @throws CodedError `stale` */
  async sayDifference(compared: Compared, index: number, place: number): Promise<void> {
    const change = await this.describe(compared, index);
    if (change === null) return;
    const other = change.partner === null ? null : await this.describe(compared, change.partner);
    const what =
      other === null
        ? COMPARE_SAID.change(pathOf(change), change.change)
        : COMPARE_SAID.move(spell(change.left ?? other.left), spell(change.right ?? other.right));
    this.say(COMPARE_SAID.at(place + 1, this.state.count, what));
  }

  /** Returns the path of a difference; `null` when it is outdated. */
  async pathAt(compared: Compared, index: number): Promise<string | null> {
    const change = await this.describe(compared, index).catch(() => null);
    return change === null ? null : pathOf(change);
  }

  sayTaken(what: string | number | null, toward: Side): void {
    this.say(COMPARE_SAID.taken(what, toward));
  }

  private async describe(compared: Compared, index: number): Promise<ChangeView | null> {
    const [change] = await this.comparer.describe(compared, index, 1);
    return change ?? null;
  }

  private sayResult(): void {
    const { phase, count, structure } = this.state;
    if (phase === 'off') this.state.said = this.result = '';
    if (phase !== 'ready') return;
    const result = COMPARE_SAID.result(count, structure);
    if (result !== this.result) this.say(result);
    this.result = result;
  }
}

/** Where a value is now, or, if it is only on the left, where it was. */
function pathOf({ left, right }: ChangeView): string {
  return spell(right ?? left);
}

function spell(side: ChangeSide | null): string {
  return toJsonPath(side?.path ?? []);
}
