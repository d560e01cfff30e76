// The item of the status line for a document that came from a CSV file, and the dialogs about CSV.

import type { Panel } from '../app-model/app-model.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { CSV } from '../strings/documents/csv.ts';
import { Once } from '../widgets/once.tsx';
import { showCsvDialog, useCsv, useCsvDialog } from '../documents/csv/csv-state.ts';
import styles from '../problems/status-items.module.css';

const OptionsDialog = lazyPart(loadWithRetry(() => import('./options-dialog.tsx')));
const ExportDialog = lazyPart(loadWithRetry(() => import('./export-dialog.tsx')));

/** "CSV · comma · UTF-8" */
export function CsvItem({ panel, other }: { readonly panel: Panel; readonly other: Panel }) {
  const { core } = panel;
  const csv = useCsv(core);
  const dialog = useCsvDialog(core);
  const close = (): void => showCsvDialog(core, null);
  return (
    <>
      {csv !== null && (
        <button
          type="button"
          className={styles.item}
          data-hint={CSV.itemHint}
          onClick={() => showCsvDialog(core, 'options')}
        >
          {CSV.item(csv.info)}
        </button>
      )}
      <Once when={dialog === 'options' && csv !== null} onClose={close}>
        {csv !== null && <OptionsDialog panel={panel} csv={csv} open={dialog === 'options'} onClose={close} />}
      </Once>
      <Once when={dialog === 'export'} onClose={close}>
        <ExportDialog panel={panel} other={other} open={dialog === 'export'} onClose={close} />
      </Once>
    </>
  );
}
