// A panel: title, tools, what is wrong, content, status. It takes dropped files and knows which view
// shows the document; everything else is in the parts beside this file.

import { useCallback, useMemo, useRef, useState } from 'react';
import type { App, Panel } from '../store/app.ts';
import { isUnsaved, type PanelState } from '../store/panel.ts';
import { usePanelPart } from '../store/part.ts';
import { Boundary } from '../widgets/boundary.tsx';
import { useNarrower } from '../widgets/media.ts';
import { AddressDialog } from './address.tsx';
import { Content, type Look } from './content.tsx';
import { dropTarget } from './drop.ts';
import { GoToDialog } from './goto.tsx';
import { panelMenus } from './menus.ts';
import { OneLine } from './oneline.tsx';
import { createOpeners } from './openers.ts';
import { PathField } from './pathfield.tsx';
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
  readonly look: Look;
  readonly hidden: boolean;
}

/** One of the two panels, bound to its store. @see requirements PAN-11 */
export function PanelView({ panel, app, look, hidden }: PanelViewProps) {
  const { core, actions } = panel;
  const state = usePanelPart(core, frameOf);
  const section = useRef<HTMLElement>(null);
  const compact = useNarrower(section, COMPACT_PX);
  const [dragged, setDragged] = useState(false);
  const [asksAddress, setAsksAddress] = useState(false);

  const openers = useMemo(() => createOpeners(panel, () => setAsksAddress(true)), [panel]);
  const onFind = useCallback(() => panel.finder.open(false), [panel]);
  const { blank, valid, hasTree, hasSelection } = state;
  const menus = useMemo(
    () => panelMenus({ valid, hasTree, hasSelection }, actions, openers),
    [valid, hasTree, hasSelection, actions, openers],
  );
  const GoTo = state.mode === 'tree' && hasTree ? PathField : GoToDialog;
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
        unsaved={state.unsaved}
        mode={state.mode}
        menus={menus}
        compact={compact}
        onSave={actions.save}
        onNew={actions.startNew}
        onGoTo={actions.askGoTo}
      />
      <Tools
        mode={state.mode}
        blank={blank}
        canUndo={state.canUndo}
        canRedo={state.canRedo}
        menus={menus}
        compact={compact}
        actions={actions}
        onFind={onFind}
      />
      <Strip core={core} onGo={actions.goToError} onRepair={() => void actions.repair()} />
      <div className={styles.content}>
        <Boundary key={state.mode}>
          <Content panel={panel} app={app} look={look} openers={openers} />
        </Boundary>
        <OneLine core={core} onFormat={() => void actions.format('format', 'document')} />
        <Progress key={state.task?.id} task={state.task} onCancel={core.cancel} />
      </div>
      <Status core={core} actions={actions} />
      {dragged && (
        <div className={styles.drop} aria-hidden>
          Drop to open in the {name.toLowerCase()} panel
        </div>
      )}
      <GoTo asked={state.goTo} look={actions.look} onClose={actions.closeGoTo} onGo={actions.goTo} />
      <RepairDialog offer={state.repair} onAnswer={(yes) => void actions.answerRepair(yes)} onGo={actions.showOffset} />
      <AddressDialog
        open={asksAddress}
        onClose={() => setAsksAddress(false)}
        onOpen={(url) => void actions.openUrl(url)}
      />
    </section>
  );
}

/** What the frame around the content shows. While an edit is checked, the text counts as what it was. */
function frameOf(state: PanelState) {
  const { blank, doc, mode, name, origin, task, goTo, repair } = state;
  return {
    blank,
    mode,
    name,
    origin,
    task,
    goTo,
    repair,
    unsaved: isUnsaved(state),
    canUndo: doc.canUndo,
    canRedo: doc.canRedo,
    valid: !blank && state.wasValid,
    hasTree: !blank && doc.tree !== 'none',
    hasSelection: mode === 'text' && (state.place?.selectedCharacters ?? 0) > 0,
  };
}
