// Finds the secrets of one document, and plans their replacement, in a job worker of its own.

import type { LeakGroup, RedactOrder, RedactPlan } from '../../shared/protocol/leaks.ts';
import type { DocumentClient, Task } from './document.ts';
import { JobHost, withOwnWorker, type OfRevision } from './job-host.ts';
import { spawnJobWorker } from './jobs.ts';

/** The worker is ended after being idle for this long, which frees its snapshot of the document. */
const IDLE_MS = 15_000;

/** Finds the secrets of short texts, as of a name or an address. @throws CodedError `worker-died` */
export function findInTexts(texts: readonly string[]): Promise<readonly LeakGroup[]> {
  return withOwnWorker((worker) => worker.call('findLeaksInTexts', [texts]));
}

/** Returns a short text without its secrets. @throws CodedError `worker-died` */
export async function redactedText(text: string, order: RedactOrder): Promise<string> {
  const [redacted = ''] = await withOwnWorker((worker) => worker.call('redactTexts', [[text], order]));
  return redacted;
}

/** The secrets of one document. */
export class LeakFinder {
  private readonly worker: JobHost;

  constructor(
    private readonly client: DocumentClient,
    spawn: () => Worker = spawnJobWorker,
  ) {
    this.worker = new JobHost(spawn, IDLE_MS);
  }

  /**
   * Finds the secrets of the document as it is now, but for those at `ignored` places.
   * @throws CodedError `invalid-document`, `too-large`, `cancelled`, `worker-died`
   */
  async find(ignored: readonly string[], task: Task = {}): Promise<readonly LeakGroup[]> {
    return (await this.worker.callOn(this.client, 'findLeaks', [ignored], task)).answer;
  }

  /** Plans the replacement of secrets in the document as it is now. @throws CodedError as `find` */
  async plan(order: RedactOrder, task: Task = {}): Promise<OfRevision<RedactPlan>> {
    const { answer, revision } = await this.worker.callOn(this.client, 'planRedaction', [order], task);
    return { ...answer, revision };
  }

  /** Returns the text of the document as it is now, without its secrets. @throws CodedError as `find` */
  async redacted(order: RedactOrder, task: Task = {}): Promise<Blob> {
    return (await this.worker.callOn(this.client, 'redactedText', [order], task)).answer;
  }

  /** Ends the worker. */
  close(): void {
    this.worker.close();
  }
}
