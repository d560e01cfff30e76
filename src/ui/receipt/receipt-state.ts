// Whether the receipt of a panel is open, and of what; and what transforms have said about its document. It is kept beside the
// panels, and loaded with the first of them.

import { proxy, ref, useSnapshot } from 'valtio';
import type { PanelCore } from '../panel-core/panel-core.ts';
import type { PanelDocument } from '../panel-core/panel-document.ts';
import { FeatureSlot } from '../model/slot.ts';

/** The receipt that is open: of the document as it is, or of a copy that was sent. */
interface OpenReceipt {
  shown: { readonly sent: Blob | null } | null;
}

const OPEN = new FeatureSlot<PanelCore, OpenReceipt>(() => proxy<OpenReceipt>({ shown: null }));
const NOTES = new FeatureSlot<PanelDocument, string[]>(() => []);

/** Opens the receipt of a document, or of a copy that was sent. */
export function openReceipt(core: PanelCore, sent: Blob | null): void {
  OPEN.of(core).shown = ref({ sent });
}

/** Lets the menus of a panel open its receipt. Returns a function that ends that. */
export function offerReceipt(core: PanelCore): () => void {
  core.showReceipt = (sent) => openReceipt(core, sent);
  return () => {
    core.showReceipt = null;
  };
}

export function closeReceipt(core: PanelCore): void {
  OPEN.of(core).shown = null;
}

/** The receipt that is open; `null` if none is. */
export function useReceiptShown(core: PanelCore): { readonly sent: Blob | null } | null {
  return useSnapshot(OPEN.of(core)).shown;
}

/** Adds what a transform has said to the receipts of a panel's document. */
export function noteTransform(core: PanelCore, said: readonly string[]): void {
  NOTES.of(core.document).push(...said);
}

/** What transforms have said about a panel's document, in their order. */
export function transformNotes(core: PanelCore): readonly string[] {
  return [...NOTES.of(core.document)];
}
