// Compares what was opened with what a document is now, in a job worker of its own.

import type { Receipt, ReceiptHashes, ReceiptRequest } from '../../shared/protocol/receipt.ts';
import type { DocumentClient, Task } from './document.ts';
import { callLong, JobHost, type Host } from './job-host.ts';
import { spawnJobWorker } from './jobs.ts';

type Job<T> = (host: Host, prepared: unknown, stopped: AbortSignal) => Promise<T>;

/** The receipts of one document, as it was when the first of them was asked for. */
export class ReceiptWriter {
  private readonly worker: JobHost;

  constructor(
    private readonly client: DocumentClient,
    spawn: () => Worker = spawnJobWorker,
  ) {
    this.worker = new JobHost(spawn);
  }

  /** @throws CodedError `unreadable` when what was opened can't be read any more; `too-large`, `cancelled`, `worker-died` */
  write(request: ReceiptRequest, task: Task = {}): Promise<Receipt> {
    return this.run(request, task, ({ link }, _, stopped) => callLong(link, 'writeReceipt', [request], task, stopped));
  }

  /** @throws CodedError as `write`; `refused` where the browser has no SHA-256 */
  hash(request: ReceiptRequest, task: Task = {}): Promise<ReceiptHashes> {
    return this.run(request, task, ({ link }) => link.call('hashReceipt', [request]));
  }

  /** Ends the worker. */
  close(): void {
    this.worker.close();
  }

  private run<T>({ sent }: ReceiptRequest, { signal }: Task, body: Job<T>): Promise<T> {
    return sent === null
      ? this.worker.runOn(this.client, signal, body, { of: 'first' })
      : this.worker.runJob(signal, () => Promise.resolve(), body);
  }
}
