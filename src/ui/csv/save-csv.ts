// What is written into a file whose name says CSV: the document as CSV, never as JSON. A document that came from a CSV file is
// written back into that file's rows.

import { cancelled } from '../../shared/errors.ts';
import type { CsvOrigin, CsvWriteOptions } from '../../shared/protocol/csv.ts';
import type { Task } from '../client/document.ts';
import type { OpenFile } from '../model/open-file.ts';
import type { Confirm } from '../model/question.ts';
import type { PanelCore } from '../panel/panel-core.ts';
import { CSV } from '../strings/documents/csv.ts';
import { runCsv } from './csv-jobs.ts';
import { csvOf } from './csv-state.ts';

/** The documents that the user has agreed to save with nested values, by their number. */
const agreed = new Set<number>();

/** A document as CSV, and the number of the content that it was made from. */
export interface CsvContent {
  readonly content: Blob;
  readonly version: number;
}

/**
 * Returns the content for a file with this name. `file`: the file that the document was opened from, which is read again if what
 * it was is not known any more, as after a draft was recovered.
 * @throws CodedError `cancelled` when nested values are not to be written; `invalid-document`, `refused`, `unreadable`
 */
export async function csvContent(
  core: PanelCore,
  name: string,
  file: OpenFile | null,
  confirm: Confirm,
  task: Task,
): Promise<CsvContent> {
  const { documentCount } = core.state;
  const how = await originOf(core, name, file);
  const { text, content: version, dialect } = await core.client.readVersion(task);
  const { content, nested } = await runCsv('writeCsv', [text, dialect, how], task);
  if (nested > 0 && !agreed.has(documentCount)) {
    const { title, text: question, yes } = CSV.nested;
    if (!(await confirm({ title, text: question(nested, name), yes }))) throw cancelled();
    agreed.add(documentCount);
  }
  return { content, version };
}

async function originOf(core: PanelCore, name: string, file: OpenFile | null): Promise<CsvOrigin | CsvWriteOptions> {
  const csv = csvOf(core);
  if (csv !== null) return { source: csv.source, options: csv.options };
  if (file !== null) return { source: await file.handle.getFile(), options: {} };
  return { separator: /\.(?:tsv|tab)(?:\.gz)?$/i.test(name) ? '\t' : ',', nested: 'json' };
}
