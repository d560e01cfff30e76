// Compares two documents in a job worker of its own. The worker keeps the snapshots that it was handed, worker to
// worker, and the last comparison: when one document changes, that one alone is sent anew.
//
//   compare ──▶ one at a time ──▶ snapshots still right? ──▶ job worker ──▶ changes and marks, packed
//   describe, counterparts, within, merge, export ──▶ about the comparison that is named, else `stale`

import type {
  ChangedText,
  ChangeView,
  CompareFormat,
  CompareOptions,
  CompareResult,
  DifferencePlace,
  MergeSelection,
  Side,
} from '../../shared/protocol/compare.ts';
import type { Path } from '../../shared/document/path.ts';
import { CodedError } from '../../shared/errors.ts';
import type { Revision } from '../../shared/units.ts';
import { COMPARISON_GONE } from '../strings/app/client.ts';
import type { DocumentClient, Task } from './document.ts';
import { callLong, JobHost, type Host } from './jobhost.ts';
import { spawnJobWorker } from './jobs.ts';

const SIDES: readonly Side[] = ['left', 'right'];

/** A comparison, and the revisions that its nodes belong to. */
export interface Compared extends CompareResult {
  readonly revisions: Readonly<Record<Side, Revision>>;
}

/** Splices for the document on one side, packed as in `shared/document/splice-pack.ts`, and the revision they were made for. */
export interface MergePlan {
  readonly splices: Blob;
  readonly revision: Revision;
}

/** The revisions of the snapshots that a worker keeps. */
type Kept = Record<Side, Revision | null>;

/** The comparisons of two documents. */
export class Comparer {
  private readonly worker: JobHost<Kept>;
  private newest = 0;

  constructor(
    private readonly clients: Readonly<Record<Side, DocumentClient>>,
    spawn: () => Worker = spawnJobWorker,
  ) {
    this.worker = new JobHost<Kept>(spawn, () => ({ left: null, right: null }));
  }

  /**
   * Compares the documents as they are now. A call that waits for its turn gives way to a newer one.
   * @throws CodedError `invalid-document` that says which side, `too-large`, `cancelled`, `superseded`, `worker-died`
   */
  compare(options: CompareOptions, task: Task = {}): Promise<Compared> {
    this.newest += 1;
    const number = this.newest;
    const prepare = (host: Host<Kept>): Promise<Record<Side, Revision>> => {
      if (number !== this.newest) throw new CodedError('superseded', 'compared anew');
      return this.prepare(host);
    };
    return this.worker.take(task.signal, prepare, async (host, revisions, stopped) => {
      const result = await callLong(host.link, 'compare', [options], task, stopped);
      return { ...result, revisions };
    });
  }

  /** Changes as a list shows them, from an index on. @throws CodedError `stale` for another comparison than the last one */
  async describe({ id }: Compared, from: number, count: number): Promise<readonly ChangeView[]> {
    return (await this.holder()).link.call('describeChanges', [id, from, count]);
  }

  /** Where the other side is level with nodes of one side, packed as in `shared/protocol/compare.ts`. @throws CodedError `stale` */
  async counterparts({ id }: Compared, side: Side, nodes: Uint32Array): Promise<Uint32Array> {
    return (await this.holder()).link.call('counterparts', [id, side, nodes]);
  }

  /** Where the value at a path of one side is among the differences. @throws CodedError `stale` */
  async place({ id }: Compared, side: Side, path: Path): Promise<DifferencePlace> {
    return (await this.holder()).link.call('differencePlace', [id, side, path]);
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
    return this.worker.take(task.signal, nothing, async (host, _, stopped) => ({
      splices: await callLong(host.link, 'planMerge', [compared.id, selection, toward], task, stopped),
      revision: compared.revisions[toward],
    }));
  }

  /** All changes as a file. @throws CodedError `stale`, `cancelled` */
  export({ id }: Compared, format: CompareFormat, task: Task = {}): Promise<Blob> {
    return this.worker.take(task.signal, nothing, (host, _, stopped) =>
      callLong(host.link, 'exportChanges', [id, format], task, stopped),
    );
  }

  /** Ends the worker, and both copies with it. A later call starts another one. */
  close(): void {
    this.worker.close();
  }

  /** The worker that holds the last comparison. */
  private async holder(): Promise<Host<Kept>> {
    const host = this.worker.current;
    if (host === null) throw new CodedError('stale', COMPARISON_GONE);
    await host.ready;
    return host;
  }

  /** Has the worker keep both documents as they are now. Answers which revisions these are. */
  private async prepare(host: Host<Kept>): Promise<Record<Side, Revision>> {
    const [left, right] = await Promise.all(SIDES.map((side) => this.send(host, side)));
    if (left === undefined || right === undefined) throw new RangeError('two sides, expected both');
    return { left, right };
  }

  private async send(host: Host<Kept>, side: Side): Promise<Revision> {
    const client = this.clients[side];
    const known = host.kept[side];
    if (known !== null && known === client.state.revision) return known;
    host.kept[side] = null;
    const revision = await this.worker.handOver(host, client, 'all', (port) =>
      host.link.call('keepSide', [side, port]),
    );
    host.kept[side] = revision;
    return revision;
  }
}

const nothing = (): Promise<void> => Promise.resolve();
