// Decides when a panel's document is saved: shortly after the last edit, when the user asks, and again after a failure that may
// pass. Saves never overlap. Until they are saved, changes are in a draft.
//
//   edit ──▶ 1 s, or 4 s for a large one ──▶ saver ──▶ failed: 5 s, 10 s, … ──▶ saver

import { storedFile } from '../../model/open-file.ts';
import { subscribe } from 'valtio';
import { AUTH_KEY } from '../cloud/stored-auth.ts';
import { watchExternalChanges, type ExternalChangesOptions } from './external-changes.ts';
import { isUnsaved, type PanelCore } from '../../panel-core/panel-core.ts';
import { sameDocument, showsKey } from '../../panel-core/shown-document.ts';
import { isShelved } from '../../model/origin.ts';
import { formatCompoundKey } from '../../link/route.ts';
import type { CompoundKey, ShelfKey } from '../../model/document-key.ts';
import { LARGE_BYTES } from '../../../shared/bytes/size.ts';
import { createDocumentSaver, resolveConflict, type SaveOptions } from './document-saver.ts';
import { onShared, sharedVersion } from '../versions/shared-version.ts';
import { createWriteQueue, type EndTurn, type PanelWrites } from '../write-queue.ts';
import { lazyActions } from '../../panel-core/lazy-actions.ts';
import { loadWithRetry } from '../../browser/load-with-retry.ts';
import { mayShare, type MetadataActions } from './may-share.ts';

const DELAY_MS = 1000;
const LONG_DELAY_MS = 4000;
/** Delay before the first retry of a save whose failure may pass; it doubles with each further retry. */
const RETRY_MS = 5000;
const MAX_RETRY_MS = 60_000;

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
  /** Called when the panel has changed sides, or its file is known in another state: the draft is recovered with that. */
  describeDraft(): void;
  stop(): void;
}

/** What autosave depends on. */
export interface AutosaveOptions extends ExternalChangesOptions {
  /** Whether the user has turned autosave on. */
  readonly isOn: () => boolean;
  /** Whether a document that is public may be saved with what it holds now; always, if it is not given. */
  readonly mayPublish?: (isAsked: boolean) => Promise<boolean>;
  /** Called with the key that the panel shows now; it replaces the hash without a new history entry. */
  readonly onKey: (key: CompoundKey) => void;
}

/** What an action on the access returns if it could not begin; that was reported. */
const NOT_DONE = { message: '' };
const loadMetadata = loadWithRetry(() => import('./metadata.ts'));
const loadConflictCheck = loadWithRetry(() => import('./conflict-check.ts'));

/** Larger versions in common are not stored beside the base of a draft. */
const MAX_SHARED_BYTES = 32 * 1024 * 1024;

/** Creates the autosave of a panel and starts it. */
export function createAutosave(core: PanelCore, options: AutosaveOptions): Autosave {
  const { client, state } = core;
  const { documents } = options;
  /** Number of deletions of the document that have their turn. */
  let endings = 0;
  const external = watchExternalChanges(core, { ...options, isEnding: () => endings > 0 });
  const queue = createWriteQueue();
  /** Returns who has made the unsaved changes: whoever is signed in when the first of them is made, or signs in after it. */
  const author = (): string | null => (core.document.author ??= external.writer().person);
  const writer = documents.draftWriter({
    client,
    describe() {
      const { origin, name } = state.document;
      const key = 'key' in origin && origin.kind !== 'json' ? formatCompoundKey(origin.key) : null;
      const rev = isShelved(origin) ? origin.rev : null;
      return {
        side: core.side,
        name,
        key,
        rev,
        file: core.document.file && storedFile(core.document.file),
        sourceFile: state.document.sourceFile?.name ?? null,
        packed: state.document.packed,
        person: author(),
      };
    },
    shared() {
      if (!isUnsaved(state)) return 'text';
      // Elsewhere, what is stored has a version of its own.
      const content = core.document.file === null ? null : sharedVersion(core);
      return content === null || content instanceof File || content.size > MAX_SHARED_BYTES ? null : content;
    },
    csv: () => core.document.csvFile?.kept() ?? null,
    onProtection(protection) {
      state.protection = protection;
    },
    onFailure: core.report,
    onSettled: () => schedule(),
  });
  client.journal.sink = writer;
  onShared(core, (isCopy) => writer.reshare(isCopy));

  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryMs = RETRY_MS;
  /** The content number that the timer was set for, or whose save failed last. */
  let scheduledContent: number | null = null;
  /** After a document was too large: the size in bytes at which a save is tried again. */
  let retryBelowBytes = 0;

  const mayKeep = (): boolean =>
    options.isOn() &&
    core.document.file === null &&
    state.document.conflict === null &&
    (state.document.shelfSaveState !== 'too-large' || client.state.size <= retryBelowBytes);

  const saver = createDocumentSaver(core, {
    documents,
    external,
    draft: writer,
    author,
    onKey: options.onKey,
    onDeleted: options.onDeleted,
    onSaved() {
      clearTimeout(retry);
      retryMs = RETRY_MS;
    },
    onTooLarge(maxBytes) {
      retryBelowBytes = maxBytes;
    },
    onFailed(content, mayPass) {
      // It is not tried again before the next edit, or the next retry.
      scheduledContent = content;
      if (!mayPass) return;
      clearTimeout(retry);
      retry = setTimeout(tryAgain, retryMs);
      retryMs = Math.min(MAX_RETRY_MS, 2 * retryMs);
    },
    isOn: options.isOn,
    mayPublish: options.mayPublish ?? (() => Promise.resolve(true)),
  });

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await queue.run(work);
    } finally {
      // Edits made during the save are saved next.
      schedule();
    }
  };
  const saveToShelf = (how: SaveOptions = {}): Promise<boolean> => {
    clearTimeout(timer);
    // A save that is refused, or that fails at another place, does not replace the one that the timer was set for.
    scheduledContent = null;
    const isSame = sameDocument(core);
    // By now the state may name another document, while the worker still holds the previous one.
    return inTurn(async () => isSame() && state.pendingOpens === 0 && saver.write(how));
  };

  const schedule = (): void => {
    const { origin } = state.document;
    if (isShelved(origin)) {
      const rev = external.latest(origin);
      if (rev !== origin.rev) state.document.origin = { ...origin, rev };
    }
    if (state.pendingOpens > 0) return;
    if (!isUnsaved(state)) {
      clearTimeout(timer);
      clearTimeout(retry);
      scheduledContent = null;
      // Pending writes may be unsaved changes in a moment.
      if (!client.isWriting) {
        writer.end();
        core.document.author = null;
      }
      return;
    }
    writer.begin();
    const { content, size } = client.state;
    if (content === scheduledContent || queue.isBusy || !mayKeep()) return;
    scheduledContent = content;
    clearTimeout(timer);
    const isSlow = size > LARGE_BYTES || origin.kind === 'url' || origin.kind === 'json';
    timer = setTimeout(() => void saveToShelf({ isAsked: false }), isSlow ? LONG_DELAY_MS : DELAY_MS);
  };
  const unsubscribe = subscribe(state, schedule);
  /** A temporary failure may be over: unsaved changes are saved soon. */
  const tryAgain = (): void => {
    scheduledContent = null;
    schedule();
  };
  addEventListener('online', tryAgain);
  /** Somebody has signed in or out: it may be the person whose changes these are. */
  const onSignIn = ({ key }: StorageEvent): void => {
    if ((key === null || key === AUTH_KEY) && state.document.shelfSaveState === 'failed') tryAgain();
  };
  addEventListener('storage', onSignIn);

  let stopChecks: (() => void) | null = () => undefined;
  const metadata = lazyActions(core, async () => {
    const [{ createMetadataActions }, { checkForConflicts }] = await Promise.all([loadMetadata(), loadConflictCheck()]);
    stopChecks?.();
    if (stopChecks !== null) stopChecks = checkForConflicts(core, { documents, external, inTurn });
    return createMetadataActions(core, { documents, external, inTurn });
  });

  const flush = async (): Promise<boolean> => {
    await client.caughtUp();
    if (!isUnsaved(state)) return true;
    if (!mayKeep()) return false;
    return (await saveToShelf({ isAsked: false })) && !isUnsaved(state);
  };
  /** Saves what is unsaved of a document that is about to be deleted: if that is undone, it comes back with it. */
  const saveLast = async (isSame: () => boolean): Promise<void> => {
    try {
      await core.view?.complete?.();
      await client.caughtUp();
      const isMine = isSame() && state.pendingOpens === 0 && state.document.origin.kind === 'local';
      if (isMine && isUnsaved(state) && state.document.conflict === null) await saver.write({ isAsked: false });
    } catch (error) {
      core.report(error);
    }
  };
  const takeTurn = (key: ShelfKey): Promise<EndTurn> =>
    new Promise((resolve) => {
      if (!showsKey(core, key)) {
        resolve(() => Promise.resolve());
        return;
      }
      const isSame = sameDocument(core);
      endings += 1;
      clearTimeout(timer);
      clearTimeout(retry);
      void inTurn(async () => {
        await saveLast(isSame);
        await new Promise<void>((next) => {
          resolve(async (isDeleted) => {
            if (isDeleted && isSame() && showsKey(core, key)) await options.close();
            endings -= 1;
            scheduledContent = null;
            next();
          });
        });
      });
    });
  const writes: PanelWrites = { flush, takeTurn };
  documents.writes.add(writes);

  return {
    flush,
    saveToShelf,
    rename: (name) => metadata(({ rename }) => rename(name), undefined),
    setSchema: (schema) => metadata(({ setSchema }) => setSchema(schema), undefined),
    setAccess: (access) => metadata(({ setAccess }) => setAccess(access), NOT_DONE),
    readAccess: () => metadata(({ readAccess }) => readAccess(), NOT_DONE),
    mayShare: () => mayShare(core),
    resolveConflict: (how) => resolveConflict(core, how, saveToShelf),
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
    describeDraft: () => writer.redescribe(),
    stop() {
      documents.writes.delete(writes);
      clearTimeout(timer);
      clearTimeout(retry);
      removeEventListener('online', tryAgain);
      removeEventListener('storage', onSignIn);
      unsubscribe();
      stopChecks?.();
      stopChecks = null;
      external.stop();
      writer.stop();
    },
  };
}
