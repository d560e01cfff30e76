// The state of a document as a React hook.

import { useCallback, useSyncExternalStore } from 'react';
import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { DocumentClient } from './document.ts';

/** Returns the latest state, and re-renders at every change of it. */
export function useDocument(client: DocumentClient): DocumentState {
  const subscribe = useCallback((listener: () => void) => client.subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => client.state);
}
