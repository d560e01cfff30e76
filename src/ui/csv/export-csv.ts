// Exports a panel's document as a CSV file. The document stays what it is, and where it is saved.

import type { CsvWriteOptions } from '../../shared/protocol/csv.ts';
import { download, hasSavePicker } from '../documents/save-model.ts';
import type { PanelCore } from '../panel/panel-core.ts';
import { CSV, CSV_EXPORT } from '../strings/documents/csv.ts';
import { runCsv } from './csv-jobs.ts';

/** Exports a document into a file that the user picks, or as a download. */
export async function exportCsv(core: PanelCore, options: CsvWriteOptions): Promise<void> {
  const name = exportName(core.state.name, options.separator);
  try {
    // The picker needs the user's click.
    const handle = hasSavePicker(window)
      ? await window.showSaveFilePicker({
          suggestedName: name,
          types: [{ description: CSV_EXPORT.files, accept: { 'text/csv': ['.csv', '.tsv', '.tab'] } }],
        })
      : null;
    const { content } = await core.run(CSV.writing(handle?.name ?? name), async (task) => {
      const { text, dialect } = await core.client.readVersion(task);
      return runCsv('writeCsv', [text, dialect, options], task);
    });
    if (handle === null) download(content, name);
    else {
      const target = await handle.createWritable();
      try {
        await target.write(content);
        await target.close();
      } catch (error) {
        target.abort().catch(() => undefined);
        throw error;
      }
    }
    core.notify({ severity: 'success', message: CSV_EXPORT.done(handle?.name ?? name) });
  } catch (error) {
    core.report(error);
  }
}

/** The name of a document with the extension of CSV. */
function exportName(name: string, separator = ','): string {
  const stem = name.replace(/(?:\.(?:jsonc?|json5|ndjson|jsonl|csv|tsv|tab))?(?:\.gz)?$/i, '');
  return `${stem === '' ? name : stem}${separator === '\t' ? '.tsv' : '.csv'}`;
}
