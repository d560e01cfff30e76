// The page as its parts see it: two panels, and what is shared between them.

import type { Comparing } from '../compare/comparison.ts';
import type { Autosave } from '../documents/autosave.ts';
import type { Side } from '../model/side.ts';
import type { ShelfKey } from '../model/compound-key.ts';
import type { Path } from '../../shared/document/path.ts';
import type { WrapSetting } from '../../shared/settings/wrapping.ts';
import { KeysAhead } from '../commands/keys-ahead.ts';
import type { PanelMenus } from '../panel/panel-menus.ts';
import type { DocumentClient } from '../client/document.ts';
import { Querier } from '../client/querier.ts';
import type { Settings } from '../settings/browser-settings.ts';
import type { Documents, Teller } from '../documents/documents.ts';
import type { Account } from '../account/account.ts';
import type { PreferenceStore } from '../settings/preferences.ts';
import type { Notices } from './notices/notices.ts';
import type { TransformQuestion } from '../transform/transforming.ts';
import type { Question, Confirm } from '../model/question.ts';
import type { Theme } from '../theme/theme.ts';
import { Finder } from '../find/finder.ts';
import type { GoToPlace } from '../panel/go-to-place.ts';
import type { Editing } from '../panel/editing.ts';
import type { Saving } from '../documents/saving.ts';
import type { ReopenFile } from '../documents/reopen-file.ts';
import type { Opening } from '../documents/opening.ts';
import type { PanelCore } from '../panel/panel-core.ts';

/** What may stand over the page, beside the questions and dialogs of panels and of the account. */
export type Overlay = 'palette' | 'shortcuts' | 'configuration' | 'font-size' | 'compare';

/** Links to what a panel shows. */
export interface Linking {
  /** Copies a link to a value; pages that are no place to link to have none. */
  copyLink?(path: Path): void;
}

/** A panel: its core and its actions. */
export interface Panel {
  /** The same on whichever side it stands: the one where it began. */
  readonly id: Side;
  readonly core: PanelCore;
  readonly actions: Opening & ReopenFile & Saving & Autosave & Editing & GoToPlace & Linking;
  readonly finder: Finder;
}

export interface AppState {
  /** What the setting means now. */
  theme: Theme;
  /** The panel that had the focus last: a paste goes there. On a narrow page the only one shown. */
  active: Side;
  /** A question that waits for an answer. */
  question: Question | null;
  overlay: Overlay | null;
  /** A transform that is being made. */
  transform: TransformQuestion | null;
  /** Counts how often the panels were swapped. */
  swaps: number;
}

/** What the parts of a page share, wherever its documents are kept. */
export interface PageModel {
  readonly state: AppState;
  /** Which panel stands where; another one after `swap`. */
  readonly panels: Readonly<Record<Side, Panel>>;
  readonly notices: Notices;
  readonly preferences: PreferenceStore;
  readonly comparing: Comparing;
  readonly settings: Settings;
  /** What runs queries; it loads when it is first wanted. */
  querier(): Promise<Querier>;
  /** Starts a document worker. */
  readonly spawn: () => DocumentClient;
  /** What the panels' menus have now, for those who offer the same. */
  readonly menus: Readonly<Record<Side, PanelMenus | null>>;
  /** What is typed for a field that is on its way. */
  readonly ahead: KeysAhead;
  offer(side: Side, menus: PanelMenus): void;
  /** Makes the letters larger, or smaller, by pixels. */
  zoom(byPx: number): void;
  setWrap(setting: WrapSetting): void;
  setScreenReader(isOn: boolean): void;
  setActive(side: Side): void;
  /**
   * Exchanges the panels, with all that is theirs: the document with its worker, what can be undone, what is unsaved, the
   * mode, the address in the hash. Nothing is copied.
   */
  swap(): void;
  show(overlay: Overlay | null): void;
  /** Opens the dialog that transforms a panel's document, or the value at a path of it, in place or into the other panel. */
  transform(from: Side, to: Side, path?: Path): void;
  /** Closes it. */
  endTransform(): void;
  /** Asks a person. */
  readonly confirm: Confirm;
  answer(yes: boolean): void;
  /** Begins to follow the system's theme and to compare. Once. */
  start(): void;
}

/** The page of the product: its documents are kept in this browser and in the cloud. */
export interface App extends PageModel {
  readonly account: Account;
  readonly documents: Documents;
  /** Deletes a document; asks first where that can't be undone. */
  delete(key: ShelfKey, name: string, teller: Teller): Promise<void>;
  /** Opens what the hash names, or the sample, and follows the hash, the system's theme and the page's end. Once. */
  start(): void;
}
