// Merges a document with another version, in a job worker of its own. While the user decides, the worker keeps the documents.

import type { MergeAnswers, MergedText, OtherVersions } from '../../shared/protocol/merge.ts';
import type { DocumentClient, Task } from './document.ts';
import { callLong, JobHost, type Host, type OfRevision } from './job-host.ts';
import { spawnJobWorker } from './jobs.ts';

/** The worker is ended after each merge of longer texts: with their tapes and comparisons they take about four times their size. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** The merge of one document with another version of it. */
export class Merger {
  private readonly worker: JobHost;
  /** The worker that has the other versions. */
  private prepared: Host | null = null;

  constructor(
    private readonly client: DocumentClient,
    private readonly others: OtherVersions,
    spawn: () => Worker = spawnJobWorker,
    private readonly keptBytes = KEPT_BYTES,
  ) {
    this.worker = new JobHost(spawn);
  }

  /**
   * Merges the document as it is now. Where there is no answer to a conflict, its own edit stands.
   * @throws CodedError `invalid-document`, which names the document; `unreadable`, `too-large`, `cancelled`, `worker-died`; `syntax`
   *   if an answer is no value
   */
  async merge(answers: MergeAnswers, task: Task = {}): Promise<OfRevision<MergedText>> {
    const merged = await this.worker.runOn(this.client, task.signal, async (host, revision, stopped) => {
      if (this.prepared !== host) await host.link.call('keepVersions', [this.others]);
      this.prepared = host;
      return { ...(await callLong(host.link, 'mergeSnapshot', [answers], task, stopped)), revision };
    });
    if (merged.bytes > this.keptBytes) this.close();
    return merged;
  }

  /** Ends the worker; a later merge starts another one. */
  close(): void {
    this.worker.close();
  }
}
