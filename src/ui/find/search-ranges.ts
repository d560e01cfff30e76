// The ranges that a search is limited to, if any. They follow edits: the view reports its own, and the document's state
// describes those from elsewhere.

import type { Splice } from '../../shared/document/splice.ts';
import { asRevision, type ByteRange, type Revision } from '../../shared/units.ts';
import { clampRanges, mapRangesThroughChange, mapRanges, rangesOf } from './ranges.ts';
import type { FindContext } from './find-state.ts';
import { WITHIN } from '../strings/editors/find.ts';

/** The search ranges of one find bar. */
export class SearchRanges {
  /** The revision that the ranges refer to. */
  private revision: Revision = asRevision(0);

  /** `begin` starts a search of the new ranges, and selects the first hit from the given byte on. */
  constructor(
    private readonly bar: FindContext,
    private readonly begin: (from: number | null) => void,
  ) {}

  /** Switches between searching in the selection and in the whole document. */
  toggle(): void {
    const { bar } = this;
    const target = bar.target();
    if (bar.getState().within !== null) this.choose(null);
    else if (target?.searchRanges === undefined) this.choose(rangesOf(target?.selection() ?? []));
    else {
      target.searchRanges().then(
        (ranges) => this.choose(ranges),
        (error: unknown) => bar.host.report(error),
      );
    }
  }

  /** Declares the ranges to be those of the document's current revision. */
  settle(): void {
    this.revision = this.bar.host.client.state.revision;
  }

  /** Sets the ranges after a write by the bar or the view. */
  move(ranges: readonly ByteRange[] | null, revision: Revision): void {
    this.revision = revision;
    this.bar.set({ within: ranges });
  }

  /** Moves the ranges along with splices that have made a revision. */
  mapThrough(splices: readonly Splice[], revision: Revision): void {
    const { within } = this.bar.getState();
    this.move(within && mapRanges(within, splices), revision);
  }

  /**
   * Follows a write from elsewhere. In the text the ranges are only clipped; otherwise the whole document is searched when they
   * become unknown.
   */
  onStateChange(): void {
    const { within, searches } = this.bar.getState();
    const { revision, change, size } = this.bar.host.client.state;
    if (within === null) return;
    if (searches === 'text') return this.bar.set({ within: clampRanges(within, size) });
    const isNext = revision === this.revision + 1;
    const moved = isNext && change !== null ? mapRangesThroughChange(within, change) : null;
    this.move(moved, revision);
    if (moved === null) this.bar.set({ notice: WITHIN.changed });
  }

  private choose(within: readonly ByteRange[] | null): void {
    const { bar } = this;
    if (within?.length === 0) {
      bar.set({ problem: WITHIN.select[bar.getState().searches] });
      return;
    }
    this.settle();
    bar.set({ within });
    this.begin(within?.[0]?.start ?? null);
  }
}
