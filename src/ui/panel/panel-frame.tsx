// The frame of a panel, in the product's page and in the embed page: tools, error strip, content, and the dialogs of every panel.
// It accepts dropped files. What differs between the pages comes in slots.

import { useCallback, useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { DockPlaceContext, useDock, type DockPlace } from '../panel-core/dock-state.ts';
import type { PanelMenus } from '../panel-core/panel-menus.ts';
import type { PanelState } from '../panel-core/panel-core.ts';
import { usePreferences } from '../settings/preferences.ts';
import { dropHere, PANELS } from '../strings/panel/panel.ts';
import { Boundary, PartBoundary } from '../widgets/boundary.tsx';
import { NARROW_PX, useMedia, useNarrower } from '../widgets/media.ts';
import { Once, useOnce } from '../widgets/once.tsx';
import { Tools } from './bars/tools.tsx';
import type { GoToDialogProps } from '../go-to/go-to-dialog.tsx';
import { dropTarget } from '../incoming/drop-target.ts';
import { Progress } from './progress.tsx';
import styles from './panel.module.css';

const Strip = lazyPart(loadWithRetry(() => import('./bars/error-strip.tsx')));
const GoToDialog = lazyPart(loadWithRetry(() => import('../go-to/go-to-dialog.tsx')));
const RepairDialog = lazyPart(loadWithRetry(() => import('../problems/repair-dialog.tsx')));

/** Below this width the tools fold into the "…" menu, in pixels. */
const COMPACT_PX = 430;
/** Below this width "Transform" is only in that menu, in pixels. */
const ROOMY_PX = 520;
/** From this width the dock is beside the document, in pixels. */
const BESIDE_PX = 1000;

/** Picks what the frame shows. While an edit is checked, the text keeps its previous validity. */
export function frameOf({ doc, mode, task, goTo, repair, wasValid, document: { blank, place } }: PanelState) {
  return {
    blank,
    mode,
    task,
    goTo,
    repair,
    canUndo: doc.canUndo,
    undoes: doc.undoes,
    redoes: doc.redoes,
    canRedo: doc.canRedo,
    isInvalid: doc.validity === 'invalid',
    valid: !blank && wasValid,
    hasTree: !blank && doc.tree !== 'none',
    hasSelection: mode === 'text' && (place?.selectedCharacters ?? 0) > 0,
  };
}

interface PanelFrameProps {
  readonly panel: Panel;
  readonly app: PageModel;
  readonly state: ReturnType<typeof frameOf>;
  readonly menus: PanelMenus;
  readonly hidden: boolean;
  readonly className?: string | undefined;
  readonly readOnly?: boolean;
  readonly hasTools?: boolean;
  /** Renders the title bar; in a narrow panel the tools are in its menu. */
  readonly renderTitle: (compact: boolean) => ReactNode;
  readonly content: ReactNode;
  /** What is shown over the content. */
  readonly over: ReactNode;
  /** What is shown below the content. */
  readonly below: ReactNode;
  /** Renders the field for a path, which takes the place of a dialog in the tree. */
  readonly renderPathField: (goTo: GoToDialogProps) => ReactNode;
  readonly onTransform: () => void;
  /** The dialogs of the page. */
  readonly children: ReactNode;
}

/** Renders a panel. @see requirements PAN-11 */
export function PanelFrame(props: PanelFrameProps) {
  const { panel, app, state, menus, readOnly = false } = props;
  const { core, actions } = panel;
  const { side } = core;
  const section = useRef<HTMLElement>(null);
  const compact = useNarrower(section, COMPACT_PX);
  const roomy = !useNarrower(section, ROOMY_PX);
  const isBeside = !useNarrower(section, BESIDE_PX);
  const isSheet = useMedia(`(width < ${NARROW_PX}px)`);
  const place: DockPlace = isSheet ? 'sheet' : isBeside ? 'beside' : 'below';
  const hasDock = useDock(core).tab !== null && !state.blank;
  const { dockHeight, dockWidth } = usePreferences(app.preferences);
  const [dragged, setDragged] = useState(false);
  const fails = useOnce(state.isInvalid);
  // The command palette shows the same entries.
  useEffect(() => app.offer(side, menus), [app, side, menus]);
  const onFind = useCallback(() => panel.finder.open(false), [panel]);
  const isText = state.mode === 'text';
  // Over the text, so that no line moves while somebody types.
  const strip = fails && !readOnly && (
    <PartBoundary look="line">
      <Strip
        core={core}
        finds={props}
        floats={isText}
        onGo={actions.editing.goToError}
        onRepair={() => void actions.editing.repair()}
        canRepair={actions.editing.canRepair}
      />
    </PartBoundary>
  );
  const goTo = {
    ahead: app.queuedKeys,
    asked: state.goTo,
    look: actions.going.look,
    onClose: actions.going.closeGoTo,
    onGo: actions.going.goTo,
  };
  return (
    <section
      ref={section}
      id={side === 'left' ? 'LEFT_PANEL' : 'RIGHT_PANEL'}
      aria-label={PANELS[side]}
      className={props.className ?? styles.panel}
      data-dragged={dragged}
      data-region=""
      data-dock-place={hasDock ? place : undefined}
      style={hasDock ? shares(place === 'beside' ? dockWidth : dockHeight) : undefined}
      hidden={props.hidden}
      onFocusCapture={() => app.setActive(core.side)}
      onPointerDownCapture={() => app.setActive(core.side)}
      {...(readOnly ? {} : dropTarget(app, side, setDragged))}
    >
      <div className={styles.top}>
        {props.renderTitle(compact)}
        {props.hasTools !== false && (
          <Tools
            mode={state.mode}
            blank={state.blank}
            canUndo={state.canUndo && !readOnly}
            undoes={state.undoes}
            redoes={state.redoes}
            canRedo={state.canRedo && !readOnly}
            menus={menus}
            roomy={roomy && !readOnly}
            compact={compact || readOnly}
            actions={actions}
            onFind={onFind}
            onTransform={props.onTransform}
          />
        )}
        {!isText && strip}
      </div>
      <div className={styles.content} data-content="">
        {isText && strip}
        <Boundary key={state.mode}>{props.content}</Boundary>
        {props.over}
        <Progress key={state.task?.id} task={state.task} onCancel={core.cancel} />
      </div>
      <DockPlaceContext value={place}>{props.below}</DockPlaceContext>
      {dragged && (
        <div className={styles.drop} aria-hidden>
          {dropHere(side)}
        </div>
      )}
      {state.mode === 'tree' && state.hasTree ? (
        props.renderPathField(goTo)
      ) : (
        <Once when={state.goTo !== null} onClose={actions.going.closeGoTo}>
          <GoToDialog {...goTo} />
        </Once>
      )}
      <Once when={state.repair !== null} onClose={() => void actions.editing.answerRepair(false)}>
        <RepairDialog
          core={core}
          offer={state.repair}
          onAnswer={(yes) => void actions.editing.answerRepair(yes)}
          onGo={actions.editing.showOffset}
        />
      </Once>
      {props.children}
    </section>
  );
}

/** The heights, or widths, of a document and its dock. */
function shares(dock: number): CSSProperties {
  return { '--share': dock, '--dock': `${dock}fr`, '--rest': `${1 - dock}fr` } as CSSProperties;
}
