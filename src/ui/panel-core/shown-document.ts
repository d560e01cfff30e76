// The document that a panel shows. What identifies it and where it is stored changes in one step, together with its number.
//
// Opening and saving wait for disks, servers, workers and the user, and meanwhile the panel may be given another document. So
// whatever waits takes a check from `sameDocument` first, and asks it before it writes a text anywhere, or changes the panel.

import { formatCompoundKey } from '../link/route.ts';
import type { CompoundKey } from '../model/compound-key.ts';
import { NO_SCHEMA, type Schema } from '../model/schema.ts';
import type { OpenFile } from '../model/open-file.ts';
import type { Origin } from '../model/origin.ts';
import type { PanelCore, PanelState } from './panel-core.ts';

/** What tells one document from another. */
export interface DocumentIdentity {
  readonly name: string;
  readonly origin: Origin;
  readonly schema?: Schema;
  /** The file that `Save` writes to. */
  readonly file?: OpenFile | null;
  /** The person who has made its unsaved changes. */
  readonly author?: string | null;
}

/** The part of a panel's state that belongs to one document, as it is when that document is opened. */
const NEW_DOCUMENT_STATE = {
  problem: null,
  reasons: [],
  retryKey: null,
  fileToReopen: null,
  savedContent: null,
  savedAt: null,
  place: null,
  conflict: null,
  shelfSaveState: 'idle',
  packed: false,
  blank: false,
} as const satisfies Partial<PanelState>;

let last = 0;

/** Gives a panel another document. `more` is what differs from a document before use. */
export function showDocument(
  core: PanelCore,
  { name, origin, schema = NO_SCHEMA, file = null, author = null }: DocumentIdentity,
  more: Partial<PanelState> = {},
): void {
  last += 1;
  core.file = file;
  core.author = author;
  core.opened = null;
  core.csvFile = null;
  Object.assign(core.state, { ...NEW_DOCUMENT_STATE, name, origin, schema, ...more, documentCount: last });
}

/** Returns a function that gives a panel the document back that it has now. */
export function saveDocumentState(core: PanelCore): () => void {
  const { file, author, opened, csvFile, state } = core;
  const { documentCount, name, origin, schema, shelfSaveState } = state;
  const { blank, problem, reasons, retryKey, fileToReopen, savedContent, savedAt, place, conflict, packed } = state;
  return () => {
    core.file = file;
    core.author = author;
    core.opened = opened;
    core.csvFile = csvFile;
    Object.assign(state, {
      documentCount,
      name,
      origin,
      schema,
      blank,
      savedContent,
      savedAt,
      place,
      conflict,
      packed,
    });
    // A save that has ended in the meantime could not report that.
    state.shelfSaveState = shelfSaveState === 'saving' ? 'idle' : shelfSaveState;
    Object.assign(state, { problem, reasons, retryKey, fileToReopen });
  };
}

/** Whether a panel shows the document of a key. */
export function showsKey({ state }: Pick<PanelCore, 'state'>, key: CompoundKey): boolean {
  return 'key' in state.origin && formatCompoundKey(state.origin.key) === formatCompoundKey(key);
}

/** Returns a check whether a panel still has the document that it has now. */
export function sameDocument({ state }: Pick<PanelCore, 'state'>): () => boolean {
  const { documentCount } = state;
  return () => state.documentCount === documentCount;
}
