// Runs the jobs of CSV, each in a worker of its own that ends with it: a file and its document together take several times the
// size of the file, which a worker in a pool would keep.

import { cancelled } from '../../shared/errors.ts';
import type { JobApi } from '../../shared/protocol/jobs.ts';
import type { Task } from '../client/document.ts';
import { callLong } from '../client/jobhost.ts';
import { spawnJobWorker } from '../client/jobs.ts';
import { WorkerLink, type Answer } from '../client/worker-link.ts';

type CsvCall = 'readCsv' | 'previewCsv' | 'writeCsv';
type WithoutPort<Args extends readonly unknown[]> = Args extends [...infer Rest, MessagePort] ? Rest : never;

/** Runs a job. @throws CodedError its own, `cancelled`, `worker-died` */
export async function runCsv<Name extends CsvCall>(
  name: Name,
  args: WithoutPort<Parameters<JobApi[Name]>>,
  task: Task = {},
): Promise<Answer<JobApi, Name>> {
  const { signal } = task;
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  const stop = (): void => ended.reject(cancelled());
  if (signal?.aborted === true) throw cancelled();
  signal?.addEventListener('abort', stop);
  const link = new WorkerLink<JobApi>(spawnJobWorker(), () => undefined);
  try {
    const run = async (): Promise<Answer<JobApi, Name>> => {
      if (await link.call('connect', [link.lock])) link.watchLock();
      return callLong(link, name, args, task, signal ?? new AbortController().signal);
    };
    return await Promise.race([run(), ended.promise]);
  } finally {
    signal?.removeEventListener('abort', stop);
    link.end();
  }
}
