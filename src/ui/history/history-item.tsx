// The list of steps, loaded when it is opened first.

import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { Once } from '../widgets/once.tsx';
import { showHistory, useHistoryDialog } from './history-state.ts';

const HistoryDialog = lazyPart(loadWithRetry(() => import('./history-dialog.tsx')));

/** The place of the dialog in a panel. */
export function HistoryItem({ core }: { readonly core: PanelCore }) {
  const isOpen = useHistoryDialog(core);
  const close = (): void => showHistory(core, false);
  return (
    <Once when={isOpen} onClose={close}>
      <HistoryDialog core={core} open={isOpen} onClose={close} />
    </Once>
  );
}
