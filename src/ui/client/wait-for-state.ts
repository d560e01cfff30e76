// Waiting for a state of a document, which comes another way than the answers to calls.

import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { DocumentClient } from './document.ts';

/** Resolves when the state is one that is waited for; at once where it is so already. */
export function until(
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
