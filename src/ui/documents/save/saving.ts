// Saving a panel's document by the user's command.

import type { PanelCore } from '../../panel-core/panel-core.ts';
import { loadWithRetry } from '../../browser/load-with-retry.ts';
import { lazyActions } from '../../panel-core/lazy-actions.ts';
import type { Saving, SavingOptions } from './save-model.ts';

const loadActions = loadWithRetry(() => import('./save-actions.ts'));

/** Creates the saving actions of a panel. */
export function createSaving(core: PanelCore, options: SavingOptions): Saving {
  const command = lazyActions(core, async () => (await loadActions()).createActions(core, options));
  return {
    save: () => command(({ save }) => save(), false),
    saveToCloud: () => command(({ saveToCloud }) => saveToCloud(), false),
    saveToDisk: () => command(({ saveToDisk }) => saveToDisk(), false),
    downloadCopy: () => command(({ downloadCopy }) => downloadCopy(), false),
    saveToUrl: (url) => command(({ saveToUrl }) => saveToUrl(url), false),
    follow: () => command(({ follow }) => follow(), undefined),
    revert: () => command(({ revert }) => revert(), undefined),
  };
}
