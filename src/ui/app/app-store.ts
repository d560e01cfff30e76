// The store of the product's page: panels with documents in this browser and in the cloud, the account, and the hash of the
// URL.

import type { App, Panel } from '../app-model/app-model.ts';
import { readAccountConfig } from '../account/config.ts';
import type { DocumentClient } from '../client/document.ts';
import type { Querier } from '../client/querier.ts';
import { Finder } from '../find/finder.ts';
import { DELETE_QUESTION } from '../strings/documents/cloud.ts';
import { LEAVE_QUESTION } from '../strings/documents/opening.ts';
import { createAccount } from '../account/account.ts';
import type { Documents } from '../documents/documents.ts';
import { createEditing } from '../panel-core/editing.ts';
import type { Repair } from '../panel-core/repair-actions.ts';
import { createGoToPlace } from '../panel-core/go-to-place.ts';
import { createNotices } from '../notices/notices.ts';
import { createPage } from '../app-model/page-store.ts';
import { createOpening } from '../documents/open/opening.ts';
import type { Confirm } from '../model/question.ts';
import { dockTab } from '../panel-core/dock-state.ts';
import { createPanelCore, hasUnsavedWork } from '../panel-core/panel-core.ts';
import { SIDES, type Side } from '../model/side.ts';
import { createPreferences } from '../settings/preferences.ts';
import { connectRoute, type Routing } from './routing.ts';
import { createAutosave, type Autosave } from '../documents/save/autosave.ts';
import { createSaving } from '../documents/save/saving.ts';
import { loadWithRetry, onceLoaded } from '../browser/load-with-retry.ts';
import type { Path } from '../../shared/document/path.ts';
import { createSettings } from '../settings/browser-settings.ts';
import { createShownFiles } from '../documents/disk/shown-files.ts';

const loadCloudSave = loadWithRetry(() => import('../sharing/save-to-cloud.ts'));
const loadReopenFile = loadWithRetry(() => import('../documents/open/reopen-file.ts'));
const loadPublicSaves = loadWithRetry(() => import('../leaks/public-saves.ts'));
const loadLinks = loadWithRetry(() => import('../sharing/view-link.ts'));

/** Creates the page's store over two document clients. */
export function createApp(
  clients: Readonly<Record<Side, DocumentClient>>,
  documents: Documents,
  repair: Repair,
  spawn: () => DocumentClient,
  loadQuerier: () => Promise<Querier>,
): App {
  const settings = createSettings(() => localStorage);
  const preferences = createPreferences(settings);
  const account = createAccount(readAccountConfig(), documents.cloud, () =>
    Promise.all(Array.from(documents.writes, (writes) => writes.flush())),
  );
  const notices = createNotices({
    signIn: () => account.open('sign-in'),
    subscribe: () => account.open('plans'),
    hasNeverSubscribed: () => account.state.user?.subscriptions.length === 0,
  });
  const shown = createShownFiles(
    documents.files,
    createSettings(() => sessionStorage),
    settings,
  );
  let routing: Routing | null = null;
  const createPanel = (side: Side, confirm: Confirm): Panel => {
    const core = createPanelCore(side, clients[side], notices.notify, settings);
    const autosave: Autosave = createAutosave(core, {
      documents,
      isOn: () => preferences.state.autosave,
      mayPublish: async (isAsked) => (await loadPublicSaves()).maySavePublic(core, { confirm, spawn }, isAsked),
      onKey: (key) => {
        routing?.show(core.side, key, 'replace');
        void shown.note(core, null);
      },
      reload: (key) => opening.reload(key),
      close: () => {
        routing?.show(core.side, null, 'replace');
        return opening.clear(null);
      },
      onDeleted: () => routing?.show(core.side, null, 'replace'),
    });
    const opening = createOpening(core, {
      confirm,
      documents,
      flush: autosave.flush,
      onKey: (key, how = 'push') => routing?.show(core.side, key, how),
      onFile: (file) => void shown.note(core, file),
    });
    const reopening = onceLoaded(async () => (await loadReopenFile()).createReopenFile(core, opening));
    const editing = createEditing(core, repair, preferences);
    const saving = createSaving(core, {
      confirm,
      documents,
      autosave,
      editing,
      formatOnSave: () => preferences.state.formattingOnSave,
      showsRotated: () => preferences.state.followRotated,
      openFile: (file, handle, dialect) => opening.openFile(file, handle, dialect),
      onFile: (handle, dialect) => {
        routing?.show(core.side, null, 'replace');
        void shown.note(core, { handle, content: null, dialect, csv: core.document.csvFile?.kept()?.options });
      },
      spawn,
    });
    const going = createGoToPlace(core, editing.showOffset);
    const copyLink = (path: Path): void =>
      void loadLinks().then(({ copyLinkToValue }) => copyLinkToValue(page, documents.compress, core.side, path));
    return {
      id: side,
      core,
      actions: {
        opening,
        reopening: {
          reopen: (kept) => reopening().then(({ reopen }) => reopen(kept), core.report),
          openAgain: () => reopening().then(({ openAgain }) => openAgain(), core.report),
        },
        saving,
        autosave,
        editing,
        going,
        linking: { copyLink },
      },
      finder: new Finder(core, dockTab(core, 'results')),
    };
  };
  const page = createPage({
    settings,
    preferences,
    notices,
    spawn,
    loadQuerier,
    createPanel,
    onSwap() {
      routing?.swap();
      shown.swap();
    },
  });
  const { panels } = page;

  const app: App = {
    ...page,
    documents,
    account,
    async delete(key, name, teller) {
      const { title, text, yes } = DELETE_QUESTION;
      if (key.source === 'cloud' && !(await page.confirm({ title, text: text(name), yes }))) return;
      await documents.delete(key, teller);
    },
    start() {
      if (routing !== null) return;
      routing = connectRoute(
        panels,
        settings,
        shown,
        (options, opened) => void loadLinks().then(({ obeyLink }) => obeyLink(page, options, opened)),
      );
      page.start();
      guardLeaving(panels);
      void documents.findDrafts();
      void documents.migrate();
      void account.start().then(async (hasSignedIn) => {
        await documents.syncIds(hasSignedIn ? 'always' : 'unless-done', panels.left.core);
        if (hasSignedIn) await (await loadCloudSave()).finishSaveToCloud(app);
      });
    },
  };
  return app;
}

/** Asks before the page is closed with unsaved work, and tries to save it. Most browsers show their own text. @see DOC-6 */
function guardLeaving(panels: Readonly<Record<Side, Panel>>): void {
  const flush = (): void => {
    for (const side of SIDES) {
      const { core, actions } = panels[side];
      actions.autosave.flushDraft();
      void actions.autosave.flush();
      // The text of an open field, too.
      if (core.view?.isEditing?.() === true) void core.view.complete?.().then(actions.autosave.flush, core.report);
    }
  };
  const hasUnsaved = ({ core }: Panel): boolean =>
    hasUnsavedWork(core) || core.client.isWriting || core.state.pendingMetadata > 0;
  addEventListener('beforeunload', (event) => {
    if (!SIDES.some((side) => hasUnsaved(panels[side]))) return;
    event.preventDefault();
    // Older browsers require this value, and show it.
    event.returnValue = LEAVE_QUESTION;
    flush();
  });
  // Phones end background pages without an event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}
