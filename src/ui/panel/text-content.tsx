// A panel's document as text: the find bar and the editor, and a preview of the first screen until the editor has loaded.

import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FindBar } from '../find/bar.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { EarlyKeys } from '../text/input/early-keys.tsx';
import { FirstScreen } from '../text/rendering/first-screen.tsx';
import type { EarlyKey } from '../text/input/waiting-keys.ts';
import type { FocusAt } from '../text/view.tsx';
import { firstRequest, LIMITS } from '../text/window/window-sizing.ts';
import type { PanelDocument } from '../panel-core/panel-document.ts';
import { Loading } from './empty.tsx';
import { viewProps, type ViewSettings } from './view-props.ts';
import styles from './content.module.css';

/** Where the user pressed before the editor was loaded, in pixels, and the document then shown. */
interface Press {
  readonly x: number;
  readonly y: number;
  readonly document: PanelDocument;
}

/** Whether the editor has loaded. */
let hasEditor = false;
const isThere = (): boolean => hasEditor;
const loadCopyAs = loadWithRetry(() => import('../copy-as/copy-as-state.ts'));
const TextView = lazyPart(
  () => import('../text/view.tsx'),
  (view) => {
    hasEditor = true;
    return view.default;
  },
);

export interface TextContentProps {
  readonly app: Pick<PageModel, 'state' | 'zoom' | 'setWrap' | 'setScreenReader' | 'comparing'>;
  readonly panel: Panel;
  readonly look: ViewSettings;
  /** The document's name. */
  readonly name: string;
}

export function TextContent({ app, panel, look, name }: TextContentProps) {
  const { core, actions } = panel;
  // No preview if another place was requested: the user would first see the wrong one.
  const [isFirst, setIsFirst] = useState(() => !hasEditor && core.pendingViewAction === null);
  const pressed = useRef<Press | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const early = useRef<EarlyKey[]>([]);
  const onEarlyKey = useCallback((key: EarlyKey): void => void early.current.push(key), []);
  const { client } = core;
  useEffect(() => client.readAhead(firstRequest(LIMITS)), [client]);

  // Called when the editor has rendered for the first time.
  const afterFirst = (focusAt: FocusAt): void => {
    requestAnimationFrame(() => {
      // The editor takes the focus only if nothing else has it, and the press only if no other document was opened since.
      const { activeElement } = document;
      const hasKeys = activeElement === field.current || activeElement === document.body;
      // Synchronous, so that no key arrives in between: the editor measures its text by hit testing, and the preview covers it.
      flushSync(() => setIsFirst(false));
      const press = pressed.current;
      const keys = early.current.splice(0);
      pressed.current = null;
      const isMeant = press?.document === core.document;
      if (press === null || !isMeant) return;
      // Keys typed before something else took the focus still belong to the text.
      if (hasKeys && app.state.active === core.side) focusAt(press, keys);
      else if (keys.length > 0) {
        focusAt(press, keys);
        if (activeElement instanceof HTMLElement) activeElement.focus();
      }
    });
  };

  return (
    <div className={styles.text} dir="ltr">
      <FindBar finder={panel.finder} />
      <div className={styles.body}>
        <Suspense fallback={<Loading />}>
          <TextView
            {...viewProps(panel, look)}
            finder={panel.finder}
            problems={core}
            schema={core}
            differences={app.comparing.sides[core.side]}
            readOnly={look.readOnly}
            theme={look.theme}
            wrap={look.wrap}
            screenReader={look.screenReader}
            tabSize={look.tabSize}
            onWrap={app.setWrap}
            onScreenReader={app.setScreenReader}
            onZoom={app.zoom}
            label={name}
            onTabKey={actions.editing.setTabKey}
            onGoTo={() => actions.going.askGoTo()}
            onCopyAs={() => void loadCopyAs().then(({ showCopyAs }) => showCopyAs(core, true), core.report)}
            onFormat={(command, scope) => void actions.editing.format(command, scope)}
            onTask={core.run}
            onWork={(label, work) => core.write(label, (task) => work(task).then(() => null))}
            {...(isFirst && { onShown: afterFirst })}
          />
        </Suspense>
        {isFirst && (
          <FirstScreen
            client={client}
            fontSize={look.fontSizePx}
            wrap={look.wrap}
            tabSize={look.tabSize}
            isOver={isThere}
            onPress={(point) => {
              pressed.current = { ...point, document: core.document };
              field.current?.focus({ preventScroll: true });
            }}
          />
        )}
        {isFirst && <EarlyKeys field={field} label={name} onKey={onEarlyKey} />}
      </div>
    </div>
  );
}
