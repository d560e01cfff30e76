// Overlays of the page. Each is loaded when it is first opened, and stays mounted so that it can fade out.

import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '../browser/lazy-part.tsx';
import { useAppState } from '../app-model/page-store.ts';
import type { Overlay, PageModel } from '../app-model/app-model.ts';
import { usePreferences } from '../settings/preferences.ts';
import { Once } from '../widgets/once.tsx';

const Shortcuts = lazyPart(() => import('../commands/shortcuts.tsx'));
const Configuration = lazyPart(() => import('./configuration.tsx'));
const CompareDialog = lazyPart(() => import('../compare/dialog.tsx'));
const TransformDialog = lazyPart(() => import('../transform/dialog.tsx'));
const FontSizeDialog = lazyPart(() => import('./font-size.tsx'));

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
    <>
      <Once when={overlay === 'palette'} onClose={closing('palette')}>
        <Palette app={app} open={overlay === 'palette'} onClose={closing('palette')} />
      </Once>
      <Once when={overlay === 'shortcuts'} onClose={closing('shortcuts')}>
        <Shortcuts open={overlay === 'shortcuts'} onClose={closing('shortcuts')} />
      </Once>
      <Once when={overlay === 'configuration'} onClose={closing('configuration')}>
        <Configuration
          preferences={app.preferences}
          open={overlay === 'configuration'}
          onClose={closing('configuration')}
        />
      </Once>
      <Once when={overlay === 'compare'} onClose={closing('compare')}>
        <CompareDialog preferences={app.preferences} open={overlay === 'compare'} onClose={closing('compare')} />
      </Once>
      <Once when={transform !== null} onClose={app.endTransform}>
        <TransformDialog app={app} question={transform} onClose={app.endTransform} />
      </Once>
      <Once when={overlay === 'font-size'} onClose={closing('font-size')}>
        <FontSizeDialog
          open={overlay === 'font-size'}
          value={fontSize}
          onClose={closing('font-size')}
          onSize={(size) => app.preferences.set('fontSize', size)}
        />
      </Once>
      {children}
    </>
  );
}
