// Exports a panel's document as a CSV file. The document stays what it is, and where it is saved.

import type { CsvWriteOptions } from '../../shared/protocol/csv.ts';
import { download, hasSavePicker } from '../documents/save/save-model.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { CSV, CSV_EXPORT } from '../strings/documents/csv.ts';
import { copyParts } from '../widgets/clipboard.ts';
import type { Opening } from '../documents/open/opening.ts';
import { runCsv, writeDocumentAsCsv } from '../documents/csv/csv-jobs.ts';

/** What is exported: the document, or the rows and columns that its table shows; and to where. */
export interface ExportPlan {
  readonly what: 'all' | 'shown';
  readonly to: 'file' | 'panel' | 'clipboard';
}

/** What takes a document in the other panel. */
type Other = Pick<Opening, 'open'>;

/** Exports a document into a file that the user picks, or as a download; into the other panel; or onto the clipboard. */
export async function exportCsv(
  core: PanelCore,
  options: CsvWriteOptions,
  { what, to }: ExportPlan,
  other: Other,
): Promise<void> {
  const name = exportName(core.state.document.name, options.separator);
  const shown = what === 'shown' ? (core.view?.shownCells?.() ?? null) : null;
  const write = async (label: string): Promise<Blob> => {
    const { content, doubled } = await core.run(CSV.writing(label), async (task) => {
      if (shown !== null) {
        const { cells } = await core.client.copyCells(shown.range, task);
        return runCsv('writeCells', [cells, shown.names, options], task);
      }
      return writeDocumentAsCsv(core.client, options, task);
    });
    if (doubled > 0) core.notify({ severity: 'warning', message: CSV.notWritten(doubled) });
    return content;
  };
  try {
    if (to === 'clipboard') {
      // Asked within the click, whose permission would expire while the rows are written.
      const text = write(name).then((content) => content.slice(0, content.size, 'text/plain'));
      if (await copyParts({ 'text/plain': text })) core.notify({ severity: 'success', message: CSV_EXPORT.copied });
      return;
    }
    if (to === 'panel') {
      await other.open({ name, content: await write(name), origin: { kind: 'none' }, saved: false });
      return;
    }
    // The picker needs the user's click.
    const handle = hasSavePicker(window)
      ? await window.showSaveFilePicker({
          suggestedName: name,
          types: [{ description: CSV_EXPORT.files, accept: { 'text/csv': ['.csv', '.tsv', '.tab'] } }],
        })
      : null;
    const content = await write(handle?.name ?? name);
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
