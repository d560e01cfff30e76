// Waits for a state of a document. States travel separately from the replies to calls.

import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { DocumentClient } from './document.ts';

/** Resolves when `isReached` holds for the state; immediately if it already does. */
export function waitForState(
  client: Pick<DocumentClient, 'state' | 'subscribe'>,
  isReached: (state: DocumentState) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    if (isReached(client.state)) return resolve();
    const stop = client.subscribe(() => {
      if (!isReached(client.state)) return;
      stop();
      resolve();
    });
  });
}
