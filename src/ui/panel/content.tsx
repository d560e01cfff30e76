// The middle of a panel: the view of its mode, or what there is to say instead of one. Views load when
// they are first shown.

import { lazy, Suspense } from 'react';
import { FindBar } from '../find/bar.tsx';
import type { Panel } from '../store/app.ts';
import type { PanelState } from '../store/panel.ts';
import type { Theme } from '../theme/theme.ts';
import { Button } from '../widgets/button.tsx';
import { Empty, Loading } from './empty.tsx';
import type { Openers } from './openers.ts';
import styles from './content.module.css';

const TextView = lazy(() => import('../text/view.tsx'));
const TreeView = lazy(() => import('../tree/view.tsx'));

/** The size of the text in the views, in pixels. */
const FONT_SIZE_PX = 14;

export interface ContentProps {
  readonly panel: Panel;
  readonly state: PanelState;
  readonly theme: Theme;
  readonly openers: Openers;
}

/** The content of a panel. */
export function Content({ panel, state, theme, openers }: ContentProps) {
  const { core, actions } = panel;
  const showText = (): void => actions.setMode('text');
  const isEmpty = state.doc.size === 0 && state.doc.phase !== 'loading';

  if (state.blank) {
    const { problem, retryKey } = state;
    const retry = retryKey === null ? null : () => void actions.openKey(retryKey);
    return <Blank problem={problem} openers={openers} onRetry={retry} onNew={() => void actions.startNew()} />;
  }
  if (state.mode === 'table') {
    return (
      <Empty title="Table mode is on its way." text="Until it is here, the tree shows the same document.">
        <Button look="outline" onClick={() => actions.setMode('tree')}>
          Show as tree
        </Button>
      </Empty>
    );
  }
  const shared = {
    client: core.client,
    fontSize: FONT_SIZE_PX,
    onPlace: actions.setPlace,
    onError: core.report,
    onUndo: () => void actions.undo(),
    onRedo: () => void actions.redo(),
    onSave: () => void actions.save(),
    ref: actions.attachView,
  };
  if (state.mode === 'text') {
    return (
      <Suspense fallback={<Loading />}>
        <div className={styles.text}>
          <FindBar finder={panel.finder} />
          <TextView
            {...shared}
            finder={panel.finder}
            theme={theme}
            label={state.name}
            onFormat={(command, scope) => void actions.format(command, scope)}
          />
        </div>
      </Suspense>
    );
  }
  if (state.doc.tree === 'none') {
    if (state.doc.phase === 'loading' || (state.doc.validity === 'unknown' && !isEmpty)) return <Loading />;
    return (
      <Empty
        title={isEmpty ? 'The document is empty.' : 'The text is not valid JSON, so there is no tree to show.'}
        text={isEmpty ? undefined : state.doc.error?.message}
      >
        <Button look="outline" onClick={showText}>
          Show as text
        </Button>
      </Empty>
    );
  }
  const stale = state.doc.tree === 'stale';
  return (
    <Suspense fallback={<Loading />}>
      <div className={styles.view} data-stale={stale}>
        <TreeView
          key={state.documentCount}
          {...shared}
          readOnly={stale || state.writes > 0}
          label={`${state.name}, as a tree`}
        />
        {stale && (
          <p className={styles.stale}>
            The text is invalid: this is the last valid state, read-only.
            <Button look="outline" onClick={showText}>
              Show as text
            </Button>
          </p>
        )}
      </div>
    </Suspense>
  );
}

function Blank({
  problem,
  openers,
  onRetry,
  onNew,
}: {
  readonly problem: string | null;
  readonly openers: Openers;
  readonly onRetry: (() => void) | null;
  readonly onNew: () => void;
}) {
  return (
    <Empty
      title={problem ?? 'Drop a JSON file here'}
      text={problem === null ? 'Any size; it stays on your computer.' : undefined}
      failed={problem !== null}
    >
      {onRetry !== null && (
        <Button look="primary" onClick={onRetry}>
          Try again
        </Button>
      )}
      <Button look={onRetry === null ? 'primary' : 'outline'} onClick={() => void openers.chooseFile()}>
        Open file
      </Button>
      <Button look="outline" onClick={() => void openers.paste()}>
        Paste
      </Button>
      <Button look="outline" onClick={onNew}>
        Start empty
      </Button>
    </Empty>
  );
}
