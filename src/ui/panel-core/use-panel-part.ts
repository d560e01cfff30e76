// A part of a panel's state, for components that are costly to render: they re-render only when the values that they pick
// change. A keystroke changes the document's state twice and the caret's place once, which most components don't depend on.

import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { PanelCore, PanelState } from './panel-core.ts';
import type { PanelDocument } from './panel-document.ts';

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

/** Calls `listener` after what `pick` returns has changed. Returns a function that ends that. */
export function subscribePart<T>(
  core: PanelCore,
  pick: (state: PanelState) => T,
  listener: (value: T) => void,
): () => void {
  let last = pick(core.state);
  return subscribe(core.state, () => {
    const next = pick(core.state);
    if (Object.is(next, last)) return;
    last = next;
    listener(next);
  });
}

/** Returns the document of a panel; re-renders when the panel has another one. */
export function usePanelDocument(core: PanelCore): PanelDocument {
  const subscribeDocument = useCallback(
    (listener: () => void) => subscribeKey(core.state, 'document', listener, true),
    [core],
  );
  return useSyncExternalStore(subscribeDocument, () => core.document);
}

/** Returns a number that changes with a value: the React key of what is made anew for each value. */
export function useChangeKey(value: unknown): number {
  const [shown, setShown] = useState({ value, key: 0 });
  if (shown.value === value) return shown.key;
  const key = shown.key + 1;
  setShown({ value, key });
  return key;
}
