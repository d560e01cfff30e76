// Saving a panel's document by the user's command. The code that does it is loaded right after the page.

import { loadWithRetry } from '../load-with-retry.ts';
import type { PanelCore } from '../panel/panel-core.ts';
import { sameDocument } from '../panel/shown-document.ts';
import type { SaveActions, Saving, SavingOptions } from './save-model.ts';

const loadActions = loadWithRetry(() => import('./save-actions.ts'));

/** Creates the saving actions of a panel. */
export function createSaving(core: PanelCore, options: SavingOptions): Saving {
  let made: Promise<SaveActions> | null = null;
  const actions = (): Promise<SaveActions> => {
    made ??= loadActions().then(({ createActions }) => createActions(core, options));
    made.catch(() => (made = null));
    return made;
  };
  /** Carries out a command on the document that it was given for. */
  const command = async <T>(act: (actions: SaveActions) => Promise<T>, none: T): Promise<T> => {
    const isSame = sameDocument(core);
    try {
      const loaded = await actions();
      return isSame() ? await act(loaded) : none;
    } catch (error) {
      core.report(error);
      return none;
    }
  };
  if (document.readyState === 'complete') void actions().catch(() => undefined);
  else addEventListener('load', () => void actions().catch(() => undefined), { once: true });
  // The user may return from another program.
  addEventListener('focus', () => void command(({ lookAtDisk }) => lookAtDisk(), undefined));
  return {
    save: () => command(({ save }) => save(), false),
    saveToCloud: () => command(({ saveToCloud }) => saveToCloud(), false),
    saveToDisk: () => command(({ saveToDisk }) => saveToDisk(), false),
    saveToUrl: (url) => command(({ saveToUrl }) => saveToUrl(url), false),
    revert: () => command(({ revert }) => revert(), undefined),
  };
}
