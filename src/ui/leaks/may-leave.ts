// Asks before a document with secrets leaves the browser. Small documents are checked in a moment; a large one shows progress,
// and cancelling the check cancels what it was for.

import type { LeakGroup } from '../../shared/protocol/leaks.ts';
import { LeakFinder } from '../client/leak-finder.ts';
import type { Confirm } from '../model/question.ts';
import { isWithdrawn, messageOf } from '../notices/notices.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { LEAKS } from '../strings/panel/leaks.ts';
import { ignoredPlaces } from './ignored-places.ts';

/** Where a document would go. */
export type Exit = 'send' | 'publish' | 'link' | 'host';

/** Whether a document may leave: it holds no secret, or the user has agreed. Personal data alone is no reason to ask. */
export async function mayLeave(core: PanelCore, confirm: Confirm, exit: Exit): Promise<boolean> {
  if (core.state.blank) return true;
  const { ask } = LEAKS;
  const finder = new LeakFinder(core.client);
  let groups: readonly LeakGroup[];
  try {
    groups = await core.run(LEAKS.working, (task) => finder.find(ignoredPlaces(core), task));
  } catch (error) {
    if (isWithdrawn(error)) return false;
    return confirm({ title: ask.unchecked, text: `${LEAKS.unchecked} ${messageOf(error)}`, yes: ask.yes[exit] });
  } finally {
    finder.close();
  }
  const grave = groups.filter(({ severity }) => severity !== 'low');
  if (grave.length === 0) return true;
  return confirm({ title: ask.title, text: ask.text(grave, ask[exit]), yes: ask.yes[exit] });
}
