// Runs the query of a transform whenever it was changed: first on the beginning of the value, then on all of it, and shows
// what came of it. Only the last run counts; those before it are ended.
//
//   restart ──▶ SAMPLE_MS ──▶ sample ──▶ WHOLE_MS ──▶ run
//                                  └──▶ values for code ─┘

import { ref } from 'valtio';
import { CodedError, type WireError } from '../../shared/errors.ts';
import { toJsonPath } from '../../shared/document/path.ts';
import type { Query } from '../../shared/protocol/query.ts';
import type { DocumentClient } from '../client/document.ts';
import type { Queried, Querier } from '../client/querier.ts';
import { isWithdrawn, messageOf } from '../app/notices/notices.ts';

/** The beginning that a query is tried on first. */
const SAMPLE_BYTES = 64 * 1024;
/** A key waits for the next one before the sample, and before the whole. */
const SAMPLE_MS = 10;
const WHOLE_MS = 350;
/** How long a query may take on a small document, and how much longer for each byte of a large one, in milliseconds. */
const LIMIT_MS = 10_000;
const LIMIT_PER_BYTE_MS = 20_000 / 100e6;
/** How many times as long it may take when it is let go on. */
const LONGER = 6;

/** What is shown of the runs. */
export interface RunState {
  phase: 'idle' | 'running' | 'ready' | 'failed';
  /** When the running query began, on the clock of `performance.now`. */
  since: number;
  /** How long it may take, in milliseconds. */
  limit: number;
  /** The last result; it stays while another one is made. */
  result: Queried | null;
  problem: WireError | null;
  /** Counts the results. */
  results: number;
}

/** Before the first run. */
export const NOT_RUN: RunState = { phase: 'idle', since: 0, limit: LIMIT_MS, result: null, problem: null, results: 0 };

/** What is asked, of which document, and where the result is shown. */
export interface RunHost {
  readonly state: RunState;
  readonly querier: Querier;
  readonly source: DocumentClient;
  /** The query as it stands. */
  query(sampleBytes: number | null): Query;
  /** The worker that shows results. */
  shown(): DocumentClient | undefined;
}

/** The runs of one transform. */
export class QueryRuns {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = new AbortController();
  /** Of values that are made ahead: they outlive the query that they were begun for. */
  private preparing = new AbortController();
  /** Tells whoever waits for the sample that another one is made. */
  private sampled: (() => void) | null = null;
  /** The query whose result is in the state. */
  private resultOf: Query | null = null;

  constructor(private readonly host: RunHost) {
    host.state.limit = this.firstLimit;
  }

  /** Runs the query when nobody has changed it for a moment. Resolves when the beginning, or what replaces it, is done. */
  restart(): Promise<void> {
    this.halt();
    this.host.state.limit = this.firstLimit;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.sampled?.();
    this.sampled = resolve;
    this.timer = setTimeout(() => void this.sample().then(resolve), SAMPLE_MS);
    return promise;
  }

  /** Ends the running query, for another one that is about to begin. */
  halt(): void {
    clearTimeout(this.timer);
    this.running.abort();
  }

  /** Stops the running query; the last result stays, and is not that of the query. */
  stop(): void {
    this.halt();
    this.preparing.abort();
    const { state } = this.host;
    if (state.phase !== 'running') return;
    state.phase = 'idle';
  }

  /** Lets the running query, or the one that took too long, take longer. */
  goOn(): void {
    const { state } = this.host;
    state.limit = state.limit > this.firstLimit ? Number.POSITIVE_INFINITY : state.limit * LONGER;
    if (state.phase === 'failed') void this.run();
  }

  /** The result of the query as it stands, on all of the document as it is now; `null` where there is none. */
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

  /** Shows what the query makes of the beginning; then, unless it is changed again, of all. */
  private async sample(): Promise<void> {
    if (this.host.source.state.size <= SAMPLE_BYTES) return this.run();
    const shown = await this.ask(SAMPLE_BYTES);
    if (shown?.isSample !== true) return;
    this.timer = setTimeout(() => void this.run(), WHOLE_MS);
    // What takes longest of code begins before it is clear that nobody types on.
    if (this.preparing.signal.aborted) this.preparing = new AbortController();
    void this.host.querier.prepareCode(this.host.source, this.host.query(null), this.preparing.signal);
  }

  /** Runs the query on all of the value, now. */
  async run(): Promise<void> {
    clearTimeout(this.timer);
    await this.ask(null);
  }

  /** Runs the query and shows what came of it; `null` where nothing did. */
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
      await this.host.shown()?.open(result.content, { signal: running.signal });
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
