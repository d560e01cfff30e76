// What the receipt of a document is of, and what transforms have said about it. It is kept beside the
// panels, and loaded with the first of them.

import { proxy, ref, useSnapshot } from 'valtio';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { showInDock } from '../panel-core/dock-state.ts';
import type { PanelDocument } from '../panel-core/panel-document.ts';
import { FeatureSlot } from '../model/slot.ts';

/** What the receipt is of: the document as it is, or a copy that was sent. */
interface OpenReceipt {
  sent: Blob | null;
}

const OPEN = new FeatureSlot<PanelDocument, OpenReceipt>(() => proxy<OpenReceipt>({ sent: null }));
const NOTES = new FeatureSlot<PanelDocument, string[]>(() => []);

/** Shows the receipt of a document, or of a copy that was sent. */
export function openReceipt(core: PanelCore, sent: Blob | null): void {
  OPEN.of(core.document).sent = sent && ref(sent);
  showInDock(core, 'receipt');
}

/** Lets the menus of a panel open its receipt. Returns a function that ends that. */
export function offerReceipt(core: PanelCore): () => void {
  core.showReceipt = (sent) => openReceipt(core, sent);
  return () => {
    core.showReceipt = null;
  };
}

/** The copy that the receipt is of; `null` where it is of the document itself. */
export function useReceiptSent(core: PanelCore): Blob | null {
  return useSnapshot(OPEN.of(core.document)).sent;
}

/** Adds what a transform has said to the receipts of a panel's document. */
export function noteTransform(core: PanelCore, said: readonly string[]): void {
  NOTES.of(core.document).push(...said);
}

/** What transforms have said about a panel's document, in their order. */
export function transformNotes(core: PanelCore): readonly string[] {
  return [...NOTES.of(core.document)];
}
