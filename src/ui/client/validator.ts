// Validates one document against a schema, in a job worker of its own. A regular expression of the schema may run for ever:
// where no progress is told for too long, the worker is ended, and the rest is checked without the patterns.

import { hasCode } from '../../shared/errors.ts';
import type { SchemaOrder, SchemaResult } from '../../shared/protocol/schema.ts';
import { SCHEMA } from '../../shared/texts/schema.ts';
import type { Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from './document.ts';
import { callLong, JobHost, type Host } from './jobhost.ts';
import { spawnJobWorker } from './jobs.ts';

/** Idle for so long, the worker goes and its copy of the document with it. */
const IDLE_MS = 30_000;
/** Without progress for so long, a regular expression is taken to hang. */
const STUCK_MS = 4000;

/** The revision of the snapshot that a worker keeps. */
type Kept = Revision | null;

/** What was found in one revision. */
export interface Validated extends SchemaResult {
  readonly revision: Revision;
}

/** The validations of one document. */
export class Validator {
  private readonly worker: JobHost<Kept>;

  constructor(
    private readonly client: DocumentClient,
    spawn: () => Worker = spawnJobWorker,
  ) {
    this.worker = new JobHost<Kept>(spawn, () => null, IDLE_MS);
  }

  /**
   * Validates the document as it is now.
   * @throws CodedError `invalid-document`, `syntax` for a file of the schema, `too-large`, `cancelled`, `worker-died`
   */
  async validate(order: Omit<SchemaOrder, 'runsPatterns'>, task: Task = {}): Promise<Validated> {
    const stuck = new AbortController();
    try {
      return await this.run({ ...order, runsPatterns: true }, task, stuck);
    } catch (error) {
      if (!stuck.signal.aborted || task.signal?.aborted === true || !hasCode(error, 'cancelled')) throw error;
    }
    const { notes, ...rest } = await this.run({ ...order, runsPatterns: false }, task, null);
    return { ...rest, notes: [SCHEMA.slowPattern, ...notes] };
  }

  /** Ends the worker. */
  close(): void {
    this.worker.close();
  }

  private run(order: SchemaOrder, task: Task, stuck: AbortController | null): Promise<Validated> {
    const signals = [task.signal, stuck?.signal].filter((signal) => signal !== undefined);
    const prepare = (host: Host<Kept>): Promise<Revision> => this.prepare(host);
    return this.worker.take(AbortSignal.any(signals), prepare, async (host, revision, stopped) => {
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
        return { ...(await callLong(host.link, 'validate', [order], { ...task, onProgress }, stopped)), revision };
      } finally {
        clearTimeout(timer);
      }
    });
  }

  /** Has the worker keep the document as it is now, unless it does. Answers which revision that is. */
  private async prepare(host: Host<Kept>): Promise<Revision> {
    if (host.kept !== null && host.kept === this.client.state.revision) return host.kept;
    host.kept = null;
    const revision = await this.worker.handOver(host, this.client, 'all', (port) =>
      host.link.call('keepValidated', [port]),
    );
    host.kept = revision;
    return revision;
  }
}
