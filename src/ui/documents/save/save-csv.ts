// What is written into a file whose name says CSV: the document as CSV, never as JSON. A document that came from a CSV file is
// written back into that file's rows.

import { cancelled } from '../../../shared/errors.ts';
import type { CsvOrigin, CsvWriteOptions } from '../../../shared/protocol/csv.ts';
import type { Task } from '../../client/document.ts';
import { blobOf } from '../disk/file-state.ts';
import { isSameFile, type DiskHandle, type OpenFile } from '../../model/open-file.ts';
import type { Confirm, Question } from '../../model/question.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import type { PanelDocument } from '../../panel-core/panel-document.ts';
import { FeatureSlot } from '../../model/slot.ts';
import { CSV } from '../../strings/documents/csv.ts';
import { runCsv, writeVersionAsCsv } from '../csv/csv-jobs.ts';
import { csvOf, isCsvName, isJsonFile, isJsonName } from '../csv/csv-state.ts';

/** What the user has agreed to lose of a document: nested values, names. */
const AGREED = new FeatureSlot<PanelDocument, Set<string>>(() => new Set());

/**
 * Whether a panel's document is saved as CSV into a file: into one whose name says CSV, into the one that it came from as CSV, and
 * into others unless their name says JSON. `handle`: `null` for a download.
 */
export async function isSavedAsCsv(core: PanelCore, name: string, handle: DiskHandle | null): Promise<boolean> {
  if (isCsvName(name)) return true;
  const csv = csvOf(core);
  if (csv === null) return false;
  const isOwn = handle !== null && csv.handle !== undefined && (await isSameFile(csv.handle, handle));
  return isOwn || !isJsonName(name);
}

/** A document as CSV, and the number of the content that it was made from. */
export interface CsvContent {
  readonly content: Blob;
  /** The document itself. */
  readonly json: Blob;
  readonly version: number;
  /** What separates its cells; `null` in a file of one column. */
  readonly separator: string | null;
}

/**
 * Returns the content for a file with this name; `null` if that file holds JSON, whatever its name says. `file`: the file that the document was opened from, which is read again if what
 * it was is not known any more, as after a draft was recovered.
 * @throws CodedError `cancelled` when nested values are not to be written; `invalid-document`, `refused`, `unreadable`
 */
export async function csvContent(
  core: PanelCore,
  name: string,
  file: OpenFile | null,
  confirm: Confirm,
  task: Task,
): Promise<CsvContent | null> {
  const agreed = AGREED.of(core.document);
  if (await holdsJson(core, file, task)) return null;
  const how = await originOf(core, name, file);
  const saved = await core.client.readVersion(task);
  const { content, nested, unnamed, replaced, doubled, separator } = await writeVersionAsCsv(
    core.client,
    saved,
    how,
    task,
  );
  const ask = async (about: string, question: Question): Promise<void> => {
    if (agreed.has(about)) return;
    if (!(await confirm(question))) throw cancelled();
    agreed.add(about);
  };
  if (nested > 0) await ask('nested', { ...CSV.nested, text: CSV.nested.text(nested, name) });
  if (doubled > 0) await ask('doubled', { ...CSV.doubled, text: CSV.doubled.text(doubled, name) });
  if (replaced > 0) await ask('replaced', { ...CSV.replaced, text: CSV.replaced.text(replaced, name) });
  if (unnamed.length > 0)
    await ask(`names ${unnamed.join(' ')}`, { ...CSV.unnamed, text: CSV.unnamed.text(unnamed, name) });
  return { content, json: saved.text, version: saved.content, separator };
}

/** A file that is not known any more, as after a draft was recovered, is read again. */
async function holdsJson(core: PanelCore, file: OpenFile | null, task: Task): Promise<boolean> {
  if (isJsonFile(core)) return true;
  if (csvOf(core) !== null || file === null) return false;
  return (await runCsv('findJson', [await blobOf(await file.handle.getFile())], task)) !== null;
}

async function originOf(core: PanelCore, name: string, file: OpenFile | null): Promise<CsvOrigin | CsvWriteOptions> {
  const csv = csvOf(core);
  if (csv !== null) return { source: csv.source, options: csv.options };
  if (file !== null) return { source: await blobOf(await file.handle.getFile()), options: {} };
  return { separator: /\.(?:tsv|tab)(?:\.gz)?$/i.test(name) ? '\t' : ',', nested: 'json', nulls: 'empty' };
}
