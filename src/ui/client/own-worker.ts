// A job worker that is in no pool, and ends with its jobs: what they hold takes several times the size of a document, which a
// worker in a pool would keep.

import { cancelled } from '../../shared/errors.ts';
import { abortable } from '../../shared/abortable.ts';
import type { JobApi } from '../../shared/protocol/jobs.ts';
import type { Task } from './document.ts';
import { callLong, type LongCall, type WithoutPort } from './job-host.ts';
import { spawnJobWorker } from './jobs.ts';
import { WorkerLink, type Answer } from './worker-link.ts';

/** A worker that runs jobs until it is ended. */
export class OwnWorker {
  private readonly link = new WorkerLink<JobApi>(spawnJobWorker(), () => undefined);
  private readonly ready = this.connect();

  /** Runs a long job. @throws CodedError its own, `cancelled`, `worker-died` */
  async run<Name extends LongCall>(
    name: Name,
    args: WithoutPort<Parameters<JobApi[Name]>>,
    task: Task = {},
  ): Promise<Answer<JobApi, Name>> {
    const { signal } = task;
    if (signal?.aborted === true) throw cancelled();
    const call = async (): Promise<Answer<JobApi, Name>> => {
      await this.ready;
      return callLong(this.link, name, args, task, signal ?? new AbortController().signal);
    };
    return abortable(call(), signal);
  }

  /** Makes a short call. @throws CodedError its own, `worker-died` */
  async call<Name extends Exclude<keyof JobApi, 'connect'>>(
    name: Name,
    args: Parameters<JobApi[Name]>,
  ): Promise<Answer<JobApi, Name>> {
    await this.ready;
    return this.link.call(name, args);
  }

  end(): void {
    this.link.end();
  }

  private async connect(): Promise<void> {
    if (await this.link.call('connect', [this.link.lock])) this.link.watchLock();
  }
}

/** Uses a worker of its own, and ends it. */
export async function withOwnWorker<T>(use: (worker: OwnWorker) => Promise<T>): Promise<T> {
  const worker = new OwnWorker();
  try {
    return await use(worker);
  } finally {
    worker.end();
  }
}
