// The dialogs over documents, and the page's keyboard shortcuts for documents.

import { useEffect } from 'react';
import type { App } from '../app-model/app-model.ts';
import { useDocumentsState } from '../documents/documents.ts';
import { Once } from '../widgets/once.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';

const OpenDialog = lazyPart(() => import('./open-dialog.tsx'));
const RecoveryDialog = lazyPart(() => import('./recovery-dialog.tsx'));

/**
 * The dialogs. Ctrl+O opens a document in the panel that had the focus last; Ctrl+Shift+S saves that panel's document to disk.
 */
export function DocumentDialogs({ app }: { readonly app: App }) {
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.defaultPrevented;
      const { core, actions } = app.panels[app.state.active];
      if (isOurs && !event.shiftKey && event.code === 'KeyO') app.documents.showOpenDialog(core.side);
      else if (isOurs && event.shiftKey && event.code === 'KeyS' && !core.state.document.blank)
        void actions.saving.saveToDisk();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [app]);
  const { opening, drafts } = useDocumentsState(app.documents);
  return (
    <>
      <Once when={opening !== null} onClose={() => app.documents.showOpenDialog(null)}>
        <OpenDialog app={app} />
      </Once>
      <Once when={drafts.length > 0} onClose={() => app.documents.dropDraft()}>
        <RecoveryDialog app={app} />
      </Once>
    </>
  );
}
