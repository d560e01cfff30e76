// Warns of a key that now stands twice in an object, and offers to take that back.

import type { Revision } from '../../shared/units.ts';
import type { Panel } from '../app/app-model.ts';
import { REPEATED_KEY } from '../strings/panel/problems.ts';

/** Tells of a key that a rename has repeated, in the revision that it has made. */
export function warnOfRepeatedKey({ core, actions }: Panel, key: string, revision: Revision): void {
  const run = (): void => {
    // What was written since comes off first, and nobody asked for that.
    if (core.client.state.revision === revision) void actions.undo();
    else core.notify({ severity: 'warning', message: REPEATED_KEY.tooLate });
  };
  core.notify({ severity: 'warning', message: REPEATED_KEY.message(key), action: { label: REPEATED_KEY.undo, run } });
}
