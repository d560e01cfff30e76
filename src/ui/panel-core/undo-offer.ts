// A notification of a large change, with a button that undoes it.

import { UNDO_OFFER } from '../strings/panel/editing.ts';
import type { PanelCore } from './panel-core.ts';
import { stepThrough } from './undo-steps.ts';

/** Notifies the user of what was just done to a panel's document. It can be undone until the next write. */
export function offerUndo(core: PanelCore, message: string): void {
  const { client, notify } = core;
  const { revision } = client.state;
  const run = (): void => {
    if (client.state.revision !== revision) notify({ severity: 'warning', message: UNDO_OFFER.tooLate });
    else stepThrough(core, 'undo').catch(core.report);
  };
  notify({ severity: 'info', message, action: { label: UNDO_OFFER.undo, run } });
}
