// Opening documents into a panel: from a file, an address, a text, this browser, the cloud. An open that fails before
// its bytes are known to be readable leaves the panel as it was; a hash value that can't be loaded clears it (RTE-2).

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
  /** Opens; answers whether it did. Asks first where unsaved work would be lost. */
  open(incoming: Incoming): Promise<boolean>;
  /** Opens a document of this browser, or of the cloud. On failure the panel stays as it was. */
  openShelved(key: ShelfKey): Promise<boolean>;
  /** Shows the document of this panel as somebody else has saved it; one step that can be undone. */
  reload(key: ShelfKey): Promise<void>;
  /** Brings unsaved work back. */
  recover(draft: Draft): Promise<boolean>;
  /** Opens a file from a picker or a drop. */
  openFile(file: File, handle?: FileSystemFileHandle | null, dialect?: Dialect): Promise<boolean>;
  /** Opens a text, as plain JSON where nothing is said. */
  openText(text: string, dialect?: Dialect): Promise<boolean>;
  /** Fetches an address. On failure the panel stays as it was. */
  openUrl(url: string): Promise<boolean>;
  /**
   * Opens what a hash value names. On failure the panel is cleared and says why, unless nobody asked for that document,
   * which was only shown `before`, and it is gone meanwhile.
   */
  openKey(key: string, why?: 'asked' | 'before'): Promise<boolean>;
  /** The sample of the first visit, unless something was opened already. */
  openSample(): Promise<boolean>;
  /** An empty document to write in. */
  startNew(): Promise<boolean>;
  /** Empties the panel, but asks first where unsaved work would be lost. `replace`: the hash says so already. */
  close(how?: 'push' | 'replace'): Promise<void>;
  /** Empties the panel and says why; offers to try a hash value again. */
  clear(problem: string | null, retryKey?: string | null): Promise<void>;
}

/** Where documents come from that are not files. */
export interface OpenableDocuments extends Shelves, Pick<ContentJobs, 'unpackedSize'> {
  /** Gets a document from an address. @throws CodedError `http` */
  fetch(url: string, signal: AbortSignal): Promise<Blob>;
}

/** What opening needs from others. */
export interface OpeningOptions {
  readonly confirm: Confirm;
  readonly documents: OpenableDocuments;
  /** Saves what is unsaved, if that can be done without asking; answers whether nothing is unsaved any more. */
  readonly flush: () => Promise<boolean>;
  /** Is told which compound key the panel shows now, if any: to come back to, or in place of what the hash says. */
  readonly onKey: (key: CompoundKey | null, how?: 'push' | 'replace') => void;
  /** Is told which file of this computer the panel shows now, if any. */
  readonly onFile: (file: ShownFile | null) => void;
}

/** The part of a panel's state that belongs to one document, as it is when that is opened. */
const BEFORE_USE = {
  problem: null,
  reasons: [],
  retryKey: null,
  again: null,
  savedContent: null,
  savedAt: null,
  place: null,
  conflict: null,
  keeping: 'idle',
  packed: false,
  schema: NO_SCHEMA,
} as const satisfies Partial<PanelState>;

/** The memory of a larger document is worth a new worker when it is closed. */
const WORTH_A_WORKER_BYTES = 67_108_864;

/** A document whose text is in its address has no entry among the recent files where that is longer, in characters. */
const LONGEST_RECENT_KEY = 2000;

/** Makes the opening actions. */
export function createOpening(core: PanelCore, options: OpeningOptions): Opening {
  const { confirm, documents, flush, onKey, onFile } = options;
  const { client, state } = core;

  // Each open takes a turn; one that was overtaken while it waited gives up without a word.
  let turn = 0;
  const begin = (): (() => boolean) => {
    const mine = (turn += 1);
    return () => mine === turn;
  };

  /** The same for what is fetched before it is known whether it is opened: a document that is shown is left alone. */
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
      // Meanwhile something else is shown, or this already.
      if (!isCurrent() || !isShelved(origin) || !isShelved(shown)) return;
      if (!shows(key) || origin.rev <= shown.rev) return;
      // Meanwhile somebody has gone on writing here.
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
        // What was written just before it is unsaved work.
        state.conflict = conflictOver(state);
        return;
      }
      const isLast = client.state.revision === done.revision;
      // What was written since is unsaved, on what the other tab has saved.
      const savedContent = isLast ? client.state.content : null;
      const said = key.source === 'cloud' ? reloadedFromCloud : reloaded;
      Object.assign(state, { name, origin, schema, savedContent, savedAt: Date.now(), conflict: null });
      core.notify({ severity: 'success', message: said(state.name) });
    } catch (error) {
      if (isCurrent() && shows(key)) core.report(error);
    }
  };

  /** Answers whether the panel is as it was before, which it is while the worker's document is untouched. */
  const keep = (): (() => boolean) => {
    const { name, origin, schema, blank, problem, reasons, again, savedContent, savedAt, place, conflict } = state;
    const { keeping, packed } = state;
    const shown = {
      name,
      origin,
      schema,
      blank,
      problem,
      reasons,
      again,
      savedContent,
      savedAt,
      place,
      conflict,
      keeping,
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

  /** Begins at once, so that nothing is typed into what was found to be saved. */
  const load = async (
    { name, content, origin, schema = NO_SCHEMA, file = null, saved, dialect: known }: Incoming,
    first: Uint8Array | null,
    isCurrent: () => boolean,
  ): Promise<void> => {
    // The content there is counts as saved while the next one loads.
    const savedContent = client.state.content;
    state.coming += 1;
    // What this page has compressed itself is no file in gzip.
    const isPacked = origin.kind !== 'local' && origin.kind !== 'json' && first !== null && beginsAsGzip(first);
    const named = known ?? dialectOf(unpackedName(name), isPacked ? '' : content.type);
    // A name that says nothing is asked for no more than that; one that says JSON may be that of records.
    const isNamed = known !== undefined || named !== 'json' || isShelved(origin);
    const detection = isNamed ? null : /\.json(\.gz)?$/i.test(name) ? 'records' : 'any';
    try {
      state.documentCount += 1;
      Object.assign(state, { ...BEFORE_USE, name, origin, schema, blank: false, savedContent });
      await core.run(COMING.open(name), (task) =>
        client.open(content, { ...task, dialect: named, detection, first: first ?? undefined }),
      );
    } finally {
      state.coming -= 1;
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

  /** Whether what is here may go: it is saved, or can be, or a person does not mind. */
  const mayReplace = async (): Promise<boolean> => {
    for (;;) {
      // What is on its way to the worker is not known to be unsaved yet.
      await client.caughtUp();
      if (!isUnsaved(state)) return true;
      if (!(await flush())) return confirm(UNSAVED_QUESTION);
    }
  };
  /**
   * The same where the hash has changed already, so that what gets its place only now, in this browser, is named by no entry
   * of the history: a notice leads back to it.
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
   * Whether what a link leads to may be opened. A short link may hold, or name, what unpacks to a thousand times as much;
   * whoever follows it did not ask for that.
   */
  const mayUnpack = async ({ name, content }: Incoming, first: Uint8Array): Promise<boolean> => {
    if (!beginsAsGzip(first) || content.size * MOST_DEFLATED <= LARGE_BYTES) return true;
    const size = await core.run(COMING.open(name), ({ signal }) =>
      documents.unpackedSize(content, LARGE_BYTES, signal),
    );
    return size <= LARGE_BYTES || confirm(LARGE_QUESTION);
  };
  const keyShown = (): CompoundKey | null => ('key' in state.origin ? state.origin.key : null);

  /** What comes over the network shows that it does. */
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
        // What was saved just now is newer.
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
        // Before it is read: it may be the very document.
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
      // One after the other: each compares what there was before with what there is then.
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
        state.coming += 1;
        try {
          Object.assign(state, { ...BEFORE_USE, name, origin, blank: false, savedContent: client.state.content });
          state.documentCount += 1;
          // From its first write on it is unsaved, and not to be kept elsewhere.
          core.file = file;
          await core.run(COMING.recover(name), (task) => client.recover(base, changes, task));
        } finally {
          state.coming -= 1;
        }
        if (!isCurrent()) return false;
        state.savedContent = null;
        // The draft's base file goes with the draft.
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
        // Nothing that a person could be told of: the hash holds something else.
        console.error(KEY_FAILED.noKey(key));
        await opening.clear(null);
        return false;
      }
      try {
        const parsed = parseCompoundKey(key);
        const { source, id } = parsed;
        // What was saved just now may have got a place in the hash.
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
        // What was written while it came was not asked about.
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
        // What the key itself says stays wrong; a server may answer another time.
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
      // What was saved just now may have got a place in the hash.
      onKey(null, how);
      await opening.clear(null);
    },

    async openSample() {
      // Whoever was quicker than the page's start keeps what was opened.
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
