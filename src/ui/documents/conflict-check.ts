// Whether somebody has saved the document of the cloud that a panel shows, on another computer: nobody tells, so the server
// is asked when a person comes back to the page.

import type { Documents } from './documents.ts';
import type { ExternalChanges } from './external-changes.ts';
import type { PanelCore } from '../panel/panel-core.ts';
import { isShelved } from '../model/origin.ts';
import { formatCompoundKey } from '../app/link/route.ts';

/** Not more often than this. */
const BETWEEN_MS = 5000;
/** A save does not wait longer for it. */
const LONGEST_MS = 5000;

/** What the check needs from others. */
export interface ConflictCheckOptions {
  readonly documents: Documents;
  readonly external: ExternalChanges;
  /** Waits until nothing of this panel is written: what it is about to learn of is no news. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Starts the checks; returns a function that stops them. */
export function checkForConflicts(
  { state }: PanelCore,
  { documents, external, inTurn }: ConflictCheckOptions,
): () => void {
  let looked = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    const { origin: before } = state;
    if (!isShelved(before) || before.kind !== 'cloud' || state.conflict !== null) return;
    const cloud = await documents.cloudShelf().catch(() => null);
    // What can't be asked for now is met by the next save.
    const meta = (await cloud?.meta(before.key.id, AbortSignal.timeout(LONGEST_MS)).catch(() => null)) ?? null;
    const { origin } = state;
    if (meta === null || !isShelved(origin) || formatCompoundKey(origin.key) !== formatCompoundKey(before.key)) return;
    if (meta._rev > external.latest(origin)) external.meet();
  };
  const onFocus = (): void => {
    if (state.origin.kind !== 'cloud' || performance.now() - looked < BETWEEN_MS) return;
    looked = performance.now();
    void inTurn(look);
  };
  addEventListener('focus', onFocus);
  return () => removeEventListener('focus', onFocus);
}
