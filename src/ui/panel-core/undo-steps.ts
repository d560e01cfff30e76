// Undo: steps of it, and the offer of one in a notice.

import { waitForState } from '../client/wait-for-state.ts';
import { STEPS_DONE, WORKING, UNDO_OFFER } from '../strings/panel/editing.ts';
import type { PanelCore } from './panel-core.ts';

/** Undoes or redoes steps next to the document's state, and announces the name of a single one. */
export async function stepThrough(core: PanelCore, verb: 'undo' | 'redo', count = 1): Promise<void> {
  const { client } = core;
  const result = await core.write(WORKING[verb], (task) => client[verb](task, count));
  if (result === null) return;
  if (count > 1) return core.announce(STEPS_DONE.several[verb](count));
  const { revision } = result;
  // Not awaited: the state may be overtaken by that of another document.
  void waitForState(client, (state) => state.revision >= revision).then(() => {
    const { state } = client;
    // What was undone is what can be redone now. That of a later revision is another step.
    const step = state.revision === revision ? state[verb === 'undo' ? 'redoes' : 'undoes'] : null;
    core.announce(STEPS_DONE[verb](step));
  });
}

/** Notifies the user of what was just done to a panel's document. It can be undone until the next write, which ends the notice. */
export function offerUndo(core: PanelCore, message: string): void {
  const { client, notify, document } = core;
  const { revision } = client.state;
  const about = {};
  const end = client.subscribe(() => {
    if (client.state.revision === revision && core.document === document) return;
    end();
    notify.succeeded?.(about);
  });
  const run = (): void => {
    if (client.state.revision !== revision) notify({ severity: 'warning', message: UNDO_OFFER.tooLate });
    else stepThrough(core, 'undo').catch(core.report);
  };
  notify({ severity: 'info', message, action: { label: UNDO_OFFER.undo, run }, about });
}
