// Autosaves a panel's document. A moment after the last edit it is saved where it came from: in this browser or in the cloud. A
// document without a place of its own gets one in this browser. Saves never overlap. A document that was saved elsewhere meanwhile
// is not overwritten: a person is asked. What a server cannot take now is saved later, and is a draft until then.
//
//   edit ──▶ 1 s, or 4 s for a large one ──▶ read ─┬─▶ compress (job worker) ──▶ one transaction, checks `_rev`
//                                                  └─▶ PUT, If-Match: `_rev` ──▶ 409: asks

import { subscribe } from 'valtio';
import { hasCode } from '../../shared/errors.ts';
import { ServerError } from './cloud/failure.ts';
import type { DocumentMeta } from './storage/document-meta.ts';
import type { ShelfName } from '../model/shelf-name.ts';
import { SAVED_LATER } from '../strings/documents/cloud.ts';
import { copyName, UNNAMED } from '../strings/documents/opening.ts';
import { tooLargeLocally } from '../strings/documents/storage.ts';
import { watchExternalChanges, type ExternalChangesOptions } from './external-changes.ts';
import { checkForConflicts } from './conflict-check.ts';
import { conflictOver, isUnsaved, shelvedOrigin, type PanelCore } from '../panel/panel-core.ts';
import { isShelved, type ShelvedOrigin } from '../model/origin.ts';
import { formatCompoundKey } from '../app/link/route.ts';
import type { CompoundKey } from '../model/compound-key.ts';
import { LARGE_BYTES } from '../model/large.ts';
import { createWriteQueue } from './write-queue.ts';
import { createMetadataActions, type MetadataActions } from './metadata.ts';

/** No document above it is kept in the browser. @see requirements SET-4 */
const MOST_LOCAL_BYTES = 536_870_912;
const DELAY_MS = 1000;
const LONG_DELAY_MS = 4000;
/** The first retry of a server that cannot be reached; each further one waits twice as long. */
const RETRY_MS = 5000;
const LONGEST_RETRY_MS = 60_000;

/** How a document is saved. */
export interface SaveOptions {
  /** Where; without it where it is kept already, or else in this browser. */
  readonly to?: ShelfName;
  /** As another document. */
  readonly copy?: boolean;
  /** Whatever somebody else has saved meanwhile. */
  readonly over?: boolean;
  /** A person wants it, and is told of every failure. */
  readonly isAsked?: boolean;
}

export interface Autosave extends MetadataActions {
  /** Saves what is unsaved, if it may be; answers whether nothing is unsaved any more. */
  flush(): Promise<boolean>;
  /** Saves under an id, whatever the document came from. */
  keep(how?: SaveOptions): Promise<boolean>;
  /** Ends the conflict with somebody else's save; `later` only puts the question away, `ask` brings it back. */
  resolveConflict(how: 'overwrite' | 'copy' | 'later' | 'ask'): Promise<void>;
  /** Resolves once what is unsaved is written down; answers whether it could be. */
  drafted(): Promise<boolean>;
  /** Writes down at once what is unsaved: the page may go any moment. */
  hurryDraft(): void;
  /** A content was saved to disk. */
  noteSaved(content: number): void;
  /** The panel stands on the other side now: that is where its unsaved work is to come back. */
  takeSide(): void;
  stop(): void;
}

/** What autosave needs from others. */
export interface AutosaveOptions extends ExternalChangesOptions {
  /** Whether a person wants documents saved by themselves. */
  readonly isOn: () => boolean;
  /** The panel shows this now; the hash says so without a new entry. */
  readonly onKey: (key: CompoundKey) => void;
}

/** Creates the autosave of a panel and starts it. */
export function createAutosave(core: PanelCore, options: AutosaveOptions): Autosave {
  const { client, state } = core;
  const { documents } = options;
  const { local, recent } = documents;
  const external = watchExternalChanges(core, options);
  const queue = createWriteQueue();
  const writer = documents.draftWriter({
    client,
    describe() {
      const { origin, name } = state;
      const key = 'key' in origin && origin.kind !== 'json' ? formatCompoundKey(origin.key) : null;
      const rev = isShelved(origin) ? origin.rev : null;
      return { side: core.side, name, key, rev, file: core.file };
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
  /** The content number that the timer was set for, or that was tried last. */
  let seen: number | null = null;
  let asked = false;
  /** The room there was, in bytes, when a document was too large. */
  let most = 0;

  const mayKeep = (): boolean =>
    options.isOn() &&
    core.file === null &&
    state.conflict === null &&
    (state.keeping !== 'too-large' || client.state.size <= most);

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
      keeping: 'idle',
      conflict: null,
    });
    recent.view(origin.key, { name, updated: meta.updated, size: meta.size, dialect: client.state.dialect });
    options.onKey(origin.key);
  };

  /** Reports a failed save, unless it was reported before. */
  const fail = (error: unknown, size: number, isNews: boolean): void => {
    state.keeping = 'failed';
    if (hasCode(error, 'conflict')) {
      state.conflict = conflictOver(state);
      return;
    }
    if (hasCode(error, 'too-large')) {
      state.keeping = 'too-large';
      most = size - 1;
    }
    const isPassing = error instanceof ServerError && error.isPassing;
    if (isPassing) {
      clearTimeout(retry);
      retry = setTimeout(tryAgain, retryMs);
      retryMs = Math.min(LONGEST_RETRY_MS, 2 * retryMs);
    }
    if (hasCode(error, 'missing')) {
      // Deleted elsewhere, and still worked on here: this browser keeps it.
      state.origin = { kind: 'none' };
      options.onDeleted();
      seen = null;
    }
    if (!isNews) return;
    if (hasCode(error, 'full')) core.notify({ severity: 'error', message: tooLargeLocally(size, null) });
    else if (isPassing && options.isOn()) core.report(new ServerError(error.message, error.status, [SAVED_LATER]));
    else core.report(error);
  };

  /** Deletes the local copy of a document that was moved to the cloud. */
  const moveAway = async (origin: ShelvedOrigin): Promise<void> => {
    const gone = await local.delete(origin.key.id, external.latest(origin)).catch(core.report);
    if (gone) documents.forget(formatCompoundKey(origin.key));
  };

  const write = async ({ to, copy = false, over = false, isAsked = true }: SaveOptions): Promise<boolean> => {
    const { size } = client.state;
    const { origin, name, documentCount, keeping } = state;
    const target = to ?? (isShelved(origin) ? origin.kind : 'local');
    const isNews = isAsked || (keeping !== 'failed' && keeping !== 'too-large');
    const max = target === 'local' ? await localMaximum() : Number.POSITIVE_INFINITY;
    if (size > max) {
      if (isAsked || keeping !== 'too-large') core.notify({ severity: 'warning', message: tooLargeLocally(size, max) });
      state.keeping = 'too-large';
      most = max;
      return false;
    }
    const isInPlace = isShelved(origin) && origin.kind === target && !copy;
    state.keeping = 'saving';
    try {
      const shelf = await documents.shelf(target);
      // A file is kept as it was; between systems JSON is UTF-8 (RFC 8259, section 8.1).
      // It may have more in it than the state says: writes that were on their way.
      const { text, ...version } = await client.readVersion(undefined, target === 'cloud' ? 'utf-8' : 'file');
      const blob = await documents.pack(target, text);
      // Meanwhile something else may have been opened here: this content is not its.
      if (state.documentCount !== documentCount) return false;
      const draft = writer.saving(version.content);
      const kept = { blob, size: version.size, dialect: version.dialect, draft, schema: { ...state.schema } };
      let meta: DocumentMeta;
      if (isInPlace) {
        // The revision that was read, whatever is shown by now.
        const base = over ? null : external.latest(origin);
        meta = await shelf.save(origin.key.id, base, kept, external.self).catch((error: unknown) => {
          // Deleted elsewhere: what is here is kept as a document of its own.
          if (hasCode(error, 'missing') && target === 'local') return shelf.create(name, kept);
          throw error;
        });
      } else {
        meta = await shelf.create(copy ? copyName(name) : name === UNNAMED ? null : name, kept);
      }
      if (state.documentCount !== documentCount) return false;
      if (!asked && target === 'local') {
        asked = true;
        // Documents that a person works on are worth more than a cache.
        if ('storage' in navigator) void navigator.storage.persist?.().catch(() => false);
      }
      // A name that was given meanwhile is on its way, and counts.
      const isNamed = state.name === name && (over || !isInPlace);
      become(target, meta, isNamed ? meta.name : state.name, version.content);
      if (draft !== null) writer.saved(draft);
      // Moved: what another tab has made of it stays, as a document of its own.
      if (isShelved(origin) && origin.kind === 'local' && target === 'cloud' && !copy) await moveAway(origin);
      return true;
    } catch (error) {
      if (state.documentCount !== documentCount) return false;
      if (isInPlace || target === 'local') {
        fail(error, size, isNews);
      } else {
        // A new place that it could not be brought to: where it is kept, all is as before.
        state.keeping = keeping;
        core.report(error);
      }
      return false;
    }
  };

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await queue.take(work);
    } finally {
      // What was edited meanwhile.
      schedule();
    }
  };
  const keep = (how: SaveOptions = {}): Promise<boolean> => {
    clearTimeout(timer);
    const { documentCount } = state;
    return inTurn(async () => {
      // When its turn comes another document may be named, and the one before still be there.
      const isSame = state.documentCount === documentCount && state.coming === 0;
      return isSame && (await write(how));
    });
  };

  const schedule = (): void => {
    const { origin } = state;
    if (isShelved(origin)) {
      const rev = external.latest(origin);
      if (rev !== origin.rev) state.origin = { ...origin, rev };
    }
    if (state.coming > 0) return;
    if (!isUnsaved(state)) {
      clearTimeout(timer);
      clearTimeout(retry);
      seen = null;
      // What is on its way to the worker may be unsaved in a moment.
      if (!client.isWriting) writer.end();
      return;
    }
    writer.begin();
    const { content, size } = client.state;
    if (content === seen || queue.isBusy || !mayKeep()) return;
    seen = content;
    clearTimeout(timer);
    const isSlow = size > LARGE_BYTES || origin.kind === 'url' || origin.kind === 'json';
    timer = setTimeout(() => void keep({ isAsked: false }), isSlow ? LONG_DELAY_MS : DELAY_MS);
  };
  const unsubscribe = subscribe(state, schedule);
  /** A failure that passes is over, as it may be: what is unsaved is saved soon. */
  const tryAgain = (): void => {
    seen = null;
    schedule();
  };
  addEventListener('online', tryAgain);

  const metadata = createMetadataActions(core, { documents, external, inTurn });
  const stopChecks = checkForConflicts(core, { documents, external, inTurn });

  return {
    async flush() {
      await client.caughtUp();
      if (!isUnsaved(state)) return true;
      if (!mayKeep()) return false;
      return (await keep({ isAsked: false })) && !isUnsaved(state);
    },
    keep,
    ...metadata,
    async resolveConflict(how) {
      const { conflict } = state;
      if (conflict === null) return;
      if (how === 'later' || how === 'ask') {
        state.conflict = { ...conflict, asking: how === 'ask' };
        return;
      }
      state.conflict = null;
      if (how === 'overwrite') await keep({ over: true });
      else if (how === 'copy') await keep({ copy: true });
    },
    async drafted() {
      schedule();
      await writer.written();
      return writer.protection !== 'failed';
    },
    hurryDraft: () => writer.hurry(),
    noteSaved(content) {
      const draft = writer.saving(content);
      if (draft !== null) writer.saved(draft);
    },
    takeSide: () => writer.redescribe(),
    stop() {
      clearTimeout(timer);
      clearTimeout(retry);
      removeEventListener('online', tryAgain);
      unsubscribe();
      stopChecks();
      external.stop();
      writer.stop();
    },
  };
}

/** How many bytes of text may be kept: the maximum, or what the browser has room for. */
async function localMaximum(): Promise<number> {
  const estimate = 'storage' in navigator ? await navigator.storage.estimate?.().catch(() => null) : null;
  const { quota, usage } = estimate ?? {};
  // What is written is compressed, but nobody knows by how much.
  const room = quota === undefined ? Number.POSITIVE_INFINITY : Math.max(0, quota - (usage ?? 0));
  return Math.min(MOST_LOCAL_BYTES, room);
}
