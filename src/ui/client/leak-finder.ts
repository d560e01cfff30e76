// Finds the secrets of one document, and plans their replacement, in a job worker of its own.

import type { LeakGroup, RedactOrder, RedactPlan } from '../../shared/protocol/leaks.ts';
import type { Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from './document.ts';
import { withOwnWorker } from './own-worker.ts';
import { callLong, JobHost, type Host } from './job-host.ts';
import { spawnJobWorker } from './jobs.ts';

/** The worker is ended after being idle for this long, which frees its snapshot of the document. */
const IDLE_MS = 15_000;

type Kept = Revision | null;

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
  private readonly worker: JobHost<Kept>;

  constructor(
    private readonly client: DocumentClient,
    spawn: () => Worker = spawnJobWorker,
  ) {
    this.worker = new JobHost<Kept>(spawn, () => null, IDLE_MS);
  }

  /**
   * Finds the secrets of the document as it is now, but for those at `ignored` places.
   * @throws CodedError `invalid-document`, `too-large`, `cancelled`, `worker-died`
   */
  find(ignored: readonly string[], task: Task = {}): Promise<readonly LeakGroup[]> {
    return this.worker.runJob(task.signal, this.prepare, ({ link }, _, stopped) =>
      callLong(link, 'findLeaks', [ignored], task, stopped),
    );
  }

  /** Plans the replacement of secrets in the document as it is now. @throws CodedError as `find` */
  plan(order: RedactOrder, task: Task = {}): Promise<RedactPlan & { readonly revision: Revision }> {
    return this.worker.runJob(task.signal, this.prepare, async ({ link }, revision, stopped) => ({
      ...(await callLong(link, 'planRedaction', [order], task, stopped)),
      revision,
    }));
  }

  /** Returns the text of the document as it is now, without its secrets. @throws CodedError as `find` */
  redacted(order: RedactOrder, task: Task = {}): Promise<Blob> {
    return this.worker.runJob(task.signal, this.prepare, ({ link }, _, stopped) =>
      callLong(link, 'redactedText', [order], task, stopped),
    );
  }

  /** Ends the worker. */
  close(): void {
    this.worker.close();
  }

  /** Ensures that the worker has a current snapshot of the document. Returns its revision. */
  private readonly prepare = async (host: Host<Kept>): Promise<Revision> => {
    if (host.kept !== null && host.kept === this.client.state.revision) return host.kept;
    host.kept = null;
    const revision = await this.worker.handOver(host, this.client, 'all', (port) =>
      host.link.call('keepGuarded', [port]),
    );
    host.kept = revision;
    return revision;
  };
}
