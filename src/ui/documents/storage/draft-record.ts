// How a draft is stored in the database, and the lock of the tab that writes it.

import type { JournaledWriting } from '../../client/journal.ts';
import type { Dialect } from '../../../shared/document/dialect.ts';
import type { StoredCsv } from '../../model/csv-file.ts';
import type { StoredOpenFile } from '../../model/open-file.ts';
import type { StoredContent } from '../../model/stored-content.ts';

/** What a list of drafts shows. */
export interface DraftHead {
  readonly id: string;
  readonly side: 'left' | 'right';
  readonly name: string;
  /** The compound key of the document, if it has one. */
  readonly key: string | null;
  /** The revision of a shelved document that the work is based on. */
  readonly rev: number | null;
  /** When the work began, in milliseconds since the epoch; `null` when that is not known. */
  readonly at: number | null;
  /** The person who was signed in to the cloud, by the id that it knows; `null` for nobody. */
  readonly person: string | null;
}

/** A draft as stored in the database. */
export interface StoredDraft extends DraftHead {
  readonly base:
    | { readonly dialect: Dialect; readonly content: StoredContent }
    | { readonly dialect: Dialect; readonly file: string };
  /** The number of the write that made the base: writes up to it are in the base. */
  readonly baseNumber: number;
  /**
   * The version that the panel and the place where it is stored had in common: the base, or another content; `null` or missing if
   * that is not known.
   */
  readonly shared?: 'base' | StoredContent | null;
  /** The number of the write that made the text saved as revision `rev`; `null` when nothing of the draft is saved. */
  readonly saved: number | null;
  /** The file on disk that was edited. */
  readonly file: StoredOpenFile | null;
  /** The name of the file that it was read from, if the page can't write it; missing in drafts of earlier versions. */
  readonly sourceFile?: string | null;
  /** Whether the file is compressed; missing in drafts of earlier versions. */
  readonly packed?: boolean;
  /** The CSV file that the document came from. */
  readonly csv?: StoredCsv | null;
}

/** A write of a draft. */
export interface DraftRow {
  readonly id: string;
  readonly n: number;
  readonly write: StoredWrite;
  /** When it was made, in milliseconds since 1970; missing in drafts of earlier versions. */
  readonly time?: number | undefined;
}

const LOCK = 'diptych-draft-';

/** Returns the name of a draft's lock. */
export function draftLock(id: string): string {
  return LOCK + id;
}

/** Returns the key range of a draft's writes, from a number on. */
export function rowsOf(id: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, Number.MAX_SAFE_INTEGER]);
}

/** A write as stored in the database. */
export type StoredWrite =
  | Exclude<JournaledWriting, { readonly type: 'replace' | 'packed' }>
  | { readonly type: 'packed'; readonly splices: StoredContent }
  | { readonly type: 'replace'; readonly source: { readonly content: StoredContent; readonly dialect: Dialect } };
