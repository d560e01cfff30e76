// The writes of one document since its base, in the order in which its worker carries them out. Base and writes restore the
// document when its worker dies and, stored as a draft, when the tab does. A Blob costs the page no memory: the browser stores
// it.
//
// Undo and redo are not replayed as commands, because they depend on a history that begins before the base. The journal records
// which earlier state they returned to and, as a fallback, what they changed:
//
//   base ── 1 "a" ── 2 "b" ── 3 "c"            typed
//             └───── 4 return to 1             undo; in effect: base, 1
//             └── 5 "X"                        typed; in effect: base, 1, 5
//
// Until something is typed, what was undone can be done again: a replay makes it too, and undoes it.

import type { LineRequest } from '../../shared/protocol/line-command.ts';
import type { EditIntent } from '../../shared/protocol/edit-intent.ts';
import type { Source, UndoStep, WriteResult } from '../../shared/protocol/protocol.ts';
import type { FormatOptions } from '../../shared/protocol/format-options.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { Splice } from '../../shared/document/splice.ts';

/** A write that changes the document. */
export type JournaledWrite =
  | { readonly type: 'replace'; readonly source: Source }
  | {
      readonly type: 'apply';
      readonly splices: readonly Splice[];
      readonly step: UndoStep;
    }
  /** `name`: of its undo step; missing in drafts of earlier versions. */
  | { readonly type: 'packed'; readonly splices: Blob; readonly name?: string | null }
  | { readonly type: 'edit'; readonly intent: EditIntent; readonly joins: boolean }
  | { readonly type: 'lines'; readonly request: LineRequest }
  | { readonly type: 'format'; readonly options: FormatOptions; readonly spans: Selection | null };

/** What an undo or a redo did: it returned to the state that write `to` made, or applied `splices` to reach it. */
export interface Return {
  readonly type: 'return';
  /** `null` when that state is older than the base. */
  readonly to: number | null;
  /** `null` when there are too many, or the whole text was replaced. */
  readonly splices: readonly Splice[] | null;
}

/** A write as the journal records it. */
export type JournaledWriting = JournaledWrite | Return;

/** A write and its number. Numbers increase and are never reused. */
export interface JournalEntry {
  readonly number: number;
  readonly write: JournaledWriting;
  /** When it was sent, in milliseconds since 1970; missing in drafts of earlier versions. */
  readonly time?: number | undefined;
}

/** A journal entry of an open document. */
export interface LiveEntry extends JournalEntry {
  /** Whether a worker has accepted it. */
  readonly isAccepted: boolean;
}

/** A change, and the number of the content that it made; `null` when that is not known. */
export interface RecordedChange {
  readonly change: JournaledWrite;
  readonly content: number | null;
  readonly time: number | undefined;
}

/** What leads from a base to the current text, and what was undone and can be done again, in the order of the edits. */
export interface RecordedSteps {
  readonly done: readonly RecordedChange[];
  readonly undone: readonly RecordedChange[];
}

/** Nothing was changed. */
export const NO_STEPS: RecordedSteps = { done: [], undone: [] };

/** Notified of every change of a journal. */
export interface JournalSink {
  /** A write is about to be sent to the worker. */
  beforeWrite(): void;
  /** The worker has replied to a write, and the state includes it. */
  afterWrite(): void;
  /** A write was carried out, or will be carried out by the replacement of a dead worker. */
  add(entry: JournalEntry): void;
  /** Another document was opened. */
  restart(): void;
  /** The journal has grown enough for a new base. Returns whether it got one. */
  renewBase(): Promise<boolean>;
}

/** Above these limits a new base is made. */
const MANY_WRITES = 2000;
const MANY_BYTES = 32 * 1024 * 1024;

/** A write that was sent to the worker, or carried out. */
interface Sent {
  readonly number: number;
  readonly time: number;
  write: JournaledWriting | null;
  content: number | null;
  isAccepted: boolean;
  /** Whether a worker died during it. */
  isSuspect: boolean;
}

/** The writes of one document since its base. */
export class Journal {
  /** `null` before anything was opened: the document starts empty. */
  base: Source | null = null;
  /** The number of the write that made the base. */
  baseNumber = 0;
  /** The content number of the base. */
  baseContent: number | null = null;
  sink: JournalSink | null = null;
  private readonly copies = new WeakMap<Blob, Blob>();
  private sent: Sent[] = [];
  /** Writes that were carried out, or are small and sent; none of them waits for an earlier large write. */
  private noted: (Sent & { readonly write: JournaledWriting })[] = [];
  private bytes = 0;
  private last = 0;

  /** The number of the write that was sent last. */
  get lastNumber(): number {
    return this.last;
  }

  /** The writes since the base, in the order of their numbers. */
  get entries(): readonly LiveEntry[] {
    return this.noted;
  }

  /** Whether the document should be read and passed to `rebase`. */
  get needsBase(): boolean {
    return this.noted.length > MANY_WRITES || this.bytes > MANY_BYTES || !this.isWhole;
  }

  /** Whether base and writes lead to the current text. */
  get isWhole(): boolean {
    return findSteps(this.baseNumber, this.noted) !== null;
  }

  /** The steps from the base to the current text, and those that were undone. */
  get steps(): RecordedSteps {
    return findSteps(this.baseNumber, this.noted) ?? NO_STEPS;
  }

  /** Starts over with another document. */
  start(base: Source, content: number): void {
    this.base = base;
    this.baseContent = content;
    // A base of the previous document that is still being read has a lower number, and is rejected.
    this.last += 1;
    this.baseNumber = this.last;
    this.sent = [];
    this.noted = [];
    this.bytes = 0;
    this.sink?.restart();
  }

  /** Lets a copy stand for a content that may become unreadable. */
  addCopy(content: Blob, copy: Blob): void {
    this.copies.set(content, copy);
  }

  /** Returns what to read in place of a content. */
  readable(content: Blob): Blob {
    return this.copies.get(content) ?? content;
  }

  /** Whether a content is needed to restore the document, and has no copy. */
  needs(content: Blob): boolean {
    const isIn = ({ write }: Pick<Sent, 'write'>): boolean =>
      write?.type === 'replace' && write.source.content === content;
    return !this.copies.has(content) && (this.base?.content === content || this.noted.some(isIn));
  }

  /**
   * Makes the text that write `number` made the base. Later writes stay. Returns false, and changes nothing, if one of these has
   * returned to a state before it, which can't be made again from there: then a later base is needed.
   */
  rebase(base: Source, number: number, content: number): boolean {
    if (number < this.baseNumber) return true;
    const later = this.noted.filter((entry) => entry.number > number);
    if (findSteps(number, later) === null) return false;
    this.base = base;
    this.baseNumber = number;
    this.baseContent = content;
    this.noted = later;
    this.bytes = this.noted.reduce((sum, { write }) => sum + bytesOf(write), 0);
    return true;
  }

  /** Returns the number of the write that made a content; `null` when it is older than the base, or not known. */
  numberOf(content: number): number | null {
    if (content === this.baseContent) return this.baseNumber;
    const found = this.noted.findLast((entry) => entry.content === content && entry.write.type !== 'return');
    return found?.number ?? null;
  }

  /**
   * Records a write that is being sent, and returns its number. A small write is in effect from now on: if the worker dies
   * during it, it is replayed and not lost. A large write is passed as `null`, and is in effect once it is done: it may be what
   * killed the worker. `time`: when it was made, if that is not now.
   */
  send(write: JournaledWriting | null, time = Date.now()): number {
    this.last += 1;
    this.sent.push({ number: this.last, time, write, content: null, isAccepted: false, isSuspect: false });
    this.note();
    return this.last;
  }

  /** Records that a write was carried out. `write` is the write itself, which `send` did not get if it is large. */
  confirm(number: number, { content }: Pick<WriteResult, 'content'>, write: JournaledWriting): void {
    const entry = this.find(number);
    if (entry === undefined) return;
    entry.content = content;
    entry.write ??= write;
    this.accept(entry);
  }

  /** Accepts a small write that was replayed after the worker died during it. Returns whether it was replayed. */
  keep(number: number): boolean {
    const entry = this.noted.find((noted) => noted.number === number);
    if (entry !== undefined) this.accept(entry);
    return entry !== undefined;
  }

  /** Returns the journal entry for the result of an undo or redo. */
  returned({ content, carriedOut = null }: Pick<WriteResult, 'content' | 'carriedOut'>): Return {
    return { type: 'return', to: this.numberOf(content), splices: carriedOut };
  }

  /** Removes a write that the worker refused, or that changed nothing. */
  remove(number: number): void {
    this.sent = this.sent.filter((entry) => entry.number !== number);
    this.noted = this.noted.filter((entry) => entry.number !== number);
    this.note();
  }

  /**
   * Called when the worker has died. Drops the large writes that were under way and all writes sent after them, which are based
   * on them, and the small writes during which two workers have died.
   */
  forgetDeadly(): void {
    this.sent = [];
    this.noted = this.noted.filter(({ isSuspect }) => !isSuspect);
    for (const entry of this.noted) entry.isSuspect = !entry.isAccepted;
  }

  private find(number: number): Sent | undefined {
    return this.sent.find((entry) => entry.number === number) ?? this.noted.find((entry) => entry.number === number);
  }

  private accept(entry: Sent): void {
    entry.isAccepted = true;
    entry.isSuspect = false;
    this.note();
    if (entry.write !== null) this.sink?.add({ number: entry.number, write: entry.write, time: entry.time });
  }

  /** Moves the writes that no longer wait for a large one to `noted`. */
  private note(): void {
    for (let next = this.sent[0]; next !== undefined && next.write !== null; next = this.sent[0]) {
      const entry = next as Sent & { readonly write: JournaledWriting };
      this.sent.shift();
      this.noted.push(entry);
      this.bytes += bytesOf(entry.write);
    }
  }
}

/**
 * Returns the steps from the base to the last state, and those that were undone.
 * @throws RangeError when an entry returns to an unknown state, and its splices are not known either
 */
export function recordedSteps(baseNumber: number, entries: readonly JournalEntry[]): RecordedSteps {
  const found = findSteps(baseNumber, entries);
  if (found === null) throw new RangeError(`a return to a state before write ${baseNumber}, expected a later one`);
  return found;
}

/** An entry that made a state, and the state that it was made in. */
interface Made {
  readonly change: RecordedChange;
  readonly before: number;
}

/** Returns `null` when an entry returns to an unknown state, and its splices are not known either. */
function findSteps(
  baseNumber: number,
  entries: readonly (JournalEntry & { readonly content?: number | null })[],
): RecordedSteps | null {
  const made = new Map<number, Made>();
  let current = baseNumber;
  /** The latest state that can be done again; `current` if nothing was undone. */
  let latest = baseNumber;
  const make = (number: number, change: RecordedChange): void => {
    made.set(number, { change, before: current });
    current = number;
    latest = number;
  };
  for (const { number, write, content = null, time } of entries) {
    if (write.type !== 'return') {
      make(number, { change: write, content, time });
    } else if (write.to !== null && (write.to === baseNumber || made.has(write.to))) {
      if (!statesTo(latest, made, baseNumber).includes(write.to)) latest = write.to;
      current = write.to;
    } else if (write.splices !== null) {
      make(number, { change: { type: 'apply', splices: write.splices, step: 'alone' }, content, time });
    } else {
      return null;
    }
  }
  const changes = (states: readonly number[]) => states.flatMap((state) => made.get(state)?.change ?? []);
  const states = statesTo(latest, made, baseNumber);
  const length = states.indexOf(current) + 1;
  return { done: changes(states.slice(0, length)), undone: changes(states.slice(length)) };
}

/** The states from the base to another one. */
function statesTo(last: number, made: ReadonlyMap<number, Made>, baseNumber: number): number[] {
  const states: number[] = [];
  for (let state = last; state !== baseNumber; state = made.get(state)?.before ?? baseNumber) states.push(state);
  return [baseNumber, ...states.toReversed()];
}

function bytesOf(write: JournaledWriting): number {
  if (write.type === 'edit') return 'json' in write.intent ? write.intent.json.length : 0;
  if (write.type !== 'apply' && write.type !== 'return') return 0;
  return (write.splices ?? []).reduce((sum, { insert }) => sum + insert.length, 0);
}
