// Checks whether the cloud document that a panel shows was saved on another computer. The server sends no notification, so it
// is queried when the user returns to the page.

import type { Documents } from '../documents.ts';
import type { ExternalChanges } from './external-changes.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { isShelved } from '../../model/origin.ts';
import { sameDocument, showsKey } from '../../panel-core/shown-document.ts';

/** Shortest time between two checks. */
const BETWEEN_MS = 5000;
/** Longest time that a save waits for a check. */
const MAX_CHECK_MS = 5000;

/** What the check depends on. */
export interface ConflictCheckOptions {
  readonly documents: Documents;
  readonly external: ExternalChanges;
  /** Runs work after the pending writes of this panel, so that its own saves are not taken for those of another computer. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Starts the checks; returns a function that stops them. */
export function checkForConflicts(core: PanelCore, { documents, external, inTurn }: ConflictCheckOptions): () => void {
  const { state } = core;
  let looked = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    const { origin: before } = state.document;
    const isSame = sameDocument(core);
    if (!isShelved(before) || before.kind !== 'cloud' || state.document.conflict !== null) return;
    const cloud = await documents.cloudShelf().catch(() => null);
    // If the server can't be queried now, the next save detects the conflict.
    const meta = (await cloud?.meta(before.key.id, AbortSignal.timeout(MAX_CHECK_MS)).catch(() => null)) ?? null;
    const { origin } = state.document;
    if (meta === null || !isSame() || !isShelved(origin) || !showsKey(core, before.key)) return;
    if (meta._rev <= external.latest(origin)) return;
    // The answer to a save of this panel was lost.
    const own = (await cloud?.ownVersion(before.key.id, external.writer()).catch(() => null)) ?? null;
    if (!isSame() || !isShelved(state.document.origin)) return;
    if (own === null) external.handleForeignSave();
    else state.document.origin = { ...state.document.origin, rev: own._rev };
  };
  const onFocus = (): void => {
    if (state.document.origin.kind !== 'cloud' || performance.now() - looked < BETWEEN_MS) return;
    looked = performance.now();
    void inTurn(look);
  };
  addEventListener('focus', onFocus);
  return () => removeEventListener('focus', onFocus);
}
