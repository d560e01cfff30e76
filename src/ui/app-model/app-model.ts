// The model of the page that its parts share: two panels, and the state around them.

import type { Comparing } from '../compare/comparison.ts';
import type { Autosave } from '../documents/save/autosave.ts';
import type { Side } from '../model/side.ts';
import type { ShelfKey } from '../model/document-key.ts';
import type { Path } from '../../shared/document/path.ts';
import type { WrapSetting } from '../../shared/settings/wrapping.ts';
import { KeysAhead } from '../widgets/keys-ahead.ts';
import type { PanelMenus } from '../panel-core/panel-menus.ts';
import type { DocumentClient } from '../client/document.ts';
import { Querier } from '../client/querier.ts';
import type { Settings } from '../settings/browser-settings.ts';
import type { Documents, NoticeSink } from '../documents/documents.ts';
import type { Account } from '../account/account.ts';
import type { PreferenceStore } from '../settings/preferences.ts';
import type { Notices } from '../notices/notices.ts';
import type { Question, Confirm } from '../model/question.ts';
import type { Theme } from '../theme/theme.ts';
import { Finder } from '../find/finder.ts';
import type { GoToPlace } from '../panel-core/go-to-place.ts';
import type { Editing } from '../panel-core/editing.ts';
import type { Saving } from '../documents/save/save-model.ts';
import type { ReopenFile } from '../documents/open/reopen-file.ts';
import type { Opening } from '../documents/open/opening.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';

/** Overlays of the page, besides the dialogs of panels and of the account. */
export type Overlay = 'palette' | 'shortcuts' | 'configuration' | 'font-size' | 'compare';

/** Links to the content of a panel. */
export interface Linking {
  /** Copies a link to a value; absent on pages that can't be linked to. */
  copyLink?(path: Path): void;
}

/** The actions of a panel, by what they are about. */
export interface PanelActions {
  readonly opening: Opening;
  readonly reopening: ReopenFile;
  readonly saving: Saving;
  readonly autosave: Autosave;
  readonly editing: Editing;
  readonly going: GoToPlace;
  readonly linking: Linking;
}

/** A panel: its core and its actions. */
export interface Panel {
  /** Where the panel started; doesn't change when the panels are swapped. */
  readonly id: Side;
  readonly core: PanelCore;
  readonly actions: PanelActions;
  readonly finder: Finder;
}

/** What the dialog for transforming was opened with. */
export interface TransformQuestion {
  readonly from: Side;
  readonly to: Side;
  readonly path: Path;
}

export interface AppState {
  /** The effective theme of the setting. */
  theme: Theme;
  /** The panel that had the focus last, which receives pastes. On a narrow page it is the only one shown. */
  active: Side;
  /** The open confirmation dialog. */
  question: Question | null;
  overlay: Overlay | null;
  /** The open transform dialog. */
  transform: TransformQuestion | null;
  /** Number of times that the panels were swapped. */
  swaps: number;
}

/** What the parts of a page share, independent of where its documents are stored. */
export interface PageModel {
  readonly state: AppState;
  /** The panel on each side; exchanged by `swap`. */
  readonly panels: Readonly<Record<Side, Panel>>;
  readonly notices: Notices;
  readonly preferences: PreferenceStore;
  readonly comparing: Comparing;
  readonly settings: Settings;
  /** Runs queries; loaded on first use. */
  querier(): Promise<Querier>;
  /** Starts a document worker. */
  readonly spawn: () => DocumentClient;
  /** The current menus of the panels, for other lists of the same commands. */
  readonly menus: Readonly<Record<Side, PanelMenus | null>>;
  /** Keys typed for an input field that is about to open. */
  readonly queuedKeys: KeysAhead;
  offer(side: Side, menus: PanelMenus): void;
  /** Changes the font size by a number of pixels. */
  zoom(byPx: number): void;
  setWrap(setting: WrapSetting): void;
  setScreenReader(isOn: boolean): void;
  setActive(side: Side): void;
  /**
   * Swaps the panels with everything they own: document, worker, undo history, unsaved changes, mode, and value in the hash.
   * Nothing is copied.
   */
  swap(): void;
  show(overlay: Overlay | null): void;
  /** Opens the dialog that transforms a panel's document, or the value at a path, in place or into the other panel. */
  transform(from: Side, to: Side, path?: Path): void;
  /** Closes the transform dialog. */
  endTransform(): void;
  /** Asks the user for confirmation. */
  readonly confirm: Confirm;
  answer(yes: boolean): void;
  /** Starts to follow the system's theme and to compare. Call it once. */
  start(): void;
}

/** The page of the product, with documents stored in this browser and in the cloud. */
export interface App extends PageModel {
  readonly account: Account;
  readonly documents: Documents;
  /** Deletes a document; asks first if that can't be undone. */
  delete(key: ShelfKey, name: string, teller: NoticeSink): Promise<void>;
  /**
   * Opens the documents named in the hash, or the sample, and starts to follow the hash, the system's theme and the end of the
   * page. Call it once.
   */
  start(): void;
}
