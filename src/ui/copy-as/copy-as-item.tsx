// The dialog *Copy as*, loaded when it is opened first.

import type { PanelCore } from '../panel-core/panel-core.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { Once } from '../widgets/once.tsx';
import { showCopyAs, useCopyAsDialog } from './copy-as-state.ts';

const CopyAsDialog = lazyPart(loadWithRetry(() => import('./copy-as-dialog.tsx')));

/** The place of the dialog in a panel. */
export function CopyAsItem({ core }: { readonly core: PanelCore }) {
  const isOpen = useCopyAsDialog(core);
  const close = (): void => showCopyAs(core, false);
  return (
    <Once when={isOpen} onClose={close}>
      <CopyAsDialog core={core} open={isOpen} onClose={close} />
    </Once>
  );
}
