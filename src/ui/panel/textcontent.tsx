// A panel's document as text: the find bar and the editor, and the first screen of the text until that has come.

import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FindBar } from '../find/bar.tsx';
import type { App, Panel } from '../store/app.ts';
import { FirstScreen } from '../text/firstscreen.tsx';
import type { FocusAt } from '../text/view.tsx';
import { Loading } from './empty.tsx';
import { viewProps, type Look } from './look.ts';
import styles from './content.module.css';

/** Whether the editor has come. */
let hasEditor = false;
const TextView = lazy(async () => {
  const view = await import('../text/view.tsx');
  hasEditor = true;
  return view;
});

export interface TextContentProps {
  readonly app: Pick<App, 'zoom' | 'setWrap' | 'comparing'>;
  readonly panel: Panel;
  readonly look: Look;
  /** The document's. */
  readonly name: string;
  /** Nothing else of the document has been shown yet: it is seen from its beginning. */
  readonly fromStart: boolean;
}

/** The text of a panel. */
export function TextContent({ app, panel, look, name, fromStart }: TextContentProps) {
  const { core, actions } = panel;
  const [isFirst, setIsFirst] = useState(() => fromStart && !hasEditor);
  const pressed = useRef<Parameters<FocusAt>[0] | null>(null);

  // Once the editor has drawn.
  const afterFirst = (focusAt: FocusAt): void => {
    requestAnimationFrame(() => {
      // At once: the editor finds its letters by what lies on top.
      flushSync(() => setIsFirst(false));
      if (pressed.current !== null) focusAt(pressed.current);
      pressed.current = null;
    });
  };

  return (
    <div className={styles.text} dir="ltr">
      <Suspense fallback={<Loading />}>
        <FindBar finder={panel.finder} />
        <TextView
          {...viewProps(panel, look)}
          finder={panel.finder}
          differences={app.comparing.sides[core.side]}
          theme={look.theme}
          wrap={look.wrap}
          tabSize={look.tabSize}
          onWrap={app.setWrap}
          onZoom={app.zoom}
          label={name}
          onGoTo={() => actions.askGoTo()}
          onFormat={(command, scope) => void actions.format(command, scope)}
          onWork={(label, work) => core.write(label, (task) => work(task).then(() => null))}
          {...(isFirst && { onShown: afterFirst })}
        />
      </Suspense>
      {isFirst && (
        <FirstScreen
          client={core.client}
          fontSize={look.fontSizePx}
          wrap={look.wrap}
          tabSize={look.tabSize}
          onPress={(point) => (pressed.current = point)}
        />
      )}
    </div>
  );
}
