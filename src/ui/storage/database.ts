// The browser's database: documents with their contents apart, and the drafts of unsaved work. Contents are Blobs
// compressed with gzip, so that a list of documents reads none of them.
//
//   documents     _id ─▶ DocumentMeta
//   contents      _id ─▶ { _id, blob }
//   drafts        id  ─▶ { id, side, name, origin, at, size, base }
//   draftWrites   [id, n] ─▶ { id, n, write }
//   files         id  ─▶ { id, at, handle, content }      since version 2

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Source } from '../../shared/protocol.ts';
import { CodedError } from '../../shared/errors.ts';
import { DATABASE_FAILED, type DatabaseAction } from '../texts/storage.ts';
import type { Write } from '../client/journal.ts';
import type { OpenFile } from '../store/panel.ts';
import type { DocumentMeta } from './meta.ts';
import type { DraftHead } from './drafts.ts';
import type { KeptFile } from './files.ts';

/** The stores and what is in them. */
export interface Stores extends DBSchema {
  documents: { key: string; value: DocumentMeta };
  contents: { key: string; value: { readonly _id: string; readonly blob: Blob } };
  drafts: { key: string; value: DraftHead & { readonly base: Source | null; readonly file?: OpenFile | null } };
  draftWrites: {
    key: [string, number];
    value: { readonly id: string; readonly n: number; readonly write: Write };
  };
  files: { key: string; value: KeptFile };
}

export type Database = IDBPDatabase<Stores>;

const NAME = 'diptych';
const VERSION = 2;

/** Opens the database when it is first used; a failure is tried again the next time. */
export function lazyDatabase(name = NAME): () => Promise<Database> {
  let opened: Promise<Database> | null = null;
  return () => {
    opened ??= openDatabase(name, () => (opened = null)).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}

function openDatabase(name: string, onGone: () => void): Promise<Database> {
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
    // A newer version of the page in another tab waits for this one to let go.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  });
}

/**
 * Runs an action on the database. What the browser refuses becomes a sentence that says what was refused and why that
 * may be.
 * @throws CodedError `storage`, or `full` where there is no room; a coded error of the action's own passes
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
