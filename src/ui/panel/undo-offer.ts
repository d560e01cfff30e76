// A notice of a large change, with a button that undoes it.

import { WORKING, UNDO_OFFER } from '../strings/panel/editing.ts';
import type { PanelCore } from './panel-core.ts';

/** Says what was done to a panel's document just now, and lets it be undone for as long as nothing else is written. */
export function offerUndo(core: PanelCore, message: string): void {
  const { client, notify } = core;
  const { revision } = client.state;
  const run = (): void => {
    if (client.state.revision !== revision) notify({ severity: 'warning', message: UNDO_OFFER.tooLate });
    else core.write(WORKING.undo, (task) => client.undo(task)).catch(core.report);
  };
  notify({ severity: 'info', message, action: { label: UNDO_OFFER.undo, run } });
}
