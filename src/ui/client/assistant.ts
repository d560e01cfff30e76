// Queries a schema about places of a document, in a job worker that keeps only the schema. A regular expression of the schema
// may run forever. When the worker reports no progress for too long, it is ended, and the patterns of that schema are no longer
// run.

import { hasCode } from '../../shared/errors.ts';
import type { AssistAnswer, AssistRequest } from '../../shared/protocol/assist.ts';
import type { SchemaOrder } from '../../shared/protocol/schema.ts';
import { callLong, JobHost } from './job-host.ts';
import { spawnJobWorker } from './jobs.ts';

/** The worker is ended after being idle for this long. It keeps only the schema, which is small compared with a document. */
const IDLE_MS = 300_000;
/** A regular expression is assumed to hang after this long without progress. */
const STUCK_MS = 2000;

/** The schema queries of one document. */
export class Assistant {
  private readonly worker: JobHost;
  /** The name of the schema whose patterns hang; empty when there is none. */
  private slow = '';

  constructor(spawn: () => Worker = spawnJobWorker) {
    this.worker = new JobHost(spawn, IDLE_MS);
  }

  /**
   * Returns what the schema says about a place.
   * @throws CodedError `syntax` for a file of the schema, `cancelled`, `worker-died`
   */
  async ask(
    order: Omit<SchemaOrder, 'runsPatterns'>,
    request: AssistRequest,
    signal?: AbortSignal,
  ): Promise<AssistAnswer> {
    if (this.slow !== order.name) {
      const stuck = new AbortController();
      try {
        return await this.run({ ...order, runsPatterns: true }, request, signal, stuck);
      } catch (error) {
        if (!stuck.signal.aborted || signal?.aborted === true || !hasCode(error, 'cancelled')) throw error;
      }
      this.slow = order.name;
    }
    return this.run({ ...order, runsPatterns: false }, request, signal, null);
  }

  /** Ends the worker. */
  close(): void {
    this.worker.close();
  }

  private run(
    order: SchemaOrder,
    request: AssistRequest,
    signal: AbortSignal | undefined,
    stuck: AbortController | null,
  ): Promise<AssistAnswer> {
    const signals = [signal, stuck?.signal].filter((one) => one !== undefined);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onProgress = (): void => {
      clearTimeout(timer);
      if (stuck !== null) timer = setTimeout(() => stuck.abort(), STUCK_MS);
    };
    const prepare = (): Promise<void> => Promise.resolve(onProgress());
    return this.worker
      .runJob(AbortSignal.any(signals), prepare, ({ link }, _, stopped) =>
        callLong(link, 'assist', [order, request], { onProgress }, stopped),
      )
      .finally(() => clearTimeout(timer));
  }
}
