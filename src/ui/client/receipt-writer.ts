// Compares what was opened with what a document is now, in a job worker of its own.

import type { Receipt, ReceiptHashes, ReceiptRequest } from '../../shared/protocol/receipt.ts';
import type { DocumentClient, Task } from './document.ts';
import { callLong, JobHost, type Host } from './job-host.ts';
import { spawnJobWorker } from './jobs.ts';

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
    return this.worker.runJob(task.signal, this.prepare(request), ({ link }, _, stopped) =>
      callLong(link, 'writeReceipt', [request], task, stopped),
    );
  }

  /** @throws CodedError as `write`; `refused` where the browser has no SHA-256 */
  hash(request: ReceiptRequest, task: Task = {}): Promise<ReceiptHashes> {
    return this.worker.runJob(task.signal, this.prepare(request), ({ link }) => link.call('hashReceipt', [request]));
  }

  /** Ends the worker. */
  close(): void {
    this.worker.close();
  }

  private prepare({ sent }: ReceiptRequest): (host: Host) => Promise<void> {
    return async (host) => {
      if (sent === null && !host.snapshots.has('document')) await this.worker.sendSnapshot(host, this.client, {});
    };
  }
}
