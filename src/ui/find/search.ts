// The search of one find bar. Waits until the query and the text are stable, searches in a worker (`client/searcher.ts`), and
// holds the hits together with the revision for which they are correct.
//
//   start ──▶ wait ──▶ Searcher ──▶ hits ──▶ came, came, … finished
//     ▲ another start cancels the one in progress

import { CodedError, hasCode } from '../../shared/errors.ts';
import { ChangeMap } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asRevision, type Revision } from '../../shared/units.ts';
import { Searcher } from '../client/searcher.ts';
import { FIND } from '../strings/editors/find.ts';
import { HitList } from './hit-list.ts';
import { scopeOf, type FindContext } from './find-state.ts';

/** Delay of the search after an edit, in milliseconds, so that it covers the edits that follow. */
export const EDIT_MS = 250;
/** A search that takes longer than this is shown as slow and can be stopped, in milliseconds. */
const SLOW_MS = 1000;
/**
 * Time limit for a regular expression in a small document, and the additional time per byte of a large one, in milliseconds.
 */
const LIMIT_MS = 20_000;
const LIMIT_PER_BYTE_MS = 20_000 / 100e6;
/** Interval at which a rising count is reported, in milliseconds. */
const TELL_MS = 80;

/** Receives the events of a search. */
export interface SearchListener {
  /** The first or further hits have arrived. */
  onHits(): void;
  /** The count of hits has changed. */
  onCount(): void;
  /** All hits have arrived, or the search has failed, which is reported separately. */
  onFinished(): void;
}

/** Runs one search at a time. */
export class Search {
  readonly searcher: Searcher;
  hits = new HitList();
  /** The revision that the hits' offsets refer to, as far as edits are reported here. Known from the first hits on. */
  hitsRevision: Revision = asRevision(0);
  /** The revision that a complete list of hits is correct for. Below the document's revision, the hits are stale. */
  revision: Revision = asRevision(0);
  private running: AbortController | null = null;
  /** The search that `hits` came from. */
  private found: AbortController | null = null;
  /** The document's revision when the running search began. */
  private begun: Revision = asRevision(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private slowTimer: ReturnType<typeof setTimeout> | undefined;
  private limitTimer: ReturnType<typeof setTimeout> | undefined;
  /** Starts the search that is waiting; `null` if none is. */
  private waiting: (() => void) | null = null;
  private tellTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly bar: FindContext,
    private readonly listener: SearchListener,
  ) {
    this.searcher = new Searcher(bar.host.client);
  }

  /** Whether the hits are those of the document's current revision. */
  get isFresh(): boolean {
    return this.revision >= this.bar.host.client.state.revision;
  }

  /**
   * Whether the hits of the document's current revision have arrived or are arriving. Expanding rows for the first hit changes
   * the state but not the text, and needs no new search.
   */
  get isCurrent(): boolean {
    return this.isFresh || (this.running !== null && this.begun >= this.bar.host.client.state.revision);
  }

  /** Whether a search is waiting to begin. */
  get isWaiting(): boolean {
    return this.waiting !== null;
  }

  /**
   * Searches after `delayMs` without another change. With `anew`, for another query: new hits replace the old ones as they
   * arrive rather than at the end.
   */
  start(delayMs: number, anew: boolean): void {
    this.stop();
    if (this.bar.query() === null || this.bar.host.client.state.phase !== 'ready') {
      this.hits = new HitList();
      this.bar.set({ count: 0, current: -1, running: false });
      return;
    }
    // Shown as running, so that the bar does not report that there are no results yet.
    if (anew) this.bar.set({ running: true });
    const begin = (): void => {
      if (this.waiting !== begin) return;
      this.waiting = null;
      void this.find(anew);
    };
    this.waiting = begin;
    // Starts before the typed text is drawn, so that the worker searches while the page draws.
    if (delayMs === 0) queueMicrotask(begin);
    else this.timer = setTimeout(begin, delayMs);
  }

  /** Prepares for a regular expression: copying a large document takes longer than finding its first hit. */
  warm(): void {
    const state = this.bar.getState();
    if (state.options.regex && this.bar.host.client.state.phase === 'ready') this.searcher.warm(scopeOf(state));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.waiting = null;
    this.rest();
    this.running?.abort();
    this.running = null;
    if (this.bar.getState().running) this.bar.set({ running: false });
  }

  /** Stops the search at the user's request. The hits so far stay, as if complete, until the next search. */
  end(): void {
    const { running, begun } = this;
    this.stop();
    if (running === null) return;
    if (this.found !== running) this.hits = new HitList();
    this.revision = asRevision(Math.max(begun, this.hitsRevision));
  }

  /** Discards the hits. */
  clear(): void {
    this.stop();
    this.hits = new HitList();
  }

  /** Moves the hits along with splices that have made a revision. */
  mapThrough(splices: readonly Splice[], revision: Revision): void {
    this.hits.mapThrough(ChangeMap.of(splices));
    this.revision = revision;
    this.hitsRevision = revision;
  }

  private async find(anew: boolean): Promise<void> {
    const query = this.bar.query();
    if (query === null) return;
    const running = (this.running = new AbortController());
    this.begun = this.bar.host.client.state.revision;
    let list = new HitList();
    let at: Revision | null = null;
    let isLate = false;
    const limitMs = LIMIT_MS + Math.round((this.bar.host.client.state.size * LIMIT_PER_BYTE_MS) / 1000) * 1000;
    this.slowTimer = setTimeout(() => {
      // The previous hits stay until now, so that the count does not flicker with each keystroke.
      if (anew && this.found !== running) this.hits = new HitList();
      this.bar.set({ slow: true });
      this.listener.onCount();
    }, SLOW_MS);
    // Plain text needs no limit: it is searched at a known speed.
    if (query.regex)
      this.limitTimer = setTimeout(() => {
        isLate = true;
        running.abort();
      }, limitMs);
    const adopt = (revision: Revision): void => {
      this.hits = list;
      this.found = running;
      this.hitsRevision = revision;
      this.listener.onHits();
    };
    this.bar.set({ running: anew || this.bar.getState().running });
    try {
      const { revision } = await this.searcher.search(query, {
        signal: running.signal,
        onHits: (words, found) => {
          if (at !== null && at !== found) list = new HitList();
          at = found;
          list.add(words);
          if (!anew) return;
          adopt(found);
          this.tellTimer ??= setTimeout(() => {
            this.tellTimer = undefined;
            this.listener.onCount();
          }, TELL_MS);
        },
      });
      if (running !== this.running) return;
      // The latest edits had not reached the document when it was searched.
      if (revision < this.revision) return this.bar.restart(EDIT_MS, false, true);
      this.revision = revision;
      adopt(revision);
      this.finish();
    } catch (error) {
      if (running !== this.running || (hasCode(error, 'cancelled') && !isLate)) return;
      this.hits = new HitList();
      // Counts as searched: the same search would fail again.
      if (error instanceof CodedError && error.code !== 'worker-died') this.revision = this.begun;
      this.finish();
      if (isLate) this.bar.set({ problem: FIND.tooSlow(limitMs / 1000) });
      else if (error instanceof CodedError) this.bar.set({ problem: error.message });
      else this.bar.host.report(error);
    }
  }

  private finish(): void {
    this.rest();
    this.running = null;
    this.listener.onFinished();
  }

  /** Clears the timers of a search that has ended. */
  private rest(): void {
    for (const timer of [this.tellTimer, this.slowTimer, this.limitTimer]) clearTimeout(timer);
    this.tellTimer = undefined;
    if (this.bar.getState().slow) this.bar.set({ slow: false });
  }
}
