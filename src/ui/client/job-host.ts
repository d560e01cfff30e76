// A job worker that keeps data between jobs: snapshots of documents, and what it has made of them. Jobs run one at a time. The
// worker starts with the first job, and is replaced when it died or had to be ended.
//
//   runJob ──▶ earlier jobs are done ──▶ prepare ──▶ body
//   runOn ───▶ the same; prepare sends a snapshot of the document, unless the worker has a current one
//   abort ───▶ the caller's promise rejects immediately; the body is signalled to stop ──▶ GRACE_MS later: the worker is ended

import { abortable } from '../../shared/abortable.ts';
import { transfer } from 'comlink';
import { cancelled, hasCode } from '../../shared/errors.ts';
import type { JobApi, SnapshotSlot } from '../../shared/protocol/jobs.ts';
import type { Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from './document.ts';
import { connectJobWorker, spawnJobWorker } from './jobs.ts';
import type { WorkerLink, Answer } from './worker-link.ts';

/** How long a cancelled job may take to end by itself. */
const GRACE_MS = 150;

/** A worker, and the snapshots that it keeps. */
export interface Host {
  readonly link: WorkerLink<JobApi>;
  readonly ready: Promise<void>;
  readonly snapshots: Map<SnapshotSlot, KeptSnapshot>;
}

/** A snapshot in a worker; of the text alone, or also of the tape. */
interface KeptSnapshot {
  readonly client: DocumentClient;
  readonly revision: Revision;
  readonly part: 'text' | 'all';
}

/** Which part of a document a job needs, and where its snapshot is kept. */
export interface SnapshotNeeds {
  readonly slot?: SnapshotSlot;
  readonly part?: 'text' | 'all';
  /** Which revision: the current one, or that of the worker's snapshot, if it has one. */
  readonly of?: 'now' | 'first';
  /** Called before the worker gets another snapshot than it has. */
  readonly onReplace?: () => void;
}

/** A result, and the revision of the document that it is for. */
export type OfRevision<T> = T & { readonly revision: Revision };

/** At most one job worker at a time. */
export class JobHost {
  private host: Host | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private idleTimer: ReturnType<typeof setTimeout> | undefined;

  /** A worker that is idle for `idleMs` is ended. */
  constructor(
    private readonly spawn: () => Worker = spawnJobWorker,
    private readonly idleMs = Number.POSITIVE_INFINITY,
  ) {}

  /** The worker, if there is one. */
  get current(): Host | null {
    return this.host;
  }

  /**
   * Runs a job after all earlier ones. Once started, `prepare` always completes, even if the job is cancelled, so that what it
   * stores in the worker is not lost.
   * @throws CodedError `cancelled`, `worker-died`
   */
  async runJob<P, T>(
    signal: AbortSignal | undefined,
    prepare: (host: Host) => Promise<P>,
    body: (host: Host, prepared: P, stopped: AbortSignal) => Promise<T>,
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

  /**
   * Runs a job on a snapshot of a document as it is when the job's turn comes. If the document's worker dies while it sends that, the
   * restored document is asked again. @throws CodedError as `runJob`, `too-large`
   */
  async runOn<T>(
    client: DocumentClient,
    signal: AbortSignal | undefined,
    body: (host: Host, revision: Revision, stopped: AbortSignal) => Promise<T>,
    needs: SnapshotNeeds = {},
  ): Promise<T> {
    let isSent = false;
    const send = async (host: Host): Promise<Revision> => {
      const revision = await this.sendSnapshot(host, client, needs);
      isSent = true;
      return revision;
    };
    try {
      return await this.runJob(signal, send, body);
    } catch (error) {
      if (isSent || !client.isRecovering || !hasCode(error, 'worker-died')) throw error;
      return this.runJob(signal, send, body);
    }
  }

  /** Makes a long call on a snapshot of a document. @throws CodedError its own; as `runOn` */
  callOn<Name extends LongCall>(
    client: DocumentClient,
    name: Name,
    args: WithoutPort<Parameters<JobApi[Name]>>,
    task: Task = {},
    needs: SnapshotNeeds = {},
  ): Promise<{ readonly answer: Answer<JobApi, Name>; readonly revision: Revision }> {
    const body = async ({ link }: Host, revision: Revision, stopped: AbortSignal) => ({
      answer: await callLong(link, name, args, task, stopped),
      revision,
    });
    return this.runOn(client, task.signal, body, needs);
  }

  /** Makes a long call that needs no snapshot. @throws CodedError its own, `cancelled`, `worker-died` */
  callLong<Name extends LongCall>(
    name: Name,
    args: WithoutPort<Parameters<JobApi[Name]>>,
    task: Task = {},
  ): Promise<Answer<JobApi, Name>> {
    return this.runJob(task.signal, nothing, ({ link }, _, stopped) => callLong(link, name, args, task, stopped));
  }

  /** Makes a call that ends soon. @throws CodedError its own, `worker-died` */
  call<Name extends keyof JobApi>(name: Name, args: Parameters<JobApi[Name]>): Promise<Answer<JobApi, Name>> {
    return this.runJob(undefined, nothing, ({ link }) => link.call(name, args));
  }

  /** Ensures that a worker has a current snapshot of a document, which its own worker sends to it. Returns its revision. */
  async sendSnapshot(
    host: Host,
    client: DocumentClient,
    { slot = 'document', part = 'all', of = 'now', onReplace }: SnapshotNeeds,
  ): Promise<Revision> {
    const kept = host.snapshots.get(slot);
    const isCurrent = kept?.client === client && (of === 'first' || kept.revision === client.state.revision);
    if (isCurrent && (part === 'text' || kept.part === 'all')) return kept.revision;
    onReplace?.();
    host.snapshots.delete(slot);
    const { port1, port2 } = new MessageChannel();
    const sending = client.sendSnapshot(port1, part);
    // Without a snapshot the worker would wait forever.
    sending.catch(() => this.drop(host));
    const keeping = host.link.call('keepSnapshot', [slot, transfer(port2, [port2])]);
    keeping.catch(() => undefined);
    const revision = await sending;
    await keeping;
    host.snapshots.set(slot, { client, revision, part });
    return revision;
  }

  /** Ends the worker: what it was doing rejects with `cancelled`. A later job starts another one. */
  close(): void {
    clearTimeout(this.idleTimer);
    this.host?.link.close();
    this.host = null;
  }

  private start(): Host {
    const { link, ready } = connectJobWorker(this.spawn, () => this.drop(host));
    ready.catch(() => this.drop(host));
    const host: Host = { link, ready, snapshots: new Map() };
    return host;
  }

  private drop(host: Host | null): void {
    host?.link.end();
    if (this.host === host) this.host = null;
  }
}

/** Uses a job worker that ends afterwards: what its jobs hold takes several times the size of a document. */
export async function withOwnWorker<T>(use: (worker: JobHost) => Promise<T>): Promise<T> {
  const worker = new JobHost();
  try {
    return await use(worker);
  } finally {
    worker.close();
  }
}

const nothing = (): Promise<void> => Promise.resolve();

/** The calls that can be cancelled; their last argument is a port for progress. */
export type LongCall = {
  [Name in keyof JobApi]: Parameters<JobApi[Name]> extends [...unknown[], MessagePort] ? Name : never;
}[keyof JobApi];
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
