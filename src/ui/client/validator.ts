// Validates one document against a schema, and plans fixes, in a job worker of its own. A regular expression of the schema may
// run forever. When the worker reports no progress for too long, it is ended, and the document is validated without the
// patterns.

import { hasCode } from '../../shared/errors.ts';
import type { Parser } from '../../shared/document/parser.ts';
import type { JobApi } from '../../shared/protocol/jobs.ts';
import type { SchemaOrder, SchemaResult } from '../../shared/protocol/schema.ts';
import type { Alternative, FixPlan, FixRequest } from '../../shared/protocol/schema-fixes.ts';
import { SCHEMA } from '../../shared/texts/schema.ts';
import type { Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from './document.ts';
import { callLong, JobHost, type OfRevision } from './job-host.ts';
import { spawnJobWorker } from './jobs.ts';
import type { WorkerLink } from './worker-link.ts';

/** The worker is ended after being idle for this long, which frees its snapshot of the document. */
const IDLE_MS = 30_000;
/** A regular expression is assumed to hang after this long without progress. */
const STUCK_MS = 4000;

/** The result of a validation, and the revision that it is for. */
export interface Validated extends SchemaResult {
  readonly revision: Revision;
}

/** A schema order without the option that the validator sets. */
type Order = Omit<SchemaOrder, 'runsPatterns'>;
type ErrorPlace = Pick<FixRequest, 'start' | 'message'>;
type Call<T> = (link: WorkerLink<JobApi>, order: SchemaOrder, task: Task, stopped: AbortSignal) => Promise<T>;

/** The validations of one document. */
export class Validator {
  private readonly worker: JobHost;
  /** The name of the schema whose patterns hung last. */
  private hanging: string | null = null;

  constructor(
    private readonly client: DocumentClient,
    spawn: () => Worker = spawnJobWorker,
  ) {
    this.worker = new JobHost(spawn, IDLE_MS);
  }

  /**
   * Validates the document as it is now.
   * @throws CodedError `invalid-document`, `syntax` for a file of the schema, `too-large`, `cancelled`, `worker-died`
   */
  async validate(order: Order, task: Task = {}): Promise<Validated> {
    this.hanging = null;
    const { notes, ...rest } = await this.runWithPatternTimeout(order, task, (link, full, ...how) =>
      callLong(link, 'validate', [full], ...how),
    );
    return { ...rest, notes: [...(this.hanging === null ? [] : [SCHEMA.slowPattern]), ...notes] };
  }

  /** Plans a quick fix in the document as it is now. @throws CodedError as `validate` */
  planFix(order: Order, request: FixRequest, task: Task = {}): Promise<OfRevision<FixPlan>> {
    return this.runWithPatternTimeout(order, task, (link, full, ...how) =>
      callLong(link, 'planFix', [full, request], ...how),
    );
  }

  /** Returns what each alternative says about the value of an error. @throws CodedError as `validate` */
  async explain(order: Order, error: ErrorPlace, task: Task = {}): Promise<readonly Alternative[]> {
    const { found } = await this.runWithPatternTimeout(order, task, async (link, full, ...how) => ({
      found: await callLong(link, 'explainAlternatives', [full, error], ...how),
    }));
    return found;
  }

  /**
   * Infers a schema that the document matches, as JSON; `hasRanges`: with the least and the greatest number of each place.
   * @throws CodedError `invalid-document`, `too-large`, `cancelled`, `worker-died`
   */
  async infer(
    parser: Parser,
    hasRanges: boolean,
    task: Task = {},
  ): Promise<{ readonly json: string; readonly isComplete: boolean }> {
    return (await this.worker.callOn(this.client, 'inferSchema', [parser, hasRanges], task)).answer;
  }

  /** Ends the worker. */
  close(): void {
    this.worker.close();
  }

  /** Runs a call with the patterns, and again without them if they hang. */
  private async runWithPatternTimeout<T extends object>(
    order: Order,
    task: Task,
    call: Call<T>,
  ): Promise<OfRevision<T>> {
    if (this.hanging !== order.name) {
      const stuck = new AbortController();
      try {
        return await this.run({ ...order, runsPatterns: true }, task, stuck, call);
      } catch (error) {
        if (!stuck.signal.aborted || task.signal?.aborted === true || !hasCode(error, 'cancelled')) throw error;
      }
      this.hanging = order.name;
    }
    return this.run({ ...order, runsPatterns: false }, task, null, call);
  }

  private run<T extends object>(
    order: SchemaOrder,
    task: Task,
    stuck: AbortController | null,
    call: Call<T>,
  ): Promise<OfRevision<T>> {
    const signals = [task.signal, stuck?.signal].filter((signal) => signal !== undefined);
    return this.worker.runOn(this.client, AbortSignal.any(signals), async (host, revision, stopped) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const watch = (): void => {
        clearTimeout(timer);
        if (stuck !== null) timer = setTimeout(() => stuck.abort(), STUCK_MS);
      };
      const onProgress = (done: number, total: number): void => {
        watch();
        task.onProgress?.(done, total);
      };
      watch();
      try {
        return { ...(await call(host.link, order, { ...task, onProgress }, stopped)), revision };
      } finally {
        clearTimeout(timer);
      }
    });
  }
}
