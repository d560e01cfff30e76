// Gives a panel its document, and asks which one it has.

import { formatCompoundKey } from '../link/route.ts';
import type { CompoundKey } from '../model/document-key.ts';
import type { PanelCore } from './panel-core.ts';
import type { PanelDocument } from './panel-document.ts';

/** Gives a panel another document. */
export function showDocument(core: PanelCore, document: PanelDocument): void {
  core.document = document;
  core.state.document = document.facts;
}

/** Gives a panel the document back that it had before one that could not be opened. */
export function returnTo(core: PanelCore, document: PanelDocument): void {
  const { facts } = document;
  // A save that has ended in the meantime could not report that.
  if (facts.shelfSaveState === 'saving') facts.shelfSaveState = 'idle';
  core.document.leave();
  showDocument(core, document);
}

/** Whether a panel shows the document of a key. */
export function showsKey({ state }: Pick<PanelCore, 'state'>, key: CompoundKey): boolean {
  const { origin } = state.document;
  return 'key' in origin && formatCompoundKey(origin.key) === formatCompoundKey(key);
}

/** Returns a check whether a panel still has the document that it has now. */
export function sameDocument(core: Pick<PanelCore, 'document'>): () => boolean {
  const { document: before } = core;
  return () => core.document === before;
}
