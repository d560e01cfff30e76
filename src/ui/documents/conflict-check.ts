// Whether somebody has saved the document of the cloud that a panel shows, on another computer: nobody tells, so the server
// is asked when a person comes back to the page.

import type { Documents } from './documents.ts';
import type { Hearing } from './external-changes.ts';
import type { PanelCore } from '../panel/panel-core.ts';
import { isShelved } from '../model/origin.ts';
import { formatCompoundKey } from '../app/route.ts';

/** Not more often than this. */
const BETWEEN_MS = 5000;
/** A save does not wait longer for it. */
const LONGEST_MS = 5000;

/** What looking needs from others. */
export interface LookingOptions {
  readonly documents: Documents;
  readonly hearing: Hearing;
  /** Waits until nothing of this panel is written: what it is about to learn of is no news. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Begins to look; answers how to stop. */
export function lookForSaves({ state }: PanelCore, { documents, hearing, inTurn }: LookingOptions): () => void {
  let looked = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    const { origin: before } = state;
    if (!isShelved(before) || before.kind !== 'cloud' || state.conflict !== null) return;
    const cloud = await documents.cloudShelf().catch(() => null);
    // What can't be asked for now is met by the next save.
    const meta = (await cloud?.meta(before.key.id, AbortSignal.timeout(LONGEST_MS)).catch(() => null)) ?? null;
    const { origin } = state;
    if (meta === null || !isShelved(origin) || formatCompoundKey(origin.key) !== formatCompoundKey(before.key)) return;
    if (meta._rev > hearing.latest(origin)) hearing.meet();
  };
  const onFocus = (): void => {
    if (state.origin.kind !== 'cloud' || performance.now() - looked < BETWEEN_MS) return;
    looked = performance.now();
    void inTurn(look);
  };
  addEventListener('focus', onFocus);
  return () => removeEventListener('focus', onFocus);
}
