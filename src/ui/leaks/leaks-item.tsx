// The dialog of secrets, loaded when it is opened first.

import type { Panel } from '../app-model/app-model.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { Once } from '../widgets/once.tsx';
import { showLeaks, useLeaksDialog } from './leaks-state.ts';

const LeaksDialog = lazyPart(loadWithRetry(() => import('./leaks-dialog.tsx')));

/** The place of the dialog in a panel. */
export function LeaksItem({ panel, other }: { readonly panel: Panel; readonly other: Panel }) {
  const { core } = panel;
  const isOpen = useLeaksDialog(core);
  const close = (): void => showLeaks(core, false);
  return (
    <Once when={isOpen} onClose={close}>
      <LeaksDialog panel={panel} other={other} open={isOpen} onClose={close} />
    </Once>
  );
}
