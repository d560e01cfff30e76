// Writes the draft of one panel while its document is edited. Every step waits for the one before.
//
//   first unsaved write ──▶ begin: base file (the document worker, flushed) ──▶ head and rows, one strict transaction
//   each write          ──▶ one row, one strict transaction
//   refused             ──▶ the draft is incomplete: it starts over from the current text, until that is accepted
//   saved               ──▶ the head names the revision, in the transaction that saves; then rows, head and file are deleted
//
// `protection` reports whether everything written so far is in the draft.

import type { Protection } from '../../model/protection.ts';
import type { JournalEntry, JournalSink } from '../../client/journal.ts';
import type { DocumentClient } from '../../client/document.ts';
import { hasCode } from '../../../shared/errors.ts';
import { draftFileName } from '../../../shared/document/draft-file.ts';
import { painted } from '../../browser/painted-frame.ts';
import { holdLock } from '../../browser/locks.ts';
import type { KeptCsv } from '../../model/csv-file.ts';
import type { StoredOpenFile } from '../../model/open-file.ts';
import type { ContentForm } from '../storage/content-form.ts';
import { inDatabase, type LocalDatabase, type OpenDatabase } from '../storage/database.ts';
import { openDraftFile, removeDraftFile } from './draft-files.ts';
import type { SavedDraft } from '../storage/shelf.ts';
import { draftLock, rowsOf, type DraftHead, type DraftRow, type StoredDraft } from '../storage/draft-record.ts';
import { isPlain, storedWrite } from '../storage/stored-write.ts';
import type { StoredWrite } from '../storage/draft-record.ts';
import { uniqueName } from '../storage/names.ts';
import { Sequencer } from '../../../shared/sequencer.ts';

/** What a draft records of its document. */
export type DraftDescription = Omit<DraftHead, 'id' | 'at'> & {
  readonly file: StoredOpenFile | null;
  readonly sourceFile: string | null;
  readonly packed: boolean;
};

/** Delay after a refusal, before the draft is tried again. */
const RETRY_MS = 2000;
/** A step that takes longer does not protect the work meanwhile, and the user is shown so. */
const MAX_STEP_MS = 5000;

/** What a writer depends on. */
export interface DraftWriterOptions {
  readonly client: Pick<DocumentClient, 'journal' | 'readBase' | 'isWriting'>;
  readonly database: OpenDatabase;
  readonly form: ContentForm;
  /** Returns the CSV file that the document came from, if any. */
  readonly csv: () => KeptCsv | null;
  /** Returns the version that the document and the place where it is stored have in common; `null` if it is not to be stored. */
  readonly shared: () => 'text' | Blob | null;
  /** Returns what the draft of the panel's document should record. */
  readonly describe: () => DraftDescription;
  readonly onProtection: (protection: Protection) => void;
  /** Called when the draft was refused; once, until it is accepted again. */
  readonly onFailure: (error: unknown) => void;
  /** Called when the worker has replied to a write. */
  readonly onSettled: () => void;
}

/** A draft that is being written. */
interface Open {
  readonly id: string;
  readonly at: number;
  /** Resolves, once its lock is held, to the function that releases it. */
  readonly held: Promise<() => void>;
  description: DraftDescription;
  shared: 'base' | Blob | null;
  saved: number | null;
  /** The number of its latest base. */
  bases: number;
  /** The name of its base file, if it has one. */
  file: string | null;
  isWhole: boolean;
  retry: ReturnType<typeof setTimeout> | undefined;
}

/** Writes the draft of one panel. Nothing is written until `begin`, or the first write. */
export class DraftWriter implements JournalSink {
  protection: Protection = 'none';
  private open: Open | null = null;
  private readonly steps = new Sequencer();
  private waiting = 0;
  /** Aborting it ends the waits for frames. */
  private flushing = new AbortController();
  private hasFailed = false;
  /** Whether the database has not answered for long. */
  private isLate = false;
  /** The base files of this writer that still exist. */
  private readonly files = new Set<string>();
  private isStopped = false;
  /** Drafts that are being deleted. */
  private readonly ending = new Set<Open>();

  private readonly unwatch: () => void;

  constructor(private readonly options: DraftWriterOptions) {
    // Another tab may have erased everything.
    this.unwatch = options.database.onGone(() => {
      if (this.open !== null) void this.base(this.open);
    });
  }

  get isOpen(): boolean {
    return this.open !== null;
  }

  /** Resolves once everything so far is in the draft, or was refused. */
  written(): Promise<void> {
    return this.steps.idle();
  }

  /** Writes immediately what waits for a frame: the page may be closed at any moment. */
  hurry(): void {
    this.flushing.abort();
    this.flushing = new AbortController();
  }

  /** Begins a draft, with the current document as its base. */
  begin(): void {
    if (this.open !== null) return;
    const id = uniqueName();
    this.open = {
      id,
      at: Date.now(),
      held: hold(id),
      description: this.options.describe(),
      shared: null,
      saved: null,
      bases: 0,
      file: null,
      isWhole: false,
      retry: undefined,
    };
    void this.base(this.open);
  }

  beforeWrite(): void {
    this.begin();
    this.show();
  }

  afterWrite(): void {
    this.options.onSettled();
    this.show();
  }

  add(entry: JournalEntry): void {
    const { open } = this;
    if (open === null) return;
    if (!open.isWhole) return this.show();
    this.enqueue(open, async (database) => {
      const row = await this.rowOf(open.id, entry);
      const transaction = database.transaction(['drafts', 'draftWrites'], 'readwrite', { durability: 'strict' });
      // Another tab may have erased everything.
      if ((await transaction.objectStore('drafts').getKey(open.id)) === undefined)
        throw new DOMException('the draft is gone', 'NotFoundError');
      const putting = transaction.objectStore('draftWrites').put(row);
      // Without this call, the browser would ask the page first, which may be gone by then.
      transaction.commit();
      await Promise.all([putting, transaction.done]);
    });
  }

  restart(): void {
    this.end();
  }

  async renewBase(): Promise<boolean> {
    return this.open !== null && this.base(this.open);
  }

  /** Called when the version in common has changed, or `isCopy`: when it can be stored now, where it could not be before. */
  reshare(isCopy = false): void {
    const { open } = this;
    if (open === null || (isCopy && open.shared !== null)) return;
    open.shared = this.unsavedShared();
    this.redescribe();
  }

  /** The version in common beside a base that may have unsaved edits. */
  private unsavedShared(): Blob | null {
    const shared = this.options.shared();
    return shared === 'text' ? null : shared;
  }

  /** Called when the name, the side or the storage of the document has changed. */
  redescribe(): void {
    const { open } = this;
    if (open === null) return;
    open.description = this.options.describe();
    if (open.isWhole) this.enqueue(open, (database) => this.putHead(open, database));
  }

  /** Returns the draft that a content to be saved comes from, for the transaction that saves it; `null` when there is none. */
  saving(content: number): SavedDraft | null {
    const { open } = this;
    return open === null ? null : { id: open.id, number: this.options.client.journal.numberOf(content) };
  }

  /** Called when a save is done, with the result of `saving`. */
  saved({ id, number }: SavedDraft): void {
    const { open } = this;
    if (open?.id !== id) return;
    open.saved = number;
    this.redescribe();
  }

  /** Deletes the draft: everything is saved, or discarded. */
  end(): void {
    const { open } = this;
    if (open === null) return;
    this.open = null;
    clearTimeout(open.retry);
    // A user who closes the page once it says "saved" must not be offered the draft.
    this.hurry();
    this.ending.add(open);
    void this.append(() => this.delete(open));
    this.show();
  }

  private async delete(open: Open): Promise<void> {
    try {
      const transaction = (await this.options.database()).transaction(['drafts', 'draftWrites'], 'readwrite');
      await transaction.objectStore('drafts').delete(open.id);
      await transaction.objectStore('draftWrites').delete(rowsOf(open.id));
      await transaction.done;
    } catch {
      setTimeout(() => void this.append(() => this.delete(open)), RETRY_MS);
      return;
    }
    this.ending.delete(open);
    // The journal needs another base before its base file is removed.
    if (this.open === null && this.journalFile !== null) await this.options.client.readBase().catch(() => undefined);
    await this.removeFiles();
    (await open.held)();
  }

  /** Called when the panel is removed, together with its journal. */
  stop(): void {
    this.unwatch();
    this.isStopped = true;
    this.end();
  }

  /** The base file that the journal restores the document from, if it is one. */
  private get journalFile(): string | null {
    const content = this.options.client.journal.base?.content;
    return !this.isStopped && content instanceof File && this.files.has(content.name) ? content.name : null;
  }

  /** Removes the base files that neither the draft nor the journal needs. */
  private async removeFiles(): Promise<void> {
    for (const file of this.files) {
      const isStored = [this.open, ...this.ending].some((draft) => draft?.file === file);
      if (isStored || file === this.journalFile) continue;
      await removeDraftFile(file);
      this.files.delete(file);
    }
  }

  /** Makes the current document the base of the draft. Returns whether that succeeded. */
  private base(open: Open): Promise<boolean> {
    open.bases += 1;
    open.isWhole = false;
    clearTimeout(open.retry);
    const file = draftFileName(open.id, open.bases);
    const isLast = (
      (mine: number) => (): boolean =>
        this.open === open && open.bases === mine
    )(open.bases);
    const shared = this.options.shared();
    open.shared = shared === 'text' ? 'base' : shared;
    const asked = this.options.client.journal.lastNumber;
    // Called synchronously: the worker reads the writes sent so far, and none of the later ones.
    const reading = this.options.client.readBase({ name: file, open: openDraftFile });
    reading.catch(() => undefined);
    const done = this.append(async () => {
      try {
        const { source, number, isInFile } = await reading;
        if (isInFile) this.files.add(file);
        if (!isLast()) return false;
        // A base that was read later has what was written since, which is not in common.
        if (number > asked && open.shared === 'base') open.shared = this.unsavedShared();
        const base: StoredDraft['base'] = isInFile
          ? { dialect: source.dialect, file }
          : { dialect: source.dialect, content: await this.options.form.of(source.content) };
        const csv = this.options.csv();
        const kept = csv && (await this.options.form.ofCsv(csv));
        const { journal } = this.options.client;
        // Meanwhile the journal was given a later base by somebody else, and has forgotten the writes between.
        if (journal.baseNumber > number) return 'again';
        // From here on each write is a row of its own.
        open.isWhole = true;
        const entries = journal.entries.filter((entry) => entry.number > number && entry.isAccepted);
        const rows: DraftRow[] = [];
        for (const entry of entries) rows.push(await this.rowOf(open.id, entry));
        await open.held;
        const head = await this.headOf(open);
        await inDatabase('save', async () => {
          const database = await this.options.database();
          const transaction = database.transaction(['drafts', 'draftWrites'], 'readwrite', { durability: 'strict' });
          await transaction.objectStore('drafts').put({ ...head, base, baseNumber: number, csv: kept });
          await transaction.objectStore('draftWrites').delete(rowsOf(open.id));
          for (const row of rows) await transaction.objectStore('draftWrites').put(row);
          await transaction.done;
        });
        open.file = isInFile ? file : null;
        await this.removeFiles();
        this.accepted();
        return true;
      } catch (error) {
        this.refused(open, error);
        return false;
      }
    });
    return done.then((result) => (result === 'again' ? isLast() && this.base(open) : result));
  }

  private async putHead(open: Open, database: LocalDatabase): Promise<void> {
    const head = await this.headOf(open);
    const transaction = database.transaction('drafts', 'readwrite', { durability: 'strict' });
    const stored = await transaction.store.get(open.id);
    if (stored !== undefined) await transaction.store.put({ ...stored, ...head });
    await transaction.done;
  }

  /** What is stored of an open draft besides its base. */
  private async headOf(open: Open): Promise<Omit<StoredDraft, 'base' | 'baseNumber'>> {
    const { id, at, description, saved, shared } = open;
    const stored = shared instanceof Blob ? await this.options.form.of(shared) : shared;
    return { id, at, saved, shared: stored, ...description };
  }

  private async rowOf(id: string, { number, write, time }: JournalEntry): Promise<DraftRow> {
    const stored: StoredWrite = isPlain(write) ? write : await storedWrite(write, this.options.form);
    return { id, n: number, write: stored, time };
  }

  /** Adds a step that writes to the draft, unless it is incomplete. */
  private enqueue(open: Open, step: (database: LocalDatabase) => Promise<void>): void {
    // Typed text is painted first. All steps within a frame wait for that one frame, however long the queue is.
    const shown = painted(this.flushing.signal);
    void this.append(async () => {
      await shown;
      // A base begun in the meantime includes this write.
      if (this.open !== open || !open.isWhole) return;
      try {
        await inDatabase('save', async () => step(await this.options.database()));
        this.accepted();
      } catch (error) {
        this.refused(open, error);
      }
    });
  }

  private append<T>(step: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    this.show();
    return this.steps.run(async () => {
      const timer = setTimeout(() => this.setLate(true), MAX_STEP_MS);
      try {
        return await step();
      } finally {
        clearTimeout(timer);
        this.setLate(false);
        this.waiting -= 1;
        this.show();
      }
    });
  }

  private setLate(isLate: boolean): void {
    this.isLate = isLate;
    this.show();
  }

  private accepted(): void {
    this.hasFailed = false;
  }

  /** Marks the draft as incomplete. It starts over from the current text after a delay, and again until it is accepted. */
  private refused(open: Open, error: unknown): void {
    if (this.open !== open) return;
    open.isWhole = false;
    clearTimeout(open.retry);
    open.retry = setTimeout(() => {
      if (this.open === open) void this.base(open);
    }, RETRY_MS);
    // The death of a worker is reported by the calls that it interrupts.
    if (!this.hasFailed && !hasCode(error, 'worker-died')) this.options.onFailure(error);
    this.hasFailed = true;
  }

  private show(): void {
    const protection = this.judge();
    if (protection === this.protection) return;
    this.protection = protection;
    this.options.onProtection(protection);
  }

  private judge(): Protection {
    if (this.open === null) return 'none';
    if (this.hasFailed || this.isLate) return 'failed';
    const { client } = this.options;
    const isBehind = this.waiting > 0 || !this.open.isWhole || client.isWriting;
    // An undo past the base can't be made again: it needs another base, which is on its way.
    return isBehind || !client.journal.isWhole ? 'pending' : 'kept';
  }
}

/** Holds the lock of a draft, where the browser has locks. A draft whose lock can't be held is written anyway. */
async function hold(id: string): Promise<() => void> {
  const nothing = (): void => undefined;
  if (!('locks' in navigator)) return nothing;
  return holdLock(draftLock(id)).catch(() => nothing);
}
