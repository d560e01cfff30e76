// A panel of the product's page: the frame of every panel, with a title for stored documents and the dialogs that it opens.

import type { PanelSlot } from './view-props.ts';
import { Welcome } from './welcome.tsx';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { App } from '../app-model/app-model.ts';
import type { PanelCore, PanelState } from '../panel-core/panel-core.ts';
import { isShelved } from '../model/origin.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { usePanelPart } from '../panel-core/use-panel-part.ts';
import { PartBoundary } from '../widgets/boundary.tsx';
import { Once } from '../widgets/once.tsx';
import { Content } from './content.tsx';
import { frameOf, PanelFrame } from './panel-frame.tsx';
import { panelMenus } from './menus.ts';
import { createOpeners, type PanelDialog } from './dialog-openers.ts';
import { saveStateOf } from '../documents/save/save-state.ts';
import { Title } from './bars/title.tsx';
import bars from './bars/status.module.css';
import styles from './panel.module.css';

const Footer = lazyPart(loadWithRetry(() => import('./footer.tsx')));
const OneLine = lazyPart(loadWithRetry(() => import('./one-line-offer.tsx')));
const noFooter = (
  <div className={styles.below}>
    <div className={bars.status} />
  </div>
);
const AccessDialog = lazyPart(loadWithRetry(() => import('../sharing/access-dialog.tsx')));
const SchemaDialog = lazyPart(loadWithRetry(() => import('../schema/schema-dialog.tsx')));
const ShareDialog = lazyPart(loadWithRetry(() => import('../sharing/share-dialog.tsx')));
const ConflictDialog = lazyPart(loadWithRetry(() => import('../merge/conflict-dialog.tsx')));
const PathField = lazyPart(loadWithRetry(() => import('./bars/path-field.tsx')));
const loadPlaces = loadWithRetry(() => import('../documents/save/place.ts'));
const loadPlaceMenu = loadWithRetry(() => import('./place-menu.ts'));
const loadRecent = loadWithRetry(() => import('./recent-entries.ts'));
const loadAddresses = loadWithRetry(() => import('../document-dialogs/address-dialogs.tsx'));
const TargetDialog = lazyPart(loadAddresses, (dialogs) => dialogs.TargetDialog);

type Places = Awaited<ReturnType<typeof loadPlaces>>;

export interface PanelViewProps extends PanelSlot {
  readonly app: App;
}

/** One of the two panels, bound to its store. */
export function PanelView({ panel, app, look, hidden, alone }: PanelViewProps) {
  const { core, actions } = panel;
  const state = usePanelPart(core, partOf);
  const [dialog, setDialog] = useState<PanelDialog | null>(null);
  const closeDialog = (): void => setDialog(null);

  const openers = useMemo(() => createOpeners(panel, app, setDialog), [panel, app]);
  const { blank, valid, hasTree, hasSelection, shelf, isFile, canRevert } = state;
  const hasCloud = app.documents.cloud !== null;
  const { name, origin, saveState, protection, sourceFile, isDownloaded } = state;
  const places = usePlaces(core);
  const hasHandle = core.document.file !== null;
  const place = useMemo(() => {
    if (places === null) return null;
    const facts = { ...places.saveFactsOf(core), hasHandle };
    return places.placeOf({ ...facts, name, origin, saveState, sourceFile, isDownloaded });
  }, [places, core, name, origin, saveState, sourceFile, isDownloaded, hasHandle]);
  const kept = place && places ? places.keptState(saveState, protection, place) : null;
  const menus = useMemo(
    () => panelMenus({ blank, valid, hasTree, hasSelection, shelf, isFile, hasCloud, canRevert }, actions, openers),
    [blank, valid, hasTree, hasSelection, shelf, isFile, hasCloud, canRevert, actions, openers],
  );
  const readRecent = useCallback(async () => (await loadRecent()).recentGroup(panel, app.documents), [panel, app]);
  const readPlace = useCallback(
    async () => (await loadPlaceMenu()).placeGroup(panel, openers, hasCloud),
    [panel, openers, hasCloud],
  );
  const onShare = useCallback(() => setDialog('share'), []);
  const onRename = useCallback((to: string) => void actions.autosave.rename(to), [actions]);
  const onConflict = useCallback(() => void actions.autosave.resolveConflict('ask'), [actions]);

  return (
    <PanelFrame
      panel={panel}
      app={app}
      state={state}
      menus={menus}
      hidden={hidden}
      renderTitle={(compact) => (
        <Title
          name={state.name}
          place={place}
          kept={kept}
          blank={blank}
          saveState={state.saveState}
          protection={state.protection}
          savedAt={state.savedAt}
          mode={state.mode}
          menus={menus}
          compact={compact}
          readRecent={readRecent}
          readPlace={readPlace}
          onSave={actions.saving.save}
          onShare={onShare}
          onRename={onRename}
          onConflict={onConflict}
          onSwap={alone ? app.swap : null}
        />
      )}
      content={<Content panel={panel} app={app} look={look} openers={openers} />}
      over={
        <PartBoundary fallback={null}>
          <OneLine core={core} onFormat={() => void actions.editing.format('format', 'document')} />
        </PartBoundary>
      }
      below={
        <>
          <div className={styles.hint}>
            <Welcome core={core} preferences={app.preferences} />
          </div>
          <PartBoundary look="line" loading={noFooter}>
            <Footer app={app} panel={panel} />
          </PartBoundary>
        </>
      }
      renderPathField={(goTo) => (
        <PartBoundary look="float" open={state.goTo !== null} onClose={actions.going.closeGoTo}>
          <PathField {...goTo} />
        </PartBoundary>
      )}
      onTransform={openers.transform}
    >
      <Once when={dialog === 'target'} onClose={closeDialog}>
        <TargetDialog
          core={core}
          confirm={app.confirm}
          open={dialog === 'target'}
          onClose={closeDialog}
          onSave={actions.saving.saveToUrl}
        />
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
      <Once when={state.conflict !== null} onClose={() => void actions.autosave.resolveConflict('later')}>
        <ConflictDialog app={app} panel={panel} conflict={state.conflict} />
      </Once>
    </PanelFrame>
  );
}

/** What says where a document lives; `null` until it is loaded. */
function usePlaces(core: PanelCore): Places | null {
  const [places, setPlaces] = useState<Places | null>(null);
  useEffect(() => {
    let isHere = true;
    loadPlaces().then((loaded) => isHere && setPlaces(loaded), core.report);
    return () => {
      isHere = false;
    };
  }, [core]);
  return places;
}

/** Picks what the panel shows. */
function partOf(state: PanelState) {
  const {
    doc,
    document: { blank, name, origin },
  } = state;
  return {
    ...frameOf(state),
    name,
    origin,
    saveState: saveStateOf(state),
    protection: state.protection,
    savedAt: state.document.savedAt,
    sourceFile: state.document.sourceFile,
    isDownloaded: state.document.sourceFile?.downloaded === doc.content,
    conflict: state.document.conflict,
    shelf: isShelved(origin) ? origin.kind : null,
    isFile: origin.kind === 'disk',
    canRevert: !blank && (doc.canUndo || doc.canRedo),
  };
}
