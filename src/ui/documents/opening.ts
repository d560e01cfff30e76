// Opens documents in a panel: from a file, an address, a text, this browser, the cloud. An open that fails before its bytes are
// known to be readable leaves the panel as it was; a hash value that can't be loaded clears it (RTE-2).

import type { Confirm } from '../model/question.ts';
import { dialectOf, type Dialect } from '../../shared/document/dialect.ts';
import { encodingLabel } from '../../shared/document/encoding-name.ts';
import { CodedError, hasCode } from '../../shared/errors.ts';
import { isWithdrawn, messageOf } from '../app/notices/notices.ts';
import { beginsAsGzip, MOST_DEFLATED, unpackedName } from '../../shared/bytes/gzip.ts';
import type { Draft } from './storage/drafts.ts';
import type { ShownFile } from './storage/file-record.ts';
import {
  COMING,
  KEY_FAILED,
  LARGE_QUESTION,
  NAMES,
  OPEN_LEFT,
  UNNAMED,
  UNSAVED_QUESTION,
} from '../strings/documents/opening.ts';
import { reloadedFromCloud } from '../strings/documents/cloud.ts';
import { replacedNotice, SAVING } from '../strings/documents/saving.ts';
import { loaded, reloaded, NOT_FOUND_REASONS } from '../strings/documents/storage.ts';
import { ServerError } from './cloud/failure.ts';
import type { ContentJobs } from './content-jobs.ts';
import { fromInline, fromShelf, fromUrl, readBeginning, type Incoming, type Shelves } from './incoming.ts';
import { conflictOver, isUnsaved, type PanelCore, type PanelState } from '../panel/panel-core.ts';
import { isShelved, type Origin } from '../model/origin.ts';
import { NO_SCHEMA } from '../model/schema.ts';
import { formatCompoundKey, isCompoundKey, parseCompoundKey } from '../app/link/route.ts';
import { isShelfKey, type CompoundKey, type ShelfKey } from '../model/compound-key.ts';
import { LARGE_BYTES } from '../model/large.ts';
import { SAMPLE_TEXT } from './sample.ts';

export interface Opening {
  /** Opens a document; returns whether it did. Asks first when unsaved work would be lost. */
  open(incoming: Incoming): Promise<boolean>;
  /** Opens a document of this browser, or of the cloud. On failure the panel stays as it was. */
  openShelved(key: ShelfKey): Promise<boolean>;
  /** Replaces the panel's document with the version saved elsewhere, as one undo step. */
  reload(key: ShelfKey): Promise<void>;
  /** Recovers unsaved work from a draft. */
  recover(draft: Draft): Promise<boolean>;
  /** Opens a file from a picker or a drop. */
  openFile(file: File, handle?: FileSystemFileHandle | null, dialect?: Dialect): Promise<boolean>;
  /** Opens a text, as plain JSON by default. */
  openText(text: string, dialect?: Dialect): Promise<boolean>;
  /** Fetches an address and opens what it returns. On failure the panel stays as it was. */
  openUrl(url: string): Promise<boolean>;
  /**
   * Opens the document that a hash value names. On failure the panel is cleared and says why. With `before` the user did not
   * request the document, which was only shown before: if it no longer exists, the panel is cleared without a message.
   */
  openKey(key: string, why?: 'asked' | 'before'): Promise<boolean>;
  /** Opens the sample of the first visit, unless something was opened already. */
  openSample(): Promise<boolean>;
  /** Starts an empty document. */
  startNew(): Promise<boolean>;
  /** Empties the panel, but asks first when unsaved work would be lost. `replace`: the hash has changed already. */
  close(how?: 'push' | 'replace'): Promise<void>;
  /** Empties the panel and shows a problem; offers to try a hash value again. */
  clear(problem: string | null, retryKey?: string | null): Promise<void>;
}

/** The sources of documents that are not files. */
export interface OpenableDocuments extends Shelves, Pick<ContentJobs, 'unpackedSize'> {
  /** Fetches a document from an address. @throws CodedError `http` */
  fetch(url: string, signal: AbortSignal): Promise<Blob>;
}

/** What opening depends on. */
export interface OpeningOptions {
  readonly confirm: Confirm;
  readonly documents: OpenableDocuments;
  /** Saves unsaved changes, if that is possible without asking; returns whether nothing is unsaved any more. */
  readonly flush: () => Promise<boolean>;
  /** Called with the compound key that the panel shows now, if any: for a new history entry, or to replace the hash. */
  readonly onKey: (key: CompoundKey | null, how?: 'push' | 'replace') => void;
  /** Called with the local file that the panel shows now, if any. */
  readonly onFile: (file: ShownFile | null) => void;
}

/** The part of a panel's state that belongs to one document, as it is when that document is opened. */
const BEFORE_USE = {
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
  schema: NO_SCHEMA,
} as const satisfies Partial<PanelState>;

/** When a larger document is closed, its worker is replaced to free the memory. */
const WORTH_A_WORKER_BYTES = 67_108_864;

/** Documents with a longer key, which holds their text, are not listed among the recent files. In characters. */
const LONGEST_RECENT_KEY = 2000;

/** Creates the opening actions of a panel. */
export function createOpening(core: PanelCore, options: OpeningOptions): Opening {
  const { confirm, documents, flush, onKey, onFile } = options;
  const { client, state } = core;

  // Each open takes a turn; one that was overtaken while it waited ends silently.
  let turn = 0;
  const begin = (): (() => boolean) => {
    const mine = (turn += 1);
    return () => mine === turn;
  };

  /** The same for a fetch that may not lead to an open: it does not invalidate the turn of an open. */
  let asked = 0;
  const ask = (): (() => boolean) => {
    const [mine, before] = [(asked += 1), turn];
    return () => mine === asked && before === turn;
  };
  const shows = (key: CompoundKey): boolean =>
    'key' in state.origin && formatCompoundKey(state.origin.key) === formatCompoundKey(key);

  let reloading = Promise.resolve();
  const reload = async (key: ShelfKey, isCurrent: () => boolean): Promise<void> => {
    try {
      const incoming = await fromShelf(documents, key);
      const { content, origin, name, schema = NO_SCHEMA, dialect = client.state.dialect } = incoming;
      const { origin: shown } = state;
      // By now something else is shown, or this version already.
      if (!isCurrent() || !isShelved(origin) || !isShelved(shown)) return;
      if (!shows(key) || origin.rev <= shown.rev) return;
      // The user has continued to edit here.
      if (isUnsaved(state)) {
        state.conflict = conflictOver(state);
        return;
      }
      const { revision: base } = client.state;
      const done = await core
        .write(COMING.reload, (task) => client.replace(content, { ...task, dialect, base }))
        .catch((error: unknown) => {
          if (hasCode(error, 'stale')) return null;
          throw error;
        });
      if (!isCurrent()) return;
      if (done === null) {
        // An edit made just before the replacement is unsaved work.
        state.conflict = conflictOver(state);
        return;
      }
      const isLast = client.state.revision === done.revision;
      // Edits made since are unsaved, on top of the version that was saved elsewhere.
      const savedContent = isLast ? client.state.content : null;
      const said = key.source === 'cloud' ? reloadedFromCloud : reloaded;
      Object.assign(state, { name, origin, schema, savedContent, savedAt: Date.now(), conflict: null });
      core.notify({ severity: 'success', message: said(state.name) });
    } catch (error) {
      if (isCurrent() && shows(key)) core.report(error);
    }
  };

  /** Returns a function that restores the panel's state if the worker's document is untouched, and returns whether it is. */
  const keep = (): (() => boolean) => {
    const { name, origin, schema, blank, problem, reasons, fileToReopen, savedContent, savedAt, place, conflict } =
      state;
    const { shelfSaveState, packed } = state;
    const shown = {
      name,
      origin,
      schema,
      blank,
      problem,
      reasons,
      fileToReopen,
      savedContent,
      savedAt,
      place,
      conflict,
      shelfSaveState,
      packed,
    };
    const before = client.state;
    return () => {
      const { phase, revision, content } = client.state;
      const untouched = phase === before.phase && revision === before.revision && content === before.content;
      if (untouched) Object.assign(state, shown);
      return untouched;
    };
  };

  /** Changes the state synchronously, so that nothing is typed into a document that was just found to be saved. */
  const load = async (
    { name, content, origin, schema = NO_SCHEMA, file = null, saved, dialect: known }: Incoming,
    first: Uint8Array | null,
    isCurrent: () => boolean,
  ): Promise<void> => {
    // The current content counts as saved while the next one loads.
    const savedContent = client.state.content;
    state.pendingOpens += 1;
    // A content that this page itself has compressed is not a gzip file.
    const isPacked = origin.kind !== 'local' && origin.kind !== 'json' && first !== null && beginsAsGzip(first);
    const named = known ?? dialectOf(unpackedName(name), isPacked ? '' : content.type);
    // If the name does not determine the dialect, it is detected. A name that ends in .json leaves only JSON or records.
    const isNamed = known !== undefined || named !== 'json' || isShelved(origin);
    const detection = isNamed ? null : /\.json(\.gz)?$/i.test(name) ? 'records' : 'any';
    try {
      state.documentCount += 1;
      Object.assign(state, { ...BEFORE_USE, name, origin, schema, blank: false, savedContent });
      await core.run(COMING.open(name), (task) =>
        client.open(content, { ...task, dialect: named, detection, first: first ?? undefined }),
      );
    } finally {
      state.pendingOpens -= 1;
    }
    if (!isCurrent()) return;
    core.file = file;
    core.opened = { content, dialect: client.state.dialect };
    state.packed = isPacked;
    state.savedContent = saved ? client.state.content : null;
    const { encoding, replaced, dialect } = client.state;
    if (replaced > 0)
      core.notify({ severity: 'warning', message: replacedNotice(name, encodingLabel(encoding), replaced) });
    const { origin: shown } = state;
    if (file !== null) onFile({ handle: file.handle, content: null, dialect });
    else onFile(origin.kind === 'disk' && content instanceof File ? { handle: null, content, dialect } : null);
    if ('key' in shown && formatCompoundKey(shown.key).length <= LONGEST_RECENT_KEY)
      documents.recent.view(shown.key, { name, updated: new Date().toISOString(), size: client.state.size, dialect });
  };

  /** Whether the panel's document may be replaced: it is saved, can be saved, or the user agrees to lose it. */
  const mayReplace = async (): Promise<boolean> => {
    for (;;) {
      // Pending writes are not known to be unsaved yet.
      await client.caughtUp();
      if (!isUnsaved(state)) return true;
      if (!(await flush())) return confirm(UNSAVED_QUESTION);
    }
  };
  /**
   * The same after the hash has changed. If the document gets its place in this browser only now, no history entry names it: a
   * notice leads back to it.
   */
  const mayLeave = async (): Promise<boolean> => {
    const { origin: before, documentCount } = state;
    if (!(await mayReplace())) return false;
    const { origin, name } = state;
    if (documentCount !== state.documentCount || isShelved(before) || !isShelved(origin)) return true;
    const action = { label: OPEN_LEFT, run: () => void opening.openShelved(origin.key) };
    core.notify({ severity: 'success', message: SAVING.saved(name), action });
    return true;
  };
  /**
   * Whether the document of a link may be opened. A short link may hold, or name, data that unpacks to a thousand times its
   * size, which the user who follows it does not expect.
   */
  const mayUnpack = async ({ name, content }: Incoming, first: Uint8Array): Promise<boolean> => {
    if (!beginsAsGzip(first) || content.size * MOST_DEFLATED <= LARGE_BYTES) return true;
    const size = await core.run(COMING.open(name), ({ signal }) =>
      documents.unpackedSize(content, LARGE_BYTES, signal),
    );
    return size <= LARGE_BYTES || confirm(LARGE_QUESTION);
  };
  const keyShown = (): CompoundKey | null => ('key' in state.origin ? state.origin.key : null);

  /** Loads a document from a shelf; as a visible task if it comes over the network. */
  const fetchShelved = (key: ShelfKey): Promise<Incoming> =>
    key.source === 'local'
      ? fromShelf(documents, key)
      : core.run(COMING.load(formatCompoundKey(key)), ({ signal }) => fromShelf(documents, key, signal));

  const opening: Opening = {
    async open(incoming) {
      const isCurrent = begin();
      let restore = (): boolean => true;
      try {
        const first = await readBeginning(incoming);
        if (!(await mayReplace())) return false;
        // The version that was saved just now is newer.
        if (isShelved(incoming.origin) && isShelved(state.origin) && shows(incoming.origin.key))
          if (state.origin.rev > incoming.origin.rev) return false;
        if (!isCurrent()) return false;
        restore = keep();
        await load(incoming, first, isCurrent);
        if (isCurrent()) onKey(keyShown());
        return isCurrent();
      } catch (error) {
        if (!isCurrent()) return false;
        if (restore()) core.report(error);
        else await opening.clear(isWithdrawn(error) ? null : messageOf(error));
        return false;
      }
    },

    async openShelved(key) {
      const isCurrent = ask();
      try {
        // Before the document is read: it may be the one with the unsaved changes.
        await flush();
        const incoming = await fetchShelved(key);
        const opened = isCurrent() && (await opening.open(incoming));
        if (opened) core.notify({ severity: 'success', message: loaded(incoming.name) });
        return opened;
      } catch (error) {
        core.report(error);
        return false;
      }
    },

    reload(key) {
      const [mine, { documentCount }] = [turn, state];
      const isCurrent = (): boolean => mine === turn && documentCount === state.documentCount;
      // One at a time: each compares its revision with the one that the previous reload has left.
      reloading = reloading.then(() => reload(key, isCurrent));
      return reloading;
    },

    async recover({ head, base, changes, file }) {
      if (!(await mayReplace())) return false;
      const isCurrent = begin();
      const { name } = head;
      const key = head.key === null ? null : parseCompoundKey(head.key);
      const origin: Origin =
        key !== null && isShelfKey(key) && head.rev !== null
          ? { kind: key.source, key, rev: head.rev, access: null }
          : key?.source === 'url'
            ? { kind: 'url', key }
            : { kind: file === null ? 'none' : 'disk' };
      try {
        state.pendingOpens += 1;
        try {
          Object.assign(state, { ...BEFORE_USE, name, origin, blank: false, savedContent: client.state.content });
          state.documentCount += 1;
          // The document is unsaved from its first write on, and autosave stores no document that has a file.
          core.file = file;
          await core.run(COMING.recover(name), (task) => client.recover(base, changes, task));
        } finally {
          state.pendingOpens -= 1;
        }
        if (!isCurrent()) return false;
        state.savedContent = null;
        // A copy: the base file of the draft is deleted with the draft.
        core.opened = { ...base, content: await new Response(base.content.stream()).blob() };
        if (!isCurrent()) return false;
        onKey(key);
        onFile(file && { handle: file.handle, content: null, dialect: base?.dialect ?? 'json' });
        return true;
      } catch (error) {
        if (isCurrent()) core.report(error);
        return false;
      }
    },

    openFile: (file, handle = null, dialect) =>
      opening.open({
        name: file.name,
        content: file,
        dialect,
        origin: { kind: 'disk' },
        file: handle && { handle, modified: file.lastModified },
        saved: true,
      }),

    openText: (text, dialect) =>
      opening.open({ name: UNNAMED, content: new Blob([text]), dialect, origin: { kind: 'none' }, saved: false }),

    async openUrl(url) {
      const isCurrent = ask();
      try {
        const content = await core.run(COMING.load(url), ({ signal }) => documents.fetch(url, signal));
        const incoming = fromUrl(url, content);
        if (!isCurrent() || !(await mayUnpack(incoming, await readBeginning(incoming)))) return false;
        return isCurrent() && (await opening.open(incoming));
      } catch (error) {
        core.report(error);
        return false;
      }
    },

    async openKey(key, why = 'asked') {
      if (!(await mayLeave())) {
        onKey(keyShown());
        return false;
      }
      const isCurrent = begin();
      const { content: agreed } = client.state;
      if (!isCompoundKey(key)) {
        // Not reported to the user: the hash is not about a document.
        console.error(KEY_FAILED.noKey(key));
        await opening.clear(null);
        return false;
      }
      try {
        const parsed = parseCompoundKey(key);
        const { source, id } = parsed;
        // Saving just now may have put another key into the hash.
        onKey(parsed, 'replace');
        const incoming = isShelfKey(parsed)
          ? await fetchShelved(parsed)
          : source === 'json'
            ? fromInline(id)
            : fromUrl(id, await core.run(COMING.load(id), ({ signal }) => documents.fetch(id, signal)));
        const first = await readBeginning(incoming);
        const may = isShelfKey(parsed) || (await mayUnpack(incoming, first));
        await client.caughtUp();
        if (!isCurrent()) return false;
        if (!may) {
          onKey(keyShown(), 'replace');
          return false;
        }
        // The user was not asked about edits made while it was being fetched.
        if (client.state.content !== agreed && !(await mayLeave())) {
          onKey(keyShown(), 'replace');
          return false;
        }
        if (!isCurrent()) return false;
        await load(incoming, first, isCurrent).catch((error: unknown) => {
          const isDamaged = source === 'json' && hasCode(error, 'unreadable');
          throw isDamaged ? new CodedError('unreadable', KEY_FAILED.inline) : error;
        });
        if (isCurrent() && isShelfKey(parsed)) core.notify({ severity: 'success', message: loaded(incoming.name) });
        return isCurrent();
      } catch (error) {
        if (!isCurrent()) return false;
        if (why === 'before' && hasCode(error, 'missing')) {
          onKey(null, 'replace');
          await opening.clear(null);
          return false;
        }
        // An error in the key itself is permanent; a server may succeed another time.
        const isPassing = hasCode(error, 'http') || hasCode(error, 'storage') || error instanceof ServerError;
        const retryKey = isPassing ? key : null;
        await opening.clear(isWithdrawn(error) ? null : messageOf(error), retryKey);
        if (error instanceof ServerError) {
          state.reasons = error.reasons;
          core.report(error);
        } else if (hasCode(error, 'missing')) state.reasons = NOT_FOUND_REASONS;
        return false;
      }
    },

    async close(how = 'push') {
      if (!(await (how === 'push' ? mayReplace() : mayLeave()))) {
        onKey(keyShown());
        return;
      }
      // Saving just now may have put another key into the hash.
      onKey(null, how);
      await opening.clear(null);
    },

    async openSample() {
      // What was opened while the page was starting stays.
      if (turn > 0) return false;
      const isCurrent = begin();
      await load(
        { name: NAMES.sample, content: new Blob([SAMPLE_TEXT]), origin: { kind: 'sample' }, saved: true },
        null,
        isCurrent,
      );
      return isCurrent();
    },

    startNew: () => opening.open({ name: UNNAMED, content: new Blob([]), origin: { kind: 'none' }, saved: false }),

    async clear(problem, retryKey = null) {
      const isCurrent = begin();
      const { size } = client.state;
      core.cancel();
      core.file = null;
      onFile(null);
      core.opened = null;
      Object.assign(state, {
        ...BEFORE_USE,
        name: UNNAMED,
        origin: { kind: 'none' },
        blank: true,
        problem,
        retryKey,
      });
      await client.open(new Blob([])).catch((error: unknown) => core.report(error));
      if (size > WORTH_A_WORKER_BYTES && isCurrent()) client.renew();
    },
  };
  return opening;
}
