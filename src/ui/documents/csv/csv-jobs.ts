// Runs the jobs of CSV, each in a worker of its own: a file and its document together take several times the size of the file.

import type { CsvFile, CsvOrigin, CsvWriteOptions } from '../../../shared/protocol/csv.ts';
import type { JobApi } from '../../../shared/protocol/jobs.ts';
import type { TextVersion } from '../../../shared/protocol/protocol.ts';
import type { DocumentClient, Task } from '../../client/document.ts';
import { callLong, withOwnWorker, type WithoutPort } from '../../client/job-host.ts';
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

/** Writes the array that a document is. @throws CodedError as `writeCsv` of a job worker; `cancelled`, `worker-died` */
export async function writeDocumentAsCsv(
  client: DocumentClient,
  how: CsvWriteOptions | CsvOrigin,
  task?: Task,
): Promise<CsvFile> {
  return (await withOwnWorker((worker) => worker.callOn(client, 'writeCsv', [null, how], task))).answer;
}

/** Writes the array that a version of a document was: scans its text only if the document has changed since. @throws as above */
export function writeVersionAsCsv(
  client: DocumentClient,
  { text, dialect, revision }: TextVersion,
  how: CsvWriteOptions | CsvOrigin,
  task: Task,
): Promise<CsvFile> {
  return withOwnWorker((worker) =>
    worker.runOn(client, task.signal, ({ link }, now, stopped) =>
      callLong(link, 'writeCsv', [now === revision ? null : { text, dialect }, how], task, stopped),
    ),
  );
}
