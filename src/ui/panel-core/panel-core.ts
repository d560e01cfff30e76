// One panel: its state for rendering, and what its actions share. The document itself is in its worker; the state holds only
// small facts about it. What must not be proxied (the client, the view, a file handle) is beside the state, in `PanelCore`.

import { type Settings, oneOf } from '../settings/browser-settings.ts';
import type { Side } from '../model/side.ts';
import { announcing } from '../notices/announcement.ts';
import type { CsvFileOfPanel } from '../model/csv-file.ts';
import type { OpenFile } from '../model/open-file.ts';
import { type Mode, MODES } from '../model/side.ts';
import { NO_SCHEMA, type Schema } from '../model/schema.ts';
import { type ShelvedOrigin, type Origin, isShelved } from '../model/origin.ts';
import { proxy, ref, useSnapshot } from 'valtio';
import { hasCode, type CodedError } from '../../shared/errors.ts';
import type { Path } from '../../shared/document/path.ts';
import type { SavedTableState } from '../model/saved-table-state.ts';
import type { DocumentState, EditResult, ExpandRequest, Located, Source } from '../../shared/protocol/protocol.ts';
import type { FormatPart } from '../../shared/protocol/format-options.ts';
import type { FoldRequest } from '../../shared/protocol/textview.ts';
import type { ProblemReport } from '../../shared/protocol/problems.ts';
import type { CellRange } from '../../shared/protocol/table.ts';
import type { RepairPlan } from '../../shared/protocol/repair.ts';
import type { ByteOffset, NodeIndex, Revision } from '../../shared/units.ts';
import { DebouncedState } from '../client/debounced-state.ts';
import type { SelectedValues } from '../model/selected-values.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import type { Assist } from '../assist/assist-host.ts';
import type { Protection } from '../model/protection.ts';
import type { DocumentMeta } from '../model/document-meta.ts';
import type { ShelfName } from '../model/shelf-name.ts';
import { changedInCloud, RESOLVE } from '../strings/documents/cloud.ts';
import { UNNAMED } from '../strings/documents/opening.ts';
import { changedElsewhere } from '../strings/documents/storage.ts';
import { detailsOf, isWithdrawn, messageOf, UNTIL_MENDED, type Notify } from '../notices/notices.ts';

/** Returns the origin of a document from a shelf's response. */
export function shelvedOrigin(kind: ShelfName, { _id, _rev, access }: DocumentMeta): ShelvedOrigin {
  return { kind, key: { source: kind, id: _id }, rev: _rev, access };
}

/** State of saving a document to its shelf. `too-large`: not possible until it shrinks; the user has been notified. */
export type ShelfSaveState = 'idle' | 'saving' | 'failed' | 'too-large';

/** Why a document can't be saved over its stored version: another tab or user has saved that since. */
export interface Conflict {
  readonly message: string;
  /** Whether the dialog is open; if not, a button in the title bar opens it. */
  readonly asking: boolean;
}

/**
 * Marks the document of a panel as saved elsewhere. It opens a dialog only for a user who has just asked to save: another one may
 * be typing, perhaps into a field that a dialog would close.
 */
export function raiseConflict(
  { state, notify, aboutOf }: Pick<PanelCore, 'state' | 'notify' | 'aboutOf'>,
  isAsked = false,
): void {
  const { name, origin, conflict } = state;
  const message = origin.kind === 'cloud' ? changedInCloud(name) : changedElsewhere(name);
  state.conflict = { message, asking: isAsked };
  if (isAsked || conflict !== null) return;
  const run = (): void => {
    if (state.conflict?.message === message) state.conflict = { message, asking: true };
  };
  // It leaves with the conflict: after a save, or a merge.
  notify({ severity: 'warning', message, action: { label: RESOLVE, run }, about: aboutOf('keep') });
}

/** The place of the caret or the selection; line and column from 0. */
export interface PanelPlace {
  readonly path: Path;
  readonly line: number;
  readonly column: number;
  readonly selectedCharacters?: number;
  /** Summary of several selected cells. */
  readonly summary?: readonly string[];
}

/** Long work that the panel shows. `total` is 0 while it is unknown. */
export interface PanelTask {
  readonly id: number;
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

/** A repair of the text of revision `base`, or the error that prevents one. */
export interface RepairOffer {
  readonly base: Revision;
  readonly plan: RepairPlan | null;
  readonly problem: CodedError | null;
}

export interface PanelState {
  /**
   * Number of documents being opened. While it is not 0, the state already names the new document, but the worker may still
   * hold the previous one.
   */
  pendingOpens: number;
  /** Number of changes of the name, the schema or the access that are being stored. */
  pendingMetadata: number;
  name: string;
  origin: Origin;
  /** The source of the document's schema. */
  schema: Schema;
  mode: Mode;
  doc: DocumentState;
  /** Whether the text was valid at the last completed check. */
  wasValid: boolean;
  /** Counts the documents opened in this panel. */
  documentCount: number;
  /** Whether no document has been opened or created: the panel offers to open one. */
  blank: boolean;
  /** `doc.content` when it was last saved or opened; `null` if it was never stored. */
  savedContent: number | null;
  /** When it was last saved, in milliseconds since the epoch. */
  savedAt: number | null;
  shelfSaveState: ShelfSaveState;
  /** Whether unsaved changes survive closing this tab. */
  protection: Protection;
  conflict: Conflict | null;
  /** Whether the file is gzipped, so that it is saved compressed. */
  packed: boolean;
  task: PanelTask | null;
  /** Number of pending writes of the whole document, such as undo and format. */
  writes: number;
  place: PanelPlace | null;
  tabKey: TabKey;
  /** The repair shown for confirmation. */
  repair: RepairOffer | null;
  /** Initial text of the go-to dialog; `null` while it is closed. */
  goTo: string | null;
  /** The problems of the document as far as they are known, of its current revision or an earlier one. */
  problems: ProblemReport | null;
  /** The latest announcement for screen readers. */
  said: string;
  /** The error of a failed load, for an empty panel. */
  problem: string | null;
  /** Possible causes of the error. */
  reasons: readonly string[];
  /** The hash value whose load failed, if a retry may succeed. */
  retryKey: string | null;
  /** The file that was open before the page was reloaded, and that can only be opened again by a click of the user. */
  fileToReopen: string | null;
}

/** What Tab does in the text: said when the user has reason to ask, otherwise `null`. */
export type TabKey = 'indents' | 'leaves' | null;

/** The interface of a view to its panel. */
export interface PanelView {
  reveal(result: EditResult): void;
  /** Called before a write of the whole document: input is queued until `release` is called as often as `hold`. */
  hold?(): void;
  release?(): void;
  /** Commits an edit in progress, so that saving includes it. */
  complete?(): Promise<void>;
  /** The upper and the lower end of the caret's line, in pixels from the top of the view; `null` if it is out of sight. */
  caretBox?(): { readonly top: number; readonly bottom: number } | null;
  /** Whether an edit is in progress that is not written yet. */
  isEditing?(): boolean;
  focus(): void;
  /** Whether the end of the document is in view; `null` while the view is on its way to a place. */
  isAtEnd?(): boolean | null;
  /** Scrolls to the end of the document. The caret and the selection stay. Resolves when the end is shown. */
  showEnd?(): void | Promise<void>;
  /**
   * Returns the current place of the caret or the selection, which the panel is otherwise told only once it rests; `null` while
   * the view is on its way to a place.
   */
  readPlace?(): Promise<PanelPlace | null>;
  revealOffset?(offset: ByteOffset): void;
  /** Returns the selected part of a text; `null` if nothing is selected. */
  selectedPart?(): FormatPart | null;
  expand?(request: ExpandRequest): Promise<void>;
  fold?(request: FoldRequest): Promise<void>;
  /** Goes to a place; for views that do not do that by `reveal`. */
  goTo?(located: Located): Promise<void>;
  /** Returns what is selected as values, or as text; `null` if nothing is. @throws CodedError */
  readSelected?(task: Task): Promise<SelectedValues | null>;
  /** Returns the cells that a table shows, in their order; `null` if it shows none. */
  shownCells?(): ShownCells | null;
  /** Shows the array at a path as a table. */
  openArray?(path: Path): void;
  /**
   * Shows a value; when `isThere` is false, the place where it would be. Nothing is selected any more once `isWanted` is false.
   * @throws CodedError `stale`
   */
  showNode?(base: Revision, node: NodeIndex, isThere: boolean, isWanted: () => boolean): Promise<void>;
  /** Present in views that can scroll in step with the other panel's. */
  readonly alignment?: Alignment;
}

/** The rows and columns that a table shows. */
export interface ShownCells {
  readonly range: CellRange;
  /** The names of the columns. */
  readonly names: readonly string[];
  readonly rows: number;
}

/** Commands of the list of problems. */
export interface ProblemSteps {
  /** Goes to the next or the previous problem. */
  step(by: 1 | -1): void;
  /** Opens or closes the list. */
  toggle(): void;
}

/** A place of a view: a value, and its distance from the top of the screen in rows. */
export interface ViewPlace {
  readonly node: NodeIndex;
  readonly revision: Revision;
  readonly below: number;
}

/** A view that can scroll in step with another one. */
export interface Alignment {
  /**
   * Returns the places of the value to align and of those above it, in order of preference; empty while they are not loaded. All
   * are of one revision.
   */
  places(): readonly ViewPlace[] | Promise<readonly ViewPlace[]>;
  /**
   * Scrolls a value, or its nearest visible ancestor, to the height of a place. Resolves to its resulting distance from the top
   * in rows, which differs where the view can't scroll that far.
   * @throws CodedError `stale`
   */
  scrollToPlace(place: ViewPlace): Promise<number>;
  /**
   * Leaves lines free, so that lines of both views that belong together are level: pairs of a line, from 0, and the number of free
   * lines before it. Present in views of lines.
   */
  fill?(fillers: Uint32Array | null): void;
  /** Calls `listener` after the view has scrolled or its rows may have changed. Returns a function that removes it. */
  onScroll(listener: () => void): () => void;
  /** Calls `listener` on user input in the view. Returns a function that removes it. */
  onTouch(listener: () => void): () => void;
}

/** What a panel opened. */
export interface OpenedSource extends Source {
  /** Set for the base of a draft, which may be younger than the document; `isSaved`: it is the content that was saved last. */
  readonly draft?: { readonly isSaved: boolean };
}

/** A panel as its actions see it. */
export interface PanelCore {
  /** The current side of the panel, which changes when the panels are swapped. */
  side: Side;
  readonly client: DocumentClient;
  readonly state: PanelState;
  readonly notify: Notify;
  readonly settings: Settings;
  /** The current view, once it is loaded. */
  view: PanelView | null;
  /** The list of problems, once it is loaded. */
  problems: ProblemSteps | null;
  /** The CSV file that the document came from, if any. */
  csvFile: CsvFileOfPanel | null;
  /** Access to the schema, once it is loaded. */
  assist: Assist | null;
  /** Shows the receipt of the document, or of a copy that was sent; `null` until the status line is loaded. */
  showReceipt: ((sent: Blob | null) => void) | null;
  /** Called when the panel's view changes. */
  readonly watchers: Set<() => void>;
  /** Called with each view that attaches, until a view reports a place. */
  pendingViewAction: ((view: PanelView) => void) | null;
  /** Where the table was left; valid only for the document with the same count. */
  tableStandpoint: SavedTableState | null;
  /** The file that `Save` writes to. */
  file: OpenFile | null;
  /** The person who has made the unsaved changes, by the id that the cloud knows; `null` while nobody is known to have. */
  author: string | null;
  /** The source that was opened, for reverting to it. */
  opened: OpenedSource | null;
  /** Shows `label` and progress while `work` runs, and lets the user cancel it. Passes its result or error on. */
  run<T>(label: string, work: (task: Required<Task>) => Promise<T>): Promise<T>;
  /** Like `run`, for work that writes the whole document. The view queues input until it ends, and reveals the change. */
  write<T extends EditResult | null>(label: string, work: (task: Required<Task>) => Promise<T>): Promise<T>;
  /** Announces what has happened to screen readers. */
  announce(said: string): void;
  /** Cancels the work that is shown. */
  cancel(): void;
  /**
   * Returns the view's current place, which `state.place` shows only once it rests; `null` while the view is on its way to a
   * place, or there is none.
   */
  readPlace(): Promise<PanelPlace | null>;
  /** Notifies the user of an error, unless it means that work was cancelled. `about`: it leaves when that has succeeded. */
  report(error: unknown, about?: About): void;
  /** Returns the name of that in a notice. */
  aboutOf(about: About): string;
  /** Removes the error about an address or a document that has been opened since. */
  succeeded(about: About): void;
}

const DEFAULT_MODE: Record<Side, Mode> = { left: 'text', right: 'tree' };

/** Whether the panel has changes that would be lost. */
export function isUnsaved({
  blank,
  pendingOpens,
  doc,
  savedContent,
  origin,
}: Pick<PanelState, 'blank' | 'pendingOpens' | 'doc' | 'savedContent' | 'origin'>): boolean {
  // While another document is being opened, its state is not known yet, and the previous one has been saved or discarded.
  if (blank || pendingOpens > 0 || doc.phase !== 'ready' || doc.content === savedContent) return false;
  // An empty document that is stored nowhere is not worth saving.
  return doc.size > 0 || isShelved(origin) || origin.kind === 'disk';
}

/** The same, or whether a field is open whose text is not in the document yet. */
export function hasUnsavedWork({ state, view }: Pick<PanelCore, 'state' | 'view'>): boolean {
  return isUnsaved(state) || view?.isEditing?.() === true;
}

/**
 * What an error is about: saving the document that is shown to its file, keeping it in this browser or the cloud, or opening a key,
 * an address or a name. A document that was kept is not in its file yet.
 */
export type About = 'save' | 'keep' | `open ${string}`;

/** Runs work that ends with the caret elsewhere. Keys that are pressed meanwhile are meant for that place, and wait for it. */
export async function whileHeld(view: PanelView, work: () => Promise<void>): Promise<void> {
  view.hold?.();
  try {
    await work();
  } finally {
    view.release?.();
  }
}

/** Creates the core of a panel, whose state follows the client's from then on. */
export function createPanelCore(side: Side, client: DocumentClient, notify: Notify, settings: Settings): PanelCore {
  const state = proxy<PanelState>({
    pendingOpens: 0,
    pendingMetadata: 0,
    name: UNNAMED,
    origin: { kind: 'none' },
    schema: NO_SCHEMA,
    mode: settings.read(`${side}Mode`, oneOf(MODES), DEFAULT_MODE[side]),
    doc: ref(client.state),
    wasValid: client.state.validity === 'valid',
    documentCount: 0,
    blank: true,
    savedContent: null,
    savedAt: null,
    shelfSaveState: 'idle',
    protection: 'none',
    conflict: null,
    packed: false,
    task: null,
    writes: 0,
    place: null,
    tabKey: null,
    repair: null,
    goTo: null,
    problems: null,
    said: '',
    problem: null,
    reasons: [],
    retryKey: null,
    fileToReopen: null,
  });
  const debounced = new DebouncedState(client);
  debounced.subscribe(() => {
    state.doc = ref(debounced.state);
    const { validity, phase } = debounced.state;
    if (validity !== 'unknown' || phase !== 'ready') state.wasValid = validity === 'valid';
  });

  let { lost } = client;
  client.subscribe(() => {
    if (client.lost === lost) return;
    ({ lost } = client);
    if (lost !== null) core.report(lost);
  });
  let taskCount = 0;
  let running: AbortController | null = null;
  const core: PanelCore = {
    side,
    client,
    state,
    notify,
    settings,
    view: null,
    pendingViewAction: null,
    tableStandpoint: null,
    problems: null,
    csvFile: null,
    assist: null,
    showReceipt: null,
    watchers: new Set(),
    file: null,
    author: null,
    opened: null,
    async run(label, work) {
      const id = (taskCount += 1);
      const controller = new AbortController();
      running = controller;
      state.task = { id, label, done: 0, total: 0 };
      try {
        return await work({
          signal: controller.signal,
          onProgress: (done, total) => {
            if (state.task?.id === id) state.task = { id, label, done, total };
          },
        });
      } finally {
        if (state.task?.id === id) {
          state.task = null;
          running = null;
        }
      }
    },
    async write(label, work) {
      const { view } = core;
      state.writes += 1;
      view?.hold?.();
      try {
        const result = await core.run(label, work);
        if (result !== null) core.view?.reveal(result);
        return result;
      } finally {
        view?.release?.();
        state.writes -= 1;
      }
    },
    announce(said) {
      state.said = announcing(state.said, said);
    },
    cancel: () => running?.abort(),
    async readPlace() {
      const { view } = core;
      try {
        return view === null ? null : view.readPlace ? await view.readPlace() : state.place;
      } catch {
        // The document was changed or closed meanwhile.
        return null;
      }
    },
    report(error, about) {
      if (isWithdrawn(error)) return;
      const severity = hasCode(error, 'refused') || hasCode(error, 'stale') ? 'warning' : 'error';
      const isOfDocument = about === 'save' || about === 'keep';
      notify({
        severity,
        message: messageOf(error),
        ...detailsOf(error),
        about: about && core.aboutOf(about),
        ...(isOfDocument && { stayMs: UNTIL_MENDED }),
      });
    },
    aboutOf: (about) => `${side} ${about} ${about === 'save' || about === 'keep' ? state.documentCount : ''}`,
    succeeded: (about) => notify.succeeded?.(core.aboutOf(about)),
  };
  return core;
}

/** Returns the state of a panel; re-renders when a property that was read changes. */
export function usePanelState(core: PanelCore): PanelState {
  return useSnapshot(core.state) as PanelState;
}
