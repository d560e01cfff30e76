// Find and replace of one panel: what is searched for, the hits, and where among them a person stands. The
// search runs in a job worker (`client/searcher.ts`); a view shows hits and selects them (`FindTarget`).
//
//   bar ── what to find ──┐                                ┌──▶ bar: "3 of 1,234"
//   document ── changed ──┼──▶ wait ──▶ Searcher ──▶ hits ─┼──▶ view: marks what is on the screen
//   view ── edits ────────┘                                └──▶ view: selects the first, the next
//
// Hits follow the edits that the view tells of, so that they are right until the next search has come. What
// the view is not told of (undo, format, another view) makes them stale until then.
//
// Its parts: `search.ts` runs the search, `hit-steps.ts` goes from hit to hit, `search-ranges.ts` keeps to a selection,
// `replacing.ts` replaces. This file keeps what the bar shows.

import type { SearchQuery } from '../../shared/protocol/search.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asRevision, type Revision } from '../../shared/units.ts';
import type { Searcher } from '../client/searcher.ts';
import { COUNT, FIND } from '../strings/editors/find.ts';
import type { HitList } from './hitlist.ts';
import type { BarCommand } from '../model/bar-command.ts';
import { patiently } from '../patiently.ts';
import type { Replacement } from './replacing.ts';
import { EDIT_MS, Search } from './search.ts';
import {
  CLOSED,
  scopeOf,
  switchOption,
  type Bar,
  type Direction,
  type FindHost,
  type FindOptions,
  type FindState,
  type FindTarget,
} from './find-state.ts';
import { Steps } from './hit-steps.ts';
import { Within } from './search-ranges.ts';

/** While a search runs a key stroke waits for the next one, in milliseconds. */
const TYPING_MS = 30;

/** Replacing is code of its own, which comes when it is first wanted. */
const loadReplacing = patiently(() => import('./replacing.ts'));

/** The find bar's model; one for each panel. */
export class Finder {
  private state: FindState = CLOSED;
  private target: FindTarget | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly search: Search;
  private readonly steps: Steps;
  private readonly within: Within;
  /** There once something was replaced. */
  private replacement: Replacement | null = null;
  private readonly makeReplacement: () => Promise<Replacement>;
  /** The latest revision that somebody else has made. */
  private seen: Revision = asRevision(0);

  constructor(private readonly host: FindHost) {
    const bar: Bar = {
      host,
      getState: this.getState,
      set: (change) => this.set(change),
      target: () => this.target,
      query: () => this.query(),
      restart: (delayMs, anew) => this.restart(delayMs, anew),
      go: (direction) => this.go(direction),
      moved: () => this.moved(),
      follow: () => this.follow(),
    };
    this.steps = new Steps(bar, () => this.search);
    this.search = new Search(bar, {
      came: () => this.steps.came(),
      counted: () => this.steps.tell(),
      finished: () => {
        this.steps.finish();
        this.follow();
      },
    });
    this.within = new Within(bar, (from) => {
      this.restart(0);
      this.steps.seek(from);
    });
    host.client.subscribe(() => this.follow());
    this.makeReplacement = async () => new (await loadReplacing()).Replacement(bar, this.search, this.within);
  }

  /** The hits as they came; another list for another search. */
  get hits(): HitList {
    return this.search.hits;
  }

  /** The revision that the hits lie in. */
  get hitsRevision(): Revision {
    return this.search.hitsRevision;
  }

  /** For searches that are not the bar's own. */
  get searcher(): Searcher {
    return this.search.searcher;
  }

  readonly getState = (): FindState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Whether the hits are those of the document as it is. */
  get isFresh(): boolean {
    return this.search.isFresh;
  }

  /** The view on the screen; answers how to take it away. */
  attach(target: FindTarget): () => void {
    this.target = target;
    this.set({ searches: target.searches });
    this.within.settle();
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
    this.steps.anchorHere();
    if (!wasOpen) this.search.warm();
    this.restart(0);
  }

  /** Closes the bar and gives the focus back. */
  close(): void {
    this.steps.rest();
    this.search.clear();
    this.set({ open: false, within: null, count: 0, current: -1, problem: null, done: null, notice: null, summons: 0 });
    this.target?.focus();
  }

  /** Ends a search that takes too long for a person. */
  stopSearch(): void {
    this.steps.rest();
    this.search.end();
    this.steps.tell();
    this.set({ done: COUNT.stopped, notice: FIND.stopped });
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
        return this.steps.goToAll();
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
    this.restart(this.state.running ? TYPING_MS : 0);
    this.steps.seek();
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
    this.steps.seek();
  }

  /** Searches what is selected now, or all again. */
  toggleWithin(): void {
    this.within.toggle();
  }

  /** Goes to a hit by its number. */
  goTo(index: number): void {
    this.steps.goTo(index);
  }

  /** Goes to the next hit or the one before, around the ends. Opens the bar where it is closed. */
  go(direction: Direction): void {
    if (!this.state.open) this.reveal({}, this.state.pattern === '' ? (this.target?.seed() ?? null) : null);
    this.steps.go(direction);
  }

  /** The view's selection has changed. */
  moved(): void {
    this.steps.moved();
  }

  private async replace(act: (replacement: Replacement) => Promise<void>): Promise<void> {
    const made = this.replacement ?? (await this.makeReplacement());
    this.replacement ??= made;
    await act(this.replacement);
  }

  /** Replaces the hit that is selected and goes to the next one; where none is, goes there. */
  replaceOne(): Promise<void> {
    return this.replace((replacement) => replacement.replaceOne());
  }

  /** Replaces all hits, as one step that can be undone. */
  replaceAll(): Promise<void> {
    return this.replace((replacement) => replacement.replaceAll());
  }

  /** The view has changed the document by these splices of a revision. */
  edited(base: Revision, splices: readonly Splice[]): void {
    if (!this.state.open) return;
    if (base === this.search.revision) {
      const revision = asRevision(base + 1);
      this.search.follow(splices, revision);
      this.within.follow(splices, revision);
      this.set({ count: this.hits.count });
    }
    this.set({ done: null });
    this.restart(EDIT_MS, false);
  }

  /** What the view has changed did not reach the document: nobody knows where the hits are. */
  lost(): void {
    this.search.revision = asRevision(0);
    this.follow();
  }

  /** What is searched for; `null` for nothing. */
  query(): SearchQuery | null {
    const { pattern, options, within } = this.state;
    if (pattern === '') return null;
    const { matchCase, wholeWord, regex } = options;
    const query = { pattern, matchCase, wholeWord, regex, scope: scopeOf(this.state) };
    return within === null ? query : { ...query, within };
  }

  /** Looks whether somebody else has changed the document. */
  private follow(): void {
    const { state } = this.host.client;
    // A view that comes searches anew.
    if (!this.state.open || this.target === null) return;
    if (this.replacement?.isWriting === true || state.phase !== 'ready' || this.search.isCurrent) return;
    if (state.revision !== this.seen) {
      this.seen = state.revision;
      this.set({ done: null, notice: null });
      this.within.followState();
    }
    if (!this.search.isWaiting) this.restart(EDIT_MS, false);
  }

  /** Searches, once nothing has changed for so long. `anew`: for something else, so that what is shown goes. */
  private restart(delayMs: number, anew = true): void {
    this.steps.rest();
    this.search.stop();
    if (!this.state.open) return;
    if (anew) this.set({ problem: null, done: null, notice: null });
    this.search.start(delayMs, anew);
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
