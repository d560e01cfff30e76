// A dedicated job worker that keeps data between jobs: snapshots of documents. Jobs run one at a time. The worker starts with
// the first job, and is replaced when it died or had to be ended.
//
//   take ──▶ earlier jobs are done ──▶ prepare ──▶ body
//   abort ─▶ the caller's promise rejects immediately; the body is signalled to stop ──▶ GRACE_MS later: the worker is ended

import { abortable } from '../../shared/abortable.ts';
import { transfer } from 'comlink';
import { cancelled } from '../../shared/errors.ts';
import type { JobApi } from '../../shared/protocol/jobs.ts';
import type { Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from './document.ts';
import { WorkerLink, type Answer } from './worker-link.ts';

/** How long a cancelled job may take to end by itself. */
const GRACE_MS = 150;

/** A worker, and a description of what it keeps. */
export interface Host<Kept> {
  readonly link: WorkerLink<JobApi>;
  readonly ready: Promise<void>;
  kept: Kept;
}

/** At most one job worker at a time. */
export class JobHost<Kept> {
  private host: Host<Kept> | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private idleTimer: ReturnType<typeof setTimeout> | undefined;

  /** `fresh` describes what a new worker keeps. A worker that is idle for `idleMs` is ended. */
  constructor(
    private readonly spawn: () => Worker,
    private readonly fresh: () => Kept,
    private readonly idleMs = Number.POSITIVE_INFINITY,
  ) {}

  /** The worker, if there is one. */
  get current(): Host<Kept> | null {
    return this.host;
  }

  /**
   * Runs a job after all earlier ones. Once started, `prepare` always completes, even if the job is cancelled, so that what it
   * stores in the worker is not lost.
   * @throws CodedError `cancelled`, `worker-died`
   */
  async runJob<P, T>(
    signal: AbortSignal | undefined,
    prepare: (host: Host<Kept>) => Promise<P>,
    body: (host: Host<Kept>, prepared: P, stopped: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const stopping = new AbortController();
    const stop = (): void => stopping.abort();
    const before = this.queue;
    const run = async (): Promise<T> => {
      await before;
      if (stopping.signal.aborted) throw cancelled();
      const host = (this.host ??= this.start());
      await host.ready;
      const prepared = await prepare(host);
      if (stopping.signal.aborted) throw cancelled();
      let grace: ReturnType<typeof setTimeout> | undefined;
      stopping.signal.addEventListener('abort', () => (grace = setTimeout(() => this.drop(host), GRACE_MS)));
      try {
        return await body(host, prepared, stopping.signal);
      } finally {
        clearTimeout(grace);
      }
    };
    clearTimeout(this.idleTimer);
    const running = run();
    const over = running.then(
      () => undefined,
      () => undefined,
    );
    this.queue = over;
    void over.then(() => {
      if (this.queue === over && Number.isFinite(this.idleMs))
        this.idleTimer = setTimeout(() => this.close(), this.idleMs);
    });
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop);
    try {
      return await abortable(running, stopping.signal);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /** Transfers a snapshot from a document's worker to this one, which receives it by `keep`. Returns its revision. */
  async handOver(
    host: Host<Kept>,
    client: DocumentClient,
    part: 'text' | 'all',
    keep: (source: MessagePort) => Promise<void>,
  ): Promise<Revision> {
    const { port1, port2 } = new MessageChannel();
    const sending = client.sendSnapshot(port1, part);
    // Without a snapshot the worker would wait forever.
    sending.catch(() => this.drop(host));
    const keeping = keep(transfer(port2, [port2]));
    keeping.catch(() => undefined);
    const revision = await sending;
    await keeping;
    return revision;
  }

  /** Ends the worker; a later job starts another one. */
  close(): void {
    clearTimeout(this.idleTimer);
    this.drop(this.host);
  }

  private start(): Host<Kept> {
    const link = new WorkerLink<JobApi>(this.spawn(), () => this.drop(host));
    const ready = link.call('connect', [link.lock]).then((holds) => {
      if (holds) link.watchLock();
    });
    ready.catch(() => this.drop(host));
    const host: Host<Kept> = { link, ready, kept: this.fresh() };
    return host;
  }

  private drop(host: Host<Kept> | null): void {
    host?.link.end();
    if (this.host === host) this.host = null;
  }
}

/** The calls that can be cancelled; their last argument is a port for progress. */
export type LongCall =
  | 'validate'
  | 'planFix'
  | 'inferSchema'
  | 'explainAlternatives'
  | 'assist'
  | 'findLeaks'
  | 'planRedaction'
  | 'redactedText'
  | 'writeReceipt'
  | 'compare'
  | 'planMerge'
  | 'exportChanges'
  | 'changedTable'
  | 'lineFillers'
  | 'prepareCode'
  | 'query'
  | 'wizardFields'
  | 'nodesByPath'
  | 'placeResult'
  | 'readCsv'
  | 'findJson'
  | 'previewCsv'
  | 'writeCells'
  | 'writeCsv'
  | 'writeForm'
  | 'mergeTexts'
  | 'findRecords';
/** The arguments of a call without the port for its progress. */
export type WithoutPort<Args extends readonly unknown[]> = Args extends [...infer Rest, MessagePort] ? Rest : never;

/**
 * Makes a long call: forwards its progress, and signals it to stop when `stopped` aborts.
 * @throws CodedError its own, `cancelled`, `worker-died`
 */
export async function callLong<Name extends LongCall>(
  link: WorkerLink<JobApi>,
  name: Name,
  args: WithoutPort<Parameters<JobApi[Name]>>,
  task: Task,
  stopped: AbortSignal,
): Promise<Answer<JobApi, Name>> {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<[number, number]>) => task.onProgress?.(...data);
  stopped.addEventListener('abort', () => port1.postMessage('stop'));
  try {
    return await link.call(name, [...args, transfer(port2, [port2])] as unknown as Parameters<JobApi[Name]>);
  } finally {
    port1.close();
  }
}
