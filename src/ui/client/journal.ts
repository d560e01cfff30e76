// The writes of one document since its base, in the order in which its worker carries them out. Base and writes bring the
// document back when its worker dies, and, written down as a draft, when the tab does. A Blob costs the page no memory: the
// browser keeps it.
//
// Undo and redo are not repeated as commands: what they take back depends on a history that begins before the base. The journal notes which earlier state they returned to, and, as a second way, what they changed:
//
//   base ── 1 "a" ── 2 "b" ── 3 "c"            typed
//             └───── 4 return to 1             undo; in effect: base, 1
//             └── 5 "X"                        typed; in effect: base, 1, 5

import type { LineRequest } from '../../shared/protocol/line-command.ts';
import type { EditIntent } from '../../shared/protocol/edit-intent.ts';
import type { Source, UndoStep, WriteResult } from '../../shared/protocol/protocol.ts';
import type { FormatOptions } from '../../shared/protocol/format-options.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { Splice } from '../../shared/document/splice.ts';

/** A write that changes the document. */
export type Change =
  | { readonly type: 'replace'; readonly source: Source }
  | {
      readonly type: 'apply';
      readonly splices: readonly Splice[];
      readonly step: UndoStep;
    }
  | { readonly type: 'packed'; readonly splices: Blob }
  | { readonly type: 'edit'; readonly intent: EditIntent; readonly joins: boolean }
  | { readonly type: 'lines'; readonly request: LineRequest }
  | { readonly type: 'format'; readonly options: FormatOptions; readonly spans: Selection | null };

/** What an undo or a redo did: it returned to the state that write `to` made, or did that by `splices`. */
export interface Return {
  readonly type: 'return';
  /** `null` where that state is older than the base. */
  readonly to: number | null;
  /** `null` where they are many, or everything was exchanged. */
  readonly splices: readonly Splice[] | null;
}

/** A write as it is journaled. */
export type Write = Change | Return;

/** A write and its number. Numbers rise, and are never used again. */
export interface JournalEntry {
  readonly number: number;
  readonly write: Write;
}

/** An entry of a journal that a worker carries out. */
export interface LiveEntry extends JournalEntry {
  /** Whether a worker has accepted it. */
  readonly isAccepted: boolean;
}

/** A change that is in effect, and the content that it made, as far as that is known. */
export interface EffectiveChange {
  readonly change: Change;
  readonly content: number | null;
}

/** Hears of every change of a journal. */
export interface JournalSink {
  /** A write is about to be sent to the worker. */
  beforeWrite(): void;
  /** The worker has answered a write, and the state has it. */
  afterWrite(): void;
  /** A write is carried out, or will be by the worker that takes the place of a dead one. */
  add(entry: JournalEntry): void;
  /** Another document was opened. */
  restart(): void;
  /** The writes are worth a new base. Answers whether the journal has got one. */
  renewBase(): Promise<boolean>;
}

/** Above this the writes are worth a new base. */
const MANY_WRITES = 2000;
const MANY_BYTES = 32 * 1024 * 1024;

/** A write on its way to the worker, or carried out. */
interface Sent {
  readonly number: number;
  write: Write | null;
  content: number | null;
  isAccepted: boolean;
  /** Whether a worker died over it. */
  isSuspect: boolean;
}

/** The writes of one document since its base. */
export class Journal {
  /** `null` before anything was opened: the document starts empty. */
  base: Source | null = null;
  /** The number of the write that made the base. */
  baseNumber = 0;
  /** The number of the content that it is. */
  baseContent: number | null = null;
  sink: JournalSink | null = null;
  private sent: Sent[] = [];
  /** Carried out, or sent and small; none of them waits for a large one before it. */
  private noted: (Sent & { readonly write: Write })[] = [];
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

  /** Whether it is time to read the document and call `rebase` with that. */
  get needsBase(): boolean {
    return this.noted.length > MANY_WRITES || this.bytes > MANY_BYTES || !this.isWhole;
  }

  /** Whether base and writes lead to the current text. */
  get isWhole(): boolean {
    return inEffect(this.baseNumber, this.noted) !== null;
  }

  /** The changes that lead from the base to the current text; what was undone is left out. */
  get changes(): readonly EffectiveChange[] {
    const found = inEffect(this.baseNumber, this.noted) ?? [];
    return found.map(({ entry, change }) => ({ change, content: entry.content }));
  }

  /** Begins anew with another document. */
  start(base: Source, content: number): void {
    this.base = base;
    this.baseContent = content;
    // A base that is being read of the document before has a lower number, and comes too late.
    this.last += 1;
    this.baseNumber = this.last;
    this.sent = [];
    this.noted = [];
    this.bytes = 0;
    this.sink?.restart();
  }

  /** The text that write `number` made is the base from now on. Later writes stay. */
  rebase(base: Source, number: number, content: number): void {
    if (number < this.baseNumber) return;
    this.base = base;
    this.baseNumber = number;
    this.baseContent = content;
    this.noted = this.noted.filter((entry) => entry.number > number);
    this.bytes = this.noted.reduce((sum, { write }) => sum + bytesOf(write), 0);
  }

  /** The number of the write that made a content; `null` where it is older than the base, or not known. */
  numberOf(content: number): number | null {
    if (content === this.baseContent) return this.baseNumber;
    const found = this.noted.findLast((entry) => entry.content === content && entry.write.type !== 'return');
    return found?.number ?? null;
  }

  /**
   * A write is sent. A small one counts from now on: if the worker dies over it, it is carried out again and not lost.
   * `null` for a large one, which counts once it is done: it may be what was deadly. Answers its number.
   */
  send(write: Write | null): number {
    this.last += 1;
    this.sent.push({ number: this.last, write, content: null, isAccepted: false, isSuspect: false });
    this.note();
    return this.last;
  }

  /** A write is carried out. `write` says what a large one was. */
  confirm(number: number, { content }: Pick<WriteResult, 'content'>, write: Write): void {
    const entry = this.find(number);
    if (entry === undefined) return;
    entry.content = content;
    entry.write ??= write;
    this.accept(entry);
  }

  /** A small write over which a worker died was carried out by the next one. Answers whether that is so. */
  keep(number: number): boolean {
    const entry = this.noted.find((noted) => noted.number === number);
    if (entry !== undefined) this.accept(entry);
    return entry !== undefined;
  }

  /** What an undo or redo has done. */
  returned({ content, carriedOut = null }: Pick<WriteResult, 'content' | 'carriedOut'>): Return {
    return { type: 'return', to: this.numberOf(content), splices: carriedOut };
  }

  /** Takes a write out again that the worker has refused, or that has changed nothing. */
  remove(number: number): void {
    this.sent = this.sent.filter((entry) => entry.number !== number);
    this.noted = this.noted.filter((entry) => entry.number !== number);
    this.note();
  }

  /**
   * The worker is dead. A large write is not repeated, nor what was sent after it and is based on it; nor a small one over
   * which two workers have died.
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
    if (entry.write !== null) this.sink?.add({ number: entry.number, write: entry.write });
  }

  /** Notes what waits for no large write any more. */
  private note(): void {
    for (let next = this.sent[0]; next !== undefined && next.write !== null; next = this.sent[0]) {
      const entry = next as Sent & { readonly write: Write };
      this.sent.shift();
      this.noted.push(entry);
      this.bytes += bytesOf(entry.write);
    }
  }
}

/**
 * The changes that lead from the base to the last state; what was undone is left out.
 * @throws RangeError where an entry returns to a state that is not there, and nothing says what that changed
 */
export function changesInEffect(baseNumber: number, entries: readonly JournalEntry[]): Change[] {
  const found = inEffect(baseNumber, entries);
  if (found === null) throw new RangeError(`a return to a state before write ${baseNumber}, expected a later one`);
  return found.map(({ change }) => change);
}

/** `null` where an entry returns to a state that is not there. */
function inEffect<E extends JournalEntry>(
  baseNumber: number,
  entries: readonly E[],
): { readonly entry: E; readonly change: Change }[] | null {
  const made = new Map<number, { readonly entry: E; readonly change: Change; readonly before: number }>();
  let current = baseNumber;
  for (const entry of entries) {
    const { number, write } = entry;
    if (write.type !== 'return') {
      made.set(number, { entry, change: write, before: current });
      current = number;
    } else if (write.to !== null && (write.to === baseNumber || made.has(write.to))) {
      current = write.to;
    } else if (write.splices !== null) {
      made.set(number, { entry, change: { type: 'apply', splices: write.splices, step: 'alone' }, before: current });
      current = number;
    } else {
      return null;
    }
  }
  const changes: { readonly entry: E; readonly change: Change }[] = [];
  for (let step = made.get(current); step !== undefined; step = made.get(step.before)) changes.push(step);
  return changes.toReversed();
}

function bytesOf(write: Write): number {
  if (write.type === 'edit') return 'json' in write.intent ? write.intent.json.length : 0;
  if (write.type !== 'apply' && write.type !== 'return') return 0;
  return (write.splices ?? []).reduce((sum, { insert }) => sum + insert.length, 0);
}
