// What the panels share of the documents that are kept: those of this browser and those of the cloud, the recent files,
// the drafts of unsaved work, and the dialogs over them.

import type { ContentJobs, Compress } from './content-jobs.ts';
import { proxy, useSnapshot } from 'valtio';
import { CodedError } from '../../shared/errors.ts';
import type { Cloud } from './cloud/cloud.ts';
import { fetchDocument } from './fetch-document.ts';
import type { CloudDocuments } from './cloud/cloud-documents.ts';
import { lazyDatabase, type OpenDatabase } from './storage/database.ts';
import { ContentForm } from './storage/content-form.ts';
import type { DraftHead } from './storage/draft-record.ts';
import type { Drafts } from './storage/drafts.ts';
import { DraftWriter, type DraftWriterOptions } from './storage/draft-writer.ts';
import { Files } from './storage/disk-files.ts';
import { LocalDocuments, type Deleted } from './storage/local-documents.ts';
import { RecentFiles } from './storage/recent-files.ts';
import type { Shelf } from './storage/shelf.ts';
import type { ShelfName } from '../model/shelf-name.ts';
import { NO_CLOUD } from '../strings/documents/cloud.ts';
import { DELETED, RESTORED, UNDO_DELETE } from '../strings/documents/storage.ts';
import type { PanelCore } from '../panel/panel-core.ts';
import type { Side } from '../model/side.ts';
import { formatCompoundKey } from '../app/link/route.ts';
import type { ShelfKey } from '../model/compound-key.ts';

export interface DocumentsState {
  /** The panel that the open dialog was asked for; `null` while it is closed. */
  opening: Side | null;
  /** Unsaved work that was found at the start. */
  drafts: readonly DraftHead[];
  /** Counts what happened to the documents, for whoever lists them. */
  changes: number;
}

/** The documents of this browser. */
export interface Documents extends ContentJobs {
  readonly state: DocumentsState;
  readonly local: LocalDocuments;
  readonly recent: RecentFiles;
  /** What other tabs have left unsaved. It loads when it is first wanted. */
  drafts(): Promise<Drafts>;
  /** A writer for the draft of a panel. */
  draftWriter(options: Omit<DraftWriterOptions, 'database' | 'form'>): DraftWriter;
  /** The files of this computer that panels show. */
  readonly files: Files;
  /** `null` where the server of this page has none. */
  readonly cloud: Cloud | null;
  /** Where documents of a source are kept. @throws CodedError where there is no cloud, or its code can't be loaded */
  shelf(name: ShelfName): Promise<Shelf>;
  /** Gets a document from an address, with the help of the server where there is a forwarder. @throws CodedError `http` */
  fetch(url: string, signal: AbortSignal): Promise<Blob>;
  /** The shelf of the cloud, which can do more. */
  cloudShelf(): Promise<CloudDocuments>;
  /** A content as a shelf takes it. */
  pack(name: ShelfName, text: Blob): Promise<Blob>;
  /** Asks which document to open, for a panel; `null` closes the dialog. */
  ask(side: Side | null): void;
  /** Takes an entry off the list of recent files. */
  forget(compoundKey: string): void;
  /**
   * Deletes a document, where it is kept and in every panel that shows it. Of one of this browser a notice offers to take
   * that back. @see requirements DOC-9
   */
  delete(key: ShelfKey, teller: Teller): Promise<void>;
  /** Tells the cloud which of its documents are known here, after signing in or where that was never done. */
  syncIds(when: 'always' | 'unless-done', teller: Teller): Promise<void>;
  /** Looks for unsaved work of tabs that are gone. @see requirements DOC-15 */
  findDrafts(): Promise<void>;
  /** Offers a draft no longer; all of them where none is named. */
  dropDraft(id?: string): void;
  /** Copies the documents of the first version. @see requirements DOC-14 */
  migrate(): Promise<void>;
}

/** Whoever tells a person of things. */
export type Teller = Pick<PanelCore, 'notify' | 'report'>;

/** Opens nothing yet: the database is opened when it is first used, and the server is asked then. */
export function createDocuments(
  jobs: ContentJobs,
  cloud: Cloud | null = null,
  database: OpenDatabase = lazyDatabase(),
): Documents {
  const state = proxy<DocumentsState>({ opening: null, drafts: [], changes: 0 });
  const form = new ContentForm(database);
  const local = new LocalDocuments(database, form);
  const recent = new RecentFiles(() => localStorage);
  const loadDrafts = async (): Promise<Drafts> => new (await import('./storage/drafts.ts')).Drafts(database);
  let drafts: Promise<Drafts> | null = null;
  const documents: Documents = {
    state,
    local,
    recent,
    drafts: () => (drafts ??= loadDrafts()),
    draftWriter: (options) => new DraftWriter({ database, form, ...options }),
    files: new Files(database, form),
    ...jobs,
    compress: perContent(jobs.compress),
    cloud,
    shelf: (name) => (name === 'local' ? Promise.resolve(local) : documents.cloudShelf()),
    fetch: (url, signal) => fetchDocument(url, signal, cloud?.tokens),
    cloudShelf: () => cloud?.shelf() ?? Promise.reject(new CodedError('unreadable', NO_CLOUD)),
    pack: (name, text) => (name === 'local' ? documents.compress(text) : withoutMark(text)),
    ask(side) {
      state.opening = side;
    },
    forget(compoundKey) {
      recent.remove(compoundKey);
      state.changes += 1;
    },
    async delete(key, { notify, report }) {
      const restore = async (deleted: Deleted): Promise<void> => {
        await local.restore(deleted);
        const { name, updated, size, dialect } = deleted.meta;
        recent.view(key, { name, updated, size, dialect });
        state.changes += 1;
        notify({ severity: 'success', message: RESTORED });
      };
      try {
        if (key.source === 'cloud') {
          await (await documents.cloudShelf()).delete(key.id);
          documents.forget(formatCompoundKey(key));
          notify({ severity: 'success', message: DELETED });
          return;
        }
        const deleted = await local.delete(key.id);
        documents.forget(formatCompoundKey(key));
        if (deleted === null) return;
        const undo = { label: UNDO_DELETE, run: () => void restore(deleted).catch(report) };
        notify({ severity: 'success', message: DELETED, action: undo });
      } catch (error) {
        report(error);
      }
    },
    async syncIds(when, { report }) {
      if (cloud?.isSignedIn !== true) return;
      try {
        const { syncIds } = await import('./cloud/document-ids.ts');
        await syncIds({ cloud, recent }, localStorage, when);
      } catch (error) {
        report(error);
      }
    },
    async findDrafts() {
      try {
        state.drafts = await (await documents.drafts()).abandoned();
      } catch {
        // Where there is no database there are no drafts.
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

/** What to show of the documents; re-renders on a change of what was read. */
export function useDocumentsState(documents: Documents): DocumentsState {
  return useSnapshot(documents.state) as DocumentsState;
}

/** One content at a time: two of 100 MB would take both of a small machine's cores. */
function perContent(compress: Compress): Compress {
  let last: Promise<unknown> = Promise.resolve();
  return (content) => {
    const mine = last.then(() => compress(content));
    last = mine.catch(() => undefined);
    return mine;
  };
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** JSON that goes over a network has no byte order mark. @see https://www.rfc-editor.org/rfc/rfc8259#section-8.1 */
async function withoutMark(text: Blob): Promise<Blob> {
  const start = new Uint8Array(await text.slice(0, BYTE_ORDER_MARK.length).arrayBuffer());
  return BYTE_ORDER_MARK.every((byte, index) => start[index] === byte) ? text.slice(BYTE_ORDER_MARK.length) : text;
}
