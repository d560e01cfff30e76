// A panel: title, tools, error strip, content and status line. It accepts dropped files and opens its dialogs; everything else
// is in the files beside this one.

import { Welcome } from './welcome.tsx';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { App } from '../app/app-model.ts';
import type { PanelSlot } from '../app/layout.tsx';
import { isUnsaved, type PanelState } from './panel-core.ts';
import { isShelved } from '../model/origin.ts';
import { lazyPart } from '../lazy-part.tsx';
import { loadWithRetry } from '../load-with-retry.ts';
import { usePanelPart } from './use-panel-part.ts';
import { Boundary, PartBoundary } from '../widgets/boundary.tsx';
import { useNarrower } from '../widgets/media.ts';
import { Once } from '../widgets/once.tsx';
import { useOnce } from '../widgets/use-once.ts';
import { Content } from './content.tsx';
import { dropTarget } from './incoming/drop-target.ts';
import { panelMenus } from './menus.ts';
import { createOpeners, type PanelDialog } from './dialogs/dialog-openers.ts';
import { Progress } from './progress.tsx';
import { isDownload } from '../documents/save-model.ts';
import { Title, type SaveState } from './bars/title.tsx';
import { Tools } from './bars/tools.tsx';
import { dropHere, PANELS } from '../strings/panel/panel.ts';
import styles from './panel.module.css';
import bars from './bars/status.module.css';

const Strip = lazyPart(loadWithRetry(() => import('./bars/error-strip.tsx')));
const Footer = lazyPart(loadWithRetry(() => import('./footer.tsx')));
const OneLine = lazyPart(loadWithRetry(() => import('./one-line-offer.tsx')));
const noFooter = <div className={bars.status} />;
const AccessDialog = lazyPart(loadWithRetry(() => import('../documents/cloud/access-dialog.tsx')));
const SchemaDialog = lazyPart(loadWithRetry(() => import('../schema/schema-dialog.tsx')));
const ShareDialog = lazyPart(loadWithRetry(() => import('./dialogs/share-dialog.tsx')));
const GoToDialog = lazyPart(loadWithRetry(() => import('./dialogs/go-to-dialog.tsx')));
const ConflictDialog = lazyPart(loadWithRetry(() => import('./dialogs/conflict-dialog.tsx')));
const RepairDialog = lazyPart(loadWithRetry(() => import('./dialogs/repair-dialog.tsx')));
const PathField = lazyPart(loadWithRetry(() => import('./bars/path-field.tsx')));
const loadAddresses = loadWithRetry(() => import('./dialogs/address-dialogs.tsx'));
const AddressDialog = lazyPart(loadAddresses, (dialogs) => dialogs.AddressDialog);
const TargetDialog = lazyPart(loadAddresses, (dialogs) => dialogs.TargetDialog);

/** Below this width the tools fold into the "…" menu, in pixels. */
const COMPACT_PX = 430;
/** Below this width "Transform" is only in that menu, in pixels. */
const ROOMY_PX = 520;

export interface PanelViewProps extends PanelSlot {
  readonly app: App;
}

/** One of the two panels, bound to its store. @see requirements PAN-11 */
export function PanelView({ panel, app, look, hidden, alone }: PanelViewProps) {
  const { core, actions } = panel;
  const state = usePanelPart(core, frameOf);
  const section = useRef<HTMLElement>(null);
  const compact = useNarrower(section, COMPACT_PX);
  const roomy = !useNarrower(section, ROOMY_PX);
  const [dragged, setDragged] = useState(false);
  const [dialog, setDialog] = useState<PanelDialog | null>(null);
  const fails = useOnce(state.isInvalid);
  const closeDialog = (): void => setDialog(null);

  const openers = useMemo(() => createOpeners(panel, app, setDialog), [panel, app]);
  const onFind = useCallback(() => panel.finder.open(false), [panel]);
  const { blank, valid, hasTree, hasSelection, shelf, canRevert } = state;
  const hasCloud = app.documents.cloud !== null;
  const downloads = isDownload(core);
  const menus = useMemo(
    () => panelMenus({ blank, valid, hasTree, hasSelection, shelf, hasCloud, canRevert, downloads }, actions, openers),
    [blank, valid, hasTree, hasSelection, shelf, hasCloud, canRevert, downloads, actions, openers],
  );
  // The command palette shows the same entries.
  const { side } = core;
  useEffect(() => app.offer(side, menus), [app, side, menus]);
  const onShare = useCallback(() => setDialog('share'), []);
  const onRename = useCallback((to: string) => void actions.rename(to), [actions]);
  const onConflict = useCallback(() => void actions.resolveConflict('ask'), [actions]);
  const compare = async (): Promise<void> => {
    await actions.resolveConflict('later');
    const { origin } = state;
    if (isShelved(origin)) await app.panels[core.side === 'left' ? 'right' : 'left'].actions.openShelved(origin.key);
    if (!app.comparing.state.on) app.comparing.toggle();
  };
  // Over the text, so that no line moves while somebody types.
  const strip = fails && (
    <PartBoundary look="line">
      <Strip
        core={core}
        floats={state.mode === 'text'}
        onGo={actions.goToError}
        onRepair={() => void actions.repair()}
        canRepair={actions.canRepair}
      />
    </PartBoundary>
  );
  const hasPathField = state.mode === 'tree' && hasTree;
  const goTo = {
    ahead: app.ahead,
    asked: state.goTo,
    look: actions.look,
    onClose: actions.closeGoTo,
    onGo: actions.goTo,
  };

  return (
    <section
      ref={section}
      id={core.side === 'left' ? 'LEFT_PANEL' : 'RIGHT_PANEL'}
      aria-label={PANELS[core.side]}
      className={styles.panel}
      data-dragged={dragged}
      data-region=""
      hidden={hidden}
      onFocusCapture={() => app.setActive(core.side)}
      onPointerDownCapture={() => app.setActive(core.side)}
      {...dropTarget(app, core.side, setDragged)}
    >
      <Title
        name={state.name}
        origin={state.origin}
        blank={blank}
        saveState={state.saveState}
        protection={state.protection}
        savedAt={state.savedAt}
        downloads={downloads}
        mode={state.mode}
        menus={menus}
        compact={compact}
        onSave={actions.save}
        onShare={onShare}
        onRename={onRename}
        onConflict={onConflict}
        onSwap={alone ? app.swap : null}
      />
      <Tools
        mode={state.mode}
        blank={blank}
        canUndo={state.canUndo}
        canRedo={state.canRedo}
        menus={menus}
        roomy={roomy}
        compact={compact}
        actions={actions}
        onFind={onFind}
        onTransform={openers.transform}
      />
      {state.mode !== 'text' && strip}
      <div className={styles.content}>
        {state.mode === 'text' && strip}
        <Boundary key={state.mode}>
          <Content panel={panel} app={app} look={look} openers={openers} />
        </Boundary>
        <PartBoundary fallback={null}>
          <OneLine core={core} onFormat={() => void actions.format('format', 'document')} />
        </PartBoundary>
        <Progress key={state.task?.id} task={state.task} onCancel={core.cancel} />
      </div>
      <Welcome core={core} preferences={app.preferences} />
      <PartBoundary look="line" loading={noFooter}>
        <Footer app={app} panel={panel} />
      </PartBoundary>
      {dragged && (
        <div className={styles.drop} aria-hidden>
          {dropHere(core.side)}
        </div>
      )}
      {hasPathField ? (
        <PartBoundary look="float" open={state.goTo !== null} onClose={actions.closeGoTo}>
          <PathField {...goTo} />
        </PartBoundary>
      ) : (
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
      <Once when={dialog === 'address' || dialog === 'target'} onClose={closeDialog}>
        <AddressDialog open={dialog === 'address'} onClose={closeDialog} onOpen={actions.openUrl} />
        <TargetDialog open={dialog === 'target'} onClose={closeDialog} onSave={actions.saveToUrl} />
      </Once>
      <Once when={dialog === 'share'} onClose={closeDialog}>
        <ShareDialog
          core={core}
          app={app}
          open={dialog === 'share'}
          onClose={closeDialog}
          onAccess={openers.askAccess}
        />
      </Once>
      <Once when={dialog === 'schema'} onClose={closeDialog}>
        <SchemaDialog app={app} panel={panel} open={dialog === 'schema'} onClose={closeDialog} />
      </Once>
      <Once when={dialog === 'access'} onClose={closeDialog}>
        <AccessDialog app={app} panel={panel} open={dialog === 'access'} onClose={closeDialog} />
      </Once>
      <Once when={state.conflict !== null} onClose={() => void actions.resolveConflict('later')}>
        <ConflictDialog
          conflict={state.conflict}
          onAnswer={(how) => void actions.resolveConflict(how)}
          onCompare={() => void compare()}
        />
      </Once>
    </section>
  );
}

/** Picks the state of the frame around the content. While an edit is checked, the text keeps its previous validity. */
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
    saveState: saveStateOf(state),
    protection: state.protection,
    savedAt: state.savedAt,
    conflict: state.conflict,
    shelf: isShelved(origin) ? origin.kind : null,
    canRevert: !blank && (doc.canUndo || doc.canRedo),
    canUndo: doc.canUndo,
    isInvalid: doc.validity === 'invalid',
    canRedo: doc.canRedo,
    valid: !blank && state.wasValid,
    hasTree: !blank && doc.tree !== 'none',
    hasSelection: mode === 'text' && (state.place?.selectedCharacters ?? 0) > 0,
  };
}

function saveStateOf(state: PanelState): SaveState {
  if (state.conflict !== null) return 'conflict';
  if (state.shelfSaveState === 'saving') return 'saving';
  if (isUnsaved(state)) return 'unsaved';
  return state.savedAt === null ? 'untouched' : 'saved';
}
