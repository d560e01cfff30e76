// A part of a panel's state, for components that are costly to render: they hear of a change only when what they
// picked is another. A key changes the document's state twice and the caret's place once; most of the screen has
// nothing to do with any of it.

import { useMemo, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio';
import type { PanelCore, PanelState } from './panel-core.ts';

/** What `pick` makes of the state; the same object until one of its values is another. `pick` has to be a constant. */
export function usePanelPart<T extends object>(core: PanelCore, pick: (state: PanelState) => T): T {
  const part = useMemo(() => createPart(core, pick), [core, pick]);
  return useSyncExternalStore(part.subscribe, part.get);
}

function createPart<T extends object>(core: PanelCore, pick: (state: PanelState) => T) {
  let latest = pick(core.state);
  return {
    // At once: what a person types into must not lag behind a batch.
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
