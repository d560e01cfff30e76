// What the panels share of the stored documents: those of this browser and those of the cloud, the recent files, the drafts of
// unsaved work, and the dialogs over them.

import type { FolderList, FolderSort } from '../../shared/protocol/served-files.ts';
import { type ContentJobs, type Compress, ContentForm } from './storage/content-form.ts';
import { proxy, useSnapshot } from 'valtio';
import { CodedError } from '../../shared/errors.ts';
import type { Cloud } from './cloud/cloud.ts';
import type { CloudDocuments } from './cloud/cloud-documents.ts';
import { lazyDatabase, type OpenDatabase } from './storage/database.ts';
import type { DraftHead } from './storage/draft-record.ts';
import { loadWithRetry, onceLoaded } from '../browser/load-with-retry.ts';
import type { Drafts } from './drafts/drafts.ts';
import { DraftWriter, type DraftWriterOptions } from './drafts/draft-writer.ts';
import { Files } from './storage/disk-files.ts';
import { LocalDocuments } from './storage/local-documents.ts';
import { RecentFiles } from './storage/recent-files.ts';
import type { Shelf } from './storage/shelf.ts';
import { isSealed } from '../model/sealed.ts';
import { NEEDS_NET } from '../strings/app/sealed.ts';
import type { ShelfName, ShelfKey } from '../model/document-key.ts';
import { NO_CLOUD } from '../strings/documents/cloud.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import type { PanelWrites } from './write-queue.ts';
import type { Side } from '../model/side.ts';
import { Sequencer } from '../../shared/sequencer.ts';

export interface DocumentsState {
  /** The panel that the open dialog is for; `null` while it is closed. */
  opening: Side | null;
  /** What has the focus when the open dialog opens. */
  openingFirst: OpenFirst;
  /** Unsaved work found at the start. */
  drafts: readonly DraftHead[];
  /** Counts the changes of documents, so that lists of them are read again. */
  changes: number;
}

/** A way to open a document that the open dialog offers first. */
export type OpenFirst = 'file' | 'address';

/** The folder that `diptych open` serves to this tab. */
export interface FolderSource {
  readonly name: string;
  /** Lists its files whose path contains a text. @throws Error */
  list(query: string, sort: FolderSort, signal: AbortSignal): Promise<FolderList>;
  /** Opens one of its files in a panel, and reports why it can't. */
  open(name: string, side: Side): Promise<unknown>;
}

/** The stored documents: those of this browser and those of the cloud. */
export interface Documents extends ContentJobs {
  readonly state: DocumentsState;
  readonly local: LocalDocuments;
  readonly recent: RecentFiles;
  /** The drafts that other tabs have left. Loaded on first use. */
  drafts(): Promise<Drafts>;
  /** Creates a writer for the draft of a panel. */
  draftWriter(options: Omit<DraftWriterOptions, 'database' | 'form'>): DraftWriter;
  /** The form in which the database of this browser takes contents. */
  readonly form: ContentForm;
  /** The files of this computer that panels show. */
  readonly files: Files;
  /** `null` when the server of this page has none. */
  readonly cloud: Cloud | null;
  /** Returns the shelf of a name. @throws CodedError when there is no cloud, or its code can't be loaded */
  shelf(name: ShelfName): Promise<Shelf>;
  /**
   * Fetches a document from an address, through the server's forwarder where that is needed and configured.
   * @throws CodedError `http`
   */
  fetch(url: string, signal: AbortSignal): Promise<Blob>;
  /** Returns the shelf of the cloud, with its further methods. */
  cloudShelf(): Promise<CloudDocuments>;
  /** Converts a content to the form that a shelf stores. */
  pack(name: ShelfName, text: Blob): Promise<Blob>;
  /** Opens the dialog that opens a document in a panel; `null` closes it. */
  showOpenDialog(side: Side | null, first?: OpenFirst): void;
  /** The folder that `diptych open` serves to this tab; `null` if there is none. */
  folder: FolderSource | null;
  /** The writes of the panels, which whatever ends a document waits for. */
  readonly writes: Set<PanelWrites>;
  /** Removes an entry from the list of recent files. */
  forget(compoundKey: string): void;
  /**
   * Deletes a document, both where it is stored and from every panel that shows it, after what these are writing. For a document
   * of this browser, a notice offers to undo that.
   * @see requirements DOC-9
   */
  delete(key: ShelfKey, teller: NoticeSink): Promise<void>;
  /** Sends the cloud the ids of its documents that are known here: after signing in, or if that was never done. */
  syncIds(when: 'always' | 'unless-done', teller: NoticeSink): Promise<void>;
  /** Finds unsaved work of closed tabs. @see requirements DOC-15 */
  findDrafts(): Promise<void>;
  /** Stops offering a draft; all drafts when no id is given. */
  dropDraft(id?: string): void;
  /** Copies the documents of the first version. @see requirements DOC-14 */
  migrate(): Promise<void>;
}

/** Shows notices to the user. */
export type NoticeSink = Pick<PanelCore, 'notify' | 'report'>;

const loadFetching = loadWithRetry(() => import('./incoming/fetch-document.ts'));
const loadDrafts = loadWithRetry(() => import('./drafts/drafts.ts'));
const loadDeletion = loadWithRetry(() => import('./delete-document.ts'));
const loadIds = loadWithRetry(() => import('./cloud/document-ids.ts'));

/** Creates the documents. The database is opened and the server is contacted on first use. */
export function createDocuments(
  jobs: ContentJobs,
  cloud: Cloud | null = null,
  database: OpenDatabase = lazyDatabase(),
): Documents {
  const state = proxy<DocumentsState>({ opening: null, openingFirst: 'file', drafts: [], changes: 0 });
  const form = new ContentForm(database);
  const local = new LocalDocuments(database, form);
  const recent = new RecentFiles(() => localStorage);
  const documents: Documents = {
    state,
    local,
    recent,
    drafts: onceLoaded(async () => new (await loadDrafts()).Drafts(database)),
    draftWriter: (options) => new DraftWriter({ database, form, ...options }),
    form,
    files: new Files(database),
    ...jobs,
    compress: perContent(jobs.compress),
    cloud,
    shelf: (name) => (name === 'local' ? Promise.resolve(local) : documents.cloudShelf()),
    async fetch(url, signal) {
      const { fetchDocument } = await loadFetching();
      return fetchDocument(url, signal, cloud?.tokens);
    },
    cloudShelf: () => cloud?.shelf() ?? Promise.reject(new CodedError('unreadable', isSealed() ? NEEDS_NET : NO_CLOUD)),
    pack: (name, text) => (name === 'local' ? documents.compress(text) : withoutMark(text)),
    folder: null,
    writes: new Set(),
    showOpenDialog(side, first = 'file') {
      state.openingFirst = first;
      state.opening = side;
    },
    forget(compoundKey) {
      recent.remove(compoundKey);
      state.changes += 1;
    },
    async delete(key, teller) {
      try {
        await (await loadDeletion()).deleteDocument(documents, key, teller);
      } catch (error) {
        teller.report(error);
      }
    },
    async syncIds(when, { report }) {
      if (cloud?.isSignedIn !== true) return;
      try {
        const { syncIds } = await loadIds();
        await syncIds({ cloud, recent }, localStorage, when);
      } catch (error) {
        report(error);
      }
    },
    async findDrafts() {
      try {
        state.drafts = await (await documents.drafts()).abandoned(cloud?.tokens.person ?? null);
      } catch {
        // Without a database there are no drafts.
      }
    },
    dropDraft(id) {
      state.drafts = id === undefined ? [] : state.drafts.filter((draft) => draft.id !== id);
    },
    async migrate() {
      try {
        if (localStorage.getItem('files') === null) return;
        const { migrateLegacy } = await import('./storage/first-version.ts');
        if ((await migrateLegacy(localStorage, local, documents.compress)) > 0) state.changes += 1;
      } catch {
        // Without storage there is nothing to migrate.
      }
    },
  };
  return documents;
}

/** Returns the state of the documents; re-renders when a property that was read changes. */
export function useDocumentsState(documents: Documents): DocumentsState {
  return useSnapshot(documents.state) as DocumentsState;
}

/** Compresses one content at a time: two of 100 MB would occupy both cores of a small machine. */
function perContent(compress: Compress): Compress {
  const sequencer = new Sequencer();
  return (content) => sequencer.run(() => compress(content));
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Removes a byte order mark, which JSON sent over a network must not have.
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-8.1
 */
async function withoutMark(text: Blob): Promise<Blob> {
  const start = new Uint8Array(await text.slice(0, BYTE_ORDER_MARK.length).arrayBuffer());
  return BYTE_ORDER_MARK.every((byte, index) => start[index] === byte) ? text.slice(BYTE_ORDER_MARK.length) : text;
}
