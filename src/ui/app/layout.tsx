// Two panels and the column between them; on a narrow page one panel, a switch, and the copy buttons.

import { ArrowLeft, ArrowLeftRight, ArrowRight, ArrowRightFromLine, ArrowLeftFromLine } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { fontSizePx } from '../../shared/fontsize.ts';
import { CompareControls } from '../compare/controls.tsx';
import { PanelView } from '../panel/panel.tsx';
import { useAppState, type App } from '../store/app.ts';
import { usePanelState, type Side } from '../store/panel.ts';
import { usePreferences } from '../store/preferences.ts';
import { PAGE_COMMANDS } from '../texts/commands.ts';
import { Button } from '../widgets/button.tsx';
import { NARROW_PX, useMedia } from '../widgets/media.ts';
import { Segments } from '../widgets/segments.tsx';
import { useKeptScrolls } from './scrolls.ts';
import { hiddenBy, shownShare } from './split.ts';
import { Splitter } from './splitter.tsx';
import { LAYOUT } from '../texts/layout.ts';
import { PANELS } from '../texts/panel.ts';
import { TRANSFORM } from '../texts/transform.ts';
import styles from './layout.module.css';

/** The width of the column between the panels, in pixels. */
const CENTRE_PX = 68;

const SIDE_CHOICES = [
  { value: 'left', label: PANELS.left },
  { value: 'right', label: PANELS.right },
] as const;

/** The panels of the page. */
export function Layout({ app }: { readonly app: App }) {
  const { active, theme } = useAppState(app);
  const { fontSize, wrap, tabSize, splitterValue: splitter } = usePreferences(app.preferences);
  const look = useMemo(
    () => ({ theme, fontSizePx: fontSizePx(fontSize), wrap, tabSize }),
    [theme, fontSize, wrap, tabSize],
  );
  const narrow = useMedia(`(width < ${NARROW_PX}px)`);
  const main = useRef<HTMLElement>(null);
  useKeptScrolls(app, main);
  const hidden = narrow ? (active === 'left' ? 'right' : 'left') : hiddenBy(splitter);
  const share = shownShare(splitter);

  const valueAt = (clientX: number): number => {
    const box = main.current?.getBoundingClientRect();
    return box === undefined ? splitter : (clientX - box.left - CENTRE_PX / 2) / Math.max(1, box.width - CENTRE_PX);
  };
  const setSplitter = (value: number): void => app.preferences.set('splitterValue', Math.min(1, Math.max(0, value)));
  // By its key a panel that changes its place takes its views along.
  const showOptions = (): void => app.show('compare');
  const panel = (side: Side) => (
    <PanelView key={app.panels[side].id} panel={app.panels[side]} app={app} look={look} hidden={hidden === side} />
  );

  // One structure for both, so that turning a tablet keeps the views as they are.
  const columns = `minmax(0, ${share}fr) ${CENTRE_PX}px minmax(0, ${1 - share}fr)`;
  return (
    <main
      ref={main}
      className={narrow ? styles.narrow : styles.wide}
      style={narrow ? undefined : { gridTemplateColumns: columns }}
    >
      {narrow && (
        <div className={styles.switch}>
          <Segments label={LAYOUT.panel} choices={SIDE_CHOICES} value={active} onChange={app.setActive} />
          <span className={styles.grow} />
          <CompareControls comparing={app.comparing} inRow onOptions={showOptions} />
          <small>{LAYOUT.copy}</small>
          <CopyButtons app={app} />
        </div>
      )}
      {panel('left')}
      {!narrow && (
        <div className={styles.centre}>
          <small>{LAYOUT.copy}</small>
          <CopyButtons app={app} />
          <Button icon label={PAGE_COMMANDS.swap} tooltip={PAGE_COMMANDS.swap} onClick={app.swap}>
            <ArrowLeftRight size={16} aria-hidden />
          </Button>
          <small>{LAYOUT.transform}</small>
          <TransformButtons app={app} />
          <CompareControls comparing={app.comparing} onOptions={showOptions} />
          <Splitter value={splitter} onChange={setSplitter} valueAt={valueAt} />
        </div>
      )}
      {panel('right')}
    </main>
  );
}

function TransformButtons({ app }: { readonly app: App }) {
  const { left, right } = app.panels;
  const leftBlank = usePanelState(left.core).blank;
  const rightBlank = usePanelState(right.core).blank;
  return (
    <>
      <Button
        icon
        label={TRANSFORM.toRight}
        tooltip={TRANSFORM.toRight}
        disabled={leftBlank}
        onClick={() => app.transform('left', 'right')}
      >
        <ArrowRightFromLine size={16} aria-hidden />
      </Button>
      <Button
        icon
        label={TRANSFORM.toLeft}
        tooltip={TRANSFORM.toLeft}
        disabled={rightBlank}
        onClick={() => app.transform('right', 'left')}
      >
        <ArrowLeftFromLine size={16} aria-hidden />
      </Button>
    </>
  );
}

function CopyButtons({ app }: { readonly app: App }) {
  const { left, right } = app.panels;
  const leftBlank = usePanelState(left.core).blank;
  const rightBlank = usePanelState(right.core).blank;
  return (
    <>
      <Button
        icon
        label={PAGE_COMMANDS.copyRight}
        tooltip={PAGE_COMMANDS.copyRight}
        disabled={leftBlank}
        onClick={() => void left.actions.copyTo(right.core)}
      >
        <ArrowRight size={16} aria-hidden />
      </Button>
      <Button
        icon
        label={PAGE_COMMANDS.copyLeft}
        tooltip={PAGE_COMMANDS.copyLeft}
        disabled={rightBlank}
        onClick={() => void right.actions.copyTo(left.core)}
      >
        <ArrowLeft size={16} aria-hidden />
      </Button>
    </>
  );
}
