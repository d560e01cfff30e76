// The item of the status line for a document that came from a CSV file: its dialect, and the dialog to read it otherwise.

import { useState } from 'react';
import type { Panel } from '../app/app-model.ts';
import { lazyPart } from '../lazy-part.tsx';
import { loadWithRetry } from '../load-with-retry.ts';
import { usePanelPart } from '../panel/use-panel-part.ts';
import { CSV } from '../strings/documents/csv.ts';
import { Once } from '../widgets/once.tsx';
import { useCsv } from './csv-state.ts';
import styles from '../problems/status-items.module.css';

const OptionsDialog = lazyPart(loadWithRetry(() => import('./options-dialog.tsx')));

/** "CSV · comma · UTF-8" */
export function CsvItem({ panel }: { readonly panel: Panel }) {
  const { core } = panel;
  const { documentCount } = usePanelPart(core, (state) => ({ documentCount: state.documentCount }));
  const csv = useCsv(core, documentCount);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  if (csv === null) return null;
  return (
    <>
      <button type="button" className={styles.item} data-hint={CSV.itemHint} onClick={() => setOpen(true)}>
        {CSV.item(csv.info)}
      </button>
      <Once when={isOpen} onClose={close}>
        <OptionsDialog panel={panel} csv={csv} open={isOpen} onClose={close} />
      </Once>
    </>
  );
}
