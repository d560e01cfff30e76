// Saves a panel's document where it came from: in this browser or in the cloud. A document without a place of its own gets one in
// this browser. A document that has been saved elsewhere is not overwritten: the user is asked.
//
//   read ─┬─▶ compress (job worker) ──▶ one transaction, checks `_rev`
//         └─▶ PUT, If-Match: `_rev` ──▶ 409: asks the user

import { hasCode } from '../../../shared/errors.ts';
import type { DocumentState } from '../../../shared/protocol/protocol.ts';
import type { CompoundKey, ShelfName } from '../../model/document-key.ts';
import type { KeptCsv, StoredCsv } from '../../model/csv-file.ts';
import type { DocumentMeta } from '../../model/document-meta.ts';
import { isShelved, type ShelvedOrigin } from '../../model/origin.ts';
import { ServerError } from '../../model/server-failure.ts';
import { formatCompoundKey } from '../../link/route.ts';
import { raiseConflict, shelvedOrigin, type PanelCore } from '../../panel-core/panel-core.ts';
import { loadNames, storedName } from '../../panel-core/stored-name.ts';
import { sameDocument } from '../../panel-core/shown-document.ts';
import { SAVED_LATER } from '../../strings/documents/cloud.ts';
import { tooLargeLocally } from '../../strings/documents/storage.ts';
import { isPublic } from '../../model/access.ts';
import type { Documents } from '../documents.ts';
import type { ExternalChanges } from './external-changes.ts';
import { noteShared } from '../versions/shared-version.ts';
import type { DraftWriter } from '../drafts/draft-writer.ts';

/** How a document is saved. */
export interface SaveOptions {
  /** Where to save; by default where the document is stored already, or else in this browser. */
  readonly to?: ShelfName;
  /** Whether to save it as another document. */
  readonly copy?: boolean;
  /** Whether to overwrite what has been saved elsewhere. */
  readonly over?: boolean;
  /** Whether the user requested the save, and is shown every failure. */
  readonly isAsked?: boolean;
}

/** The document whose save failed, as it was when the save began. */
type Failed = Pick<DocumentState, 'content' | 'size'>;

/** What saving depends on. */
export interface SaverOptions {
  readonly documents: Documents;
  readonly external: ExternalChanges;
  readonly draft: Pick<DraftWriter, 'saving' | 'saved' | 'redescribe'>;
  /** Returns who has made the unsaved changes. */
  readonly author: () => string | null;
  /** Whether the user has turned autosave on. */
  readonly isOn: () => boolean;
  /** Called with the key that the panel shows now. */
  readonly onKey: (key: CompoundKey) => void;
  /** Called when the document turned out to be deleted. */
  readonly onDeleted: () => void;
  /** Whether a document that is public may be saved with what it holds now. `isAsked`: the user has called for the save. */
  readonly mayPublish: (isAsked: boolean) => Promise<boolean>;
  readonly onSaved: () => void;
  /** Called when a document was too large, with the size in bytes at which a save may be tried again. */
  readonly onTooLarge: (maxBytes: number) => void;
  /** Called with the content that was not saved, `null` if it may be tried at once; `mayPass`: a retry may succeed. */
  readonly onFailed: (content: number | null, mayPass: boolean) => void;
}

export interface DocumentSaver {
  /** Saves the document; returns whether that succeeded. What failed has been reported. Must not overlap another save. */
  write(how: SaveOptions): Promise<boolean>;
}

/** Creates what saves the document of a panel. */
export function createDocumentSaver(core: PanelCore, options: SaverOptions): DocumentSaver {
  const { client, state } = core;
  const { documents, external, draft, author, isOn, onKey, onDeleted, onSaved, onTooLarge, onFailed, mayPublish } =
    options;
  const { local, recent } = documents;

  const markSaved = (shelf: ShelfName, meta: DocumentMeta, name: string, content: number): void => {
    const origin = shelvedOrigin(shelf, meta);
    onSaved();
    core.document.file = null;
    Object.assign(state.document, {
      name,
      origin,
      savedContent: content,
      savedAt: Date.now(),
      shelfSaveState: 'idle',
      conflict: null,
    });
    core.succeeded('keep');
    recent.view(origin.key, { name, updated: meta.updated, size: meta.size, dialect: client.state.dialect });
    onKey(origin.key);
  };

  const reportFailure = (error: unknown, size: number): void => {
    if (hasCode(error, 'full')) core.notify({ severity: 'error', message: tooLargeLocally(size, null) });
    else core.report(error, 'keep');
  };

  /** Handles a failed save of a content, and reports it unless one was reported before. */
  const fail = (error: unknown, { content, size }: Failed, isNews: boolean, isAsked: boolean): void => {
    state.document.shelfSaveState = 'failed';
    if (hasCode(error, 'conflict')) {
      onFailed(content, false);
      raiseConflict(core, isAsked);
      return;
    }
    if (hasCode(error, 'too-large')) {
      state.document.shelfSaveState = 'too-large';
      onTooLarge(size - 1);
    }
    // The server may hold this content by now, so that the one before it does not count as saved any more.
    if (error instanceof ServerError && error.mayBeDone) state.document.savedContent = null;
    const isUnreachable = error instanceof ServerError && error.isPassing;
    const isDeleted = hasCode(error, 'missing');
    onFailed(isDeleted ? null : content, isUnreachable || hasCode(error, 'worker-died') || hasCode(error, 'storage'));
    if (isDeleted) {
      // Deleted elsewhere, but still edited here: the next save stores it in this browser.
      state.document.origin = { kind: 'none' };
      onDeleted();
    }
    if (!isNews) return;
    if (isUnreachable && isOn()) core.report(new ServerError(error.message, error.status, [SAVED_LATER]), 'keep');
    else reportFailure(error, size);
  };

  /** Deletes the local copy of a document that has moved to another place. */
  const moveAway = async (origin: ShelvedOrigin): Promise<void> => {
    const gone = await local.delete(origin.key.id, external.latest(origin)).catch(core.report);
    if (gone) documents.forget(formatCompoundKey(origin.key));
  };

  /** The CSV file that is stored beside a document of this browser. */
  let storedCsv: { readonly id: string; readonly csv: KeptCsv | null } | null = null;
  const csvFor = async (id: string | null, csv: KeptCsv | null): Promise<StoredCsv | null | undefined> => {
    if (storedCsv?.id === id && storedCsv.csv === csv) return undefined;
    return csv && documents.form.ofCsv(csv, await documents.compress(csv.source));
  };

  let hasAskedToPersist = false;
  const write = async ({ to, copy = false, over = false, isAsked = true }: SaveOptions): Promise<boolean> => {
    const { content, size } = client.state;
    const { origin, name, shelfSaveState } = state.document;
    const isSame = sameDocument(core);
    /** Whether the save goes on: the panel has the document, and it has not become a file on disk, which autosave leaves alone. */
    const goesOn = (): boolean => {
      if (!isSame()) return false;
      if (isAsked || core.document.file === null) return true;
      state.document.shelfSaveState = 'idle';
      return false;
    };
    if (!goesOn()) return false;
    const target = to ?? (isShelved(origin) ? origin.kind : 'local');
    const isNews = isAsked || (shelfSaveState !== 'failed' && shelfSaveState !== 'too-large');
    const isInPlace = isShelved(origin) && origin.kind === target && !copy;
    /** Whether this is the save that autosave would make; a copy, or a move to another place, is not. */
    const isOwn = isInPlace || (!isShelved(origin) && target === 'local');
    const max = target === 'local' ? await localMaximum() : Number.POSITIVE_INFINITY;
    if (size > max) {
      if (isAsked || shelfSaveState !== 'too-large')
        core.notify({ severity: 'warning', message: tooLargeLocally(size, max) });
      if (isOwn) {
        state.document.shelfSaveState = 'too-large';
        onTooLarge(max);
      }
      return false;
    }
    state.document.shelfSaveState = 'saving';
    try {
      // A copy of a document that others read is one that they may read, too.
      const isOpen =
        target === 'cloud' && isShelved(origin) && origin.kind === 'cloud' && isPublic(origin.access ?? []);
      if (isOpen && !(await mayPublish(isAsked))) {
        if (!isSame()) return false;
        state.document.shelfSaveState = 'failed';
        onFailed(content, false);
        return false;
      }
      if (!goesOn()) return false;
      const shelf = await documents.shelf(target);
      // This browser stores the encoding of the file; JSON sent between systems is UTF-8 (RFC 8259, section 8.1). The text may
      // include pending writes that the state does not report yet.
      const { text, ...version } = await client.readVersion(undefined, target === 'cloud' ? 'utf-8' : 'file');
      const blob = await documents.pack(target, text);
      // If another document has been opened here since, this content does not belong to it.
      if (!goesOn()) return false;
      const inDraft = draft.saving(version.content);
      const by = { panel: external.self, person: author() };
      const csv = target === 'local' ? (core.document.csvFile?.kept() ?? null) : null;
      // What is called a copy is a document of its own.
      const source = target === 'local' && !copy ? state.document.sourceFile : null;
      const kept = {
        blob,
        size: version.size,
        dialect: version.dialect,
        draft: inDraft,
        schema: { ...state.document.schema },
        ...(source !== null && { sourceFile: source.name }),
        csv: target === 'local' ? await csvFor(isInPlace ? origin.key.id : null, csv) : undefined,
      };
      if (!goesOn()) return false;
      let meta: DocumentMeta;
      if (isInPlace) {
        // The revision that was read, even if the panel shows another one by now.
        const base = over ? null : external.latest(origin);
        meta = await shelf.save(origin.key.id, base, kept, by).catch((error: unknown) => {
          // Deleted elsewhere: the content is stored as a new document.
          if (hasCode(error, 'missing') && target === 'local') return shelf.create(name, kept, by);
          throw error;
        });
      } else {
        meta = await shelf.create(copy ? (await loadNames()).derivedName(name, 'copy') : storedName(name), kept, by);
      }
      if (target === 'local') storedCsv = { id: meta._id, csv };
      if (!goesOn()) {
        if (!isSame()) return false;
        // The transaction has named the copy in the draft.
        draft.redescribe();
        if (!isInPlace) await moveAway(shelvedOrigin(target, meta));
        return false;
      }
      if (!hasAskedToPersist && target === 'local') {
        hasAskedToPersist = true;
        // The user's documents must not be evicted like a cache.
        if ('storage' in navigator) void navigator.storage.persist?.().catch(() => false);
      }
      // A name given since is still being saved, and takes precedence.
      const isNamed = state.document.name === name && (over || !isInPlace);
      markSaved(target, meta, isNamed ? meta.name : state.document.name, version.content);
      if (source === null) state.document.sourceFile = null;
      noteShared(core, blob);
      if (inDraft !== null) draft.saved(inDraft);
      // Moved: a version that another tab has saved stays, as a document of its own.
      if (isShelved(origin) && origin.kind === 'local' && target === 'cloud' && !copy) await moveAway(origin);
      return true;
    } catch (error) {
      if (!goesOn()) return false;
      if (isOwn) {
        fail(error, { content, size }, isNews, isAsked);
      } else {
        // Saving to a new place failed: where the document is stored, nothing has changed.
        state.document.shelfSaveState = shelfSaveState;
        reportFailure(error, size);
      }
      return false;
    }
  };

  return { write };
}

/** Ends a conflict with a save made elsewhere; `later` only hides the question, `ask` shows it again. */
export async function resolveConflict(
  { state }: Pick<PanelCore, 'state'>,
  how: 'overwrite' | 'copy' | 'later' | 'ask',
  save: (how: SaveOptions) => Promise<boolean>,
): Promise<void> {
  const { conflict } = state.document;
  if (conflict === null) return;
  if (how === 'later' || how === 'ask') {
    state.document.conflict = { ...conflict, asking: how === 'ask' };
    return;
  }
  state.document.conflict = null;
  if (how === 'overwrite') await save({ over: true });
  else if (how === 'copy') await save({ copy: true });
}

/** Larger documents are not stored in the browser. @see requirements SET-4 */
const MAX_LOCAL_BYTES = 536_870_912;

/** Returns how many bytes of text may be stored: the maximum, or the room that the browser has. */
async function localMaximum(): Promise<number> {
  const estimate = 'storage' in navigator ? await navigator.storage.estimate?.().catch(() => null) : null;
  const { quota, usage } = estimate ?? {};
  // The stored content is compressed, but by an unknown ratio.
  const room = quota === undefined ? Number.POSITIVE_INFINITY : Math.max(0, quota - (usage ?? 0));
  return Math.min(MAX_LOCAL_BYTES, room);
}
