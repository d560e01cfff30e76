// The state of a document, for components that draw by it.

import { useCallback, useSyncExternalStore } from 'react';
import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { DocumentClient } from './document.ts';

/** The latest state; whoever uses it is rendered again at every change of it. */
export function useDocument(client: DocumentClient): DocumentState {
  const subscribe = useCallback((listener: () => void) => client.subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => client.state);
}
