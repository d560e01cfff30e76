// A panel: title, tools, what is wrong, content, status. It takes dropped files and knows which view
// shows the document; everything else is in the parts beside this file.

import { useCallback, useMemo, useRef, useState } from 'react';
import type { App, Panel } from '../store/app.ts';
import { isUnsaved, usePanelState } from '../store/panel.ts';
import type { Theme } from '../theme/theme.ts';
import { Boundary } from '../widgets/boundary.tsx';
import { useNarrower } from '../widgets/media.ts';
import { AddressDialog } from './address.tsx';
import { Content } from './content.tsx';
import { dropTarget } from './drop.ts';
import { panelMenus } from './menus.ts';
import { OneLine } from './oneline.tsx';
import { createOpeners } from './openers.ts';
import { Progress } from './progress.tsx';
import { RepairDialog } from './repair.tsx';
import { Status } from './status.tsx';
import { Strip } from './strip.tsx';
import { Title } from './title.tsx';
import { Tools } from './tools.tsx';
import styles from './panel.module.css';

/** Below this width the tools fold into the "…" menu, in pixels. */
const COMPACT_PX = 430;

export interface PanelViewProps {
  readonly panel: Panel;
  readonly app: App;
  readonly theme: Theme;
  readonly hidden: boolean;
}

/** One of the two panels, bound to its store. @see requirements PAN-11 */
export function PanelView({ panel, app, theme, hidden }: PanelViewProps) {
  const { core, actions } = panel;
  const state = usePanelState(core);
  const section = useRef<HTMLElement>(null);
  const compact = useNarrower(section, COMPACT_PX);
  const [dragged, setDragged] = useState(false);
  const [asksAddress, setAsksAddress] = useState(false);

  const openers = useMemo(() => createOpeners(panel, () => setAsksAddress(true)), [panel]);
  const onFind = useCallback(() => panel.finder.open(false), [panel]);
  const { blank, doc } = state;
  const valid = !blank && doc.validity === 'valid';
  const hasTree = !blank && doc.tree !== 'none';
  const hasSelection = state.mode === 'text' && (state.place?.selectedCharacters ?? 0) > 0;
  const menus = useMemo(
    () => panelMenus({ valid, hasTree, hasSelection }, actions, openers),
    [valid, hasTree, hasSelection, actions, openers],
  );
  const name = core.side === 'left' ? 'Left' : 'Right';

  return (
    <section
      ref={section}
      id={core.side === 'left' ? 'LEFT_PANEL' : 'RIGHT_PANEL'}
      aria-label={name}
      className={styles.panel}
      data-dragged={dragged}
      hidden={hidden}
      onFocusCapture={() => app.setActive(core.side)}
      onPointerDownCapture={() => app.setActive(core.side)}
      {...dropTarget(app, core.side, setDragged)}
    >
      <Title
        name={state.name}
        origin={state.origin}
        blank={blank}
        unsaved={isUnsaved(state)}
        mode={state.mode}
        menus={menus}
        compact={compact}
        onSave={actions.save}
        onNew={actions.startNew}
      />
      <Tools
        mode={state.mode}
        blank={blank}
        canUndo={doc.canUndo}
        canRedo={doc.canRedo}
        menus={menus}
        compact={compact}
        actions={actions}
        onFind={onFind}
      />
      <Strip state={state} onGo={actions.goToError} onRepair={() => void actions.repair()} />
      <div className={styles.content}>
        <Boundary key={state.mode}>
          <Content panel={panel} state={state} theme={theme} openers={openers} />
        </Boundary>
        <OneLine state={state} onFormat={() => void actions.format('format', 'document')} />
        <Progress key={state.task?.id} task={state.task} onCancel={core.cancel} />
      </div>
      <Status state={state} onGo={actions.goToError} />
      {dragged && (
        <div className={styles.drop} aria-hidden>
          Drop to open in the {name.toLowerCase()} panel
        </div>
      )}
      <RepairDialog offer={state.repair} onAnswer={(yes) => void actions.answerRepair(yes)} onGo={actions.showOffset} />
      <AddressDialog
        open={asksAddress}
        onClose={() => setAsksAddress(false)}
        onOpen={(url) => void actions.openUrl(url)}
      />
    </section>
  );
}
