// The dialogs over the documents of this browser, and the key that opens them.

import { useEffect } from 'react';
import type { App } from '../store/app.ts';
import { OpenDialog } from './open.tsx';
import { RecoveryDialog } from './recovery.tsx';

/** The dialogs; Ctrl+O asks for a document for the panel that had the focus last. */
export function DocumentDialogs({ app }: { readonly app: App }) {
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      const isOpen = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyO';
      if (!isOpen || event.defaultPrevented) return;
      event.preventDefault();
      app.documents.ask(app.state.active);
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [app]);
  return (
    <>
      <OpenDialog app={app} />
      <RecoveryDialog app={app} />
    </>
  );
}
