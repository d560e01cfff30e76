// Compares two documents in a job worker of its own. The worker keeps the last comparison and the snapshots, which it receives
// directly from the document workers. When one document changes, only its snapshot is sent again.
//
//   compare ──▶ one at a time ──▶ snapshots still current? ──▶ job worker ──▶ changes and marks, packed
//   describe, counterparts, within, merge, export ──▶ for the comparison passed in, else `stale`

import type {
  ChangedTable,
  ChangedText,
  ChangeView,
  CompareFormat,
  CompareOptions,
  CompareResult,
  DifferencePlace,
  LineFillers,
  MergeSelection,
  Side,
} from '../../shared/protocol/compare.ts';
import type { Path } from '../../shared/document/path.ts';
import { CodedError } from '../../shared/errors.ts';
import type { Revision } from '../../shared/units.ts';
import { COMPARISON_GONE } from '../strings/app/client.ts';
import type { DocumentClient, Task } from './document.ts';
import { callLong, JobHost, type Host } from './job-host.ts';
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

/** The comparisons of two documents. */
export class Comparer {
  private readonly worker: JobHost;
  private newest = 0;

  constructor(
    private readonly clients: Readonly<Record<Side, DocumentClient>>,
    spawn: () => Worker = spawnJobWorker,
  ) {
    this.worker = new JobHost(spawn);
  }

  /**
   * Compares the documents as they are now. A queued call is superseded by a newer one.
   * @throws CodedError `invalid-document` that says which side, `too-large`, `cancelled`, `superseded`, `worker-died`
   */
  compare(options: CompareOptions, task: Task = {}): Promise<Compared> {
    this.newest += 1;
    const number = this.newest;
    const prepare = (host: Host): Promise<Record<Side, Revision>> => {
      if (number !== this.newest) throw new CodedError('superseded', 'compared anew');
      return this.prepare(host);
    };
    return this.worker.runJob(task.signal, prepare, async (host, revisions, stopped) => {
      const result = await callLong(host.link, 'compare', [options], task, stopped);
      return { ...result, revisions };
    });
  }

  /** Returns changes from an index on, as a list shows them. @throws CodedError `stale` unless this is the last comparison */
  async describe({ id }: Compared, from: number, count: number): Promise<readonly ChangeView[]> {
    return (await this.holder()).link.call('describeChanges', [id, from, count]);
  }

  /**
   * Returns the nearest counterpart on the other side for each node, packed as in `shared/protocol/compare.ts`.
   * @throws CodedError `stale`
   */
  async counterparts({ id }: Compared, side: Side, nodes: Uint32Array): Promise<Uint32Array> {
    return (await this.holder()).link.call('counterparts', [id, side, nodes]);
  }

  /**
   * Returns the rows and columns with differences in the array at a path of one side.
   * @throws CodedError `stale`, `cancelled`
   */
  changedTable({ id }: Compared, side: Side, path: Path, task: Task = {}): Promise<ChangedTable> {
    return this.worker.callLong('changedTable', [id, side, path], task);
  }

  /** Returns the free lines that keep the texts level. @throws CodedError `stale`, `cancelled` */
  fillers({ id }: Compared): Promise<LineFillers> {
    return this.worker.callLong('lineFillers', [id]);
  }

  /** Returns the position of the value at a path of one side among the differences. @throws CodedError `stale` */
  async place({ id }: Compared, side: Side, path: Path): Promise<DifferencePlace> {
    return (await this.holder()).link.call('differencePlace', [id, side, path]);
  }

  /** Returns the differences inside a changed string; `null` for any other change. @throws CodedError `stale` */
  async within({ id }: Compared, index: number): Promise<ChangedText | null> {
    return (await this.holder()).link.call('changedText', [id, index]);
  }

  /**
   * Plans copying changes to one side. The plan is for `applyPacked` of that side's document, at the plan's revision.
   * @throws CodedError `stale`, `cancelled`, `too-large`
   */
  async merge(compared: Compared, selection: MergeSelection, toward: Side, task: Task = {}): Promise<MergePlan> {
    return {
      splices: await this.worker.callLong('planMerge', [compared.id, selection, toward], task),
      revision: compared.revisions[toward],
    };
  }

  /** Exports all changes as a file. @throws CodedError `stale`, `cancelled` */
  export({ id }: Compared, format: CompareFormat, task: Task = {}): Promise<Blob> {
    return this.worker.callLong('exportChanges', [id, format], task);
  }

  /** Ends the worker, which frees both snapshots. A later call starts another worker. */
  close(): void {
    this.worker.close();
  }

  /** Returns the worker that keeps the last comparison. @throws CodedError `stale` when no worker is running */
  private async holder(): Promise<Host> {
    const host = this.worker.current;
    if (host === null) throw new CodedError('stale', COMPARISON_GONE);
    await host.ready;
    return host;
  }

  /** Ensures that the worker has current snapshots of both documents. Returns their revisions. */
  private async prepare(host: Host): Promise<Record<Side, Revision>> {
    const [left, right] = await Promise.all(
      SIDES.map((side) => this.worker.sendSnapshot(host, this.clients[side], { slot: side })),
    );
    if (left === undefined || right === undefined) throw new RangeError('two sides, expected both');
    return { left, right };
  }
}
