// The item of the status line of a document that is saved, and the receipt that it opens.

import { useEffect } from 'react';
import type { Panel } from '../app-model/app-model.ts';
import { isUnsaved, type PanelState } from '../panel-core/panel-core.ts';
import { usePanelPart } from '../panel-core/use-panel-part.ts';
import styles from '../problems/status-items.module.css';
import { RECEIPT } from '../strings/panel/receipt.ts';
import { offerReceipt, openReceipt } from './receipt-state.ts';

/** "Receipt", once the document was saved here. */
export function ReceiptItem({ panel }: { readonly panel: Panel }) {
  const { core } = panel;
  const { isSaved } = usePanelPart(core, partOf);
  useEffect(() => offerReceipt(core), [core]);
  if (!isSaved) return null;
  return (
    <button type="button" className={styles.item} data-hint={RECEIPT.itemHint} onClick={() => openReceipt(core, null)}>
      {RECEIPT.item}
    </button>
  );
}

function partOf(state: PanelState) {
  return { isSaved: !state.document.blank && state.document.savedAt !== null && !isUnsaved(state) };
}
