// Drafts: the unsaved work of panels, written while the user edits, so that neither a killed tab nor a power cut loses it. A
// draft is what restores the document of a dead worker (`client/journal.ts`), stored in the browser: a base, then every write
// since. `draft-writer.ts` writes drafts; this file finds, reads and deletes them;
// `document-dialogs/recovery-dialog.tsx` offers them at the start.
//
//   drafts        id ─▶ head, base (the name of a base file, or a content), number of the base
//   draftWrites   id, number ─▶ one write
//   base files    <id>.<number>                                                        (draft-files.ts)
//
// The tab that writes a draft holds a Web Lock for it: a draft without a holder is to be recovered. The lock is acquired before
// the draft is created, and released after it is deleted. So a draft that is found, then has no holder, and then still exists,
// has been abandoned.

import { recordedSteps, type JournalEntry, type RecordedSteps } from '../../client/journal.ts';
import { DIALECTS } from '../../../shared/document/dialect.ts';
import { draftOfFile } from '../../../shared/document/draft-file.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { Source } from '../../../shared/protocol/protocol.ts';
import { readStoredCsv, type StoredCsv } from '../../model/csv-file.ts';
import type { DiskHandle, OpenFile, StoredOpenFile } from '../../model/open-file.ts';
import { DRAFT_DAMAGED } from '../../strings/documents/storage.ts';
import { UNNAMED } from '../../strings/documents/opening.ts';
import { contentOf, type StoredContent } from '../../model/stored-content.ts';
import { inDatabase, type LocalDatabase } from '../storage/database.ts';
import { draftFiles, openDraftFile, removeDraftFile } from './draft-files.ts';
import { draftLock, rowsOf, type DraftHead, type DraftRow, type StoredDraft } from '../storage/draft-record.ts';
import { restoredWrite } from '../storage/stored-write.ts';

/** The files that `diptych open` serves to this tab, by their paths on the disk. */
export const servedFiles = new Map<string, DiskHandle>();

/** A draft to be recovered. */
export interface Draft {
  readonly head: DraftHead;
  readonly base: Source;
  /** The version that the panel and the place where it is stored had in common; `null` if that is not known. */
  readonly shared: 'base' | Blob | null;
  /** The steps from the base to the text that was on the screen, and those that were undone. */
  readonly steps: RecordedSteps;
  /** The file on disk that was edited. */
  readonly file: OpenFile | null;
  /** The name of the file that it was read from, if the page can't write it. */
  readonly sourceFile?: string | null | undefined;
  /** Whether that is compressed. */
  readonly packed: boolean;
  /** The CSV file that the document came from. */
  readonly csv?: StoredCsv | null | undefined;
}

/** All drafts of this browser. */
export class Drafts {
  constructor(private readonly database: () => Promise<LocalDatabase>) {}

  /**
   * Returns the drafts that no open tab is writing, newest first. Work on a document of the cloud is not shown to another person
   * than `person`, and stays until its author signs in. Removes drafts without unsaved work, and leftover base files.
   */
  async abandoned(person: string | null = null): Promise<DraftHead[]> {
    // Over plain http there are no locks, so that the owner of a draft is unknown.
    if (!('locks' in navigator)) return [];
    const database = await this.database();
    const stored = (await database.getAll('drafts')).flatMap((value) => readStored(value) ?? []);
    const files = await draftFiles();
    const busy = await busyLocks();
    const left = new Set((await database.getAllKeys('drafts')).map(String));
    const found: DraftHead[] = [];
    for (const draft of stored) {
      const { id } = draft;
      if (busy.has(draftLock(id)) || !left.has(id)) continue;
      if (await this.isSaved(database, draft)) await this.delete(id);
      else found.push(headOf(draft));
    }
    const isNeeded = (id: string): boolean => busy.has(draftLock(id)) || found.some((head) => head.id === id);
    for (const file of files) if (!isNeeded(draftOfFile(file))) await removeDraftFile(file);
    const isOthers = (draft: DraftHead): boolean =>
      draft.key?.startsWith('cloud.') === true && person !== null && draft.person !== null && draft.person !== person;
    return found.filter((head) => !isOthers(head)).toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  }

  /** Reads a whole draft; `null` when it no longer exists. @throws CodedError `unreadable` when it is damaged */
  read(id: string): Promise<Draft | null> {
    return inDatabase('load', async () => {
      const transaction = (await this.database()).transaction(['drafts', 'draftWrites']);
      const value = await transaction.objectStore('drafts').get(id);
      if (value === undefined) return null;
      const rows = await transaction.objectStore('draftWrites').getAll(rowsOf(id));
      const stored = readStored(value);
      if (stored === null) throw new CodedError('unreadable', DRAFT_DAMAGED);
      try {
        const { base, baseNumber, shared = null, saved, file, sourceFile, packed = false, csv } = stored;
        const content = 'file' in base ? await openDraftFile(base.file) : contentOf(base.content);
        const steps = recordedSteps(baseNumber, entriesOf(rows, baseNumber));
        const isBaseShared = saved === null || saved === baseNumber;
        return {
          head: headOf(stored),
          base: { content, dialect: base.dialect },
          shared: shared !== 'base' ? shared && contentOf(shared) : isBaseShared ? shared : null,
          steps,
          file: file && restoredFile(file),
          // A file that is not served any more is one that the page can't write.
          sourceFile: file !== null && 'path' in file && restoredFile(file) === null ? file.name : sourceFile,
          packed,
          csv,
        };
      } catch {
        throw new CodedError('unreadable', DRAFT_DAMAGED);
      }
    });
  }

  async delete(id: string): Promise<void> {
    const transaction = (await this.database()).transaction(['drafts', 'draftWrites'], 'readwrite');
    const stored = readStored(await transaction.objectStore('drafts').get(id));
    await transaction.objectStore('drafts').delete(id);
    await transaction.objectStore('draftWrites').delete(rowsOf(id));
    await transaction.done;
    if (stored !== null && 'file' in stored.base) await removeDraftFile(stored.base.file);
  }

  /** Whether everything in a draft is saved, because the tab was closed between the save and the deletion of the draft. */
  private async isSaved(database: LocalDatabase, { id, baseNumber, saved }: StoredDraft): Promise<boolean> {
    if (saved === null) return false;
    if (saved < baseNumber) return false;
    const later = await database.count('draftWrites', rowsOf(id, saved + 1));
    return later === 0;
  }
}

/** Returns the writes after the base, in order. */
function entriesOf(rows: readonly DraftRow[], baseNumber: number): JournalEntry[] {
  return rows
    .filter(({ n }) => n > baseNumber)
    .map(({ n, write, time }) => ({ number: n, write: restoredWrite(write), time }));
}

function headOf({ id, side, name, key, rev, at, person }: StoredDraft): DraftHead {
  return { id, side, name, key, rev, at, person };
}

/** Reads a stored draft: a damaged field gets a neutral value; `null` when nothing can be recovered. */
function readStored(value: unknown): StoredDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, side, name, key, rev, at, person, base, baseNumber, shared, saved, file, sourceFile, packed, csv } =
    value as Record<string, unknown>;
  const readBase = readStoredBase(base);
  if (typeof id !== 'string' || readBase === null) return null;
  return {
    id,
    side: side === 'right' ? 'right' : 'left',
    name: typeof name === 'string' && name !== '' ? name : UNNAMED,
    key: typeof key === 'string' ? key : null,
    rev: typeof rev === 'number' ? rev : null,
    at: typeof at === 'number' && !Number.isNaN(new Date(at).getTime()) ? at : null,
    person: typeof person === 'string' ? person : null,
    base: readBase,
    baseNumber: typeof baseNumber === 'number' ? baseNumber : -1,
    shared: shared === 'base' ? shared : readContent(shared),
    saved: typeof saved === 'number' ? saved : null,
    file: isOpenFile(file) ? file : null,
    sourceFile: typeof sourceFile === 'string' ? sourceFile : null,
    packed: packed === true,
    csv: readStoredCsv(csv),
  };
}

function readStoredBase(base: unknown): StoredDraft['base'] | null {
  // A draft of an earlier version, begun in an empty document.
  if (base === null) return { dialect: 'json', content: new Blob([]) };
  if (typeof base !== 'object' || base === undefined) return null;
  const { dialect: named, content, file } = base as Record<string, unknown>;
  const dialect = DIALECTS.find((one) => one === named) ?? 'json';
  if (typeof file === 'string') return { dialect, file };
  const read = readContent(content);
  return read && { dialect, content: read };
}

function readContent(content: unknown): StoredContent | null {
  if (content instanceof Blob) return content;
  return content instanceof Uint8Array ? (content as Uint8Array<ArrayBuffer>) : null;
}

function isOpenFile(file: unknown): file is StoredOpenFile {
  return typeof file === 'object' && file !== null && ('handle' in file || 'path' in file) && 'modified' in file;
}

/** The names of the locks that are held. One is requested before its draft's base file is written. */
async function busyLocks(): Promise<ReadonlySet<string | undefined>> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return new Set([...held, ...pending].map(({ name }) => name));
}

/** Returns a file that was kept; `null` if it is not served any more. */
function restoredFile(stored: StoredOpenFile): OpenFile | null {
  if (!('path' in stored)) return stored;
  const { path, modified, size } = stored;
  const handle = servedFiles.get(path);
  return handle === undefined ? null : { handle, modified, ...(size !== undefined && { size }) };
}
