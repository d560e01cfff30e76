// Compares two documents in a job worker of its own. The worker keeps the snapshots that it was handed, worker to
// worker, and the last comparison: when one document changes, that one alone is sent anew.
//
//   compare ──▶ one at a time ──▶ snapshots still right? ──▶ job worker ──▶ changes and marks, packed
//   describe, counterparts, within, merge, export ──▶ about the comparison that is named, else `stale`
//        abort ──▶ asked to stop ──▶ GRACE_MS later: ended

import { transfer } from 'comlink';
import type {
  ChangedText,
  ChangeView,
  CompareFormat,
  CompareOptions,
  CompareResult,
  MergeSelection,
  Side,
} from '../../shared/compare.ts';
import { CodedError } from '../../shared/errors.ts';
import type { JobApi } from '../../shared/protocol.ts';
import type { ByteRange, NodeIndex, Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from './document.ts';
import { spawnJobWorker } from './jobs.ts';
import { Link, type Answer } from './link.ts';

/** What is cancelled may end by itself for so long. */
const GRACE_MS = 150;

const SIDES: readonly Side[] = ['left', 'right'];

/** A comparison, and the revisions that its nodes belong to. */
export interface Compared extends CompareResult {
  readonly revisions: Readonly<Record<Side, Revision>>;
}

/** Splices for the document on one side, packed as in `shared/splicepack.ts`, and the revision they were made for. */
export interface MergePlan {
  readonly splices: Blob;
  readonly revision: Revision;
}

/** A worker, and what it holds. */
interface Host {
  readonly link: Link<JobApi>;
  readonly ready: Promise<void>;
  readonly kept: Record<Side, Revision | null>;
}

/** The calls that can be cancelled; a port for progress is their last argument. */
type LongCall = 'compare' | 'planMerge' | 'exportChanges';
type WithoutPort<Args extends readonly unknown[]> = Args extends [...infer Rest, MessagePort] ? Rest : never;

/** The comparisons of two documents. */
export class Comparer {
  private host: Host | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private newest = 0;

  constructor(
    private readonly clients: Readonly<Record<Side, DocumentClient>>,
    private readonly spawn: () => Worker = spawnJobWorker,
  ) {}

  /**
   * Compares the documents as they are now. A call that waits for its turn gives way to a newer one.
   * @throws CodedError `invalid-document` that says which side, `too-large`, `cancelled`, `superseded`, `worker-died`
   */
  compare(options: CompareOptions, task: Task = {}): Promise<Compared> {
    this.newest += 1;
    const number = this.newest;
    return this.take(task, async (host, stopped) => {
      if (number !== this.newest) throw new CodedError('superseded', 'The documents are compared anew.');
      const revisions = await this.prepare(host);
      if (stopped.aborted) throw new CodedError('cancelled', 'Cancelled.');
      const result = await this.callLong(host, 'compare', [options], task, stopped);
      return { ...result, revisions };
    });
  }

  /** Changes as a list shows them, from an index on. @throws CodedError `stale` for another comparison than the last one */
  async describe({ id }: Compared, from: number, count: number): Promise<readonly ChangeView[]> {
    return (await this.holder()).link.call('describeChanges', [id, from, count]);
  }

  /** Where the other side is level with nodes of one side, packed as in `shared/compare.ts`. @throws CodedError `stale` */
  async counterparts({ id }: Compared, side: Side, nodes: Uint32Array): Promise<Uint32Array> {
    return (await this.holder()).link.call('counterparts', [id, side, nodes]);
  }

  /** What differs on one side in a range of bytes, packed as in `shared/compare.ts`; with their keys what was created or deleted. @throws CodedError `stale` */
  async ranges({ id }: Compared, side: Side, range: ByteRange): Promise<Uint32Array> {
    return (await this.holder()).link.call('changedRanges', [id, side, range]);
  }

  /** What differs inside of a changed string; `null` for a change of anything else. @throws CodedError `stale` */
  async within({ id }: Compared, index: number): Promise<ChangedText | null> {
    return (await this.holder()).link.call('changedText', [id, index]);
  }

  /**
   * Plans to take changes over to one side, for `applyPacked` of its document with the revision of the plan.
   * @throws CodedError `stale`, `cancelled`, `too-large`
   */
  merge(compared: Compared, selection: MergeSelection, toward: Side, task: Task = {}): Promise<MergePlan> {
    return this.take(task, async (host, stopped) => ({
      splices: await this.callLong(host, 'planMerge', [compared.id, selection, toward], task, stopped),
      revision: compared.revisions[toward],
    }));
  }

  /** The same for the changes at or below a node. */
  mergeNode(compared: Compared, side: Side, node: NodeIndex, toward: Side, task: Task = {}): Promise<MergePlan> {
    return this.merge(compared, { type: 'node', side, node }, toward, task);
  }

  /** All changes as a file. @throws CodedError `stale`, `cancelled` */
  export({ id }: Compared, format: CompareFormat, task: Task = {}): Promise<Blob> {
    return this.take(task, (host, stopped) => this.callLong(host, 'exportChanges', [id, format], task, stopped));
  }

  /** Ends the worker, and both copies with it. A later call starts another one. */
  close(): void {
    this.drop(this.host);
  }

  /** The worker that holds the last comparison. */
  private async holder(): Promise<Host> {
    const { host } = this;
    if (host === null) throw new CodedError('stale', 'The comparison is gone. Compare again.');
    await host.ready;
    return host;
  }

  private async callLong<Name extends LongCall>(
    { link }: Host,
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

  /** Runs a job when those before it are done. */
  private async take<T>({ signal }: Task, body: (host: Host, stopped: AbortSignal) => Promise<T>): Promise<T> {
    const stopping = new AbortController();
    const cancelled = Promise.withResolvers<never>();
    const cancel = (): void => {
      cancelled.reject(new CodedError('cancelled', 'Cancelled.'));
      stopping.abort();
    };
    const before = this.queue;
    const run = async (): Promise<T> => {
      await before;
      if (stopping.signal.aborted) return cancelled.promise;
      const host = (this.host ??= this.start());
      await host.ready;
      let grace: ReturnType<typeof setTimeout> | undefined;
      stopping.signal.addEventListener('abort', () => (grace = setTimeout(() => this.drop(host), GRACE_MS)));
      try {
        return await body(host, stopping.signal);
      } finally {
        clearTimeout(grace);
      }
    };
    const running = run();
    this.queue = running.then(
      () => undefined,
      () => undefined,
    );
    if (signal?.aborted === true) cancel();
    signal?.addEventListener('abort', cancel);
    try {
      return await Promise.race([running, cancelled.promise]);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Has the worker keep both documents as they are now. Answers which revisions these are. */
  private async prepare(host: Host): Promise<Record<Side, Revision>> {
    const [left, right] = await Promise.all(SIDES.map((side) => this.send(host, side)));
    if (left === undefined || right === undefined) throw new RangeError('two sides, expected both');
    return { left, right };
  }

  private async send(host: Host, side: Side): Promise<Revision> {
    const client = this.clients[side];
    const known = host.kept[side];
    if (known !== null && known === client.state.revision) return known;
    host.kept[side] = null;
    const { port1, port2 } = new MessageChannel();
    const sending = client.sendSnapshot(port1, 'all');
    // Without a document the worker would wait for ever.
    sending.catch(() => this.drop(host));
    const keeping = host.link.call('keepSide', [side, transfer(port2, [port2])]);
    keeping.catch(() => undefined);
    const revision = await sending;
    await keeping;
    host.kept[side] = revision;
    return revision;
  }

  private start(): Host {
    const link = new Link<JobApi>(this.spawn(), () => this.drop(host));
    const ready = link.call('connect', [link.lock]).then(() => link.watchLock());
    ready.catch(() => this.drop(host));
    const host: Host = { link, ready, kept: { left: null, right: null } };
    return host;
  }

  private drop(host: Host | null): void {
    host?.link.end();
    if (this.host === host) this.host = null;
  }
}
