// Actions whose code is loaded right after the page, because it is needed only once the user has a document.

import { onceLoaded } from '../browser/load-with-retry.ts';
import type { PanelCore } from './panel-core.ts';
import { sameDocument } from './shown-document.ts';

/** Carries out a command on the document that it was given for; otherwise, and on failure, returns `none`. */
export type LazyAction<A> = <T>(act: (actions: A) => Promise<T>, none: T) => Promise<T>;

/** Returns a function that carries out commands with the actions of a panel, once they are loaded. */
export function lazyActions<A>(core: PanelCore, load: () => Promise<A>): LazyAction<A> {
  const actions = onceLoaded(load);
  const loadEarly = (): void => void actions().catch(() => undefined);
  if (document.readyState === 'complete') loadEarly();
  else addEventListener('load', loadEarly, { once: true });
  return async (act, none) => {
    const isSame = sameDocument(core);
    try {
      const loaded = await actions();
      return isSame() ? await act(loaded) : none;
    } catch (error) {
      core.report(error);
      return none;
    }
  };
}
