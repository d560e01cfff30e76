// Autosaves a panel's document. Shortly after the last edit it is saved where it came from: in this browser or in the cloud. A
// document without a place of its own gets one in this browser. Saves never overlap. A document that has been saved elsewhere
// is not overwritten: the user is asked. What a server cannot accept now is saved later, and is a draft until then.
//
//   edit ──▶ 1 s, or 4 s for a large one ──▶ read ─┬─▶ compress (job worker) ──▶ one transaction, checks `_rev`
//                                                  └─▶ PUT, If-Match: `_rev` ──▶ 409: asks the user

import { subscribe } from 'valtio';
import { hasCode } from '../../shared/errors.ts';
import type { DocumentState } from '../../shared/protocol/protocol.ts';
import { ServerError } from './cloud/failure.ts';
import { AUTH_KEY } from './cloud/stored-auth.ts';
import type { DocumentMeta } from './storage/document-meta.ts';
import type { ShelfName } from '../model/shelf-name.ts';
import { SAVED_LATER } from '../strings/documents/cloud.ts';
import { copyName, UNNAMED } from '../strings/documents/opening.ts';
import { tooLargeLocally } from '../strings/documents/storage.ts';
import { watchExternalChanges, type ExternalChangesOptions } from './external-changes.ts';
import { isUnsaved, raiseConflict, shelvedOrigin, type PanelCore } from '../panel/panel-core.ts';
import { sameDocument } from '../panel/shown-document.ts';
import { isShelved, type ShelvedOrigin } from '../model/origin.ts';
import { formatCompoundKey } from '../app/link/route.ts';
import type { CompoundKey } from '../model/compound-key.ts';
import { LARGE_BYTES } from '../model/large.ts';
import { createWriteQueue } from './write-queue.ts';
import { lazyActions } from './lazy-actions.ts';
import { loadWithRetry } from '../load-with-retry.ts';
import { mayShare, type MetadataActions } from './may-share.ts';

/** Larger documents are not stored in the browser. @see requirements SET-4 */
const MOST_LOCAL_BYTES = 536_870_912;
const DELAY_MS = 1000;
const LONG_DELAY_MS = 4000;
/** Delay before the first retry of a save whose failure may pass; it doubles with each further retry. */
const RETRY_MS = 5000;
const LONGEST_RETRY_MS = 60_000;

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

export interface Autosave extends MetadataActions {
  /** Saves unsaved changes, if that is allowed; returns whether nothing is unsaved any more. */
  flush(): Promise<boolean>;
  /** Saves to a shelf, wherever the document came from. */
  saveToShelf(how?: SaveOptions): Promise<boolean>;
  /** Ends a conflict with a save made elsewhere; `later` only hides the question, `ask` shows it again. */
  resolveConflict(how: 'overwrite' | 'copy' | 'later' | 'ask'): Promise<void>;
  /** Resolves once all unsaved changes are in the draft; returns whether that succeeded. */
  drafted(): Promise<boolean>;
  /** Writes unsaved changes to the draft immediately: the page may be closed at any moment. */
  flushDraft(): void;
  /** Called when a content was saved to disk. */
  noteSaved(content: number): void;
  /** Called when the panel has changed sides: its draft must be recovered on the new side. */
  updateDraftSide(): void;
  stop(): void;
}

/** The document whose save failed, as it was when the save began. */
type Failed = Pick<DocumentState, 'content' | 'size'>;

/** What autosave depends on. */
export interface AutosaveOptions extends ExternalChangesOptions {
  /** Whether the user has turned autosave on. */
  readonly isOn: () => boolean;
  /** Called with the key that the panel shows now; it replaces the hash without a new history entry. */
  readonly onKey: (key: CompoundKey) => void;
}

/** What an action on the access returns if it could not begin; that was reported. */
const NOT_DONE = { message: '' };
const loadMetadata = loadWithRetry(() => import('./metadata.ts'));
const loadConflictCheck = loadWithRetry(() => import('./conflict-check.ts'));

/** Creates the autosave of a panel and starts it. */
export function createAutosave(core: PanelCore, options: AutosaveOptions): Autosave {
  const { client, state } = core;
  const { documents } = options;
  const { local, recent } = documents;
  const external = watchExternalChanges(core, options);
  const queue = createWriteQueue();
  /** Returns who has made the unsaved changes: whoever is signed in when the first of them is made, or signs in after it. */
  const author = (): string | null => (core.author ??= external.writer().person);
  const writer = documents.draftWriter({
    client,
    describe() {
      const { origin, name } = state;
      const key = 'key' in origin && origin.kind !== 'json' ? formatCompoundKey(origin.key) : null;
      const rev = isShelved(origin) ? origin.rev : null;
      return { side: core.side, name, key, rev, file: core.file, person: author() };
    },
    onProtection(protection) {
      state.protection = protection;
    },
    onFailure: core.report,
    onSettled: () => schedule(),
  });
  client.journal.sink = writer;

  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryMs = RETRY_MS;
  /** The content number that the timer was set for, or whose save failed last. */
  let seen: number | null = null;
  let asked = false;
  /** After a document was too large: the size in bytes at which a save is tried again. */
  let most = 0;

  const mayKeep = (): boolean =>
    options.isOn() &&
    core.file === null &&
    state.conflict === null &&
    (state.shelfSaveState !== 'too-large' || client.state.size <= most);

  const become = (shelf: ShelfName, meta: DocumentMeta, name: string, content: number): void => {
    const origin = shelvedOrigin(shelf, meta);
    clearTimeout(retry);
    retryMs = RETRY_MS;
    core.file = null;
    Object.assign(state, {
      name,
      origin,
      savedContent: content,
      savedAt: Date.now(),
      shelfSaveState: 'idle',
      conflict: null,
    });
    core.succeeded('save');
    recent.view(origin.key, { name, updated: meta.updated, size: meta.size, dialect: client.state.dialect });
    options.onKey(origin.key);
  };

  const reportFailure = (error: unknown, size: number): void => {
    if (hasCode(error, 'full')) core.notify({ severity: 'error', message: tooLargeLocally(size, null) });
    else core.report(error, 'save');
  };

  /** Handles a failed save of a content, and reports it unless one was reported before. */
  const fail = (error: unknown, { content, size }: Failed, isNews: boolean, isAsked: boolean): void => {
    state.shelfSaveState = 'failed';
    // It is not tried again before the next edit, or the next retry.
    seen = content;
    if (hasCode(error, 'conflict')) {
      raiseConflict(core, isAsked);
      return;
    }
    if (hasCode(error, 'too-large')) {
      state.shelfSaveState = 'too-large';
      most = size - 1;
    }
    // The server may hold this content by now, so that the one before it does not count as saved any more.
    if (error instanceof ServerError && error.mayBeDone) state.savedContent = null;
    const isUnreachable = error instanceof ServerError && error.isPassing;
    if (isUnreachable || hasCode(error, 'worker-died') || hasCode(error, 'storage')) {
      clearTimeout(retry);
      retry = setTimeout(tryAgain, retryMs);
      retryMs = Math.min(LONGEST_RETRY_MS, 2 * retryMs);
    }
    if (hasCode(error, 'missing')) {
      // Deleted elsewhere, but still edited here: the next save stores it in this browser.
      state.origin = { kind: 'none' };
      options.onDeleted();
      seen = null;
    }
    if (!isNews) return;
    if (isUnreachable && options.isOn())
      core.report(new ServerError(error.message, error.status, [SAVED_LATER]), 'save');
    else reportFailure(error, size);
  };

  /** Deletes the local copy of a document that was moved to the cloud. */
  const moveAway = async (origin: ShelvedOrigin): Promise<void> => {
    const gone = await local.delete(origin.key.id, external.latest(origin)).catch(core.report);
    if (gone) documents.forget(formatCompoundKey(origin.key));
  };

  const write = async ({ to, copy = false, over = false, isAsked = true }: SaveOptions): Promise<boolean> => {
    const { content, size } = client.state;
    const { origin, name, shelfSaveState } = state;
    const isSame = sameDocument(core);
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
        state.shelfSaveState = 'too-large';
        most = max;
      }
      return false;
    }
    state.shelfSaveState = 'saving';
    try {
      const shelf = await documents.shelf(target);
      // This browser stores the encoding of the file; JSON sent between systems is UTF-8 (RFC 8259, section 8.1). The text may
      // include pending writes that the state does not report yet.
      const { text, ...version } = await client.readVersion(undefined, target === 'cloud' ? 'utf-8' : 'file');
      const blob = await documents.pack(target, text);
      // If another document has been opened here since, this content does not belong to it.
      if (!isSame()) return false;
      const draft = writer.saving(version.content);
      const by = { panel: external.self, person: author() };
      const kept = { blob, size: version.size, dialect: version.dialect, draft, schema: { ...state.schema } };
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
        meta = await shelf.create(copy ? copyName(name) : name === UNNAMED ? null : name, kept, by);
      }
      if (!isSame()) return false;
      if (!asked && target === 'local') {
        asked = true;
        // The user's documents must not be evicted like a cache.
        if ('storage' in navigator) void navigator.storage.persist?.().catch(() => false);
      }
      // A name given since is still being saved, and takes precedence.
      const isNamed = state.name === name && (over || !isInPlace);
      become(target, meta, isNamed ? meta.name : state.name, version.content);
      if (draft !== null) writer.saved(draft);
      // Moved: a version that another tab has saved stays, as a document of its own.
      if (isShelved(origin) && origin.kind === 'local' && target === 'cloud' && !copy) await moveAway(origin);
      return true;
    } catch (error) {
      if (!isSame()) return false;
      if (isOwn) {
        fail(error, { content, size }, isNews, isAsked);
      } else {
        // Saving to a new place failed: where the document is stored, nothing has changed.
        state.shelfSaveState = shelfSaveState;
        reportFailure(error, size);
      }
      return false;
    }
  };

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await queue.take(work);
    } finally {
      // Edits made during the save are saved next.
      schedule();
    }
  };
  const saveToShelf = (how: SaveOptions = {}): Promise<boolean> => {
    clearTimeout(timer);
    // A save that is refused, or that fails at another place, does not replace the one that the timer was set for.
    seen = null;
    const isSame = sameDocument(core);
    // By now the state may name another document, while the worker still holds the previous one.
    return inTurn(async () => isSame() && state.pendingOpens === 0 && write(how));
  };

  const schedule = (): void => {
    const { origin } = state;
    if (isShelved(origin)) {
      const rev = external.latest(origin);
      if (rev !== origin.rev) state.origin = { ...origin, rev };
    }
    if (state.pendingOpens > 0) return;
    if (!isUnsaved(state)) {
      clearTimeout(timer);
      clearTimeout(retry);
      seen = null;
      // Pending writes may be unsaved changes in a moment.
      if (!client.isWriting) {
        writer.end();
        core.author = null;
      }
      return;
    }
    writer.begin();
    const { content, size } = client.state;
    if (content === seen || queue.isBusy || !mayKeep()) return;
    seen = content;
    clearTimeout(timer);
    const isSlow = size > LARGE_BYTES || origin.kind === 'url' || origin.kind === 'json';
    timer = setTimeout(() => void saveToShelf({ isAsked: false }), isSlow ? LONG_DELAY_MS : DELAY_MS);
  };
  const unsubscribe = subscribe(state, schedule);
  /** A temporary failure may be over: unsaved changes are saved soon. */
  const tryAgain = (): void => {
    seen = null;
    schedule();
  };
  addEventListener('online', tryAgain);
  /** Somebody has signed in or out: it may be the person whose changes these are. */
  const hearSignIn = ({ key }: StorageEvent): void => {
    if ((key === null || key === AUTH_KEY) && state.shelfSaveState === 'failed') tryAgain();
  };
  addEventListener('storage', hearSignIn);

  let stopChecks: (() => void) | null = () => undefined;
  const metadata = lazyActions(core, async () => {
    const [{ createMetadataActions }, { checkForConflicts }] = await Promise.all([loadMetadata(), loadConflictCheck()]);
    stopChecks?.();
    if (stopChecks !== null) stopChecks = checkForConflicts(core, { documents, external, inTurn });
    return createMetadataActions(core, { documents, external, inTurn });
  });

  return {
    async flush() {
      await client.caughtUp();
      if (!isUnsaved(state)) return true;
      if (!mayKeep()) return false;
      return (await saveToShelf({ isAsked: false })) && !isUnsaved(state);
    },
    saveToShelf,
    rename: (name) => metadata(({ rename }) => rename(name), undefined),
    setSchema: (schema) => metadata(({ setSchema }) => setSchema(schema), undefined),
    setAccess: (access) => metadata(({ setAccess }) => setAccess(access), NOT_DONE),
    readAccess: () => metadata(({ readAccess }) => readAccess(), NOT_DONE),
    mayShare: () => mayShare(core),
    async resolveConflict(how) {
      const { conflict } = state;
      if (conflict === null) return;
      if (how === 'later' || how === 'ask') {
        state.conflict = { ...conflict, asking: how === 'ask' };
        return;
      }
      state.conflict = null;
      if (how === 'overwrite') await saveToShelf({ over: true });
      else if (how === 'copy') await saveToShelf({ copy: true });
    },
    async drafted() {
      schedule();
      await writer.written();
      return writer.protection !== 'failed';
    },
    flushDraft: () => writer.hurry(),
    noteSaved(content) {
      const draft = writer.saving(content);
      if (draft !== null) writer.saved(draft);
    },
    updateDraftSide: () => writer.redescribe(),
    stop() {
      clearTimeout(timer);
      clearTimeout(retry);
      removeEventListener('online', tryAgain);
      removeEventListener('storage', hearSignIn);
      unsubscribe();
      stopChecks?.();
      stopChecks = null;
      external.stop();
      writer.stop();
    },
  };
}

/** Returns how many bytes of text may be stored: the maximum, or the room that the browser has. */
async function localMaximum(): Promise<number> {
  const estimate = 'storage' in navigator ? await navigator.storage.estimate?.().catch(() => null) : null;
  const { quota, usage } = estimate ?? {};
  // The stored content is compressed, but by an unknown ratio.
  const room = quota === undefined ? Number.POSITIVE_INFINITY : Math.max(0, quota - (usage ?? 0));
  return Math.min(MOST_LOCAL_BYTES, room);
}
