// The search of one find bar: it waits until nothing changes, runs in a job worker (`client/searcher.ts`), and keeps the
// hits that came, with the revision that they are right for.
//
//   start ──▶ wait ──▶ Searcher ──▶ hits ──▶ came, came, … finished
//     ▲ another start ends whatever is under way

import { CodedError, hasCode } from '../../shared/errors.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asRevision, type Revision } from '../../shared/units.ts';
import { Searcher } from '../client/searcher.ts';
import { FIND } from '../strings/editors/find.ts';
import { HitList } from './hitlist.ts';
import { scopeOf, type Bar } from './find-state.ts';

/** An edit waits for those that follow it, in milliseconds. */
export const EDIT_MS = 250;
/** A search that takes longer is shown to run, and can be stopped, in milliseconds. */
const SLOW_MS = 1000;
/** How long an expression may take on a small document, and how much longer for each byte of a large one, in milliseconds. */
const LIMIT_MS = 20_000;
const LIMIT_PER_BYTE_MS = 20_000 / 100e6;
/** How often a count that goes up is told. */
const TELL_MS = 80;

/** What hears of the hits. */
export interface SearchListener {
  /** The first ones, or more, have come. */
  came(): void;
  /** So many are there by now. */
  counted(): void;
  /** All are there; or none, and it has been said why. */
  finished(): void;
}

/** Runs one search after the other. */
export class Search {
  readonly searcher: Searcher;
  hits = new HitList();
  /** The revision that the hits lie in, as far as this is told of it; known as soon as the first ones come. */
  hitsRevision: Revision = asRevision(0);
  /** The revision that the hits are followed to; below the document's they are stale. */
  revision: Revision = asRevision(0);
  private running: AbortController | null = null;
  /** The search that the hits are of. */
  private found: AbortController | null = null;
  /** The document's revision when the one that runs began. */
  private begun: Revision = asRevision(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private slowTimer: ReturnType<typeof setTimeout> | undefined;
  private limitTimer: ReturnType<typeof setTimeout> | undefined;
  /** What begins the search that waits. */
  private waiting: (() => void) | null = null;
  private tellTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly bar: Bar,
    private readonly listener: SearchListener,
  ) {
    this.searcher = new Searcher(bar.host.client);
  }

  /** Whether the hits are those of the document as it is. */
  get isFresh(): boolean {
    return this.revision >= this.bar.host.client.state.revision;
  }

  /** Whether hits of the document as it is are there, or coming: rows that open for the first hit change no text. */
  get isCurrent(): boolean {
    return this.isFresh || (this.running !== null && this.begun >= this.bar.host.client.state.revision);
  }

  /** Whether one waits to begin. */
  get isWaiting(): boolean {
    return this.waiting !== null;
  }

  /** Searches, once nothing has changed for so long. `anew`: for something else, so that what is shown goes. */
  start(delayMs: number, anew: boolean): void {
    this.stop();
    if (this.bar.query() === null || this.bar.host.client.state.phase !== 'ready') {
      this.hits = new HitList();
      this.bar.set({ count: 0, current: -1, running: false });
      return;
    }
    // Nobody knows yet that there are none.
    if (anew) this.bar.set({ running: true });
    const begin = (): void => {
      if (this.waiting !== begin) return;
      this.waiting = null;
      void this.find(anew);
    };
    this.waiting = begin;
    // Before what was typed is drawn: the search goes on meanwhile.
    if (delayMs === 0) queueMicrotask(begin);
    else this.timer = setTimeout(begin, delayMs);
  }

  /** Gets ready for an expression: the copy of a large document takes longer than its first hit. */
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

  /** Ends the search for a person. The hits that came stay, as if they were all, until something else is searched. */
  end(): void {
    const { running, begun } = this;
    this.stop();
    if (running === null) return;
    if (this.found !== running) this.hits = new HitList();
    this.revision = asRevision(Math.max(begun, this.hitsRevision));
  }

  /** Forgets the hits. */
  clear(): void {
    this.stop();
    this.hits = new HitList();
  }

  /** Follows splices that have made a revision. */
  follow(splices: readonly Splice[], revision: Revision): void {
    for (const { start, end, insert } of splices.toReversed()) this.hits.splice(start, end, insert.length);
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
      // What was found before is shown for a moment only, so that the count does not flicker with each key.
      if (anew && this.found !== running) this.hits = new HitList();
      this.bar.set({ slow: true });
      this.listener.counted();
    }, SLOW_MS);
    // Plain text is found at a known speed.
    if (query.regex)
      this.limitTimer = setTimeout(() => {
        isLate = true;
        running.abort();
      }, limitMs);
    const adopt = (revision: Revision): void => {
      this.hits = list;
      this.found = running;
      this.hitsRevision = revision;
      this.listener.came();
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
            this.listener.counted();
          }, TELL_MS);
        },
      });
      if (running !== this.running) return;
      // What was typed last is still on its way to the document.
      if (revision < this.revision) return this.bar.restart(EDIT_MS, false);
      this.revision = revision;
      adopt(revision);
      this.finish();
    } catch (error) {
      if (running !== this.running || (hasCode(error, 'cancelled') && !isLate)) return;
      this.hits = new HitList();
      // The same search would fail in the same way.
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
    this.listener.finished();
  }

  /** Nothing is told of a search any more. */
  private rest(): void {
    for (const timer of [this.tellTimer, this.slowTimer, this.limitTimer]) clearTimeout(timer);
    this.tellTimer = undefined;
    if (this.bar.getState().slow) this.bar.set({ slow: false });
  }
}
