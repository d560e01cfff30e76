// Warns of a key that a rename has duplicated in its object, and offers to undo that.

import type { Revision } from '../../shared/units.ts';
import type { Panel } from '../app-model/app-model.ts';
import { REPEATED_KEY } from '../strings/panel/problems.ts';

/** Shows the warning. `revision` is that of the rename. */
export function warnOfRepeatedKey({ core, actions }: Panel, key: string, revision: Revision): void {
  const run = (): void => {
    // After later writes, undo would revert those instead.
    if (core.client.state.revision === revision) void actions.editing.undo();
    else core.notify({ severity: 'warning', message: REPEATED_KEY.tooLate });
  };
  core.notify({ severity: 'warning', message: REPEATED_KEY.message(key), action: { label: REPEATED_KEY.undo, run } });
}
