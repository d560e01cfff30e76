// Two panels and the column between them; on a narrow page one panel, a switch, and the copy buttons.

import {
  ArrowLeft,
  ArrowLeftRight,
  ArrowRight,
  ArrowLeftFromLine,
  ArrowRightFromLine,
  Maximize2,
  type LucideIcon,
} from 'lucide-react';
import { useMemo, useRef, type ComponentType } from 'react';
import { fontSizePx } from '../../shared/settings/font-size.ts';
import { otherSide } from '../../shared/side.ts';
import { CompareControls } from '../compare/controls.tsx';
import type { PanelSlot, ViewSettings } from '../panel/view-props.ts';
import { useAppState } from '../app-model/page-store.ts';
import type { PageModel } from '../app-model/app-model.ts';
import { usePanelState } from '../panel-core/panel-core.ts';
import type { Side } from '../model/side.ts';
import { usePreferences } from '../settings/preferences.ts';
import { BETWEEN } from '../strings/app/page-commands.ts';
import { Button } from '../widgets/button.tsx';
import { NARROW_PX, useMedia } from '../widgets/media.ts';
import { Segments } from '../widgets/segments.tsx';
import { useKeptScrolls } from './kept-scrolls.ts';
import { useCompareState } from '../compare/comparison.ts';
import { hiddenBy, onlyShare, restored, shownShare } from '../model/splitter-rules.ts';
import { Splitter } from './splitter.tsx';
import { LAYOUT } from '../strings/app/layout.ts';
import { PANELS } from '../strings/panel/panel.ts';
import { TRANSFORM_ENTRY } from '../strings/transform/transform-entry.ts';
import styles from './layout.module.css';

/** The width of the column between the panels, in pixels. */
const CENTRE_PX = 68;
/** The same while one panel has the page: the way back to the other one. */
const FOLDED_PX = 24;

const SIDE_CHOICES = [
  { value: 'left', label: PANELS.left },
  { value: 'right', label: PANELS.right },
] as const;

export interface LayoutProps<App extends PageModel> {
  readonly app: App;
  /** Renders a panel. */
  readonly View: ComponentType<PanelSlot & { readonly app: App }>;
}

/** The panels of the page. */
export function Layout<App extends PageModel>({ app, View }: LayoutProps<App>) {
  const { active, theme } = useAppState(app);
  const shown = usePreferences(app.preferences);
  const { fontSize, wrap, screenReader, tabSize, escapeControlCharacters, splitterValue: splitter } = shown;
  const controls = escapeControlCharacters ? 'escapes' : 'signs';
  const look = useMemo<ViewSettings>(
    () => ({ theme, fontSizePx: fontSizePx(fontSize), wrap, screenReader, tabSize, controls }),
    [theme, fontSize, wrap, screenReader, tabSize, controls],
  );
  const { on } = useCompareState(app.comparing);
  const narrow = useMedia(`(width < ${NARROW_PX}px)`);
  const main = useRef<HTMLElement>(null);
  useKeptScrolls(app, main);
  const hidden = narrow ? otherSide(active) : hiddenBy(splitter);
  const share = shownShare(splitter);

  const centrePx = hidden === null ? CENTRE_PX : FOLDED_PX;
  const valueAt = (clientX: number): number => {
    const box = main.current?.getBoundingClientRect();
    return box === undefined ? splitter : (clientX - box.left - centrePx / 2) / Math.max(1, box.width - centrePx);
  };
  const setSplitter = (value: number): void => app.preferences.set('splitterValue', Math.min(1, Math.max(0, value)));
  /** The share before a panel got the whole page; `null` if the other one was hidden by dragging. */
  const shared = useRef<number | null>(null);
  const giveAll = (): void => {
    shared.current = splitter;
    setSplitter(onlyShare(active));
  };
  const restore = (): void => setSplitter(shared.current ?? restored(splitter));
  const move = (value: number): void => {
    shared.current = null;
    setSplitter(value);
  };
  // The key makes a panel keep its views when it moves to the other side.
  const showOptions = (): void => app.show('compare');
  const panel = (side: Side) => (
    <View
      key={app.panels[side].id}
      app={app}
      panel={app.panels[side]}
      look={look}
      hidden={hidden === side}
      alone={narrow}
    />
  );

  const copyArrows = (
    <Arrows
      app={app}
      icons={COPY}
      labels={BETWEEN.copy}
      onClick={(from, to) => void app.panels[from].actions.editing.copyTo(app.panels[to].core)}
    />
  );

  // One structure for both layouts, so that rotating a tablet preserves the views.
  const columns = `minmax(0, ${share}fr) ${centrePx}px minmax(0, ${1 - share}fr)`;
  return (
    <main
      ref={main}
      className={narrow ? styles.narrow : styles.wide}
      style={narrow ? undefined : { gridTemplateColumns: columns }}
    >
      {narrow && (
        <div className={styles.switch} data-region="">
          <Segments label={LAYOUT.panel} choices={SIDE_CHOICES} value={active} onChange={app.setActive} />
          <span className={styles.grow} />
          <CompareControls comparing={app.comparing} inRow onOptions={showOptions} />
          {/* While the panels are compared, the arrows of Compare take their place. */}
          {!on && (
            <>
              <small>{LAYOUT.copy}</small>
              <span className={styles.pair}>{copyArrows}</span>
            </>
          )}
        </div>
      )}
      {panel('left')}
      {!narrow && (
        <div className={styles.centre} data-folded={hidden ?? undefined} data-region="">
          {hidden === null && (
            <>
              <small>{LAYOUT.copy}</small>
              {copyArrows}
              <Button icon label={BETWEEN.swap} tooltip={BETWEEN.swap} onClick={app.swap}>
                <ArrowLeftRight size={16} aria-hidden />
              </Button>
              <small>{LAYOUT.transform}</small>
              <Arrows app={app} icons={TRANSFORMS} labels={TRANSFORM_ENTRY.to} onClick={app.transform} />
              <CompareControls comparing={app.comparing} onOptions={showOptions} />
            </>
          )}
          <Splitter value={splitter} onChange={move} onRestore={restore} onOnly={giveAll} valueAt={valueAt} />
          <Button
            icon
            label={LAYOUT.only(active)}
            tooltip={hidden === null ? LAYOUT.only(active) : LAYOUT.both}
            pressed={hidden !== null}
            onClick={hidden === null ? giveAll : restore}
          >
            <Maximize2 size={16} aria-hidden />
          </Button>
        </div>
      )}
      {panel('right')}
    </main>
  );
}

const COPY = { right: ArrowRight, left: ArrowLeft } as const;
const TRANSFORMS = { right: ArrowRightFromLine, left: ArrowLeftFromLine } as const;

/** Two arrow buttons that copy each panel to the other one. */
function Arrows({
  app,
  icons,
  labels,
  onClick,
}: {
  readonly app: PageModel;
  readonly icons: Readonly<Record<Side, LucideIcon>>;
  readonly labels: Readonly<Record<Side, string>>;
  readonly onClick: (from: Side, to: Side) => void;
}) {
  const blank = {
    left: usePanelState(app.panels.left.core).document.blank,
    right: usePanelState(app.panels.right.core).document.blank,
  };
  return (['right', 'left'] as const).map((to) => {
    const from = to === 'right' ? 'left' : 'right';
    const Icon = icons[to];
    return (
      <Button
        key={to}
        icon
        label={labels[to]}
        tooltip={labels[to]}
        disabled={blank[from]}
        onClick={() => onClick(from, to)}
      >
        <Icon size={16} aria-hidden />
      </Button>
    );
  });
}
