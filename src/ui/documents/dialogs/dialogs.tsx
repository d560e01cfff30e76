// The dialogs over documents, and the page's keyboard shortcuts for documents.

import { lazy, Suspense, useEffect } from 'react';
import type { App } from '../../app/app-model.ts';
import { useDocumentsState } from '../documents.ts';
import { useOnce } from '../../widgets/use-once.ts';
import { withTimeout } from '../../load-with-retry.ts';

const OpenDialog = lazy(withTimeout(() => import('./open-dialog.tsx')));
const RecoveryDialog = lazy(withTimeout(() => import('./recovery-dialog.tsx')));

/**
 * The dialogs. Ctrl+O opens a document in the panel that had the focus last; Ctrl+Shift+S saves that panel's document to disk.
 */
export function DocumentDialogs({ app }: { readonly app: App }) {
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.defaultPrevented;
      const { core, actions } = app.panels[app.state.active];
      if (isOurs && !event.shiftKey && event.code === 'KeyO') app.documents.showOpenDialog(core.side);
      else if (isOurs && event.shiftKey && event.code === 'KeyS' && !core.state.blank) void actions.saveToDisk();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [app]);
  const { opening, drafts } = useDocumentsState(app.documents);
  // Once mounted they stay, so that their closing is animated too.
  const opens = useOnce(opening !== null);
  const recovers = useOnce(drafts.length > 0);
  return (
    <Suspense fallback={null}>
      {opens && <OpenDialog app={app} />}
      {recovers && <RecoveryDialog app={app} />}
    </Suspense>
  );
}
