// A panel of the embed page: the parts of any panel, without those that store documents in this browser or in the cloud.

import { Ellipsis } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PanelSlot } from '../../ui/app/layout.tsx';
import { isUnsaved, type PanelState } from '../../ui/panel/panel-core.ts';
import { Content } from '../../ui/panel/content.tsx';
import { NameField } from '../../ui/panel/bars/name-field.tsx';
import PathField from '../../ui/panel/bars/path-field.tsx';
import { Status } from '../../ui/panel/bars/status.tsx';
import { Tools } from '../../ui/panel/bars/tools.tsx';
import { dropTarget } from '../../ui/panel/incoming/drop-target.ts';
import Footer from '../../ui/panel/footer.tsx';
import OneLine from '../../ui/panel/one-line-offer.tsx';
import { Progress } from '../../ui/panel/progress.tsx';
import { usePanelPart } from '../../ui/panel/use-panel-part.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { loadWithRetry } from '../../ui/load-with-retry.ts';
import { EMBED } from '../../ui/strings/embed/embed.ts';
import { DOCUMENT_MENU } from '../../ui/strings/app/menus.ts';
import { dropHere, PANELS, TITLE } from '../../ui/strings/panel/panel.ts';
import { Boundary, PartBoundary } from '../../ui/widgets/boundary.tsx';
import { Button } from '../../ui/widgets/button.tsx';
import { MiddleCut } from '../../ui/widgets/middle-cut.tsx';
import { useNarrower } from '../../ui/widgets/media.ts';
import { Menu } from '../../ui/widgets/menu/menu.tsx';
import { Once } from '../../ui/widgets/once.tsx';
import { useOnce } from '../../ui/widgets/use-once.ts';
import type { PanelMenus } from '../../ui/panel/panel-menus.ts';
import panelStyles from '../../ui/panel/panel.module.css';
import titleStyles from '../../ui/panel/bars/title.module.css';
import { EmbedBlank } from './blank.tsx';
import { useEmbedState, type EmbedApp } from './embed-app.ts';
import { createEmbedOpeners, embedMenus } from './menus.ts';
import styles from './page.module.css';

const GoToDialog = lazyPart(loadWithRetry(() => import('../../ui/panel/dialogs/go-to-dialog.tsx')));
const Strip = lazyPart(loadWithRetry(() => import('../../ui/panel/bars/error-strip.tsx')));
const RepairDialog = lazyPart(loadWithRetry(() => import('../../ui/panel/dialogs/repair-dialog.tsx')));
const AddressDialog = lazyPart(
  loadWithRetry(() => import('../../ui/panel/dialogs/address-dialogs.tsx')),
  (dialogs) => dialogs.AddressDialog,
);

/** Below this width in pixels the tools move into the "…" menu; as in any panel. */
const COMPACT_PX = 430;
const ROOMY_PX = 520;

export interface EmbedPanelProps extends PanelSlot {
  readonly app: EmbedApp;
}

/** One of the panels, bound to its store. */
export function EmbedPanel({ panel, app, look: pageLook, hidden }: EmbedPanelProps) {
  const { core, actions } = panel;
  const state = usePanelPart(core, frameOf);
  const { readonly: readOnly, bars, saveButton, exitButton } = useEmbedState(app);
  const look = useMemo(() => ({ ...pageLook, readOnly }), [pageLook, readOnly]);
  const section = useRef<HTMLElement>(null);
  const compact = useNarrower(section, COMPACT_PX);
  const roomy = !useNarrower(section, ROOMY_PX);
  const [dragged, setDragged] = useState(false);
  const [asksAddress, setAsksAddress] = useState(false);
  const fails = useOnce(state.isInvalid);
  const openers = useMemo(() => createEmbedOpeners(panel, app, () => setAsksAddress(true)), [panel, app]);
  const { blank, valid, hasTree, hasSelection } = state;
  const menus = useMemo(
    () => embedMenus({ blank, valid, hasTree, hasSelection, readOnly }, actions, openers),
    [blank, valid, hasTree, hasSelection, readOnly, actions, openers],
  );
  const { side } = core;
  useEffect(() => app.offer(side, menus), [app, side, menus]);
  const onFind = useCallback(() => panel.finder.open(false), [panel]);
  const onSave = useCallback(() => void actions.save(), [actions]);
  const onExit = useCallback(() => app.host?.exit(), [app]);
  const onRename = useCallback((name: string) => void actions.rename(name), [actions]);
  const hasPathField = state.mode === 'tree' && hasTree;
  const goTo = {
    ahead: app.ahead,
    asked: state.goTo,
    look: actions.look,
    onClose: actions.closeGoTo,
    onGo: actions.goTo,
  };
  const isText = state.mode === 'text';
  const strip =
    readOnly || !fails ? null : (
      <PartBoundary look="line">
        <Strip
          core={core}
          floats={isText}
          onGo={actions.goToError}
          onRepair={() => void actions.repair()}
          canRepair={actions.canRepair}
        />
      </PartBoundary>
    );
  const drops = readOnly ? {} : dropTarget(app, side, setDragged);

  return (
    <section
      ref={section}
      id={side === 'left' ? 'LEFT_PANEL' : 'RIGHT_PANEL'}
      aria-label={PANELS[side]}
      className={`${panelStyles.panel} ${styles.panel}`}
      data-dragged={dragged}
      data-region=""
      hidden={hidden}
      onFocusCapture={() => app.setActive(side)}
      onPointerDownCapture={() => app.setActive(side)}
      {...drops}
    >
      {bars.includes('title') && (
        <Title
          name={state.name}
          blank={blank}
          unsaved={state.unsaved}
          readOnly={readOnly}
          compact={compact}
          menus={menus}
          mode={state.mode}
          onRename={onRename}
          onSave={saveButton ? onSave : null}
          onExit={exitButton && side === 'left' ? onExit : null}
        />
      )}
      {bars.includes('tools') && (
        <Tools
          mode={state.mode}
          blank={blank}
          canUndo={state.canUndo && !readOnly}
          canRedo={state.canRedo && !readOnly}
          menus={menus}
          roomy={roomy && !readOnly}
          compact={compact || readOnly}
          actions={actions}
          onFind={onFind}
          onTransform={openers.transform}
        />
      )}
      {!isText && strip}
      <div className={panelStyles.content}>
        {isText && strip}
        <Boundary key={state.mode}>
          {blank ? (
            <EmbedBlank panel={panel} openers={openers} readOnly={readOnly} />
          ) : (
            <Content panel={panel} app={app} look={look} openers={openers} />
          )}
        </Boundary>
        {!readOnly && <OneLine core={core} onFormat={() => void actions.format('format', 'document')} />}
        <Progress key={state.task?.id} task={state.task} onCancel={core.cancel} />
      </div>
      {bars.includes('status') &&
        (readOnly ? <Status core={core} actions={actions} /> : <Footer app={app} panel={panel} />)}
      {dragged && (
        <div className={panelStyles.drop} aria-hidden>
          {dropHere(side)}
        </div>
      )}
      {hasPathField && <PathField {...goTo} />}
      {!hasPathField && (
        <Once when={state.goTo !== null} onClose={actions.closeGoTo}>
          <GoToDialog {...goTo} />
        </Once>
      )}
      <Once when={state.repair !== null} onClose={() => void actions.answerRepair(false)}>
        <RepairDialog
          core={core}
          offer={state.repair}
          onAnswer={(yes) => void actions.answerRepair(yes)}
          onGo={actions.showOffset}
        />
      </Once>
      <Once when={asksAddress} onClose={() => setAsksAddress(false)}>
        <AddressDialog open={asksAddress} onClose={() => setAsksAddress(false)} onOpen={actions.openUrl} />
      </Once>
    </section>
  );
}

interface TitleProps {
  readonly name: string;
  readonly blank: boolean;
  readonly unsaved: boolean;
  readonly readOnly: boolean;
  readonly compact: boolean;
  readonly menus: PanelMenus;
  readonly mode: PanelState['mode'];
  readonly onRename: (name: string) => void;
  /** `null` where the host has not enabled the button. */
  readonly onSave: (() => void) | null;
  readonly onExit: (() => void) | null;
}

const Title = memo(function Title(props: TitleProps) {
  const { name, blank, unsaved, readOnly, compact, menus, mode, onRename, onSave, onExit } = props;
  const [renames, setRenames] = useState(false);
  const rename = { label: DOCUMENT_MENU.rename, disabled: blank || readOnly, onSelect: () => setRenames(true) };
  const document = { entries: [...menus.save.entries, ...(readOnly ? [] : [rename])] };
  const folded = readOnly ? [] : [menus.format, menus.respell];
  const shown = [...(mode === 'tree' ? [menus.expand] : []), ...(mode === 'text' ? [menus.fold] : [])];
  return (
    <div className={titleStyles.title}>
      {renames ? (
        <NameField name={name} onRename={onRename} onClose={() => setRenames(false)} />
      ) : (
        <h2 className={titleStyles.name}>
          <MiddleCut text={blank ? TITLE.none : name} />
        </h2>
      )}
      {unsaved && <span className={titleStyles.dot} role="img" aria-label={TITLE.unsaved} title={TITLE.unsaved} />}
      {readOnly && (
        <span className={titleStyles.chip} data-hint={EMBED.readonlyHint}>
          {EMBED.readonly}
        </span>
      )}
      <span className={titleStyles.grow} />
      {!readOnly && <Menu title={TITLE.open} groups={menus.open} align="end" />}
      {onSave !== null && (
        <Button look={unsaved ? 'primary' : 'plain'} tooltip={EMBED.saveHint} disabled={blank} onClick={onSave}>
          {EMBED.save}
        </Button>
      )}
      {onExit !== null && (
        <Button look="outline" tooltip={EMBED.exitHint} onClick={onExit}>
          {EMBED.exit}
        </Button>
      )}
      <Menu
        title={<Ellipsis size={16} aria-hidden />}
        icon
        label={TITLE.more}
        groups={[document, menus.document, ...(compact || readOnly ? [...(compact ? folded : []), ...shown] : [])]}
        align="end"
      />
    </div>
  );
});

function frameOf(state: PanelState) {
  const { blank, doc, mode, name, task, goTo, repair, place } = state;
  return {
    blank,
    mode,
    name,
    task,
    goTo,
    repair,
    unsaved: isUnsaved(state),
    canUndo: doc.canUndo,
    isInvalid: doc.validity === 'invalid',
    canRedo: doc.canRedo,
    valid: !blank && state.wasValid,
    hasTree: !blank && doc.tree !== 'none',
    hasSelection: mode === 'text' && (place?.selectedCharacters ?? 0) > 0,
  };
}
