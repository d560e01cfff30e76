// One panel: its state for rendering, and what its actions share. The text is in a worker, and what is known of the document in
// `PanelDocument`. What must not be proxied (the client, the view) is beside the state, in `PanelCore`.

import { type Settings, oneOf } from '../settings/browser-settings.ts';
import type { Side } from '../model/side.ts';
import { announcing } from '../notices/announcement.ts';
import { type Mode, MODES } from '../model/side.ts';
import { type ShelvedOrigin, isShelved } from '../model/origin.ts';
import { proxy, ref, useSnapshot } from 'valtio';
import { hasCode, type CodedError } from '../../shared/errors.ts';
import type { Path } from '../../shared/document/path.ts';
import type { DocumentState, EditResult, ExpandRequest, Located } from '../../shared/protocol/protocol.ts';
import type { FormatPart } from '../../shared/protocol/format-options.ts';
import type { FoldRequest } from '../../shared/protocol/textview.ts';
import type { ProblemReport } from '../../shared/protocol/problems.ts';
import type { CellRange } from '../../shared/protocol/table.ts';
import type { RepairPlan } from '../../shared/protocol/repair.ts';
import type { ByteOffset, NodeIndex, Revision } from '../../shared/units.ts';
import { DebouncedState } from '../client/debounced-state.ts';
import type { ValueText } from '../../shared/protocol/forms.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import type { Assist } from '../assist/assist-host.ts';
import type { Protection } from '../model/protection.ts';
import type { DocumentMeta } from '../model/document-meta.ts';
import type { ShelfName } from '../model/document-key.ts';
import { changedInCloud, RESOLVE } from '../strings/documents/cloud.ts';
import { UNNAMED } from '../strings/documents/opening.ts';
import { changedElsewhere } from '../strings/documents/storage.ts';
import { PanelDocument, type DocumentFacts, type PanelPlace } from './panel-document.ts';
import type { SlotOwner } from '../model/slot.ts';
import { detailsOf, isWithdrawn, messageOf, UNTIL_MENDED, type Notify, type Topic } from '../notices/notices.ts';

/** Returns the origin of a document from a shelf's response. */
export function shelvedOrigin(kind: ShelfName, { _id, _rev, access }: DocumentMeta): ShelvedOrigin {
  return { kind, key: { source: kind, id: _id }, rev: _rev, access };
}

/**
 * Marks the document of a panel as saved elsewhere. It opens a dialog only for a user who has just asked to save: another one may
 * be typing, perhaps into a field that a dialog would close.
 */
export function raiseConflict(
  { state, notify, aboutOf }: Pick<PanelCore, 'state' | 'notify' | 'aboutOf'>,
  isAsked = false,
): void {
  const { name, origin, conflict } = state.document;
  const message = origin.kind === 'cloud' ? changedInCloud(name) : changedElsewhere(name);
  state.document.conflict = { message, asking: isAsked };
  if (isAsked || conflict !== null) return;
  const run = (): void => {
    if (state.document.conflict?.message === message) state.document.conflict = { message, asking: true };
  };
  // It leaves with the conflict: after a save, or a merge.
  notify({ severity: 'warning', message, action: { label: RESOLVE, run }, about: aboutOf('keep') });
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
  /** The document that the panel shows; replaced by opening another one. */
  document: DocumentFacts;
  mode: Mode;
  doc: DocumentState;
  /** Whether the text was valid at the last completed check. */
  wasValid: boolean;
  /** Whether unsaved changes survive closing this tab. */
  protection: Protection;
  task: PanelTask | null;
  /** Number of pending writes of the whole document, such as undo and format. */
  writes: number;
  tabKey: TabKey;
  /** The repair shown for confirmation. */
  repair: RepairOffer | null;
  /** Initial text of the go-to dialog; `null` while it is closed. */
  goTo: string | null;
  /** The problems of the document as far as they are known, of its current revision or an earlier one. */
  problems: ProblemReport | null;
  /** The latest announcement for screen readers. */
  said: string;
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
  readSelected?(task: Task): Promise<ValueText | null>;
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

/** A panel as its actions see it. */
export interface PanelCore extends SlotOwner {
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
  /** Access to the schema, once it is loaded. */
  assist: Assist | null;
  /** Shows the receipt of the document, or of a copy that was sent; `null` until the status line is loaded. */
  showReceipt: ((sent: Blob | null) => void) | null;
  /** Called when the panel's view changes. */
  readonly watchers: Set<() => void>;
  /** Called with each view that attaches, until a view reports a place. */
  pendingViewAction: ((view: PanelView) => void) | null;
  /** The document that the panel shows. */
  document: PanelDocument;
  /** Shows `label` and progress while `work` runs, and lets the user cancel it. Passes its result or error on. */
  run<T>(label: string, work: (task: Required<Task>) => Promise<T>): Promise<T>;
  /** Like `run`, for work that writes the whole document. The view queues input until it ends, and reveals the change. */
  write<T extends EditResult | null>(label: string, work: (task: Required<Task>) => Promise<T>): Promise<T>;
  /** Announces what has happened to screen readers. */
  announce(said: string): void;
  /** Cancels the work that is shown. */
  cancel(): void;
  /**
   * Returns the view's current place, which the document's `place` shows only once it rests; `null` while the view is on its way to a
   * place, or there is none.
   */
  readPlace(): Promise<PanelPlace | null>;
  /** Notifies the user of an error, unless it means that work was cancelled. `about`: it leaves when that has succeeded. */
  report(error: unknown, about?: About): void;
  /** Returns what a notice about it names. */
  aboutOf(about: About): Topic;
  /** Removes the error about an address or a document that has been opened since. */
  succeeded(about: About): void;
}

const DEFAULT_MODE: Record<Side, Mode> = { left: 'text', right: 'tree' };

/** Whether the panel has changes that would be lost. */
export function isUnsaved({
  document,
  pendingOpens,
  doc,
}: Pick<PanelState, 'document' | 'pendingOpens' | 'doc'>): boolean {
  const { blank, savedContent, origin } = document;
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
  const first = new PanelDocument({ name: UNNAMED, origin: { kind: 'none' } }, { blank: true });
  const state = proxy<PanelState>({
    document: first.facts,
    pendingOpens: 0,
    pendingMetadata: 0,
    mode: settings.read(`${side}Mode`, oneOf(MODES), DEFAULT_MODE[side]),
    doc: ref(client.state),
    wasValid: client.state.validity === 'valid',
    protection: 'none',
    task: null,
    writes: 0,
    tabKey: null,
    repair: null,
    goTo: null,
    problems: null,
    said: '',
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
    problems: null,
    assist: null,
    showReceipt: null,
    watchers: new Set(),
    document: first,
    slots: new Map(),
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
        return view === null ? null : view.readPlace ? await view.readPlace() : state.document.place;
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
    aboutOf: (about) => (about === 'save' || about === 'keep' ? core.document.topics[about] : `${side} ${about}`),
    succeeded: (about) => notify.succeeded?.(core.aboutOf(about)),
  };
  return core;
}

/** Returns the state of a panel; re-renders when a property that was read changes. */
export function usePanelState(core: PanelCore): PanelState {
  return useSnapshot(core.state) as PanelState;
}
