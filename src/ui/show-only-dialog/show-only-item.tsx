// The dialog "Show only", loaded when it is opened first.

import type { PageModel, Panel } from '../app-model/app-model.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { Once } from '../widgets/once.tsx';
import { showOnlyDialog } from './show-only-state.ts';

const ShowOnlyDialog = lazyPart(loadWithRetry(() => import('./show-only-dialog.tsx')));

/** The place of the dialog in a panel. */
export function ShowOnlyItem({ app, panel }: { readonly app: PageModel; readonly panel: Panel }) {
  const { core } = panel;
  const isOpen = showOnlyDialog.useOpen(core);
  const close = (): void => showOnlyDialog.show(core, false);
  return (
    <Once when={isOpen} onClose={close}>
      <ShowOnlyDialog app={app} panel={panel} open={isOpen} onClose={close} />
    </Once>
  );
}
