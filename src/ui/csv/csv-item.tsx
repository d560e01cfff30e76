// The dialogs about CSV, loaded when they are opened first.

import type { Panel } from '../app-model/app-model.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { Once } from '../widgets/once.tsx';
import { showCsvDialog, useCsv, useCsvDialog } from '../documents/csv/csv-state.ts';

const OptionsDialog = lazyPart(loadWithRetry(() => import('./options-dialog.tsx')));
const ExportDialog = lazyPart(loadWithRetry(() => import('./export-dialog.tsx')));

/** The place of the dialogs in a panel. */
export function CsvItem({ panel, other }: { readonly panel: Panel; readonly other: Panel }) {
  const { core } = panel;
  const csv = useCsv(core);
  const dialog = useCsvDialog(core);
  const close = (): void => showCsvDialog(core, null);
  return (
    <>
      <Once when={dialog === 'options' && csv !== null} onClose={close}>
        {csv !== null && <OptionsDialog panel={panel} csv={csv} open={dialog === 'options'} onClose={close} />}
      </Once>
      <Once when={dialog === 'export'} onClose={close}>
        <ExportDialog panel={panel} other={other} open={dialog === 'export'} onClose={close} />
      </Once>
    </>
  );
}
