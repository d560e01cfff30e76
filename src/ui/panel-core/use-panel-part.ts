// A part of a panel's state, for components that are costly to render: they re-render only when the values that they pick
// change. A keystroke changes the document's state twice and the caret's place once, which most components don't depend on.

import { useMemo, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio';
import type { PanelCore, PanelState } from './panel-core.ts';

/** Returns the result of `pick`; the same object until one of its values changes. `pick` has to be a constant. */
export function usePanelPart<T extends object>(core: PanelCore, pick: (state: PanelState) => T): T {
  const part = useMemo(() => createPart(core, pick), [core, pick]);
  return useSyncExternalStore(part.subscribe, part.get);
}

function createPart<T extends object>(core: PanelCore, pick: (state: PanelState) => T) {
  let latest = pick(core.state);
  return {
    // Synchronous: input that the user sees must not wait for a batch.
    subscribe: (listener: () => void) => subscribe(core.state, listener, true),
    get: (): T => {
      const next = pick(core.state);
      if (!isSame(latest, next)) latest = next;
      return latest;
    },
  };
}

function isSame<T extends object>(a: T, b: T): boolean {
  return (Object.keys(a) as (keyof T)[]).every((key) => Object.is(a[key], b[key]));
}
