// The page: two panels, what is shared between them, and the url's hash. A factory, so that a test or an
// embedding page can have as many as it likes.

import type { App, AppState, Panel } from './app-model.ts';
import { proxy, ref, useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { CodedError } from '../../shared/errors.ts';
import { zoomFontSize } from '../../shared/settings/font-size.ts';
import { readAccountConfig } from '../account/config.ts';
import { Comparer } from '../client/comparer.ts';
import type { DocumentClient } from '../client/document.ts';
import type { Querier } from '../client/querier.ts';
import { Finder } from '../find/finder.ts';
import type { PanelMenus } from '../panel/panel-menus.ts';
import { DELETE_QUESTION } from '../strings/documents/cloud.ts';
import { LEAVE_QUESTION } from '../strings/documents/opening.ts';
import { TRANSFORM_ENTRY } from '../strings/transform/transform-entry.ts';
import { applyTheme, resolveTheme, watchSystemTheme } from '../theme/theme.ts';
import { createAccount } from '../account/account.ts';
import { KeysAhead } from '../commands/keys-ahead.ts';
import { createComparing } from '../compare/comparison.ts';
import type { Documents } from '../documents/documents.ts';
import { createEditing, type Repair } from '../panel/editing.ts';
import { createGoToPlace } from '../panel/go-to-place.ts';
import { createNotices } from './notices.ts';
import { createOpening } from '../documents/opening.ts';
import type { Confirm } from '../model/question.ts';
import { createPanelCore, isUnsaved } from '../panel/panel-core.ts';
import { SIDES, type Side } from '../model/side.ts';
import { createPreferences } from '../settings/preferences.ts';
import { connectRoute, type Routing } from './routing.ts';
import { createAutosave, type Autosave } from '../documents/autosave.ts';
import { createReopenFile } from '../documents/reopen-file.ts';
import { createSaving } from '../documents/saving.ts';
import { createSettings } from '../settings/browser-settings.ts';
import { createShownFiles } from '../documents/shown-files.ts';

/** Makes the page's store over two documents. */
export function createApp(
  clients: Readonly<Record<Side, DocumentClient>>,
  documents: Documents,
  repair: Repair,
  spawn: () => DocumentClient,
  loadQuerier: () => Promise<Querier>,
): App {
  const settings = createSettings(() => localStorage);
  let querier: Promise<Querier> | null = null;
  const preferences = createPreferences(settings);
  const account = createAccount(readAccountConfig(), documents.cloud);
  const notices = createNotices({ signIn: () => account.open('sign-in'), subscribe: () => account.open('plans') });
  const state = proxy<AppState>({
    theme: resolveTheme(preferences.state.theme),
    active: 'left',
    question: null,
    overlay: null,
    transform: null,
    swaps: 0,
  });

  const showTheme = (): void => {
    state.theme = resolveTheme(preferences.state.theme);
    applyTheme(state.theme, preferences.state.themeColor);
  };
  showTheme();
  subscribeKey(preferences.state, 'theme', showTheme, true);
  subscribeKey(preferences.state, 'themeColor', showTheme, true);

  let answerQuestion: (yes: boolean) => void = () => undefined;
  const confirm: Confirm = (question) => {
    answerQuestion(false);
    state.question = question;
    return new Promise((resolve) => {
      answerQuestion = resolve;
    });
  };

  const shown = createShownFiles(
    documents.files,
    createSettings(() => sessionStorage),
    settings,
  );
  let routing: Routing | null = null;
  const createPanel = (side: Side): Panel => {
    const core = createPanelCore(side, clients[side], notices.notify, settings);
    const autosave: Autosave = createAutosave(core, {
      documents,
      isOn: () => preferences.state.autosave,
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
    const reopening = createReopenFile(core, opening);
    const editing = createEditing(core, repair, preferences);
    const saving = createSaving(core, {
      confirm,
      documents,
      autosave,
      editing,
      formatOnSave: () => preferences.state.formattingOnSave,
      openFile: (file, handle, dialect) => opening.openFile(file, handle, dialect),
      onFile: (handle, dialect) => {
        routing?.show(core.side, null, 'replace');
        void shown.note(core, { handle, content: null, dialect });
      },
      spawn,
    });
    const going = createGoToPlace(core, editing.showOffset);
    return {
      id: side,
      core,
      actions: { ...opening, ...reopening, ...saving, ...autosave, ...editing, ...going },
      finder: new Finder(core),
    };
  };
  const panels: Record<Side, Panel> = { left: createPanel('left'), right: createPanel('right') };
  const menus: Record<Side, PanelMenus | null> = { left: null, right: null };
  const compared = {
    get left() {
      return panels.left.core.client;
    },
    get right() {
      return panels.right.core.client;
    },
  };
  const comparing = createComparing({ panels, comparer: new Comparer(compared), preferences, notify: notices.notify });

  return {
    state,
    panels,
    notices,
    documents,
    comparing,
    settings,
    querier: () => (querier ??= loadQuerier()),
    spawn,
    menus,
    ahead: new KeysAhead(),
    offer(side, offered) {
      menus[side] = offered;
    },
    confirm,
    preferences,
    account,
    zoom: (byPx) => preferences.set('fontSize', zoomFontSize(preferences.state.fontSize, byPx)),
    setWrap: (setting) => preferences.set('wrap', setting),
    setScreenReader: (isOn) => preferences.set('screenReader', isOn),
    setActive(side) {
      state.active = side;
    },
    swap() {
      const { left, right } = panels;
      Object.assign(panels, { left: right, right: left });
      Object.assign(menus, { left: menus.right, right: menus.left });
      for (const side of SIDES) {
        const { core, actions } = panels[side];
        core.side = side;
        preferences.set(`${side}Mode`, core.state.mode);
        actions.takeSide();
      }
      routing?.swap();
      comparing.swap();
      shown.swap();
      state.active = state.active === 'left' ? 'right' : 'left';
      state.swaps += 1;
    },
    show(overlay) {
      state.overlay = overlay;
    },
    transform(from, to, path = []) {
      const { doc, blank } = panels[from].core.state;
      if (blank) return;
      if (doc.validity !== 'invalid') state.transform = ref({ from, to, path });
      else
        panels[from].core.report(new CodedError('invalid-document', TRANSFORM_ENTRY.invalid, doc.error?.place ?? null));
    },
    endTransform() {
      state.transform = null;
    },
    async delete(key, name, teller) {
      const { title, text, yes } = DELETE_QUESTION;
      if (key.source === 'cloud' && !(await confirm({ title, text: text(name), yes }))) return;
      await documents.delete(key, teller);
    },
    answer(yes) {
      state.question = null;
      answerQuestion(yes);
    },
    start() {
      if (routing !== null) return;
      routing = connectRoute(panels, settings, shown);
      comparing.start();
      watchSystemTheme(showTheme);
      guardLeaving(panels);
      void documents.findDrafts();
      void documents.migrate();
      void account
        .start()
        .then((hasSignedIn) => documents.syncIds(hasSignedIn ? 'always' : 'unless-done', panels.left.core));
    },
  };
}

/** What to show of the page; re-renders on a change of what was read. */
export function useAppState(app: App): AppState {
  return useSnapshot(app.state) as AppState;
}

/** Asks before the page goes with unsaved work, and tries to save it; most browsers show a sentence of their own. @see DOC-6 */
function guardLeaving(panels: Readonly<Record<Side, Panel>>): void {
  const flush = (): void => {
    for (const side of SIDES) {
      panels[side].actions.hurryDraft();
      void panels[side].actions.flush();
    }
  };
  const hasUnsaved = ({ core }: Panel): boolean => isUnsaved(core.state) || core.client.isWriting;
  addEventListener('beforeunload', (event) => {
    if (!SIDES.some((side) => hasUnsaved(panels[side]))) return;
    event.preventDefault();
    // Older browsers ask only where this is set, and show it.
    event.returnValue = LEAVE_QUESTION;
    flush();
  });
  // A phone ends a page in the background without a word.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}
