// Runs the jobs that write and read forms, in workers of their own: a value and its form take several times the value's size.

import type { Dialect } from '../../shared/document/dialect.ts';
import type { FormText, ReadForm, ValueForm, ValueText } from '../../shared/protocol/forms.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import { withOwnWorker, type JobHost } from '../client/job-host.ts';

/** Values that are copied, or a whole document. */
export type CopySource = ValueText | DocumentClient;

/**
 * Writes values in a form; a document as it was when the worker wrote its first form.
 * @throws CodedError `invalid-document`, `too-large`, `cancelled`, `worker-died`
 */
export async function writeFormIn(
  worker: JobHost,
  source: CopySource,
  form: ValueForm,
  task: Task = {},
): Promise<FormText> {
  if ('text' in source) return worker.callLong('writeForm', [source, form], task);
  return (await worker.callOn(source, 'writeForm', [null, form], task, { of: 'first' })).answer;
}

/** The same in a worker of its own. */
export function writeForm(source: CopySource, form: ValueForm, task?: Task): Promise<FormText> {
  return withOwnWorker((worker) => writeFormIn(worker, source, form, task));
}

/** Reads a text in a form, or in the one that it plainly has; `null` if it is JSON or plain text. */
export function readForm(text: string, dialect: Dialect, form: ValueForm | null): Promise<ReadForm | null> {
  return withOwnWorker((worker) => worker.call('readForm', [text, dialect, form]));
}
