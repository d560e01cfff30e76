// Find and replace in one panel: the query, the hits and the current hit. The search runs in a worker (`client/searcher.ts`); a
// view shows hits and selects them (`FindTarget`).
//
//   bar ── query ─────────┐                                ┌──▶ bar: "3 of 1,234"
//   document ── changed ──┼──▶ wait ──▶ Searcher ──▶ hits ─┼──▶ view: marks those on the screen
//   view ── edits ────────┘                                └──▶ view: selects the first, the next
//
// Hits follow the edits that the view reports, so they stay correct until the next search has finished. Changes that the view
// does not report (undo, format, another view) make them stale until then.
//
// Its parts: `search.ts` runs the search, `hit-steps.ts` moves between hits, `search-ranges.ts` limits the search to a
// selection, `replacing.ts` replaces. This file holds the state of the bar.

import { Emitter } from '../model/emitter.ts';
import type { SearchQuery } from '../../shared/protocol/search.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asRevision, type Revision } from '../../shared/units.ts';
import type { Searcher } from '../client/searcher.ts';
import { COUNT, FIND } from '../strings/editors/find.ts';
import type { HitList } from './hit-list.ts';
import type { BarCommand } from '../model/commands.ts';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import type { FindReplacement } from './replacing.ts';
import { EDIT_MS, Search } from './search.ts';
import {
  CLOSED,
  scopeOf,
  switchOption,
  type FindContext,
  type FindDirection,
  type FindHost,
  type FindOptions,
  type FindState,
  type FindTarget,
  type ResultsPlace,
} from './find-state.ts';
import { HitNavigation } from './hit-steps.ts';
import { SearchRanges } from './search-ranges.ts';

/** Delay after a keystroke in the field while a search is running, in milliseconds. */
const TYPING_MS = 30;

const loadOnly = loadWithRetry(() => import('./only-matches.ts'));
/** The code for replacing is loaded on first use. */
const loadReplacing = loadWithRetry(() => import('./replacing.ts'));

/** The model of the find bar; one per panel. */
export class Finder {
  private state: FindState = CLOSED;
  private target: FindTarget | null = null;
  private readonly changed = new Emitter();
  private readonly search: Search;
  private readonly steps: HitNavigation;
  private readonly within: SearchRanges;
  /** Created at the first replacement. */
  private replacement: FindReplacement | null = null;
  private readonly makeReplacement: () => Promise<FindReplacement>;
  /** The last revision that was found to be made elsewhere. */
  private knownRevision: Revision = asRevision(0);

  /** `results`: where the hits are listed; `null` where they are not. */
  constructor(
    readonly source: FindHost,
    readonly results: ResultsPlace | null = null,
  ) {
    const bar: FindContext = {
      host: source,
      getState: this.getState,
      set: (change) => this.set(change),
      target: () => this.target,
      query: () => this.query(),
      restart: (...how) => this.restart(...how),
      go: (direction) => this.go(direction),
      moved: () => this.moved(),
      onHitsChange: () => this.onStateChange(),
    };
    this.steps = new HitNavigation(bar, () => this.search);
    this.search = new Search(bar, {
      onHits: () => this.steps.came(),
      onCount: () => this.steps.tell(),
      onFinished: () => {
        this.steps.finish();
        this.onStateChange();
      },
    });
    this.within = new SearchRanges(bar, (from) => {
      this.restart(0);
      this.steps.seek(from);
    });
    source.client.subscribe(() => this.onStateChange());
    this.makeReplacement = async () => new (await loadReplacing()).FindReplacement(bar, this.search, this.within);
  }

  /** The hits found so far; another list for each search. */
  get hits(): HitList {
    return this.search.hits;
  }

  /** The revision that the hits' offsets refer to. */
  get hitsRevision(): Revision {
    return this.search.hitsRevision;
  }

  /** The searcher of the document, for searches other than the bar's. */
  get searcher(): Searcher {
    return this.search.searcher;
  }

  readonly getState = (): FindState => this.state;

  readonly subscribe = this.changed.subscribe;

  /** Whether the hits are those of the document's current revision. */
  get isFresh(): boolean {
    return this.search.isFresh;
  }

  /** Whether the view has filters of its own. */
  get hidesRows(): boolean {
    return this.target?.visibleRanges !== undefined;
  }

  /** Shows only what was found, or everything again. */
  toggleOnly(): void {
    const { client, report } = this.source;
    if (this.hidesRows) return;
    loadOnly()
      .then((only) => only.toggleMatches(this, client, report))
      .catch(report);
  }

  /** Attaches the view on the screen. Returns a function that detaches it. */
  attach(target: FindTarget): () => void {
    this.target = target;
    this.set({ searches: target.searches });
    this.within.settle();
    if (this.state.open) this.restart(0);
    return () => {
      if (this.target === target) this.target = null;
    };
  }

  /** Opens the bar and focuses it. The pattern becomes `seed`, by default the selected text; `null` keeps it. */
  open(replacing: boolean, seed = this.target?.seed() ?? null): void {
    this.reveal({ replacing: replacing || (this.state.open && this.state.replacing) }, seed);
    this.set({ focusRequests: this.state.focusRequests + 1 });
  }

  /** Shows the bar and searches. Leaves the selection alone: it may be the range to search in. */
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

  /** Closes the bar and returns the focus to the view. */
  close(): void {
    this.steps.rest();
    this.search.clear();
    this.set({
      open: false,
      within: null,
      count: 0,
      current: -1,
      problem: null,
      done: null,
      notice: null,
      focusRequests: 0,
    });
    this.results?.close();
    this.target?.focus();
  }

  /** Stops a search at the user's request. */
  stopSearch(): void {
    this.steps.rest();
    this.search.end();
    this.steps.tell();
    this.set({ done: COUNT.stopped, notice: FIND.stopped });
  }

  /** Runs the command of a key in the bar. */
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
      case 'only':
        return this.toggleOnly();
      case 'list':
        return this.results?.toggle();
      default:
        return this.toggle(command);
    }
  }

  /** Called when the height of the bar may have changed. */
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

  setReplacing(replacing: boolean): void {
    this.set({ replacing });
  }

  toggle(option: keyof FindOptions): void {
    this.set({ options: switchOption(this.state.options, option) });
    if (option === 'preserveCase') return;
    this.restart(0);
    this.steps.seek();
  }

  /** Switches between searching in the selection and in the whole document. */
  toggleWithin(): void {
    this.within.toggle();
  }

  /** Goes to the hit with this index. */
  goTo(index: number): void {
    this.steps.goTo(index);
  }

  /** Goes to the next or the previous hit, wrapping around. Opens the bar if it is closed. */
  go(direction: FindDirection): void {
    if (!this.state.open) this.reveal({}, this.state.pattern === '' ? (this.target?.seed() ?? null) : null);
    this.steps.go(direction);
  }

  /** Called when the view's selection has changed. */
  moved(): void {
    this.steps.moved();
  }

  private async replace(act: (replacement: FindReplacement) => Promise<void>): Promise<void> {
    const made = this.replacement ?? (await this.makeReplacement());
    this.replacement ??= made;
    await act(this.replacement);
  }

  /** Replaces the selected hit and goes to the next one. If no hit is selected, only goes to the next one. */
  replaceOne(): Promise<void> {
    return this.replace((replacement) => replacement.replaceOne());
  }

  /** Replaces all hits as one undo step. */
  replaceAll(): Promise<void> {
    return this.replace((replacement) => replacement.replaceAll());
  }

  /** Called when the view has changed the document by these splices of the revision `base`. */
  edited(base: Revision, splices: readonly Splice[]): void {
    if (!this.state.open) return;
    if (base === this.search.revision) {
      const revision = asRevision(base + 1);
      this.search.mapThrough(splices, revision);
      this.within.mapThrough(splices, revision);
      this.set({ count: this.hits.count });
    }
    this.set({ done: null });
    this.restart(EDIT_MS, false);
  }

  /** Called when a change of the view did not reach the document. The places of the hits are then unknown. */
  lost(): void {
    this.search.revision = asRevision(0);
    this.onStateChange();
  }

  /** The current query; `null` if the pattern is empty. */
  query(): SearchQuery | null {
    const { pattern, options, within } = this.state;
    if (pattern === '') return null;
    const { matchCase, wholeWord, regex } = options;
    const query = { pattern, matchCase, wholeWord, regex, scope: scopeOf(this.state) };
    return within === null ? query : { ...query, within };
  }

  /** Searches again if the document has been changed from elsewhere. */
  private onStateChange(): void {
    const { state } = this.source.client;
    // Without a view there is nothing to do: one that is attached starts a search.
    if (!this.state.open || this.target === null) return;
    if (this.replacement?.isWriting === true || state.phase !== 'ready' || this.search.isCurrent) return;
    if (state.revision !== this.knownRevision) {
      this.knownRevision = state.revision;
      this.set({ done: null, notice: null });
      this.within.onStateChange();
    }
    if (!this.search.isWaiting) this.restart(EDIT_MS, false, true);
  }

  /**
   * Searches after `delayMs` without another change. With `anew`, for another query: messages are cleared, and new hits replace
   * the old ones as they arrive rather than at the end. With `keepsSteps`, what was to be selected once hits arrive still is.
   */
  private restart(delayMs: number, anew = true, keepsSteps = false): void {
    if (!keepsSteps) this.steps.rest();
    this.search.stop();
    if (!this.state.open) return;
    if (anew) this.set({ problem: null, done: null, notice: null });
    this.search.start(delayMs, anew);
  }

  private set(change: Partial<FindState>): void {
    this.state = { ...this.state, ...change };
    this.changed.emit();
  }
}

/** The source of a regular expression that matches exactly this text. */
function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
