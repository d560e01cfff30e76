// The dialog that asks about conflicts of a merge, loaded when it is opened first.

import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { Once } from '../widgets/once.tsx';
import { useMergeQuestion } from './merge-state.ts';

const MergeDialog = lazyPart(loadWithRetry(() => import('./merge-dialog.tsx')));

/** The place of the dialog in a panel. */
export function MergeItem({ core }: { readonly core: PanelCore }) {
  const question = useMergeQuestion(core);
  return (
    <Once when={question !== null} onClose={() => question?.answer(null)}>
      <MergeDialog question={question} />
    </Once>
  );
}
