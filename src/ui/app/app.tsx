// The page: header, layout, and what floats over both. It also takes what is dropped or pasted where no
// panel and no field does.

import { lazy, Suspense, useEffect, useState } from 'react';
import { CodedError } from '../../shared/errors.ts';
import { Ads, Analytics } from '../page/ads.tsx';
import { Sections } from '../page/below.tsx';
import { useAppState } from './app-store.ts';
import type { App } from './app-model.ts';
import type { Side } from '../model/side.ts';
import { DocumentDialogs } from '../documents/dialogs/dialogs.tsx';
import { Boundary } from '../widgets/boundary.tsx';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog.tsx';
import { Hints } from '../widgets/hints.tsx';
import { patiently } from '../patiently.ts';
import { Header } from './header.tsx';
import { usePageKeys } from './page-keys.ts';
import { Layout } from './layout.tsx';
import { Overlays } from './overlays.tsx';
import { isInsecure, insecureNotice } from './secure.ts';
import { openPasted } from '../panel/pasted-text.ts';
import { readPaste } from './paste.ts';
import { CLIPBOARD } from '../strings/documents/opening.ts';
import { CANCEL } from '../strings/app/layout.ts';
import styles from './app.module.css';

const Toasts = lazy(patiently(() => import('./toasts.tsx')));

/** The whole application over its store. */
export function Application({ app }: { readonly app: App }) {
  const { question } = useAppState(app);
  // While the dialog goes, it still says what it asked.
  const [asked, setAsked] = useState(question);
  if (question !== null && question !== asked) setAsked(question);
  // In a task of its own: the first commit is long enough without the documents that it opens.
  useEffect(() => {
    const timer = setTimeout(() => {
      app.start();
      if (isInsecure(location)) app.notices.notify(insecureNotice(location));
    });
    return () => clearTimeout(timer);
  }, [app]);
  usePageDrops();
  usePagePaste(app);
  usePageKeys(app);
  return (
    <Boundary>
      <>
        <div className={styles.page}>
          <Header app={app} />
          <Layout app={app} />
          <Ads account={app.account} />
        </div>
        <Sections app={app} />
        <Boundary fallback={null}>
          <Suspense fallback={null}>
            <Toasts notices={app.notices} />
          </Suspense>
        </Boundary>
        <Dialog title={asked?.title ?? ''} open={question !== null} onClose={() => app.answer(false)}>
          <p dir="auto">{asked?.text}</p>
          <Actions>
            <Button look="outline" onClick={() => app.answer(false)}>
              {CANCEL}
            </Button>
            <Button look="primary" onClick={() => app.answer(true)}>
              {asked?.yes}
            </Button>
          </Actions>
        </Dialog>
        <Overlays app={app} />
        <DocumentDialogs app={app} />
        <Hints />
        <Analytics account={app.account} />
      </>
    </Boundary>
  );
}

/** A file dropped beside the panels must not make the browser leave the page. */
function usePageDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
}

/** A paste that no field wants opens in the panel that had the focus last. */
function usePagePaste(app: App): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const side: Side = app.state.active;
      const { core, actions } = app.panels[side];
      const content = readPaste(event, core.state.blank);
      if (content === null) return;
      event.preventDefault();
      if (content instanceof File) void actions.openFile(content);
      else if (content.trim() === '') core.report(new CodedError('refused', CLIPBOARD.empty));
      else void openPasted(app.panels[side], content);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [app]);
}
