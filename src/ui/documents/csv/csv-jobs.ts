// Runs the jobs of CSV, each in a worker of its own: a file and its document together take several times the size of the file.

import type { JobApi } from '../../../shared/protocol/jobs.ts';
import type { Task } from '../../client/document.ts';
import { withOwnWorker, type WithoutPort } from '../../client/job-host.ts';
import type { Answer } from '../../client/worker-link.ts';

type CsvCall = 'readCsv' | 'findJson' | 'previewCsv' | 'writeCells' | 'writeCsv';

/** Runs a job. @throws CodedError its own, `cancelled`, `worker-died` */
export function runCsv<Name extends CsvCall>(
  name: Name,
  args: WithoutPort<Parameters<JobApi[Name]>>,
  task?: Task,
): Promise<Answer<JobApi, Name>> {
  return withOwnWorker((worker) => worker.callLong(name, args, task));
}
