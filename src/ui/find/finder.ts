// Find and replace of one panel: what is searched for, the hits, and where among them a person stands. The
// search runs in a job worker (`client/search.ts`); a view shows hits and selects them (`FindTarget`).
//
//   bar ── what to find ──┐                                ┌──▶ bar: "3 of 1,234"
//   document ── changed ──┼──▶ wait ──▶ Searcher ──▶ hits ─┼──▶ view: marks what is on the screen
//   view ── edits ────────┘                                └──▶ view: selects the first, the next
//
// Hits follow the edits that the view tells of, so that they are right until the next search has come. What
// the view is not told of (undo, format, another view) makes them stale until then.

import { CodedError, hasCode } from '../../shared/errors.ts';
import type { EditResult } from '../../shared/protocol.ts';
import type { Replacing, SearchQuery } from '../../shared/search.ts';
import type { Splice } from '../../shared/splice.ts';
import { asRevision, type ByteRange, type Revision } from '../../shared/units.ts';
import type { Task } from '../client/document.ts';
import { Searcher } from '../client/search.ts';
import type { BarCommand } from './keys.ts';
import { HitList } from './hitlist.ts';
import { planHit } from './replacing.ts';
import { clampRanges, followChange, followRanges, rangesOf } from './ranges.ts';
import {
  CLOSED,
  scopeOf,
  switchOption,
  type Direction,
  type FindHost,
  type FindOptions,
  type FindState,
  type FindTarget,
} from './state.ts';

/** A key stroke waits for the next one, and an edit for those that follow it, in milliseconds. */
const TYPING_MS = 60;
const EDIT_MS = 250;
/** How often a count that goes up is told. */
const TELL_MS = 80;

/** The find bar's model; one for each panel. */
export class Finder {
  readonly searcher: Searcher;
  hits = new HitList();
  private state: FindState = CLOSED;
  private target: FindTarget | null = null;
  private readonly listeners = new Set<() => void>();
  /** The revision that the hits lie in, as far as this is told of it; known as soon as the first ones come. */
  hitsRevision: Revision = asRevision(0);
  /** The revision that the hits are followed to; below the document's they are stale. */
  private revision: Revision = asRevision(0);
  private search: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tellTimer: ReturnType<typeof setTimeout> | undefined;
  /** Where a new search begins to look: where a person was last. */
  private anchor = 0;
  /** Whether the first hit from there is still to be shown. */
  private seeking = false;
  /** A step, or the choice of all, that waits for the hits. */
  private wanted: Direction | 'all' | null = null;
  /** The latest revision that somebody else has made, and that which the ranges to search in are of. */
  private seen: Revision = asRevision(0);
  private rangesRevision: Revision = asRevision(0);
  private writing = false;

  constructor(private readonly host: FindHost) {
    this.searcher = new Searcher(host.client);
    host.client.subscribe(() => this.follow());
  }

  readonly getState = (): FindState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Whether the hits are those of the document as it is. */
  get isFresh(): boolean {
    return this.revision >= this.host.client.state.revision;
  }

  /** The view on the screen; answers how to take it away. */
  attach(target: FindTarget): () => void {
    this.target = target;
    this.set({ searches: target.searches });
    this.rangesRevision = this.host.client.state.revision;
    if (this.state.open) this.restart(0);
    return () => {
      if (this.target === target) this.target = null;
    };
  }

  /** Opens the bar and puts the focus into it; `seed` stands in for the selection's text. */
  open(replacing: boolean, seed = this.target?.seed() ?? null): void {
    this.reveal({ replacing: replacing || (this.state.open && this.state.replacing) }, seed);
    this.set({ summons: this.state.summons + 1 });
  }

  /** Shows the bar, and searches. What is selected stays so: it may be what is to be searched in. */
  reveal(change: Partial<FindState>, seed: string | null): void {
    const wasOpen = this.state.open;
    const { pattern, options } = this.state;
    const seeded = seed === null ? pattern : options.regex ? escapeExpression(seed) : seed;
    this.set({ ...change, open: true, pattern: seeded });
    if (wasOpen && seeded === pattern) return;
    this.anchorHere();
    this.restart(0);
  }

  /** Closes the bar and gives the focus back. */
  close(): void {
    this.stop();
    this.hits = new HitList();
    this.set({ open: false, within: null, count: 0, current: -1, problem: null, done: null, summons: 0 });
    this.target?.focus();
  }

  /** Carries out what a key in the bar asks for. */
  run(command: BarCommand): void {
    switch (command) {
      case 'close':
        return this.close();
      case 'find':
      case 'replace':
        return this.open(command === 'replace', null);
      case 'next':
      case 'previous':
        return this.go(command);
      case 'replaceOne':
        return void this.replaceOne();
      case 'replaceAll':
        return void this.replaceAll();
      case 'selectAll':
        return this.selectAll();
      case 'within':
        return this.toggleWithin();
      case 'list':
        return this.setListing(!this.state.listing);
      default:
        return this.toggle(command);
    }
  }

  /** The bar's height has changed. */
  settle(): void {
    this.target?.settle();
  }

  setPattern(pattern: string): void {
    this.set({ pattern });
    this.restart(TYPING_MS);
    this.seeking = true;
  }

  setReplacement(replacement: string): void {
    this.set({ replacement });
  }

  /** Shows a list of the hits, or no more. */
  setListing(listing: boolean): void {
    this.set({ listing });
  }

  setReplacing(replacing: boolean): void {
    this.set({ replacing });
  }

  toggle(option: keyof FindOptions): void {
    this.set({ options: switchOption(this.state.options, option) });
    if (option === 'preserveCase') return;
    this.restart(0);
    this.seeking = true;
  }

  /** Searches what is selected now, or all again. */
  toggleWithin(): void {
    const { target } = this;
    if (this.state.within !== null) this.searchIn(null);
    else if (target?.searchRanges === undefined) this.searchIn(rangesOf(target?.selection() ?? []));
    else {
      target.searchRanges().then(
        (ranges) => this.searchIn(ranges),
        (error: unknown) => this.host.report(error),
      );
    }
  }

  private searchIn(within: readonly ByteRange[] | null): void {
    if (within?.length === 0) {
      this.set({ problem: `Select the ${this.state.searches === 'text' ? 'text' : 'rows'} to search in first.` });
      return;
    }
    this.anchor = within?.[0]?.start ?? this.anchor;
    this.rangesRevision = this.host.client.state.revision;
    this.set({ within });
    this.restart(0);
    this.seeking = true;
  }

  /** Goes to a hit by its number. */
  goTo(index: number): void {
    if (index < 0 || index >= this.hits.count) return;
    this.select(index);
    this.anchor = this.hits.at(index).start;
  }

  /** Goes to the next hit or the one before, around the ends. Opens the bar where it is closed. */
  go(direction: Direction): void {
    if (!this.state.open) this.reveal({}, this.state.pattern === '' ? (this.target?.seed() ?? null) : null);
    if (this.state.running || this.timer !== undefined) {
      this.wanted = direction;
      return;
    }
    const { hits, target } = this;
    if (hits.count === 0 || target === null) return;
    const { current } = this.state;
    const range = target.place() ?? { start: 0, end: 0 };
    const step = direction === 'next' ? 1 : -1;
    const near = direction === 'next' ? hits.indexFrom(range.end) : hits.indexFrom(range.start) - 1;
    const index = ((current < 0 ? near : current + step) + hits.count) % hits.count;
    this.goTo(index);
  }

  /** Selects every hit at once, when all have come. */
  selectAll(): void {
    if (this.state.running || this.timer !== undefined) {
      this.wanted = 'all';
      return;
    }
    const selecting = this.hits.count === 0 ? undefined : this.target?.selectAll();
    selecting?.then(
      (done) => this.set({ done }),
      (error: unknown) => this.host.report(error),
    );
  }

  /** The view's selection has changed. */
  moved(): void {
    if (!this.state.open) return;
    const current = this.currentIndex();
    if (current < 0 && !this.state.running && this.timer === undefined) this.anchorHere();
    if (current !== this.state.current) this.set({ current, done: null });
  }

  /** The view has changed the document by these splices of a revision. */
  edited(base: Revision, splices: readonly Splice[]): void {
    if (!this.state.open) return;
    if (base === this.revision) {
      this.revision = asRevision(base + 1);
      this.hitsRevision = this.revision;
      for (const { start, end, insert } of splices.toReversed()) this.hits.splice(start, end, insert.length);
      this.set({ within: this.state.within && followRanges(this.state.within, splices), count: this.hits.count });
    }
    this.set({ done: null });
    this.restart(EDIT_MS, false);
  }

  /** What the view has changed did not reach the document: nobody knows where the hits are. */
  lost(): void {
    this.revision = asRevision(0);
    this.follow();
  }

  /** Replaces the hit that is selected and goes to the next one; where none is, goes there. */
  async replaceOne(): Promise<void> {
    const { current } = this.state;
    if (this.writing || current < 0 || !this.isFresh || this.target === null) {
      if (!this.writing) this.go('next');
      return;
    }
    const range = this.hits.at(current);
    const query = this.query();
    if (query === null) return;
    await this.write('Replacing', async (task) => {
      const { splice, write } = await planHit(this.host.client, this.searcher, query, this.replacing, range, task);
      const result = await write(this.revision);
      const end = splice.start + splice.insert.length;
      this.hits.splice(splice.start, splice.end, splice.insert.length);
      const { within } = this.state;
      this.revision = result.revision;
      this.rangesRevision = result.revision;
      this.hitsRevision = result.revision;
      const next = this.hits.count === 0 ? null : this.hits.at(this.hits.indexFrom(end) % this.hits.count);
      this.set({ within: within && followRanges(within, [splice]), count: this.hits.count });
      this.restart(EDIT_MS, false);
      this.target?.replaced?.(next, result.revision);
      const span = next === null ? { anchor: end, active: end } : { anchor: next.start, active: next.end };
      return { ...result, selection: [span] };
    });
    this.moved();
  }

  /** Replaces all hits, as one step that can be undone. The selection and the ranges stay where they are in the text. */
  async replaceAll(): Promise<void> {
    const query = this.query();
    if (this.writing || query === null) return;
    const { within } = this.state;
    const selection = this.target?.selection() ?? [];
    const follow = [
      ...selection.flatMap(({ anchor, active }) => [anchor, active]),
      ...(within ?? []).flatMap(({ start, end }) => [start, end]),
    ];
    await this.write('Replacing', async (task) => {
      const order = { query, replacing: this.replacing, only: null, follow };
      const { revision, splices, count, followed } = await this.searcher.plan(order, task);
      if (count === 0) return null;
      // The ranges are followed to this revision only.
      if (within !== null && revision !== this.revision) throw new CodedError('stale', 'The text has just changed.');
      const result = await this.host.client.applyPacked(revision, splices, task);
      this.revision = result.revision;
      this.rangesRevision = result.revision;
      this.hits = new HitList();
      const spans = selection.map((_, at) => ({ anchor: followed[at * 2] ?? 0, active: followed[at * 2 + 1] ?? 0 }));
      const moved = within?.map((_, at) => {
        const [start, end] = followed.slice((selection.length + at) * 2);
        return { start, end } as ByteRange;
      });
      const said = `Replaced ${count.toLocaleString()}.`;
      this.set({ within: moved ?? null, count: 0, current: -1, done: said });
      this.restart(0, false);
      return { ...result, selection: spans };
    });
  }

  /** What is searched for; `null` for nothing. */
  query(): SearchQuery | null {
    const { pattern, options, within } = this.state;
    if (pattern === '') return null;
    const { matchCase, wholeWord, regex } = options;
    const query = { pattern, matchCase, wholeWord, regex, scope: scopeOf(this.state) };
    return within === null ? query : { ...query, within };
  }

  private get replacing(): Replacing {
    const { replacement: text, options } = this.state;
    return { text, preserveCase: options.preserveCase };
  }

  private async write(label: string, work: (task: Required<Task>) => Promise<EditResult | null>): Promise<void> {
    this.writing = true;
    this.stop();
    try {
      await this.host.write(label, work);
    } catch (error) {
      this.restart(0, false);
      if (hasCode(error, 'refused')) this.set({ problem: error.message });
      else if (hasCode(error, 'stale'))
        this.set({ problem: 'The text has just changed. Nothing was replaced; try again.' });
      else this.host.report(error);
    } finally {
      this.writing = false;
      this.follow();
    }
  }

  /** Looks whether somebody else has changed the document. */
  private follow(): void {
    const { state } = this.host.client;
    // A view that comes searches anew.
    if (!this.state.open || this.target === null) return;
    if (this.writing || state.phase !== 'ready' || this.isFresh) return;
    if (state.revision !== this.seen) {
      this.seen = state.revision;
      this.set({ done: null });
      this.followRanges();
    }
    if (this.timer === undefined) this.restart(EDIT_MS, false);
  }

  /** Follows somebody else's write with the ranges to search in. */
  private followRanges(): void {
    const { within, searches } = this.state;
    const { revision, change, size } = this.host.client.state;
    if (within === null) return;
    if (searches === 'text') return this.set({ within: clampRanges(within, size) });
    const isNext = revision === this.rangesRevision + 1;
    const moved = isNext && change !== null ? followChange(within, change) : null;
    this.rangesRevision = revision;
    const done = 'The rows to search in have changed: all are searched.';
    this.set(moved === null ? { within: null, done } : { within: moved });
  }

  /** Searches, once nothing has changed for so long. `anew`: for something else, so that what is shown goes. */
  private restart(delayMs: number, anew = true): void {
    this.stop();
    if (!this.state.open) return;
    this.seeking = false;
    if (anew) this.set({ problem: null, done: null });
    const { state } = this.host.client;
    if (this.query() === null || state.phase !== 'ready') {
      this.hits = new HitList();
      this.set({ count: 0, current: -1, running: false });
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.find(anew);
    }, delayMs);
  }

  private stop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.tellTimer);
    this.timer = undefined;
    this.tellTimer = undefined;
    this.search?.abort();
    this.search = null;
    this.wanted = null;
    if (this.state.running) this.set({ running: false });
  }

  private async find(anew: boolean): Promise<void> {
    const query = this.query();
    if (query === null) return;
    const search = (this.search = new AbortController());
    const list = new HitList();
    const adopt = (revision: Revision): void => {
      this.hits = list;
      this.hitsRevision = revision;
      this.revealFirst();
    };
    this.set({ running: anew || this.state.running });
    try {
      const { revision } = await this.searcher.search(query, {
        signal: search.signal,
        onHits: (words, found) => {
          list.add(words);
          if (!anew) return;
          adopt(found);
          this.tellTimer ??= setTimeout(() => {
            this.tellTimer = undefined;
            this.tell();
          }, TELL_MS);
        },
      });
      if (search !== this.search) return;
      // What was typed last is still on its way to the document.
      if (revision < this.revision) return this.restart(EDIT_MS, false);
      this.revision = revision;
      adopt(revision);
      this.finish();
    } catch (error) {
      if (search !== this.search || hasCode(error, 'cancelled')) return;
      this.hits = new HitList();
      this.finish();
      if (error instanceof CodedError) this.set({ problem: error.message });
      else this.host.report(error);
    }
  }

  private finish(): void {
    clearTimeout(this.tellTimer);
    this.tellTimer = undefined;
    this.search = null;
    // None from where the search began: the first one of all.
    if (this.seeking && this.hits.count > 0) this.select(0);
    this.set({ running: false });
    this.tell();
    const { wanted } = this;
    this.wanted = null;
    if (wanted === 'all') this.selectAll();
    else if (wanted !== null) this.go(wanted);
    this.follow();
  }

  /** Selects the first hit from where the search began, once it has come. */
  private revealFirst(): void {
    if (!this.seeking) return;
    const index = this.hits.indexFrom(this.anchor);
    if (index < this.hits.count) this.select(index);
  }

  private select(index: number): void {
    this.seeking = false;
    const range = this.hits.at(index);
    this.target?.select(range);
    this.set({ current: index, count: this.hits.count, done: null });
  }

  private tell(): void {
    this.set({ count: this.hits.count, current: this.currentIndex() });
  }

  private currentIndex(): number {
    const place = this.target?.place() ?? null;
    return place === null ? -1 : this.hits.indexOf(place);
  }

  /** Searches begin where the selection is now. */
  private anchorHere(): void {
    this.anchor = this.target?.place()?.start ?? 0;
  }

  private set(change: Partial<FindState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** The source of a regular expression that finds exactly this text. */
function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
