// Replacing: a single hit, continuing with the next one, or all hits as one undo step.

import { STEP } from '../../shared/texts/steps.ts';
import { caseLike } from '../../shared/bytes/casing.ts';
import { CodedError, hasCode } from '../../shared/errors.ts';
import type { EditResult } from '../../shared/protocol/protocol.ts';
import type { Replacing, SearchQuery } from '../../shared/protocol/search.ts';
import type { Mark } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { unpackSplices } from '../../shared/document/splice-pack.ts';
import type { ByteRange, Revision } from '../../shared/units.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import type { Searcher } from '../client/searcher.ts';
import { EDIT_MS, type Search } from './search.ts';
import type { FindContext } from './find-state.ts';
import { keepApart, marksOf } from './ranges.ts';
import type { SearchRanges } from './search-ranges.ts';
import { HIDDEN_HITS } from '../strings/editors/hidden-hits.ts';
import { REPLACE } from '../strings/editors/find-bar.ts';

/** The splice that replaces one hit, and a function that writes it at a revision. */
export interface PlannedHit {
  readonly splice: Splice;
  write(revision: Revision): Promise<EditResult>;
}

/**
 * Plans replacing one hit of a query. A plain search of the text needs no job worker for that.
 * @throws CodedError as `Searcher.plan`
 */
export async function planHit(
  client: DocumentClient,
  searcher: Searcher,
  query: SearchQuery,
  replacing: Replacing,
  range: ByteRange,
  task: Required<Task>,
): Promise<PlannedHit> {
  if (query.scope === 'text' && !query.regex) {
    const { text, preserveCase } = replacing;
    const made = preserveCase ? caseLike(text, decodeUtf8(await client.readRange(range))) : text;
    const splice = { ...range, insert: encodeUtf8(made) };
    return { splice, write: (revision) => client.apply(revision, [splice], 'alone') };
  }
  const plan = await searcher.plan({ query, replacing, only: range, follow: [] }, task);
  // A number is replaced as a whole, whichever part of it the hit covers.
  const [splice = { ...range, insert: new Uint8Array() }] = unpackSplices(await plan.splices.arrayBuffer());
  return {
    splice,
    write: () => client.applyPacked(plan.revision, plan.splices, { ...task, name: STEP.replacedAll(1) }),
  };
}

/** Replaces the hits of one find bar. */
export class FindReplacement {
  /** Whether a replacement is in progress. */
  isWriting = false;

  constructor(
    private readonly bar: FindContext,
    private readonly search: Search,
    private readonly within: SearchRanges,
  ) {}

  /** Replaces the selected hit and goes to the next one. If no hit is selected, only goes to the next one. */
  async replaceOne(): Promise<void> {
    const { bar, search } = this;
    const { current } = bar.getState();
    if (this.isWriting || current < 0 || !search.isFresh || bar.target() === null) {
      if (!this.isWriting) bar.go('next');
      return;
    }
    const range = search.hits.at(current);
    const query = bar.query();
    if (query === null) return;
    if (bar.target()?.isHidden?.(range) === true) {
      bar.go('next');
      bar.set({ notice: HIDDEN_HITS.current });
      return;
    }
    await this.write(REPLACE.working, async (task) => {
      const planned = await planHit(bar.host.client, search.searcher, query, this.replacing, range, task);
      const { splice, write } = planned;
      const result = await write(search.revision);
      const end = splice.start + splice.insert.length;
      search.mapThrough([splice], result.revision);
      this.within.mapThrough([splice], result.revision);
      const { hits } = search;
      const next = hits.count === 0 ? null : hits.at(hits.indexFrom(end) % hits.count);
      bar.set({ count: hits.count });
      bar.restart(EDIT_MS, false);
      bar.target()?.replaced?.(next, result.revision);
      const span = next === null ? { anchor: end, active: end } : { anchor: next.start, active: next.end };
      return { ...result, selection: [span] };
    });
    bar.moved();
  }

  /** Replaces all hits as one undo step. The selection and the ranges keep their places in the text. */
  async replaceAll(): Promise<void> {
    const { bar, search } = this;
    const query = bar.query();
    if (this.isWriting || query === null) return;
    const { within } = bar.getState();
    const selection = bar.target()?.selection() ?? [];
    const follow: Mark[] = [
      ...selection
        .flatMap(({ anchor, active }) => [anchor, active])
        .map((offset) => ({ offset, side: 'before' as const })),
      ...(within ?? []).flatMap(marksOf),
    ];
    await this.write(REPLACE.working, async (task) => {
      const shown = (await bar.target()?.visibleRanges?.()) ?? null;
      const found = search.isFresh ? search.hits.count : 0;
      const shownQuery =
        shown === null ? query : { ...query, within: within === null ? shown.ranges : shared(shown.ranges, within) };
      const order = { query: shownQuery, replacing: this.replacing, only: null, follow };
      const { revision, splices, count, followed } = await search.searcher.plan(order, task);
      const left = shown === null || found <= count ? null : HIDDEN_HITS.left(found - count);
      if (count === 0) {
        bar.set({ notice: left });
        return null;
      }
      if (shown !== null && revision !== shown.revision) throw new CodedError('stale', REPLACE.changed);
      // The ranges are those of `search.revision`.
      if (within !== null && revision !== search.revision) throw new CodedError('stale', REPLACE.changed);
      const result = await bar.host.client.applyPacked(revision, splices, { ...task, name: STEP.replacedAll(count) });
      search.clear();
      search.revision = result.revision;
      const spans = selection.map((_, at) => ({ anchor: followed[at * 2] ?? 0, active: followed[at * 2 + 1] ?? 0 }));
      const moved = within?.map((_, at) => {
        const [start, end] = followed.slice((selection.length + at) * 2);
        return { start, end } as ByteRange;
      });
      this.within.move(moved === undefined ? null : keepApart(moved), result.revision);
      bar.set({ count: 0, current: -1, done: REPLACE.done(count), notice: left });
      bar.restart(0, false);
      return { ...result, selection: spans };
    });
  }

  private get replacing(): Replacing {
    const { replacement: text, options } = this.bar.getState();
    return { text, preserveCase: options.preserveCase };
  }

  private async write(label: string, work: (task: Required<Task>) => Promise<EditResult | null>): Promise<void> {
    const { bar } = this;
    this.isWriting = true;
    this.search.stop();
    try {
      await bar.host.write(label, work);
    } catch (error) {
      bar.restart(0, false);
      if (hasCode(error, 'refused')) bar.set({ problem: error.message });
      else if (hasCode(error, 'stale')) bar.set({ problem: REPLACE.nothingReplaced });
      else bar.host.report(error);
    } finally {
      this.isWriting = false;
      bar.onHitsChange();
    }
  }
}

/** What two lists of ranges share. */
function shared(some: readonly ByteRange[], others: readonly ByteRange[]): readonly ByteRange[] {
  const both: ByteRange[] = [];
  let [one, other] = [0, 0];
  for (let a = some[one], b = others[other]; a !== undefined && b !== undefined; a = some[one], b = others[other]) {
    const start = a.start > b.start ? a.start : b.start;
    const end = a.end < b.end ? a.end : b.end;
    if (start < end) both.push({ start, end });
    if (a.end < b.end) one += 1;
    else other += 1;
  }
  return both;
}
