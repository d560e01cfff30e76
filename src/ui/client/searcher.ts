// Searches one document, and plans replacements of the hits. Plain text is searched in the document's own worker. Searches that
// may run forever, and all replacements, go to a dedicated job worker. It receives a snapshot directly from the document
// worker, and keeps it until the document changes. Hits are delivered as they are found.
//
//   search, plan ──▶ one at a time (job-host.ts) ──▶ snapshot still current? ──▶ job worker

import type { Mark } from '../../shared/document/changes.ts';
import { abortable } from '../../shared/abortable.ts';
import { transfer } from 'comlink';
import type { ReplacePlan } from '../../shared/protocol/jobs.ts';
import { HIT_WORDS, type Replacing, type SearchQuery } from '../../shared/protocol/search.ts';
import type { ByteRange, Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from './document.ts';
import { callLong, JobHost, type Host, type OfRevision } from './job-host.ts';
import { spawnJobWorker } from './jobs.ts';
import { unlessStale } from '../async/stale.ts';

/** The worker is ended after being idle for this long, which frees its snapshot of the document. */
const IDLE_MS = 30_000;

/** Cancellation, progress and hits of a search. */
export interface SearchTask extends Task {
  /**
   * Receives hits in order, packed as in `shared/protocol/search.ts`, and the revision of the document that they belong to. The
   * receiver owns the buffer. If the revision differs from that of the previous call, the search has started over.
   */
  onHits(words: Uint32Array, revision: Revision): void;
}

/** What to replace. */
export interface ReplaceOrder {
  readonly query: SearchQuery;
  readonly replacing: Replacing;
  /** `null` for all hits. */
  readonly only: ByteRange | null;
  /** Offsets whose places after the replacement the plan reports. */
  readonly follow: readonly Mark[];
}

/** The searches of one document. */
export class Searcher {
  private readonly worker: JobHost;

  constructor(
    private readonly client: DocumentClient,
    spawn: () => Worker = spawnJobWorker,
  ) {
    this.worker = new JobHost(spawn, IDLE_MS);
  }

  /**
   * Searches the document as it is now. Returns the count of hits, and the revision that they belong to.
   * @throws CodedError `refused`, `invalid-document`, `too-large`, `cancelled`, `worker-died`
   */
  async search(query: SearchQuery, task: SearchTask): Promise<{ revision: Revision; count: number }> {
    return (query.regex ? null : await this.searchHere(query, task)) ?? this.searchThere(query, task);
  }

  /** Searches in the document's own worker. Returns `null` when that is not possible, or the document has changed since. */
  private async searchHere(
    query: SearchQuery,
    { onHits, signal }: SearchTask,
  ): Promise<{ revision: Revision; count: number } | null> {
    const { revision } = this.client.state;
    const hits = new Arriving((words) => onHits(words, revision), signal);
    try {
      const searching = hits.until(this.client.searchPlain(revision, query, hits.far));
      const count = await unlessStale(abortable(searching, signal), null);
      return count === null ? null : { revision, count };
    } finally {
      hits.close();
    }
  }

  private searchThere(
    query: SearchQuery,
    { onHits, signal }: SearchTask,
  ): Promise<{ revision: Revision; count: number }> {
    return this.take(query, signal, async (host, revision, stopped) => {
      const hits = new Arriving((words) => onHits(words, revision), stopped);
      try {
        const count = await hits.until(host.link.call('search', [query, transfer(hits.far, [hits.far])]));
        return { revision, count };
      } finally {
        hits.close();
      }
    });
  }

  /** Starts the worker and gives it a snapshot of the document before the query is known. Failures are left to the search. */
  warm(scope: SearchQuery['scope']): void {
    this.take({ scope }, undefined, () => Promise.resolve()).catch(() => undefined);
  }

  /**
   * Plans replacing one hit, or all, in the document as it is now.
   * @throws CodedError `stale` when there is no such hit, and as `search`
   */
  plan(order: ReplaceOrder, task: Task = {}): Promise<OfRevision<ReplacePlan>> {
    const { query, replacing, only, follow } = order;
    const args: [SearchQuery, Replacing, ByteRange | null, readonly Mark[]] = [query, replacing, only, follow];
    return this.take(query, task.signal, async ({ link }, revision, stopped) => ({
      ...(await callLong(link, 'planReplace', args, task, stopped)),
      revision,
    }));
  }

  /** Ends the worker. */
  close(): void {
    this.worker.close();
  }

  /** Runs a job after all earlier ones, on a worker that has a snapshot of the document as it is then. */
  private take<T>(
    { scope }: Pick<SearchQuery, 'scope'>,
    signal: AbortSignal | undefined,
    body: (host: Host, revision: Revision, stopped: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return this.worker.runOn(this.client, signal, body, { part: scope === 'text' ? 'text' : 'all' });
  }
}

/** Receives hits over a port; an abort tells the sender to stop. */
class Arriving {
  /** The sender's end. */
  readonly far: MessagePort;
  private readonly near: MessagePort;
  private readonly arrived = Promise.withResolvers<void>();
  private received = 0;
  private expected = Number.POSITIVE_INFINITY;

  constructor(
    onHits: (words: Uint32Array) => void,
    private readonly signal: AbortSignal | undefined,
  ) {
    const { port1, port2 } = new MessageChannel();
    this.near = port1;
    this.far = port2;
    port1.onmessage = ({ data }: MessageEvent<Uint32Array>) => {
      this.received += data.length / HIT_WORDS;
      if (signal?.aborted !== true) onHits(data);
      if (this.received >= this.expected) this.arrived.resolve();
    };
    signal?.addEventListener('abort', this.stop);
    if (signal?.aborted === true) this.stop();
  }

  /** Resolves to the reply once all hits that it counts have arrived. It travels separately, and may overtake the last hits. */
  async until<T extends number | null>(answer: Promise<T>): Promise<T> {
    const count = await answer;
    this.expected = count ?? 0;
    if (this.received < this.expected) await this.arrived.promise;
    return count;
  }

  close(): void {
    this.signal?.removeEventListener('abort', this.stop);
    this.near.close();
  }

  private readonly stop = (): void => this.near.postMessage('stop');
}
