// Runs the jobs that write and read forms, in workers of their own: a value and its form take several times the value's size.

import type { Dialect } from '../../shared/document/dialect.ts';
import type { FormText, ReadForm, ValueForm } from '../../shared/protocol/jobs/forms.ts';
import type { Task } from '../client/document.ts';
import { withOwnWorker, type JobHost } from '../client/job-host.ts';
import type { SelectedValues } from '../model/selected-values.ts';

/** Writes values in a form. @throws CodedError `invalid-document`, `too-large`, `cancelled`, `worker-died` */
export function writeFormIn(
  worker: JobHost,
  { content, dialect, isList }: SelectedValues,
  form: ValueForm,
  task?: Task,
): Promise<FormText> {
  return worker.callLong('writeForm', [content, dialect, form, isList], task);
}

/** The same in a worker of its own. */
export function writeForm(values: SelectedValues, form: ValueForm, task?: Task): Promise<FormText> {
  return withOwnWorker((worker) => writeFormIn(worker, values, form, task));
}

/** Reads a text in a form, or in the one that it plainly has; `null` if it is JSON or plain text. */
export function readForm(text: string, dialect: Dialect, form: ValueForm | null): Promise<ReadForm | null> {
  return withOwnWorker((worker) => worker.call('readForm', [text, dialect, form]));
}
