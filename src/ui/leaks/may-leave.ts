// Asks before a document with secrets leaves the browser, with its name, its schema and its address where these go along. Small
// documents are checked in a moment; a large one shows progress, and cancelling the check cancels what it was for.

import type { LeakGroup } from '../../shared/protocol/leaks.ts';
import { findInTexts, LeakFinder } from '../client/leak-finder.ts';
import type { Confirm } from '../model/question.ts';
import { isWithdrawn, messageOf } from '../notices/notices.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { LEAKS } from '../strings/panel/leaks.ts';
import type { AskingExit } from './exits.ts';
import { ignoredPlaces } from './ignored-places.ts';

/** What of a document would leave: its text, or the address alone that it came from. */
export type Leaving = 'document' | 'address';

/** Whether a document may leave: it holds no secret, or the user has agreed. Personal data alone is no reason to ask. */
export async function mayLeave(
  core: PanelCore,
  confirm: Confirm,
  exit: AskingExit,
  leaving: Leaving = 'document',
): Promise<boolean> {
  if (core.state.document.blank) return true;
  const { ask } = LEAKS;
  let grave: readonly LeakGroup[];
  try {
    grave = await graveLeaks(core, exit, leaving);
  } catch (error) {
    if (isWithdrawn(error)) return false;
    return confirm({ title: ask.unchecked, text: `${LEAKS.unchecked} ${messageOf(error)}`, yes: ask.yes[exit] });
  }
  if (grave.length === 0) return true;
  // A link may hold two documents, of which this is one.
  const said = exit === 'view' ? LEAKS.foundIn(core.state.document.name, grave) : LEAKS.found(grave);
  return confirm({ title: ask.title, text: ask.text(said, ask[exit]), yes: ask.yes[exit] });
}

/** The secrets of what would leave, personal data aside. @throws CodedError as `LeakFinder.find` */
export async function graveLeaks(core: PanelCore, exit: AskingExit, leaving: Leaving): Promise<readonly LeakGroup[]> {
  const finder = leaving === 'document' ? new LeakFinder(core.client) : null;
  try {
    const own = finder === null ? [] : await core.run(LEAKS.working, (task) => finder.find(ignoredPlaces(core), task));
    const beside = textsBeside(core, exit);
    const groups = beside.length === 0 ? own : [...own, ...(await findInTexts(beside))];
    return joined(groups.filter(({ severity }) => severity !== 'low'));
  } finally {
    finder?.close();
  }
}

/** What leaves beside the text. */
function textsBeside(
  {
    state: {
      document: { name, schema, origin },
    },
  }: PanelCore,
  exit: AskingExit,
): string[] {
  if (exit === 'view' || exit === 'link') return origin.kind === 'url' ? [origin.key.id] : [];
  if (exit === 'send' || exit === 'host') return [];
  if (schema.type === 'url') return [name, schema.url];
  return schema.type === 'content' ? [name, schema.content] : [name];
}

/** One group for each kind. */
function joined(groups: readonly LeakGroup[]): readonly LeakGroup[] {
  const kinds = new Map<string, LeakGroup>();
  for (const group of groups) {
    const known = kinds.get(group.kind);
    const first = [...(known?.first ?? []), ...group.first];
    kinds.set(group.kind, { ...group, count: (known?.count ?? 0) + group.count, first });
  }
  return [...kinds.values()];
}
