// The browser's database: documents, their contents in a separate store, and the drafts of unsaved work. Contents are Blobs
// compressed with gzip; a list of documents reads none of them.
//
//   documents     _id ─▶ DocumentMeta
//   contents      _id ─▶ { _id, blob }                   a Blob, or its bytes (stored-content.ts)
//                 _id and ` csv` ─▶ { _id, csv }         the CSV file that it came from
//   drafts        id  ─▶ StoredDraft
//   draftWrites   [id, n] ─▶ DraftRow
//   files         id  ─▶ { id, at, handle, content }      since version 2

import type { DBSchema, IDBPDatabase } from 'idb';
import { loadWithRetry } from '../../browser/load-with-retry.ts';
import { Emitter } from '../../model/emitter.ts';
import { CodedError } from '../../../shared/errors.ts';
import { DATABASE_FAILED, type DatabaseAction } from '../../strings/documents/storage.ts';
import type { StoredCsv } from '../../model/csv-file.ts';
import type { StoredContent } from '../../model/stored-content.ts';
import type { DocumentMeta } from '../../model/document-meta.ts';
import type { DraftRow, StoredDraft } from './draft-record.ts';
import type { StoredFile } from './file-record.ts';

/** The stores and what is in them. */
export interface Stores extends DBSchema {
  documents: { key: string; value: DocumentMeta };
  contents: { key: string; value: { readonly _id: string; readonly blob?: StoredContent; readonly csv?: StoredCsv } };
  drafts: { key: string; value: StoredDraft };
  draftWrites: { key: [string, number]; value: DraftRow };
  files: { key: string; value: StoredFile };
}

export type LocalDatabase = IDBPDatabase<Stores>;

const NAME = 'diptych';
const VERSION = 2;

/** Opens the database, or returns the open one. */
export interface OpenDatabase {
  (): Promise<LocalDatabase>;
  /** Calls back when the browser or another tab has closed or deleted the database. Returns a function that unsubscribes. */
  onGone(listener: () => void): () => void;
}

/** Opens the database on first use; after a failure the next call tries again. */
export function lazyDatabase(name = NAME): OpenDatabase {
  const gone = new Emitter();
  let opened: Promise<LocalDatabase> | null = null;
  const forget = (): void => {
    opened = null;
    gone.emit();
  };
  const open = (): Promise<LocalDatabase> => {
    opened ??= openDatabase(name, forget).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  return Object.assign(open, { onGone: gone.subscribe });
}

/** Not needed before the first text is on the screen. */
const loadIdb = loadWithRetry(() => import('idb'));

async function openDatabase(name: string, onGone: () => void): Promise<LocalDatabase> {
  const { openDB } = await loadIdb();
  return openDB<Stores>(name, VERSION, {
    upgrade(database, before) {
      if (before < 1) {
        database.createObjectStore('documents', { keyPath: '_id' });
        database.createObjectStore('contents', { keyPath: '_id' });
        database.createObjectStore('drafts', { keyPath: 'id' });
        database.createObjectStore('draftWrites', { keyPath: ['id', 'n'] });
      }
      database.createObjectStore('files', { keyPath: 'id' });
    },
    // A newer version of the page in another tab waits for this connection to close.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  });
}

/**
 * Runs an action on the database. An error of the browser becomes a message that says which action failed, and possible
 * reasons.
 * @throws CodedError `storage`, or `full` when there is no room; coded errors of the action pass through
 */
export async function inDatabase<T>(action: DatabaseAction, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodedError) throw error;
    throw new CodedError(isFull(error) ? 'full' : 'storage', DATABASE_FAILED[action]);
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
