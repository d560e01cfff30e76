// What is searched in, where that is not all: ranges of the text, which follow what is written. The view tells of its own
// edits; of others' the document's state does.

import type { Splice } from '../../shared/document/splice.ts';
import { asRevision, type ByteRange, type Revision } from '../../shared/units.ts';
import { clampRanges, followChange, followRanges, rangesOf } from './ranges.ts';
import type { Bar } from './find-state.ts';
import { WITHIN } from '../strings/editors/find.ts';

/** The ranges of one find bar. */
export class Within {
  /** The revision that the ranges are of. */
  private revision: Revision = asRevision(0);

  /** `begin` searches them, or all, from a byte on if one is named. */
  constructor(
    private readonly bar: Bar,
    private readonly begin: (from: number | null) => void,
  ) {}

  /** Searches what is selected now, or all again. */
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

  /** The ranges are those of the document as it is. */
  settle(): void {
    this.revision = this.bar.host.client.state.revision;
  }

  /** The ranges are these, after a write of the bar's or the view's own. */
  move(ranges: readonly ByteRange[] | null, revision: Revision): void {
    this.revision = revision;
    this.bar.set({ within: ranges });
  }

  /** Follows splices that have made a revision. */
  follow(splices: readonly Splice[], revision: Revision): void {
    const { within } = this.bar.getState();
    this.move(within && followRanges(within, splices), revision);
  }

  /** Follows somebody else's write; where nobody knows what became of the ranges, all is searched. */
  followState(): void {
    const { within, searches } = this.bar.getState();
    const { revision, change, size } = this.bar.host.client.state;
    if (within === null) return;
    if (searches === 'text') return this.bar.set({ within: clampRanges(within, size) });
    const isNext = revision === this.revision + 1;
    const moved = isNext && change !== null ? followChange(within, change) : null;
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
