// The draft journal: the unsaved work of a panel, written down while it is done, so that a killed tab loses nothing. A
// draft is what brings a dead worker's document back (`client/journal.ts`), kept in the database: the content that the
// work began with, then every write. It is there exactly while something is unsaved.
//
//   panel ── unsaved ──▶ begin: base, and the writes so far ──▶ one entry for each write ──▶ saved: end
//
// A Web Lock is held for each draft by the tab that writes it: a draft without a holder is one to recover. The lock is
// held before the draft is there, and until it is gone: who finds a draft, and then nobody holding it, and then the draft
// still there, finds one that was left.

import type { JournalSink, Write } from '../client/journal.ts';
import { painted } from '../frames.ts';
import { holdLock } from '../locks.ts';
import type { Source } from '../../shared/protocol.ts';
import type { OpenFile } from '../store/panel.ts';
import { inDatabase, type Database } from './database.ts';
import { storedWrite } from './draftwrite.ts';
import { uniqueName } from './names.ts';

/** What a list of drafts shows. */
export interface DraftHead {
  readonly id: string;
  readonly side: 'left' | 'right';
  readonly name: string;
  /** The compound key of what was shown, if it has one. */
  readonly key: string | null;
  /** The revision of a local document that the work is based on. */
  readonly rev: number | null;
  /** When the work began, in milliseconds since the epoch. */
  readonly at: number;
}

/** A draft to be recovered. */
export interface Draft {
  readonly head: DraftHead;
  /** `null`: an empty document. */
  readonly base: Source | null;
  readonly writes: readonly Write[];
  /** The file on disk that the work is on. */
  readonly file: OpenFile | null;
}

const LOCK = 'diptych-draft-';

/** All drafts of this browser. */
export class Drafts {
  constructor(private readonly database: () => Promise<Database>) {}

  /** The drafts that no open tab is writing, newest first. */
  async abandoned(): Promise<DraftHead[]> {
    // Over plain http there are no locks, and nobody knows whose a draft is.
    if (!('locks' in navigator)) return [];
    const database = await this.database();
    const heads: DraftHead[] = [];
    for (
      let cursor = await database.transaction('drafts').store.openCursor();
      cursor;
      cursor = await cursor.continue()
    ) {
      const { base: _base, file: _file, ...head } = cursor.value;
      heads.push(head);
    }
    const { held = [] } = await navigator.locks.query();
    const busy = new Set(held.map(({ name }) => name));
    const left = new Set(await database.getAllKeys('drafts'));
    return heads.filter(({ id }) => !busy.has(LOCK + id) && left.has(id)).toSorted((a, b) => b.at - a.at);
  }

  /** Reads a draft whole; `null` where it is gone. */
  read(id: string): Promise<Draft | null> {
    return inDatabase('load', async () => {
      const transaction = (await this.database()).transaction(['drafts', 'draftWrites']);
      const stored = await transaction.objectStore('drafts').get(id);
      if (stored === undefined) return null;
      const writes = await transaction.objectStore('draftWrites').getAll(rangeOf(id));
      const { base, file = null, ...head } = stored;
      return { head, base, file, writes: writes.map(({ write }) => write) };
    });
  }

  async delete(id: string): Promise<void> {
    const transaction = (await this.database()).transaction(['drafts', 'draftWrites'], 'readwrite');
    await transaction.objectStore('drafts').delete(id);
    await transaction.objectStore('draftWrites').delete(rangeOf(id));
    await transaction.done;
  }

  /** Writes the draft of one panel. Nothing is written until `begin`. */
  writer(onFailure: (error: unknown) => void): DraftWriter {
    return new DraftWriter(this.database, onFailure);
  }
}

/** Keeps one panel's draft. Every step waits for the one before. */
export class DraftWriter implements JournalSink {
  private id: string | null = null;
  private head: DraftHead | null = null;
  private file: OpenFile | null = null;
  private numbers = new Map<Write, number>();
  private next = 0;
  private queue: Promise<unknown> = Promise.resolve();
  /** Ends the waits for frames. */
  private hurry = new AbortController();
  private held: Promise<() => void> = Promise.resolve(() => undefined);

  constructor(
    private readonly database: () => Promise<Database>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  get isOpen(): boolean {
    return this.id !== null;
  }

  /** Resolves once all so far is in the database, or has failed to come there. */
  written(): Promise<unknown> {
    return this.queue;
  }

  /** Begins a draft with what the journal holds by now. */
  begin(
    head: Omit<DraftHead, 'id'>,
    base: Source | null,
    writes: readonly Write[],
    file: OpenFile | null = null,
  ): void {
    if (this.id !== null) return;
    const id = uniqueName();
    this.id = id;
    this.head = { id, ...head };
    this.file = file;
    this.held = hold(id, this.onFailure);
    this.rewrite(base, writes);
  }

  /** Work goes on from another content, which holds all writes so far. */
  start(base: Source): void {
    if (this.id !== null) this.rewrite(base, []);
  }

  add(write: Write): void {
    const { id } = this;
    if (id === null) return;
    const n = this.number(write);
    this.enqueue(async (database) => {
      await database.put('draftWrites', { id, n, write: storedWrite(write) });
    });
  }

  remove(write: Write): void {
    const { id } = this;
    const n = this.numbers.get(write);
    if (id === null || n === undefined) return;
    this.numbers.delete(write);
    this.enqueue(async (database) => {
      await database.delete('draftWrites', [id, n]);
    });
  }

  /** The panel stands on another side now. */
  move(side: DraftHead['side']): void {
    if (this.id === null || this.head === null) return;
    const head = { ...this.head, side };
    this.head = head;
    this.enqueue(async (database) => {
      const { store, done } = database.transaction('drafts', 'readwrite');
      const stored = await store.get(head.id);
      if (stored !== undefined) await store.put({ ...stored, side });
      await done;
    });
  }

  /** Everything is saved, or given up: the draft goes. */
  end(): void {
    const { id, held } = this;
    if (id === null) return;
    this.id = null;
    this.numbers.clear();
    // Who closes the page once it says "saved" is not to be offered the draft.
    this.hurry.abort();
    this.enqueue(async (database) => {
      const transaction = database.transaction(['drafts', 'draftWrites'], 'readwrite');
      await transaction.objectStore('drafts').delete(id);
      await transaction.objectStore('draftWrites').delete(rangeOf(id));
      await transaction.done;
      (await held)();
    });
    this.hurry = new AbortController();
  }

  private rewrite(base: Source | null, writes: readonly Write[]): void {
    const { head, file, held } = this;
    if (head === null) return;
    this.numbers.clear();
    this.next = 0;
    const entries = writes.map((write) => ({ id: head.id, n: this.number(write), write: storedWrite(write) }));
    this.enqueue(async (database) => {
      await held;
      const transaction = database.transaction(['drafts', 'draftWrites'], 'readwrite');
      await transaction.objectStore('drafts').put({ ...head, base, file });
      await transaction.objectStore('draftWrites').delete(rangeOf(head.id));
      for (const entry of entries) await transaction.objectStore('draftWrites').put(entry);
      await transaction.done;
    });
  }

  private number(write: Write): number {
    const n = this.next;
    this.next += 1;
    this.numbers.set(write, n);
    return n;
  }

  private enqueue(step: (database: Database) => Promise<void>): void {
    // What was typed is shown first. All of a frame waits for the same one, however long the queue.
    const shown = painted(this.hurry.signal);
    const run = async (): Promise<void> => {
      await shown;
      await inDatabase('save', async () => step(await this.database()));
    };
    this.queue = this.queue.then(run).catch(this.onFailure);
  }
}

/** Holds the lock of a draft, where there are locks. A draft is kept where its lock can't be had, too. */
async function hold(id: string, onFailure: (error: unknown) => void): Promise<() => void> {
  const nothing = (): void => undefined;
  if (!('locks' in navigator)) return nothing;
  try {
    return await holdLock(LOCK + id);
  } catch (error) {
    onFailure(error);
    return nothing;
  }
}

function rangeOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}
