// Going to a place of the document, and copying text of one.

import { loadWithRetry } from '../browser/load-with-retry.ts';
import { toJsonPath, type Path } from '../../shared/document/path.ts';
import type { Located } from '../../shared/protocol/protocol.ts';
import type { DocumentTarget } from '../../shared/document/target.ts';
import { lazyActions } from './lazy-actions.ts';
import type { GoToActions } from './go-to-actions.ts';
import type { PanelCore } from './panel-core.ts';

export interface GoToPlace extends GoToActions {
  /** Opens the dialog with a path, or the beginning of one, in its field. */
  askGoTo(path?: Path | string): void;
  closeGoTo(): void;
  /** Locates a target without going there. @throws CodedError `invalid-document` */
  look(target: DocumentTarget): Promise<Located>;
}

const loadActions = loadWithRetry(() => import('./go-to-actions.ts'));

/** Creates these actions for a panel. */
export function createGoToPlace(core: PanelCore, showOffset: (offset: number) => void): GoToPlace {
  const command = lazyActions(core, async () => (await loadActions()).createGoToActions(core, showOffset));
  return {
    askGoTo(path = '') {
      core.state.goTo = typeof path === 'string' ? path : toJsonPath(path);
    },
    closeGoTo() {
      core.state.goTo = null;
    },
    look: (target) => core.client.locate(target),
    goTo: (target) => command(({ goTo }) => goTo(target), undefined),
    copyText: (text) => command((actions) => actions.copyText(text), undefined),
    copyValue: (path) => command(({ copyValue }) => copyValue(path), undefined),
  };
}
