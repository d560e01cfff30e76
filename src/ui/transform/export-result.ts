// The result of a query, as JSON or CSV, onto the clipboard or into a file.

import { CodedError } from '../../shared/errors.ts';
import { runCsv } from '../documents/csv/csv-jobs.ts';
import { download } from '../documents/save/save-model.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { CSV, CSV_EXPORT } from '../strings/documents/csv.ts';
import { RESULT } from '../strings/transform/result.ts';
import { copyParts } from '../widgets/clipboard.ts';

/** Where a result goes, and in which form. */
export interface ResultExport {
  readonly to: 'clipboard' | 'file';
  readonly as: 'json' | 'csv';
}

/** Exports a result that may still have to be computed. Reports errors to the user. */
export async function exportResult(
  core: Pick<PanelCore, 'notify' | 'report' | 'state'>,
  result: () => Promise<{ readonly content: Blob } | null>,
  { to, as }: ResultExport,
): Promise<void> {
  const write = async (): Promise<Blob> => {
    const found = await result();
    if (found === null) throw new CodedError('refused', RESULT.none);
    return as === 'json'
      ? found.content
      : (await runCsv('writeCsv', [{ text: found.content, dialect: 'json' }, {}])).content;
  };
  try {
    if (to === 'clipboard') {
      const text = write().then((content) => content.slice(0, content.size, 'text/plain'));
      const message = as === 'json' ? RESULT.copied : CSV_EXPORT.copied;
      if (await copyParts({ 'text/plain': text })) core.notify({ severity: 'success', message });
      return;
    }
    const name = as === 'json' ? RESULT.fileName(core.state.document.name) : CSV.resultName(core.state.document.name);
    download(await write(), name);
    core.notify({ severity: 'success', message: CSV_EXPORT.done(name) });
  } catch (error) {
    core.report(error);
  }
}
