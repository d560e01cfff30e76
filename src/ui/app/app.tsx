// The page: header, layout, and overlays.

import { useEffect, useRef, useState } from 'react';
import { Ads, Analytics } from '../page/ads.tsx';
import { Sections } from '../page/below.tsx';
import { useAppState } from '../app-model/page-store.ts';
import type { App } from '../app-model/app-model.ts';
import { DocumentDialogs } from '../document-dialogs/dialogs.tsx';
import { Boundary, PartBoundary } from '../widgets/boundary.tsx';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { Hints } from '../widgets/hints.tsx';
import { useAccountState } from '../account/account.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { Header } from './header.tsx';
import { usePageDrops, usePagePaste } from './page-input.ts';
import { usePageKeys } from './page-keys.ts';
import { usePageWheel } from './page-wheel.ts';
import { Layout } from './layout.tsx';
import { PanelView } from '../panel/panel.tsx';
import { Overlays } from './overlays.tsx';
import { Once } from '../widgets/once.tsx';
import { isInsecure, insecureNotice } from './insecure-notice.ts';
import { CANCEL } from '../strings/app/layout.ts';
import styles from './app.module.css';

const loadPalette = () => import('../commands/app-palette.tsx');
const Palette = lazyPart(loadPalette);
const Modals = lazyPart(() => import('../account/modals.tsx'));
const Toasts = lazyPart(loadWithRetry(() => import('../notices/toasts.tsx')));

/** Preloads the palette, so that it opens immediately. */
export function preparePalette(): void {
  // Loaded again when the palette opens.
  loadPalette().catch(() => undefined);
}

/** The whole application over its store. */
export function Application({ app }: { readonly app: App }) {
  const { question } = useAppState(app);
  const { modal } = useAccountState(app.account);
  // While the dialog closes, it keeps showing its question.
  const [asked, setAsked] = useState(question);
  if (question !== null && question !== asked) setAsked(question);
  // In a separate task: the first commit is long enough without opening documents.
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
  const editor = useRef<HTMLDivElement>(null);
  usePageWheel(editor);
  return (
    <Boundary>
      <>
        <div ref={editor} className={styles.page}>
          <Header app={app} />
          <Layout app={app} View={PanelView} />
          <Ads account={app.account} />
        </div>
        <Sections app={app} />
        <PartBoundary fallback={null}>
          <Toasts notices={app.notices} />
        </PartBoundary>
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
        <Overlays app={app} Palette={Palette}>
          <Once when={modal !== null} onClose={app.account.close}>
            <Modals account={app.account} />
          </Once>
        </Overlays>
        <DocumentDialogs app={app} />
        <Hints />
        <Analytics account={app.account} />
      </>
    </Boundary>
  );
}
