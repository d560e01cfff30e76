// Redacts the document of a panel, in place as one step, or as a copy in the other panel.

import { STEP } from '../../shared/texts/steps.ts';
import type { RedactOrder } from '../../shared/protocol/leaks.ts';
import { LeakFinder, redactedText } from '../client/leak-finder.ts';
import type { Panel } from '../app-model/app-model.ts';
import { offerUndo } from '../panel-core/undo-steps.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { ignoredPlaces } from './ignored-places.ts';
import { LEAKS } from '../strings/panel/leaks.ts';

/** Replaces the secrets of a document, as one undo step. */
export async function redactHere(core: PanelCore, order: RedactOrder): Promise<void> {
  const finder = new LeakFinder(core.client);
  let count = 0;
  try {
    await core.write(LEAKS.redacting, async (task) => {
      const plan = await finder.plan(order, task);
      ({ count } = plan);
      return core.client.applyPacked(plan.revision, plan.splices, { ...task, name: STEP.redacted(count) });
    });
    offerUndo(core, LEAKS.redacted(count));
  } catch (error) {
    core.report(error);
  } finally {
    finder.close();
  }
}

/** Returns the text of a document without its secrets. @throws CodedError as `LeakFinder.redacted` */
export async function redactedCopy(core: PanelCore, signal: AbortSignal): Promise<Blob> {
  const finder = new LeakFinder(core.client);
  try {
    return await finder.redacted({ form: 'label', except: [], ignored: ignoredPlaces(core) }, { signal });
  } finally {
    finder.close();
  }
}

/** Opens a redacted copy of a document in the other panel. */
export async function openRedacted({ core }: Panel, other: Panel, order: RedactOrder): Promise<void> {
  const finder = new LeakFinder(core.client);
  try {
    const { dialect } = core.client.state;
    // A name may hold a secret, too. A schema is not taken along.
    const name = LEAKS.copyName(await redactedText(core.state.document.name, order));
    const content = await core.run(LEAKS.redacting, (task) => finder.redacted(order, task));
    await other.actions.opening.open({ name, content, dialect, origin: { kind: 'none' }, saved: false });
  } catch (error) {
    core.report(error);
  } finally {
    finder.close();
  }
}
