// The pool of job workers. A job has a worker to itself: an idle one or, below the limit, a new one. Cancelling a job ends its
// worker immediately, whatever it is doing. Workers that keep a document, and end after a while without work, are in `job-host.ts`.

import { abortable } from '../../shared/abortable.ts';
import { cancelled } from '../../shared/errors.ts';
import type { JobApi } from '../../shared/protocol/jobs.ts';
import type { Task } from './document.ts';
import { WorkerLink, type Answer } from './worker-link.ts';

/** Starts a new job worker; calls go through a `Link`. */
export function spawnJobWorker(): Worker {
  return new Worker(new URL('../../workers/job.worker.ts', import.meta.url), { type: 'module', name: 'job' });
}

/** Starts a job worker, whose death is noticed once it is `ready`. */
export function connectJobWorker(
  spawn: () => Worker,
  onDeath: () => void,
): { readonly link: WorkerLink<JobApi>; readonly ready: Promise<void> } {
  const link = new WorkerLink<JobApi>(spawn(), onDeath);
  const ready = link.call('connect', [link.lock]).then((holds) => {
    if (holds) link.watchLock();
  });
  return { link, ready };
}

/** Workers for jobs that can't be sliced. */
export class JobPool {
  private readonly idle: WorkerLink<JobApi>[] = [];
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly limit = Math.max(1, Math.min(2, navigator.hardwareConcurrency - 1)),
    private readonly spawn: () => Worker = spawnJobWorker,
  ) {}

  /** Runs a job. @throws CodedError `cancelled`, `worker-died`, or the job's own */
  async run<Name extends Exclude<keyof JobApi, 'connect'>>(
    name: Name,
    args: Parameters<JobApi[Name]>,
    task?: Task,
  ): Promise<Answer<JobApi, Name>> {
    const signal = task?.signal;
    await this.turn(signal);
    let link: WorkerLink<JobApi> | undefined;
    let reusable = false;
    try {
      link = this.idle.pop() ?? (await this.start());
      const answer = await abortable(link.call(name, args), signal);
      reusable = true;
      return answer;
    } finally {
      if (reusable && link !== undefined) this.idle.push(link);
      else link?.end();
      this.endTurn();
    }
  }

  /** Resolves when a job may run; jobs run in the order of their requests. @throws CodedError `cancelled` */
  private async turn(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) throw cancelled();
    if (this.running < this.limit) {
      this.running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(cancelled());
      };
      this.waiting.push(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Gives the turn of a job that has ended to the job that waits longest. */
  private endTurn(): void {
    const begin = this.waiting.shift();
    if (begin === undefined) this.running -= 1;
    else begin();
  }

  private async start(): Promise<WorkerLink<JobApi>> {
    const { link, ready } = connectJobWorker(this.spawn, () => {
      const at = this.idle.indexOf(link);
      if (at >= 0) this.idle.splice(at, 1);
    });
    await ready;
    return link;
  }
}
