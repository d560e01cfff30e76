// The page: two panels, what is shared between them, and the url's hash. A factory, so that a test or an
// embedding page can have as many as it likes.

import { proxy, useSnapshot } from 'valtio';
import { FONT_SIZE_DEFAULT, readFontSize, zoomFontSize } from '../../shared/fontsize.ts';
import { WRAP_SETTINGS, type WrapSetting } from '../../shared/wrapping.ts';
import type { DocumentClient } from '../client/document.ts';
import { Finder } from '../find/finder.ts';
import {
  applyTheme,
  resolveTheme,
  THEME_SETTINGS,
  watchSystemTheme,
  type Theme,
  type ThemeSetting,
} from '../theme/theme.ts';
import type { Documents } from './documents.ts';
import { createEditing, type Editing, type Repair } from './editing.ts';
import { createGoing, type Going } from './going.ts';
import { createNotices, type Notices } from './notices.ts';
import { createOpening, type Confirm, type Opening, type Question } from './opening.ts';
import { createPanelCore, isUnsaved, SIDES, type PanelCore, type Side } from './panel.ts';
import { connectRoute, type Routing } from './routing.ts';
import { createKeeping, type Keeping } from './keeping.ts';
import { createSaving, SAVE_FORMATS, type Saving } from './saving.ts';
import { createSettings, numberBetween, oneOf } from './settings.ts';

/** A panel: its core and its actions. */
export interface Panel {
  readonly core: PanelCore;
  readonly actions: Opening & Saving & Keeping & Editing & Going;
  readonly finder: Finder;
}

export interface AppState {
  themeSetting: ThemeSetting;
  theme: Theme;
  /** Of text, tree and table; see `shared/fontsize.ts`. */
  fontSize: string;
  wrap: WrapSetting;
  /** The left panel's share of the width, 0 to 1. */
  splitter: number;
  /** The panel that had the focus last: a paste goes there. On a narrow page the only one shown. */
  active: Side;
  /** A question that waits for an answer. */
  question: Question | null;
}

export interface App {
  readonly state: AppState;
  readonly panels: Readonly<Record<Side, Panel>>;
  readonly notices: Notices;
  readonly documents: Documents;
  setTheme(setting: ThemeSetting): void;
  /** Applies a font size; answers false, with a warning, where it is none. */
  setFontSize(text: string): boolean;
  /** Makes the letters larger, or smaller, by pixels. */
  zoom(byPx: number): void;
  setWrap(setting: WrapSetting): void;
  setSplitter(value: number): void;
  setActive(side: Side): void;
  /** Asks a person. */
  readonly confirm: Confirm;
  answer(yes: boolean): void;
  /** Opens what the hash names, or the sample, and follows the hash, the system's theme and the page's end. Once. */
  start(): void;
}

export const SPLITTER_DEFAULT = 0.5;

/** Makes the page's store over two documents. */
export function createApp(
  clients: Readonly<Record<Side, DocumentClient>>,
  documents: Documents,
  repair: Repair,
  spawn: () => DocumentClient,
): App {
  const settings = createSettings(() => localStorage);
  const notices = createNotices();
  const themeSetting = settings.read('theme', oneOf(THEME_SETTINGS), 'auto');
  const state = proxy<AppState>({
    themeSetting,
    theme: resolveTheme(themeSetting),
    fontSize: settings.read('fontSize', readFontSize, FONT_SIZE_DEFAULT),
    wrap: settings.read('wrap', oneOf(WRAP_SETTINGS), 'auto'),
    splitter: settings.read('splitterValue', numberBetween(0, 1), SPLITTER_DEFAULT),
    active: 'left',
    question: null,
  });
  applyTheme(state.theme);

  let answerQuestion: (yes: boolean) => void = () => undefined;
  const confirm: Confirm = (question) => {
    answerQuestion(false);
    state.question = question;
    return new Promise((resolve) => {
      answerQuestion = resolve;
    });
  };

  let routing: Routing | null = null;
  const createPanel = (side: Side): Panel => {
    const core = createPanelCore(side, clients[side], notices.notify, settings);
    const keeping: Keeping = createKeeping(core, {
      documents,
      isOn: () => settings.read('autosave', oneOf(['true', 'false']), 'true') === 'true',
      onKey: (key) => routing?.show(side, key, 'replace'),
      reload: (id) => opening.reload(id),
      close: () => opening.clear(null),
    });
    const opening = createOpening(core, {
      confirm,
      documents,
      flush: keeping.flush,
      onKey: (key) => routing?.show(side, key, 'push'),
    });
    const editing = createEditing(core, repair);
    const saving = createSaving(core, {
      confirm,
      documents,
      keeping,
      editing,
      formatOnSave: () => settings.read('formattingOnSave', oneOf(SAVE_FORMATS), 'keep'),
      openFile: (file, handle) => opening.openFile(file, handle),
      spawn,
    });
    const going = createGoing(core, editing.showOffset);
    return {
      core,
      actions: { ...opening, ...saving, ...keeping, ...editing, ...going },
      finder: new Finder(core),
    };
  };
  const panels = { left: createPanel('left'), right: createPanel('right') };

  const showTheme = (): void => {
    state.theme = resolveTheme(state.themeSetting);
    applyTheme(state.theme);
  };
  const setFontSize = (text: string): boolean => {
    const size = readFontSize(text);
    if (size === undefined) {
      const message = `"${text}" is not a font size. Write two digits and px or pt, such as 14px.`;
      notices.notify({ severity: 'warning', message });
      return false;
    }
    state.fontSize = size;
    settings.write('fontSize', size);
    return true;
  };
  return {
    state,
    panels,
    notices,
    documents,
    confirm,
    setFontSize,
    zoom(byPx) {
      setFontSize(zoomFontSize(state.fontSize, byPx));
    },
    setWrap(setting) {
      state.wrap = setting;
      settings.write('wrap', setting);
    },
    setTheme(setting) {
      state.themeSetting = setting;
      settings.write('theme', setting);
      showTheme();
    },
    setSplitter(value) {
      state.splitter = Math.min(1, Math.max(0, value));
      settings.write('splitterValue', String(state.splitter));
    },
    setActive(side) {
      state.active = side;
    },
    answer(yes) {
      state.question = null;
      answerQuestion(yes);
    },
    start() {
      if (routing !== null) return;
      routing = connectRoute(panels, settings);
      watchSystemTheme(showTheme);
      guardLeaving(panels);
      void documents.findDrafts();
      void documents.migrate();
    },
  };
}

/** What to show of the page; re-renders on a change of what was read. */
export function useAppState(app: App): AppState {
  return useSnapshot(app.state) as AppState;
}

/** Asks before the page goes with unsaved work, and tries to save it; browsers show a sentence of their own. @see DOC-6 */
function guardLeaving(panels: Readonly<Record<Side, Panel>>): void {
  const flush = (): void => {
    for (const side of SIDES) void panels[side].actions.flush();
  };
  addEventListener('beforeunload', (event) => {
    if (!SIDES.some((side) => isUnsaved(panels[side].core.state))) return;
    event.preventDefault();
    flush();
  });
  // A phone ends a page in the background without a word.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}
