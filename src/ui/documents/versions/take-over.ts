// Gives a document the text that another program has written into its file. The text never counts as unsaved, not even between the
// moment that it arrives and the reply to the call.

import { subscribeKey } from 'valtio/utils';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import type { Revision } from '../../../shared/units.ts';
import { waitForState } from '../../client/wait-for-state.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { unlessStale } from '../../async/stale.ts';

/** What is known once the text has arrived. */
export interface TakenOver {
  /** The content of the file, which restores the document when its worker dies. */
  readonly content: Blob;
  /** Completes the state of the panel. */
  settle(): void;
}

/**
 * Carries out a write that takes over a file; input in the view waits for it. Returns `null` if somebody has written the document
 * since `base`.
 */
export async function takeOver<T extends EditResult>(
  core: PanelCore,
  base: Revision,
  { content, settle }: TakenOver,
  write: () => Promise<T>,
): Promise<T | null> {
  const { client, state, view } = core;
  const { dialect } = client.state;
  let hasArrived = false;
  const arrive = (): void => {
    if (hasArrived || !state.doc.isSynced || state.doc.revision <= base) return;
    hasArrived = true;
    Object.assign(state.document, { savedContent: state.doc.content, savedAt: Date.now() });
    client.journal.start({ content, dialect }, state.doc.content);
    settle();
  };
  const end = subscribeKey(state, 'doc', arrive, true);
  view?.hold?.();
  try {
    const result = await unlessStale(write(), null);
    if (result === null) return null;
    await waitForState(client, ({ revision }) => revision >= result.revision);
    arrive();
    return result;
  } finally {
    end();
    view?.release?.();
  }
}
