// One panel: its state for the screen, and what its actions share. The document itself stays in its
// worker; here are only small facts about it. What must not be in a proxy (the client, the view, a file
// handle) stands beside the state, in `PanelCore`.

import { type Settings, oneOf } from '../settings/browser-settings.ts';
import type { Side } from '../model/side.ts';
import type { OpenFile } from '../model/open-file.ts';
import { type Mode, MODES } from '../model/side.ts';
import { NO_SCHEMA, type Schema } from '../model/schema.ts';
import { type ShelvedOrigin, type Origin, isShelved } from '../model/origin.ts';
import { proxy, ref, useSnapshot } from 'valtio';
import { hasCode, type CodedError } from '../../shared/errors.ts';
import type { Path } from '../../shared/document/path.ts';
import type { SavedTableState } from '../table/table-state.ts';
import type { DocumentState, EditResult, ExpandRequest, Located, Source } from '../../shared/protocol/protocol.ts';
import type { FormatPart } from '../../shared/protocol/format-options.ts';
import type { FoldRequest } from '../../shared/protocol/textview.ts';
import type { ProblemReport } from '../../shared/protocol/problems.ts';
import type { RepairPlan } from '../../shared/protocol/repair.ts';
import type { ByteOffset, NodeIndex, Revision } from '../../shared/units.ts';
import { DebouncedState } from '../client/debounced-state.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import type { Assist } from '../schema/assist-host.ts';
import type { Protection } from '../model/protection.ts';
import type { DocumentMeta } from '../documents/storage/document-meta.ts';
import type { ShelfName } from '../model/shelf-name.ts';
import { changedInCloud } from '../strings/documents/cloud.ts';
import { UNNAMED } from '../strings/documents/opening.ts';
import { changedElsewhere } from '../strings/documents/storage.ts';
import { detailsOf, isWithdrawn, messageOf, type Notify } from '../app/notices/notices.ts';

/** Where a document is that a shelf has answered. */
export function shelvedOrigin(kind: ShelfName, { _id, _rev, access }: DocumentMeta): ShelvedOrigin {
  return { kind, key: { source: kind, id: _id }, rev: _rev, access };
}

/** Where keeping a document stands. `too-large`: it can't be before it has shrunk, and a person was told. */
export type Keeping = 'idle' | 'saving' | 'failed' | 'too-large';

/** Why a document can't be saved over the one that is kept: somebody else has saved that meanwhile. */
export interface Conflict {
  readonly message: string;
  /** Whether the question is on the screen; otherwise it waits. */
  readonly asking: boolean;
}

/** The conflict of a document that somebody else has saved meanwhile. */
export function conflictOver({ name, origin }: Pick<PanelState, 'name' | 'origin'>): Conflict {
  return { message: origin.kind === 'cloud' ? changedInCloud(name) : changedElsewhere(name), asking: true };
}

/** Where the caret or the selection is; line and column from 0. */
export interface PanelPlace {
  readonly path: Path;
  readonly line: number;
  readonly column: number;
  readonly selectedCharacters?: number;
  /** What several selected cells come to. */
  readonly summary?: readonly string[];
}

/** Long work that the panel waits for. `total` is 0 while it is not known. */
export interface PanelTask {
  readonly id: number;
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

/** What would repair the text of revision `base`, or why nothing does. */
export interface RepairOffer {
  readonly base: Revision;
  readonly plan: RepairPlan | null;
  readonly problem: CodedError | null;
}

export interface PanelState {
  /** How many documents are on their way here: the state names one already, the worker may hold the one before. */
  pendingOpens: number;
  name: string;
  origin: Origin;
  /** Where its schema is. */
  schema: Schema;
  mode: Mode;
  doc: DocumentState;
  /** Whether the text was valid when it was checked last. */
  wasValid: boolean;
  /** Counts the documents that were opened here. */
  documentCount: number;
  /** No document was opened or begun: the panel invites to open one. */
  blank: boolean;
  /** `doc.content` when it was last saved or opened; `null` where it was never kept anywhere. */
  savedContent: number | null;
  /** When it was last saved, in milliseconds since the epoch. */
  savedAt: number | null;
  keeping: Keeping;
  /** Whether what is unsaved survives the end of this tab. */
  protection: Protection;
  conflict: Conflict | null;
  /** Files in gzip are saved as such. */
  packed: boolean;
  task: PanelTask | null;
  /** How many writes of the whole document are under way: undo, format and the like. */
  writes: number;
  place: PanelPlace | null;
  /** A repair that is being looked at. */
  repair: RepairOffer | null;
  /** What stands in the dialog that asks where to go; `null` while there is none. */
  goTo: string | null;
  /** What is wrong in the document, as far as that is known: of its revision, or of one before. */
  problems: ProblemReport | null;
  /** Why the panel is empty, when a load failed. */
  problem: string | null;
  /** What may be the reasons of it. */
  reasons: readonly string[];
  /** The hash value whose load failed and may go better another time. */
  retryKey: string | null;
  /** The file that was shown before the page was loaded, and that a person has to ask for. */
  again: string | null;
}

/** What a panel asks of the view it shows. */
export interface PanelView {
  reveal(result: EditResult): void;
  /** The document is being written as a whole: what is typed waits until as many calls of `release`. */
  hold?(): void;
  release?(): void;
  /** Writes what a person has begun to write: saving saves that too. */
  complete?(): Promise<void>;
  focus(): void;
  revealOffset?(offset: ByteOffset): void;
  /** What is selected of a text; `null` where nothing is. */
  selectedPart?(): FormatPart | null;
  expand?(request: ExpandRequest): Promise<void>;
  fold?(request: FoldRequest): Promise<void>;
  /** Goes to a place by itself. */
  goTo?(located: Located): Promise<void>;
  /** Shows the array at a path as a table. */
  openArray?(path: Path): void;
  /** Shows a value, or where one would be. @throws CodedError `stale` */
  showNode?(base: Revision, node: NodeIndex, isThere: boolean): Promise<void>;
  /** For views that keep level with the one of the other panel. */
  readonly alignment?: Alignment;
}

/** What can be asked of the list of problems. */
export interface ProblemSteps {
  /** Goes to the next one, or the one before. */
  step(by: 1 | -1): void;
  /** Opens the list, or closes it. */
  toggle(): void;
}

/** A place of a view: a value, and how many rows below the top of the screen it stands. */
export interface ViewPlace {
  readonly node: NodeIndex;
  readonly revision: Revision;
  readonly below: number;
}

/** A view that can be kept level with another one. */
export interface Alignment {
  /** What a person looks at, and what stands above it; none while that is not read. All of one revision. */
  places(): readonly ViewPlace[] | Promise<readonly ViewPlace[]>;
  /**
   * Brings a value, or what is collapsed around it, to where a place is; answers how many rows below the top it stands
   * then: at the ends there is no way further. @throws CodedError `stale`
   */
  bring(place: ViewPlace): Promise<number>;
  /** Calls back when it has scrolled, or may show other rows. Answers how to stop. */
  onScroll(listener: () => void): () => void;
  /** Calls back when a hand is on it. Answers how to stop. */
  onTouch(listener: () => void): () => void;
}

/** What the actions of a panel work with. */
export interface PanelCore {
  /** Where the panel stands now: the two can be swapped. */
  side: Side;
  readonly client: DocumentClient;
  readonly state: PanelState;
  readonly notify: Notify;
  readonly settings: Settings;
  /** The view on the screen, once it is loaded. */
  view: PanelView | null;
  /** Steps through the problems, once it is loaded. */
  problems: ProblemSteps | null;
  /** Answers about the schema, once it is loaded. */
  assist: Assist | null;
  /** Whoever wants to know that another view shows the panel. */
  readonly watchers: Set<() => void>;
  /** What to do with the next view that appears, until it tells a place. */
  onView: ((view: PanelView) => void) | null;
  /** Where the table was left; for the document with that count alone. */
  tableStandpoint: SavedTableState | null;
  /** The file that `Save` writes to. */
  file: OpenFile | null;
  /** What was opened, for going back to it. */
  opened: Source | null;
  /** Shows `label` and progress while `work` runs, and lets a person cancel it. Passes the outcome on. */
  run<T>(label: string, work: (task: Required<Task>) => Promise<T>): Promise<T>;
  /** The same for work that writes the whole document. The view shows where, and holds what is typed until then. */
  write<T extends EditResult | null>(label: string, work: (task: Required<Task>) => Promise<T>): Promise<T>;
  /** Cancels the work shown now. */
  cancel(): void;
  /** Tells a person of an error, unless it only says that work was withdrawn. */
  report(error: unknown): void;
}

const DEFAULT_MODE: Record<Side, Mode> = { left: 'text', right: 'tree' };

/** Whether there is something that would be lost. */
export function isUnsaved({
  blank,
  pendingOpens,
  doc,
  savedContent,
  origin,
}: Pick<PanelState, 'blank' | 'pendingOpens' | 'doc' | 'savedContent' | 'origin'>): boolean {
  // What is coming is unsaved or not once it is there; what was here before is saved or given up.
  if (blank || pendingOpens > 0 || doc.phase !== 'ready' || doc.content === savedContent) return false;
  // Nothing, of nothing that is kept anywhere, is not worth keeping.
  return doc.size > 0 || isShelved(origin) || origin.kind === 'disk';
}

/** Makes the core of a panel; its state follows the client's from then on. */
export function createPanelCore(side: Side, client: DocumentClient, notify: Notify, settings: Settings): PanelCore {
  const state = proxy<PanelState>({
    pendingOpens: 0,
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
    keeping: 'idle',
    protection: 'none',
    conflict: null,
    packed: false,
    task: null,
    writes: 0,
    place: null,
    repair: null,
    goTo: null,
    problems: null,
    problem: null,
    reasons: [],
    retryKey: null,
    again: null,
  });
  const debounced = new DebouncedState(client);
  debounced.subscribe(() => {
    state.doc = ref(debounced.state);
    const { validity, phase } = debounced.state;
    if (validity !== 'unknown' || phase !== 'ready') state.wasValid = validity === 'valid';
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
    onView: null,
    tableStandpoint: null,
    problems: null,
    assist: null,
    watchers: new Set(),
    file: null,
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
    cancel: () => running?.abort(),
    report(error) {
      if (isWithdrawn(error)) return;
      const severity = hasCode(error, 'refused') || hasCode(error, 'stale') ? 'warning' : 'error';
      notify({ severity, message: messageOf(error), ...detailsOf(error) });
    },
  };
  return core;
}

/** What to show of a panel; re-renders on a change of what was read. */
export function usePanelState(core: PanelCore): PanelState {
  return useSnapshot(core.state) as PanelState;
}
