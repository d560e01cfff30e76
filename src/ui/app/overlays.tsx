// What floats over the page when it is asked for. Each part loads when it is first opened, and stays from then on, so
// that it can go as it came.

import { lazy, Suspense, type ReactNode } from 'react';
import { inTime } from '../patiently.ts';
import { useAccountState } from '../account/account.ts';
import { useAppState } from './app-store.ts';
import type { App, Overlay } from './app-model.ts';
import { usePreferences } from '../settings/preferences.ts';
import { Boundary } from '../widgets/boundary.tsx';
import { useOnce } from '../widgets/once.ts';

const loadPalette = inTime(() => import('../commands/palette.tsx'));
const Palette = lazy(loadPalette);
const Shortcuts = lazy(inTime(() => import('../commands/shortcuts.tsx')));
const Configuration = lazy(inTime(() => import('./configuration.tsx')));
const CompareDialog = lazy(inTime(() => import('../compare/dialog.tsx')));
const TransformDialog = lazy(inTime(() => import('../transform/dialog.tsx')));
const FontSizeDialog = lazy(inTime(() => import('./fontsize.tsx')));
const Modals = lazy(inTime(() => import('../account/modals.tsx')));

/** Loads the palette, so that it opens at once. */
export function preparePalette(): void {
  // Asked for once more when it opens.
  loadPalette().catch(() => undefined);
}

/** The palette, the dialogs of the settings and of the account. */
export function Overlays({ app }: { readonly app: App }) {
  const { overlay, transform } = useAppState(app);
  const { modal } = useAccountState(app.account);
  const { fontSize } = usePreferences(app.preferences);
  // One that has gone meanwhile is not the one to close.
  const closing = (own: Overlay) => (): void => {
    if (app.state.overlay === own) app.show(null);
  };
  return (
    <Boundary>
      <Once when={overlay === 'palette'}>
        <Palette app={app} open={overlay === 'palette'} onClose={closing('palette')} />
      </Once>
      <Once when={overlay === 'shortcuts'}>
        <Shortcuts open={overlay === 'shortcuts'} onClose={closing('shortcuts')} />
      </Once>
      <Once when={overlay === 'configuration'}>
        <Configuration
          preferences={app.preferences}
          open={overlay === 'configuration'}
          onClose={closing('configuration')}
        />
      </Once>
      <Once when={overlay === 'compare'}>
        <CompareDialog preferences={app.preferences} open={overlay === 'compare'} onClose={closing('compare')} />
      </Once>
      <Once when={transform !== null}>
        <TransformDialog app={app} question={transform} onClose={app.endTransform} />
      </Once>
      <Once when={modal !== null}>
        <Modals account={app.account} />
      </Once>
      <Once when={overlay === 'font-size'}>
        <FontSizeDialog
          open={overlay === 'font-size'}
          value={fontSize}
          onClose={closing('font-size')}
          onSize={(size) => app.preferences.set('fontSize', size)}
        />
      </Once>
    </Boundary>
  );
}

/** Nothing until `when` has been true. */
function Once({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  const isThere = useOnce(when);
  return isThere && <Suspense fallback={null}>{children}</Suspense>;
}
