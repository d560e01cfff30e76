// Opens documents in a panel: from a file, an address, a text, this browser, the cloud. An open that fails before its bytes are
// known to be readable leaves the panel as it was; a hash value that can't be loaded clears it (RTE-2).

import type { Confirm } from '../../model/question.ts';
import { dialectOf, type Dialect } from '../../../shared/document/dialect.ts';
import { encodingLabel } from '../../../shared/document/encoding-name.ts';
import { CodedError, hasCode } from '../../../shared/errors.ts';
import { isWithdrawn, messageOf } from '../../notices/notices.ts';
import { beginsAsGzip, MAX_DEFLATE_RATIO, unpackedName } from '../../../shared/bytes/first-bytes.ts';
import type { CsvReadOptions } from '../../../shared/protocol/csv.ts';
import type { Enter } from './recover-draft.ts';
import { withSample } from '../disk/file-sample.ts';
import type { Draft } from '../drafts/drafts.ts';
import type { ShownFile } from '../storage/file-record.ts';
import {
  COMING,
  KEY_FAILED,
  LARGE_QUESTION,
  NAMES,
  OPEN_LEFT,
  UNNAMED,
  UNSAVED_QUESTION,
} from '../../strings/documents/opening.ts';
import { cutNotice, replacedNotice, savedHere } from '../../strings/documents/opened.ts';
import { loaded, NOT_FOUND_REASONS } from '../../strings/documents/storage.ts';
import { ServerError } from '../../model/server-failure.ts';
import type { ContentJobs } from '../storage/content-form.ts';
import { fromInline, fromShelf, fromUrl, readBeginning, type Incoming, type Shelves } from '../incoming/incoming.ts';
import { hasUnsavedWork, type About, type PanelCore } from '../../panel-core/panel-core.ts';
import { PanelDocument, type DocumentIdentity } from '../../panel-core/panel-document.ts';
import { returnTo, sameDocument, showDocument, showsKey } from '../../panel-core/shown-document.ts';
import type { Task } from '../../client/document.ts';
import { OpenRequests, type OpenRequest } from './open-requests.ts';
import { loadWithRetry } from '../../browser/load-with-retry.ts';
import { isShelved } from '../../model/origin.ts';
import { formatCompoundKey, isCompoundKey, parseCompoundKey } from '../../link/route.ts';
import type { DiskHandle } from '../../model/open-file.ts';
import { isShelfKey, type CompoundKey, type ShelfKey } from '../../model/document-key.ts';
import { LARGE_BYTES } from '../../../shared/bytes/size.ts';
import { Sequencer } from '../../../shared/sequencer.ts';

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
  openFile(
    file: File,
    handle?: DiskHandle | null | Promise<DiskHandle | null>,
    dialect?: Dialect,
    csv?: CsvReadOptions,
  ): Promise<boolean>;
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

const loadCsv = loadWithRetry(() => import('../csv/open-csv.ts'));
const loadRecovery = loadWithRetry(() => import('./recover-draft.ts'));
const loadReload = loadWithRetry(() => import('./reload.ts'));

/** When a larger document is closed, its worker is replaced to free the memory. */
const WORTH_A_WORKER_BYTES = 67_108_864;

/** Documents with a longer key, which holds their text, are not listed among the recent files. In characters. */
const MAX_RECENT_KEY_LENGTH = 2000;

/** What an error of opening a document is about. */
function aboutOf({ name, origin }: Pick<DocumentIdentity, 'name' | 'origin'>): About {
  return `open ${'key' in origin ? formatCompoundKey(origin.key) : name}`;
}

/** Creates the opening actions of a panel. */
export function createOpening(core: PanelCore, options: OpeningOptions): Opening {
  const { confirm, documents, flush, onKey, onFile } = options;
  const { client, state } = core;

  const requests = new OpenRequests();
  const shows = (key: CompoundKey): boolean => showsKey(core, key);
  const reloads = new Sequencer();

  /** The document that the worker holds while another one is being opened, and the way back to it. */
  let held = { before: client.state, document: core.document };

  /**
   * Gives the panel another document, and waits until the worker has it. The state changes at once, so that nothing is typed
   * into a document that was just found to be saved. On failure the panel goes back to the document that the worker still has.
   * `settle` completes the state before anybody sees the document as open.
   */
  const enter: Enter = async (identity, label, isCurrent, work, settle) => {
    // What is replaced while it is being opened was never the panel's.
    if (state.pendingOpens === 0) held = { before: client.state, document: core.document };
    else core.document.leave();
    state.pendingOpens += 1;
    try {
      // The current content counts as saved while the next one loads.
      showDocument(core, new PanelDocument(identity, { savedContent: client.state.content }));
      await core.run(label, work);
      if (isCurrent()) settle();
      if (isCurrent()) held.document.leave();
      core.succeeded(aboutOf(identity));
    } catch (error) {
      const { phase, revision, content } = client.state;
      const { before } = held;
      const isUntouched = phase === before.phase && revision === before.revision && content === before.content;
      if (isCurrent() && isUntouched) returnTo(core, held.document);
      else if (isCurrent()) held.document.leave();
      throw error;
    } finally {
      state.pendingOpens -= 1;
    }
  };

  const load = async (
    { name, content, origin, schema, file = null, saved, dialect: known, table, sourceFile }: Incoming,
    first: Uint8Array | null,
    isCurrent: () => boolean,
  ): Promise<void> => {
    // A content that this page itself has compressed is not a gzip file.
    const isPacked = origin.kind !== 'local' && origin.kind !== 'json' && first !== null && beginsAsGzip(first);
    const named = known ?? dialectOf(unpackedName(name), isPacked ? '' : content.type);
    // If the name does not determine the dialect, it is detected. A name that ends in .json leaves only JSON or records.
    const isNamed = known !== undefined || named !== 'json' || isShelved(origin);
    const detection = isNamed ? null : /\.json(\.gz)?$/i.test(name) ? 'records' : 'any';
    const identity = { name, origin, file, ...(schema && { schema }) };
    const settle = (): void => {
      const { encoding, replaced, dialect, isCut } = client.state;
      core.document.opened = { content, dialect };
      state.document.packed = isPacked && !isCut;
      state.document.savedContent = saved && !isCut ? client.state.content : null;
      // The address holds all of it, and a part of it would not be what the sender meant.
      if (isCut && origin.kind === 'json') throw new CodedError('unreadable', KEY_FAILED.inline);
      if (isCut) {
        // The rest of the file must not be lost by a save.
        core.document.file = null;
        Object.assign(state.document, { name: unpackedName(name), origin: { kind: 'none' } });
        onKey(null, 'replace');
        onFile(null);
        core.notify({ severity: 'warning', message: cutNotice(name) });
        return;
      }
      if (replaced > 0)
        core.notify({ severity: 'warning', message: replacedNotice(name, encodingLabel(encoding), replaced) });
      const readFrom = origin.kind === 'disk' && file === null ? name : sourceFile;
      if (readFrom !== undefined) state.document.sourceFile = { name: readFrom, downloaded: null };
      table?.settle();
      const shownContent = table?.file ?? content;
      const { origin: shown } = state.document;
      const csv = core.document.csvFile?.kept()?.options;
      if (file !== null) onFile({ handle: file.handle, content: null, dialect, csv });
      else
        onFile(
          origin.kind === 'disk' && shownContent instanceof File
            ? { handle: null, content: shownContent, dialect, csv }
            : null,
        );
      if ('key' in shown && formatCompoundKey(shown.key).length <= MAX_RECENT_KEY_LENGTH)
        documents.recent.view(shown.key, { name, updated: new Date().toISOString(), size: client.state.size, dialect });
    };
    const work = (task: Required<Task>): Promise<void> =>
      client.open(content, { ...task, dialect: named, detection, first: first ?? undefined });
    await enter(identity, COMING.open(name), isCurrent, work, settle);
  };

  /** Whether the panel's document may be replaced: it is saved, can be saved, or the user agrees to lose it. */
  const mayReplace = async (): Promise<boolean> => {
    for (;;) {
      // The text of an open field belongs to the document, and pending writes are not known to be unsaved yet.
      await core.view?.complete?.();
      await client.caughtUp();
      if (!hasUnsavedWork(core)) return true;
      if (!(await flush())) return confirm(UNSAVED_QUESTION);
    }
  };
  /**
   * The same after the hash has changed. If the document gets its place in this browser only now, no history entry names it: a
   * notice leads back to it.
   */
  const mayLeave = async (): Promise<boolean> => {
    const { origin: before } = state.document;
    const isSame = sameDocument(core);
    if (!(await mayReplace())) return false;
    const { origin, name } = state.document;
    if (!isSame() || isShelved(before) || !isShelved(origin)) return true;
    const action = { label: OPEN_LEFT, run: () => void opening.openShelved(origin.key) };
    core.notify({ severity: 'success', message: savedHere(name), action });
    return true;
  };
  /**
   * Whether the document of a link may be opened. A short link may hold, or name, data that unpacks to a thousand times its
   * size, which the user who follows it does not expect.
   */
  const mayUnpack = async ({ name, content }: Incoming, first: Uint8Array): Promise<boolean> => {
    if (!beginsAsGzip(first) || content.size * MAX_DEFLATE_RATIO <= LARGE_BYTES) return true;
    const size = await core.run(COMING.open(name), ({ signal }) =>
      documents.unpackedSize(content, LARGE_BYTES, signal),
    );
    return size <= LARGE_BYTES || confirm(LARGE_QUESTION);
  };
  const keyShown = (): CompoundKey | null => ('key' in state.document.origin ? state.document.origin.key : null);

  /** Loads a document from a shelf; as a visible task if it comes over the network. */
  const fetchShelved = (key: ShelfKey): Promise<Incoming> =>
    key.source === 'local'
      ? fromShelf(documents, key)
      : core.run(COMING.load(formatCompoundKey(key)), ({ signal }) => fromShelf(documents, key, signal));

  /** Makes a document of a CSV file; other contents stay as they are. */
  const asDocument = async (incoming: Incoming): Promise<Incoming> => {
    const { name, content, origin, table, csv, csvOptions } = incoming;
    if (csv) return { ...incoming, table: await (await loadCsv()).storedTable(core, csv, content) };
    // A file that was read as CSV before is read so again, whatever its name.
    const isCsv =
      csvOptions !== undefined || /\.(csv|tsv|tab)(\.gz)?$/i.test(name) || /^text\/(csv|tab)/.test(content.type);
    return isCsv && !table && !isShelved(origin) && origin.kind !== 'json'
      ? (await loadCsv()).readNamedCsv(core, incoming)
      : incoming;
  };

  const openAs = async (asked: Incoming, { begin, isCurrent }: OpenRequest): Promise<boolean> => {
    let isSame = sameDocument(core);
    try {
      const incoming = await asDocument(asked);
      const first = await readBeginning(incoming);
      if (!(await mayReplace())) return false;
      // The version that was saved just now is newer.
      if (isShelved(incoming.origin) && isShelved(state.document.origin) && shows(incoming.origin.key))
        if (state.document.origin.rev > incoming.origin.rev) return false;
      if (!begin()) return false;
      isSame = sameDocument(core);
      await load(incoming, first, isCurrent);
      if (isCurrent()) onKey(keyShown());
      return isCurrent();
    } catch (error) {
      if (!isCurrent()) return false;
      if (isSame()) core.report(error, aboutOf(asked));
      else await opening.clear(isWithdrawn(error) ? null : messageOf(error));
      return false;
    }
  };

  const opening: Opening = {
    open: (incoming) => openAs(incoming, requests.make()),

    async openShelved(key) {
      const isCurrent = requests.makeFetch();
      try {
        // Before the document is read: it may be the one with the unsaved changes.
        await core.view?.complete?.();
        await flush();
        const incoming = await fetchShelved(key);
        const opened = isCurrent() && (await opening.open(incoming));
        if (opened) core.notify({ severity: 'success', message: loaded(incoming.name) });
        return opened;
      } catch (error) {
        core.report(error, `open ${formatCompoundKey(key)}`);
        return false;
      }
    },

    reload(key) {
      const [before, isSame] = [requests.begun, sameDocument(core)];
      const isCurrent = (): boolean => before === requests.begun && isSame();
      // One at a time: each compares its revision with the one that the previous reload has left.
      const run = async (): Promise<void> => (await loadReload()).reloadDocument(core, documents, key, isCurrent);
      return reloads.run(run).catch(core.report);
    },

    async recover(draft) {
      const request = requests.make();
      const { recoverDraft } = await loadRecovery();
      if (!(await mayReplace()) || !request.begin()) return false;
      return recoverDraft(core, draft, { isCurrent: request.isCurrent, enter, onKey, onFile, clear: opening.clear });
    },

    async openFile(file, handle = null, dialect, csvOptions) {
      // What the user opens later takes precedence, even if the browser provides its handle sooner.
      const requested = requests.make();
      const granted = await handle;
      const incoming: Incoming = {
        name: file.name,
        content: file,
        dialect,
        origin: { kind: 'disk' },
        file: granted && withSample({ handle: granted, modified: file.lastModified, size: file.size }, file),
        saved: true,
        csvOptions,
      };
      return requested.isCurrent() && openAs(incoming, requested);
    },

    openText: (text, dialect) =>
      opening.open({ name: UNNAMED, content: new Blob([text]), dialect, origin: { kind: 'none' }, saved: false }),

    async openUrl(url) {
      const isCurrent = requests.makeFetch();
      try {
        const content = await core.run(COMING.load(url), ({ signal }) => documents.fetch(url, signal));
        const incoming = fromUrl(url, content);
        if (!isCurrent() || !(await mayUnpack(incoming, await readBeginning(incoming)))) return false;
        return isCurrent() && (await opening.open(incoming));
      } catch (error) {
        core.report(error, `open ${formatCompoundKey({ source: 'url', id: url })}`);
        return false;
      }
    },

    async openKey(key, why = 'asked') {
      const { begin, isCurrent } = requests.make();
      if (!(await mayLeave())) {
        if (isCurrent()) onKey(keyShown());
        return false;
      }
      if (!begin()) return false;
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
        const fetched = isShelfKey(parsed)
          ? await fetchShelved(parsed)
          : source === 'json'
            ? fromInline(id)
            : fromUrl(id, await core.run(COMING.load(id), ({ signal }) => documents.fetch(id, signal)));
        const may = isShelfKey(parsed) || (await mayUnpack(fetched, await readBeginning(fetched)));
        const incoming = may ? await asDocument(fetched) : fetched;
        const first = await readBeginning(incoming);
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
        // Somebody who has signed out knows that, and why a private document is gone.
        if (why === 'before' && error instanceof ServerError && error.status === 401) {
          await opening.clear(KEY_FAILED.private, key);
          return false;
        }
        // An error in the key itself is permanent; a server may succeed another time.
        const isPassing = hasCode(error, 'http') || hasCode(error, 'storage') || error instanceof ServerError;
        const retryKey = isPassing ? key : null;
        await opening.clear(isWithdrawn(error) ? null : messageOf(error), retryKey);
        if (error instanceof ServerError) {
          state.document.reasons = error.reasons;
          core.report(error, `open ${key}`);
        } else if (hasCode(error, 'missing')) state.document.reasons = NOT_FOUND_REASONS;
        return false;
      }
    },

    async close(how = 'push') {
      const { begin, isCurrent } = requests.make();
      if (!(await (how === 'push' ? mayReplace() : mayLeave()))) {
        if (isCurrent()) onKey(keyShown());
        return;
      }
      // Something else may have been opened here in the meantime.
      if (!begin()) return;
      // Saving just now may have put another key into the hash.
      onKey(null, how);
      await opening.clear(null);
    },

    async openSample() {
      // What was opened while the page was starting stays.
      if (requests.hasAny) return false;
      const { begin, isCurrent } = requests.make();
      begin();
      await load(
        { name: NAMES.sample, content: new Blob([SAMPLE_TEXT]), origin: { kind: 'sample' }, saved: true },
        null,
        isCurrent,
      );
      return isCurrent();
    },

    startNew: () => opening.open({ name: UNNAMED, content: new Blob([]), origin: { kind: 'none' }, saved: false }),

    async clear(problem, retryKey = null) {
      const { begin, isCurrent } = requests.make();
      begin();
      const { size } = client.state;
      core.cancel();
      onFile(null);
      core.document.leave();
      const facts = { blank: true, problem, retryKey };
      showDocument(core, new PanelDocument({ name: UNNAMED, origin: { kind: 'none' } }, facts));
      await client.open(new Blob([])).catch((error: unknown) => core.report(error));
      if (size > WORTH_A_WORKER_BYTES && isCurrent()) client.renew();
    },
  };
  return opening;
}

/** The sample document, as text. */
const SAMPLE_TEXT = `{
  "array": [1, 2, 3],
  "boolean": true,
  "color": "gold",
  "null": null,
  "number": 123,
  "object": {
    "a": "b",
    "c": "d"
  },
  "string": "Hello World"
}
`;
