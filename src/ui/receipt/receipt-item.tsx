// The item of the status line of a document that is saved, and the receipt that it opens.

import { useEffect } from 'react';
import type { Panel } from '../app-model/app-model.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { isUnsaved, type PanelState } from '../panel-core/panel-core.ts';
import { usePanelPart } from '../panel-core/use-panel-part.ts';
import styles from '../problems/status-items.module.css';
import { RECEIPT } from '../strings/panel/receipt.ts';
import { Once } from '../widgets/once.tsx';
import { closeReceipt, offerReceipt, openReceipt, useReceiptShown } from './receipt-state.ts';

const ReceiptDialog = lazyPart(loadWithRetry(() => import('./receipt-dialog.tsx')));

/** "Receipt", once the document was saved here. */
export function ReceiptItem({ panel }: { readonly panel: Panel }) {
  const { core } = panel;
  const { isSaved } = usePanelPart(core, partOf);
  const shown = useReceiptShown(core);
  useEffect(() => offerReceipt(core), [core]);
  const close = (): void => closeReceipt(core);
  return (
    <>
      {isSaved && (
        <button
          type="button"
          className={styles.item}
          data-hint={RECEIPT.itemHint}
          onClick={() => openReceipt(core, null)}
        >
          {RECEIPT.item}
        </button>
      )}
      <Once when={shown !== null} onClose={close}>
        <ReceiptDialog core={core} shown={shown} onClose={close} />
      </Once>
    </>
  );
}

function partOf(state: PanelState) {
  return { isSaved: !state.document.blank && state.document.savedAt !== null && !isUnsaved(state) };
}
