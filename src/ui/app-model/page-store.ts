// Creates what the parts of a page share: two panels and the state around them. The product's page (`app-store.ts`) and the
// embed page (`src/embed/page`) provide their own panels, and with them the storage of documents.

import { proxy, ref, useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { CodedError } from '../../shared/errors.ts';
import { zoomFontSize } from '../../shared/settings/font-size.ts';
import { otherSide } from '../../shared/side.ts';
import { Comparer } from '../client/comparer.ts';
import type { DocumentClient } from '../client/document.ts';
import type { Querier } from '../client/querier.ts';
import { LoadError, onceLoaded } from '../browser/load-with-retry.ts';
import { KeysAhead } from '../widgets/keys-ahead.ts';
import { createComparing } from '../compare/comparison.ts';
import type { Confirm } from '../model/question.ts';
import { SIDES, type Side } from '../model/side.ts';
import type { PanelMenus } from '../panel-core/panel-menus.ts';
import type { Settings } from '../settings/browser-settings.ts';
import type { PreferenceStore } from '../settings/preferences.ts';
import { TRANSFORM_ENTRY } from '../strings/transform/transform-entry.ts';
import { applyTheme, resolveTheme, watchSystemTheme } from '../theme/theme.ts';
import type { AppState, PageModel, Panel } from './app-model.ts';
import type { Notices } from '../notices/notices.ts';

/** The inputs of a page. */
export interface PageParts {
  readonly settings: Settings;
  readonly preferences: PreferenceStore;
  readonly notices: Notices;
  /** Starts a document worker. */
  readonly spawn: () => DocumentClient;
  readonly loadQuerier: () => Promise<Querier>;
  createPanel(side: Side, confirm: Confirm): Panel;
  /** Called when the panels were swapped. */
  onSwap(): void;
}

/** Creates the shared model of a page. */
export function createPage(parts: PageParts): PageModel {
  const { settings, preferences, notices, spawn } = parts;
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

  const panels: Record<Side, Panel> = {
    left: parts.createPanel('left', confirm),
    right: parts.createPanel('right', confirm),
  };
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
    comparing,
    settings,
    querier: onceLoaded(parts.loadQuerier),
    spawn,
    menus,
    queuedKeys: new KeysAhead(),
    offer(side, offered) {
      menus[side] = offered;
    },
    confirm,
    preferences,
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
        actions.autosave.describeDraft();
      }
      parts.onSwap();
      comparing.swap();
      state.active = otherSide(state.active);
      state.swaps += 1;
    },
    show(overlay) {
      state.overlay = overlay;
    },
    transform(from, to, path = []) {
      const {
        doc,
        document: { blank },
      } = panels[from].core.state;
      if (blank) return;
      if (doc.validity !== 'invalid') state.transform = ref({ from, to, path });
      else
        panels[from].core.report(new CodedError('invalid-document', TRANSFORM_ENTRY.invalid, doc.error?.place ?? null));
    },
    endTransform() {
      state.transform = null;
    },
    answer(yes) {
      state.question = null;
      answerQuestion(yes);
    },
    start() {
      comparing.start();
      watchSystemTheme(showTheme);
      // Of commands whose code could not be loaded, wherever they were given.
      addEventListener('unhandledrejection', ({ reason }) => {
        if (reason instanceof LoadError) notices.report(reason);
      });
    },
  };
}

/** Returns a snapshot of the page's state; re-renders when a property that was read changes. */
export function useAppState(app: Pick<PageModel, 'state'>): AppState {
  return useSnapshot(app.state) as AppState;
}
