// The embed page: one panel or two, and the overlays. It has no header, footer or account.

import { useEffect, useMemo, useState } from 'react';
import { fontSizePx } from '../../shared/settings/font-size.ts';
import { Layout } from '../../ui/app/layout.tsx';
import { Overlays } from '../../ui/app/overlays.tsx';
import { usePageDrops, usePagePaste } from '../../ui/app/page-input.ts';
import { usePageKeys } from '../../ui/app/page-keys.ts';
import { useAppState } from '../../ui/app-model/page-store.ts';
import type { ViewSettings } from '../../ui/panel/view-props.ts';
import { lazyPart } from '../../ui/browser/lazy-part.tsx';
import { loadWithRetry } from '../../ui/browser/load-with-retry.ts';
import { usePreferences } from '../../ui/settings/preferences.ts';
import { CANCEL } from '../../ui/strings/app/layout.ts';
import { EMBED } from '../../ui/strings/embed/embed.ts';
import { Boundary, PartBoundary } from '../../ui/widgets/boundary.tsx';
import { Button } from '../../ui/widgets/button.tsx';
import { Actions, Dialog } from '../../ui/widgets/dialog/dialog.tsx';
import { Hints } from '../../ui/widgets/hints.tsx';
import { useEmbedState, type EmbedApp } from './embed-app.ts';
import { EmbedPanel } from './panel.tsx';
import styles from './page.module.css';

const Palette = lazyPart(() => import('./palette.tsx'));
const Toasts = lazyPart(loadWithRetry(() => import('../../ui/notices/toasts.tsx')));

/** The whole page over its store. `onShown` is called once it is on the screen. */
export function EmbedPage({ app, onShown }: { readonly app: EmbedApp; readonly onShown: () => void }) {
  const { question } = useAppState(app);
  const { panels, readonly: readOnly } = useEmbedState(app);
  const [asked, setAsked] = useState(question);
  if (question !== null && question !== asked) setAsked(question);
  // In a separate task, as on the product's page.
  useEffect(() => {
    const timer = setTimeout(onShown);
    return () => clearTimeout(timer);
  }, [onShown]);
  usePageDrops();
  usePageKeys(app);
  useFileKeys(app);
  return (
    <Boundary>
      <>
        <header className={styles.heading}>
          <h1>{EMBED.title}</h1>
        </header>
        <div className={styles.page}>{panels === 2 ? <Layout app={app} View={EmbedPanel} /> : <Alone app={app} />}</div>
        {!readOnly && <Pastes app={app} />}
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
        <Overlays app={app} Palette={Palette} />
        <Hints />
      </>
    </Boundary>
  );
}

/** The left panel, which fills the page. */
function Alone({ app }: { readonly app: EmbedApp }) {
  const { theme } = useAppState(app);
  const { fontSize, wrap, screenReader, tabSize, escapeControlCharacters } = usePreferences(app.preferences);
  const look = useMemo<ViewSettings>(
    () => ({
      theme,
      fontSizePx: fontSizePx(fontSize),
      wrap,
      screenReader,
      tabSize,
      controls: escapeControlCharacters ? 'escapes' : 'signs',
    }),
    [theme, fontSize, wrap, screenReader, tabSize, escapeControlCharacters],
  );
  return (
    <main className={styles.alone}>
      <EmbedPanel app={app} panel={app.panels.left} look={look} hidden={false} alone={false} />
    </main>
  );
}

/** Opens text that is pasted outside any field. */
function Pastes({ app }: { readonly app: EmbedApp }) {
  usePagePaste(app);
  return null;
}

/** Ctrl+O opens a file, Ctrl+Shift+S saves to disk. */
function useFileKeys(app: EmbedApp): void {
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const side = app.state.active;
      const { core, actions } = app.panels[side];
      if (event.code === 'KeyO' && !event.shiftKey) app.menus[side]?.open[0]?.entries[0]?.onSelect();
      else if (event.code === 'KeyS' && event.shiftKey && !core.state.document.blank) void actions.saving.saveToDisk();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [app]);
}
