// Drafts: the unsaved work of panels, written down while it is done, so that neither a killed tab nor a power cut loses it.
// A draft is what brings a dead worker's document back (`client/journal.ts`), kept in the browser: a base, then every write
// since. `draft-writer.ts` writes them; here they are found, read and deleted.
//
//   drafts        id ─▶ head, base (the name of a base file, or a content), number of the base
//   draftWrites   id, number ─▶ one write
//   base files    <id>.<number>                                                        (draft-files.ts)
//
// A Web Lock is held for each draft by the tab that writes it: a draft without a holder is one to recover. The lock is
// held before the draft is there, and until it is gone: who finds a draft, and then nobody holding it, and then the draft
// still there, finds one that was left.

import { changesInEffect, type Change, type JournalEntry } from '../../client/journal.ts';
import { DIALECTS } from '../../../shared/document/dialect.ts';
import { draftOfFile } from '../../../shared/document/draft-file.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { Source } from '../../../shared/protocol/protocol.ts';
import type { OpenFile } from '../../model/open-file.ts';
import { DRAFT_DAMAGED } from '../../strings/documents/storage.ts';
import { UNNAMED } from '../../strings/documents/opening.ts';
import { contentOf } from './stored-content.ts';
import { inDatabase, type Database } from './database.ts';
import { draftFiles, openDraftFile, removeDraftFile } from './draft-files.ts';
import { draftLock, rowsOf, type DraftHead, type DraftRow, type StoredDraft } from './draft-record.ts';
import { restoredWrite } from './stored-write.ts';

/** A draft to be recovered. */
export interface Draft {
  readonly head: DraftHead;
  readonly base: Source;
  /** What leads from the base to the text that was on the screen. */
  readonly changes: readonly Change[];
  /** The file on disk that the work is on. */
  readonly file: OpenFile | null;
}

/** All drafts of this browser. */
export class Drafts {
  constructor(private readonly database: () => Promise<Database>) {}

  /** The drafts that no open tab is writing, newest first. What holds nothing unsaved, and what is left over, is removed. */
  async abandoned(): Promise<DraftHead[]> {
    // Over plain http there are no locks, and nobody knows whose a draft is.
    if (!('locks' in navigator)) return [];
    const database = await this.database();
    const stored = (await database.getAll('drafts')).flatMap((value) => readStored(value) ?? []);
    const files = await draftFiles();
    // A lock is asked for before its draft's base file is written.
    const { held = [], pending = [] } = await navigator.locks.query();
    const busy = new Set([...held, ...pending].map(({ name }) => name));
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
    return found.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  }

  /** Reads a draft whole; `null` where it is gone. @throws CodedError `unreadable` where it is damaged */
  read(id: string): Promise<Draft | null> {
    return inDatabase('load', async () => {
      const transaction = (await this.database()).transaction(['drafts', 'draftWrites']);
      const value = await transaction.objectStore('drafts').get(id);
      if (value === undefined) return null;
      const rows = await transaction.objectStore('draftWrites').getAll(rowsOf(id));
      const stored = readStored(value);
      if (stored === null) throw new CodedError('unreadable', DRAFT_DAMAGED);
      try {
        const { base, baseNumber, file } = stored;
        const content = 'file' in base ? await openDraftFile(base.file) : contentOf(base.content);
        const changes = changesInEffect(baseNumber, entriesOf(rows, baseNumber));
        return { head: headOf(stored), base: { content, dialect: base.dialect }, changes, file };
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

  /** Whether all of a draft is saved: the tab was ended between the save and the end of the draft. */
  private async isSaved(database: Database, { id, baseNumber, saved }: StoredDraft): Promise<boolean> {
    if (saved === null) return false;
    if (saved < baseNumber) return false;
    const later = await database.count('draftWrites', rowsOf(id, saved + 1));
    return later === 0;
  }
}

/** The writes after the base, in order. */
function entriesOf(rows: readonly DraftRow[], baseNumber: number): JournalEntry[] {
  return rows.filter(({ n }) => n > baseNumber).map(({ n, write }) => ({ number: n, write: restoredWrite(write) }));
}

function headOf({ id, side, name, key, rev, at }: StoredDraft): DraftHead {
  return { id, side, name, key, rev, at };
}

/** What the database holds, checked: a damaged part gets a neutral value, `null` where nothing can be recovered. */
function readStored(value: unknown): StoredDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, side, name, key, rev, at, base, baseNumber, saved, file } = value as Record<string, unknown>;
  const readBase = readStoredBase(base);
  if (typeof id !== 'string' || readBase === null) return null;
  return {
    id,
    side: side === 'right' ? 'right' : 'left',
    name: typeof name === 'string' && name !== '' ? name : UNNAMED,
    key: typeof key === 'string' ? key : null,
    rev: typeof rev === 'number' ? rev : null,
    at: typeof at === 'number' && !Number.isNaN(new Date(at).getTime()) ? at : null,
    base: readBase,
    baseNumber: typeof baseNumber === 'number' ? baseNumber : -1,
    saved: typeof saved === 'number' ? saved : null,
    file: isOpenFile(file) ? file : null,
  };
}

function readStoredBase(base: unknown): StoredDraft['base'] | null {
  // A draft of an earlier version, begun in an empty document.
  if (base === null) return { dialect: 'json', content: new Blob([]) };
  if (typeof base !== 'object' || base === undefined) return null;
  const { dialect: named, content, file } = base as Record<string, unknown>;
  const dialect = DIALECTS.find((one) => one === named) ?? 'json';
  if (typeof file === 'string') return { dialect, file };
  if (content instanceof Blob) return { dialect, content };
  return content instanceof Uint8Array ? { dialect, content: content as Uint8Array<ArrayBuffer> } : null;
}

function isOpenFile(file: unknown): file is OpenFile {
  return typeof file === 'object' && file !== null && 'handle' in file && 'modified' in file;
}
