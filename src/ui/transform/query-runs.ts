// Runs the query of a transform after every change, first on a sample from the beginning of the value, then on all of it, and
// shows the result. A new run aborts the previous one.
//
//   restart ──▶ SAMPLE_MS ──▶ sample ──▶ WHOLE_MS ──▶ run
//                                  └──▶ values for code ─┘

import { ref } from 'valtio';
import { CodedError, type WireError } from '../../shared/errors.ts';
import { toJsonPath } from '../../shared/document/path.ts';
import type { Query } from '../../shared/protocol/query.ts';
import type { DocumentClient } from '../client/document.ts';
import type { Queried, Querier } from '../client/querier.ts';
import { isWithdrawn, messageOf } from '../notices/notices.ts';

/** Size of the sample. */
const SAMPLE_BYTES = 64 * 1024;
/** Delays after a keystroke before the sample is run, and then before the whole value is. */
const SAMPLE_MS = 10;
const WHOLE_MS = 350;
/** Time limit of a query, in milliseconds: a base, and an addition for each byte of the document. */
const LIMIT_MS = 10_000;
const LIMIT_PER_BYTE_MS = 20_000 / 100e6;
/** Factor by which the limit grows when the user lets the query continue. */
const LONGER = 6;

/** The state of the runs for rendering. */
export interface RunState {
  phase: 'idle' | 'running' | 'ready' | 'failed';
  /** Start of the running query, as a time of `performance.now`. */
  since: number;
  /** Time limit in milliseconds. */
  limit: number;
  /** The last result; it is retained while another query runs. */
  result: Queried | null;
  problem: WireError | null;
  /** Counts the results. */
  results: number;
}

/** The state before the first run. */
export const NOT_RUN: RunState = { phase: 'idle', since: 0, limit: LIMIT_MS, result: null, problem: null, results: 0 };

/** The query, its document, and where the result is shown. */
export interface RunHost {
  readonly state: RunState;
  readonly querier: Querier;
  readonly source: DocumentClient;
  /** Returns the current query. */
  query(sampleBytes: number | null): Query;
  /** Returns the document worker that shows results. */
  resultClient(): DocumentClient | undefined;
}

/** The runs of one transform. */
export class QueryRuns {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = new AbortController();
  /** Cancels the preparation of values for code, which outlives the query that it was started for. */
  private preparing = new AbortController();
  /** Resolves the previous `restart` when another one replaces it. */
  private sampled: (() => void) | null = null;
  /** The query that produced the result in the state. */
  private resultOf: Query | null = null;

  constructor(private readonly host: RunHost) {
    host.state.limit = this.firstLimit;
  }

  /**
   * Runs the query after a short pause without changes. Resolves when the sample is done or another `restart` replaces this
   * one.
   */
  restart(): Promise<void> {
    this.halt();
    this.host.state.limit = this.firstLimit;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.sampled?.();
    this.sampled = resolve;
    this.timer = setTimeout(() => void this.sample().then(resolve), SAMPLE_MS);
    return promise;
  }

  /** Aborts the running query because another one follows. */
  halt(): void {
    clearTimeout(this.timer);
    this.running.abort();
  }

  /** Stops the running query. The last result stays, although it is of another query. */
  stop(): void {
    this.halt();
    this.preparing.abort();
    const { state } = this.host;
    if (state.phase !== 'running') return;
    state.phase = 'idle';
  }

  /**
   * Extends the time limit of the running query, or runs the one that timed out again with a longer limit. The second extension
   * removes the limit.
   */
  goOn(): void {
    const { state } = this.host;
    state.limit = state.limit > this.firstLimit ? Number.POSITIVE_INFINITY : state.limit * LONGER;
    if (state.phase === 'failed') void this.run();
  }

  /** Returns the result of the current query on the whole current document, running it if necessary; `null` if it fails. */
  async whole(): Promise<Queried | null> {
    const { state, source } = this.host;
    const query = this.host.query(null);
    const isNow = (): boolean =>
      state.phase === 'ready' &&
      this.resultOf !== null &&
      state.result !== null &&
      !state.result.isSample &&
      state.result.revision === source.state.revision &&
      sameQuery(this.resultOf, query);
    if (!isNow()) await this.run();
    return isNow() ? state.result : null;
  }

  /** Runs the query on the sample; then, unless it changes again, on the whole value. */
  private async sample(): Promise<void> {
    if (this.host.source.state.size <= SAMPLE_BYTES) return this.run();
    const shown = await this.ask(SAMPLE_BYTES);
    if (shown?.isSample !== true) return;
    this.timer = setTimeout(() => void this.run(), WHOLE_MS);
    // Preparing values takes longest for code, so it starts before the delay is over.
    if (this.preparing.signal.aborted) this.preparing = new AbortController();
    void this.host.querier.prepareCode(this.host.source, this.host.query(null), this.preparing.signal);
  }

  /** Runs the query on the whole value immediately. */
  async run(): Promise<void> {
    clearTimeout(this.timer);
    await this.ask(null);
  }

  /** Runs the query and shows the result; returns `null` if it fails or is replaced. */
  private async ask(sampleBytes: number | null): Promise<Queried | null> {
    const { state, source, querier } = this.host;
    this.running.abort();
    const running = new AbortController();
    this.running = running;
    const query = this.host.query(sampleBytes);
    Object.assign(state, { phase: 'running', since: performance.now() });
    try {
      const result = await querier.run(source, query, {
        signal: running.signal,
        limitMs: () => state.limit,
      });
      await this.host.resultClient()?.open(result.content, { signal: running.signal });
      if (this.running !== running) return null;
      this.resultOf = query;
      Object.assign(state, { result: ref(result), problem: null, phase: 'ready', results: state.results + 1 });
      return result;
    } catch (error) {
      if (this.running !== running || isWithdrawn(error)) return null;
      const problem = error instanceof CodedError ? error : new CodedError('internal', messageOf(error));
      Object.assign(state, {
        phase: 'failed',
        problem: ref({ code: problem.code, message: problem.message, place: problem.place }),
      });
      return null;
    }
  }

  private get firstLimit(): number {
    return LIMIT_MS + Math.round((this.host.source.state.size * LIMIT_PER_BYTE_MS) / 1000) * 1000;
  }
}

function sameQuery(one: Query, two: Query): boolean {
  return (
    one.language === two.language &&
    one.text === two.text &&
    toJsonPath(one.path) === toJsonPath(two.path) &&
    one.parser === two.parser &&
    one.sampleBytes === two.sampleBytes
  );
}
