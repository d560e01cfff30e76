// The result of a query as CSV: onto the clipboard, or into a file.

import { CodedError } from '../../shared/errors.ts';
import { runCsv } from '../documents/csv/csv-jobs.ts';
import { download } from '../documents/save-model.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { CSV, CSV_EXPORT } from '../strings/documents/csv.ts';
import { copyParts } from '../widgets/clipboard-write.ts';

/** Exports a result that may still have to be computed. Reports errors to the user. */
export async function resultAsCsv(
  core: Pick<PanelCore, 'notify' | 'report' | 'state'>,
  result: () => Promise<{ readonly content: Blob } | null>,
  to: 'clipboard' | 'file',
): Promise<void> {
  const write = async (): Promise<Blob> => {
    const found = await result();
    if (found === null) throw new CodedError('refused', CSV.noResult);
    return (await runCsv('writeCsv', [found.content, 'json', {}])).content;
  };
  try {
    if (to === 'clipboard') {
      const text = write().then((content) => content.slice(0, content.size, 'text/plain'));
      if (await copyParts({ 'text/plain': text })) core.notify({ severity: 'success', message: CSV_EXPORT.copied });
      return;
    }
    const name = CSV.resultName(core.state.name);
    download(await write(), name);
    core.notify({ severity: 'success', message: CSV_EXPORT.done(name) });
  } catch (error) {
    core.report(error);
  }
}
