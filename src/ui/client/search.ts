// Searches a document in a job worker. The snapshot goes from worker to worker; hits come as they are found.

import { transfer } from 'comlink';
import { HIT_WORDS, type SearchQuery } from '../../shared/search.ts';
import type { Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from './document.ts';
import type { JobPool } from './jobs.ts';

/** How a search is followed. */
export interface SearchTask extends Task {
  /** Hits in order, packed as in `shared/search.ts`. */
  onHits(words: Uint32Array): void;
}

/**
 * Searches a document as it is now. Answers how many hits there are, and the revision that they belong to.
 * Aborting the task's signal ends the worker, at once and whatever the expression does.
 * @throws CodedError `refused`, `invalid-document`, `too-large`, `cancelled`
 */
export async function search(
  client: DocumentClient,
  jobs: JobPool,
  query: SearchQuery,
  { onHits, ...task }: SearchTask,
): Promise<{ readonly revision: Revision; readonly count: number }> {
  const [handover, hits] = [new MessageChannel(), new MessageChannel()];
  const arrived = Promise.withResolvers<void>();
  let received = 0;
  let expected = Number.POSITIVE_INFINITY;
  hits.port1.onmessage = ({ data }: MessageEvent<Uint32Array>) => {
    onHits(data);
    received += data.length / HIT_WORDS;
    if (received >= expected) arrived.resolve();
  };
  // Without a document the job would wait for ever.
  const stop = new AbortController();
  const signals = task.signal === undefined ? [stop.signal] : [stop.signal, task.signal];
  const sending = client.sendSnapshot(handover.port1);
  sending.catch(() => stop.abort());
  try {
    const args = [query, transfer(handover.port2, [handover.port2]), transfer(hits.port2, [hits.port2])] as const;
    const job = jobs.run('search', [...args], { ...task, signal: AbortSignal.any(signals) });
    job.catch(() => undefined);
    const revision = await sending;
    const count = await job;
    // The answer comes another way than the hits, and may overtake the last of them.
    expected = count;
    if (received < expected) await arrived.promise;
    return { revision, count };
  } finally {
    hits.port1.close();
  }
}
