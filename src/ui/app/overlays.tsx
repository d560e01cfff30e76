// Overlays of the page. Each is loaded when it is first opened, and stays mounted so that it can fade out.

import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { withTimeout } from '../load-with-retry.ts';
import { useAppState } from './page-store.ts';
import type { Overlay, PageModel } from './app-model.ts';
import { usePreferences } from '../settings/preferences.ts';
import { Boundary } from '../widgets/boundary.tsx';
import { useOnce } from '../widgets/use-once.ts';

const Shortcuts = lazy(withTimeout(() => import('../commands/shortcuts.tsx')));
const Configuration = lazy(withTimeout(() => import('./configuration.tsx')));
const CompareDialog = lazy(withTimeout(() => import('../compare/dialog.tsx')));
const TransformDialog = lazy(withTimeout(() => import('../transform/dialog.tsx')));
const FontSizeDialog = lazy(withTimeout(() => import('./fontsize.tsx')));

export interface OverlaysProps<App extends PageModel> {
  readonly app: App;
  readonly Palette: ComponentType<{ readonly app: App; readonly open: boolean; readonly onClose: () => void }>;
  /** Further overlays. */
  readonly children?: ReactNode;
}

/** The palette, the settings dialogs, and the dialogs of the page. */
export function Overlays<App extends PageModel>({ app, Palette, children }: OverlaysProps<App>) {
  const { overlay, transform } = useAppState(app);
  const { fontSize } = usePreferences(app.preferences);
  // An overlay that was already replaced must not close its successor.
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
      <Once when={overlay === 'font-size'}>
        <FontSizeDialog
          open={overlay === 'font-size'}
          value={fontSize}
          onClose={closing('font-size')}
          onSize={(size) => app.preferences.set('fontSize', size)}
        />
      </Once>
      {children}
    </Boundary>
  );
}

/** Renders nothing until `when` has been true. */
export function Once({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  const isThere = useOnce(when);
  return isThere && <Suspense fallback={null}>{children}</Suspense>;
}
