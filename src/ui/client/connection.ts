// The line to a document's worker: calls, what it tells by itself, and its state. When the worker dies a new one takes its
// place: it opens the journal's base and carries out its changes.
//
// Nobody hears of that: until the document is as it was, calls wait and the last state stays. Then the new worker goes on from
// the revision that the one before had reached (`resume`), so that what was read or typed for it holds. Only contents have
// numbers of their own in each worker: one that the worker before had made keeps the number from there.

import { transfer } from 'comlink';
import { cancelled, CodedError, hasCode } from '../../shared/errors.ts';
import type {
  DocumentApi,
  DocumentCommand,
  DocumentEvent,
  DocumentState,
  Source,
  WriteResult,
} from '../../shared/protocol/protocol.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import { asRevision, type Revision } from '../../shared/units.ts';
import { afterFrame } from '../frames.ts';
import { Ahead } from './first-window.ts';
import type { BaseFile, Task } from './document.ts';
import { Journal, type Change } from './journal.ts';
import { WORKER_NOT_LOADED } from '../strings/app/client.ts';
import { Link, type Answer } from './link.ts';
import { Painting } from './after-paint.ts';

/** The state of a document before its worker has said anything. */
export const NO_STATE: DocumentState = {
  revision: asRevision(0),
  content: 1,
  phase: 'empty',
  size: 0,
  expectedSize: 0,
  lineCount: 1,
  longestLine: 0,
  foldsVersion: 0,
  validity: 'unknown',
  error: null,
  tree: 'none',
  rowCount: 0,
  rowsVersion: 0,
  filtered: false,
  dialect: 'json',
  encoding: 'utf-8',
  lineEnd: 'none',
  replaced: 0,
  canUndo: false,
  canRedo: false,
  change: null,
};

/** What a worker tells whom nobody has asked for more. */
export type PlainEvent = Exclude<DocumentEvent, { readonly type: 'changed' }>;

type Name = keyof DocumentApi;

/** How long the next worker waits after one that could not be loaded: twice as long after each. */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;

/** Calls of a document worker, whichever it is by now. */
export class Connection {
  state: DocumentState = NO_STATE;
  readonly journal = new Journal();
  readonly ahead = new Ahead();
  readonly painting = new Painting();
  private readonly listeners = new Set<() => void>();
  private readonly progress = new Map<CallId, (done: number, total: number) => void>();
  private link: Link<DocumentApi>;
  private events: MessagePort;
  private ready: Promise<void>;
  private nextCall: CallId = 1;
  private closed = false;
  /** How many workers in a row have ended before they answered: a script that can't be loaded ends at once. */
  private notLoaded = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  /** The highest revision that anybody knows of, and the one that a replacement worker goes on from, until it has. */
  private lastRevision = NO_STATE.revision;
  private resumesAt: Revision | null = null;
  /** What a worker adds to the numbers of contents, and those that it has made again. */
  private contentOffset = 0;
  private contents = new Map<number, number>();
  private lastContent = NO_STATE.content;
  /** The latest state as the worker told it. */
  private told: DocumentState = NO_STATE;

  constructor(private readonly spawn: () => Worker) {
    ({ link: this.link, events: this.events, ready: this.ready } = this.start());
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Whether the worker died and the document is being brought back: `state` stays what it was until that is done. */
  get isRecovering(): boolean {
    return this.resumesAt !== null;
  }

  /** A revision that a write makes, or has made. */
  expect(revision: Revision): void {
    this.lastRevision = asRevision(Math.max(this.lastRevision, revision));
  }

  /** Resolves once the document is there, after a death too. @throws CodedError where it can't be brought back */
  async restored(): Promise<void> {
    // A worker that dies meanwhile is followed by another one.
    let ready: Promise<void>;
    do {
      ({ ready } = this);
      await ready;
    } while (ready !== this.ready);
  }

  toOwnContent(content: number): number {
    const own = this.contents.get(content) ?? content + this.contentOffset;
    this.lastContent = Math.max(this.lastContent, own);
    return own;
  }

  /** A call, once the worker is there. After a death that is: once the document is back. */
  async ask<N extends Name>(name: N, args: Parameters<DocumentApi[N]>): Promise<Answer<DocumentApi, N>> {
    await this.restored();
    return this.link.call(name, args);
  }

  /** A call that changes nothing: made once more where the worker has died over it and the document is brought back. */
  protected async twice<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (this.closed || !this.isRecovering || !hasCode(error, 'worker-died')) throw error;
      await this.restored();
      return ask();
    }
  }

  /** A call that reports its progress and stops when the task's signal says so. */
  async long<T>(task: Task | undefined, send: (call: CallId) => Promise<T>): Promise<T> {
    const call = this.nextCall++;
    const signal = task?.signal;
    if (signal?.aborted === true) throw cancelled();
    const cancel = (): void => this.events.postMessage({ type: 'cancel', call } satisfies DocumentCommand);
    if (task?.onProgress !== undefined) this.progress.set(call, task.onProgress);
    signal?.addEventListener('abort', cancel);
    try {
      return await send(call);
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.progress.delete(call);
    }
  }

  /** Tells the worker when the next frame, which shows the document's first text, is painted. */
  tellPainted(): void {
    afterFrame(() => this.events.postMessage({ type: 'painted' } satisfies DocumentCommand));
  }

  /** Carries out a change of a journal, based on a revision of this client; in the order of all other calls. */
  async repeat(base: Revision, change: Change): Promise<WriteResult> {
    await this.restored();
    return repeatIn(this.link, this.nextCall++, base, change);
  }

  /**
   * Reads the document as the base of the journal: into a draft's base file, where one is named and the browser can do
   * that, else as a Blob. Answers the base, the number of the write that made it, and whether the file holds it.
   * @throws CodedError `full`, `worker-died`, `too-large`
   */
  async readBase(file: BaseFile | null = null): Promise<{ source: Source; number: number; isInFile: boolean }> {
    const { journal } = this;
    const number = journal.lastNumber;
    const { dialect } = this.state;
    const made = file === null ? null : await this.long(undefined, (call) => this.ask('writeBase', [call, file.name]));
    if (file !== null && made !== null) {
      const source = { content: await file.open(file.name), dialect };
      journal.rebase(source, number, this.toOwnContent(made));
      return { source, number, isInFile: true };
    }
    // What is written from here on is sent behind this call.
    const later = journal.lastNumber;
    const version = await this.long(undefined, (call) => this.ask('read', [call, 'file']));
    const { text, content } = version;
    const source = { content: text, dialect: version.dialect };
    journal.rebase(source, later, this.toOwnContent(content));
    return { source, number: later, isInFile: false };
  }

  /** Ends the worker, and brings the document back in another one: the memory of those before it goes with it. */
  renew(): void {
    if (this.closed) return;
    clearTimeout(this.retry);
    this.link.end();
    this.replaceWorker();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.painting.end();
    this.link.end();
    this.events.close();
  }

  private start(): { link: Link<DocumentApi>; events: MessagePort; ready: Promise<void> } {
    const { port1, port2 } = new MessageChannel();
    let isLoaded = false;
    const link = new Link<DocumentApi>(this.spawn(), () => {
      if (isLoaded) this.replaceWorker();
      else this.retryLater();
    });
    port1.onmessage = ({ data }: MessageEvent<PlainEvent>) => this.hear(data);
    const ready = link.call('connect', [transfer(port2, [port2]), link.lock]).then(
      (holds) => {
        isLoaded = true;
        this.notLoaded = 0;
        if (holds) link.watchLock();
      },
      (error: unknown) => {
        throw hasCode(error, 'worker-died') ? new CodedError('worker-died', WORKER_NOT_LOADED) : error;
      },
    );
    // Whoever calls hears of a failure; nobody may be calling yet.
    ready.catch(() => undefined);
    return { link, events: port1, ready };
  }

  protected hear(event: PlainEvent): void {
    if (event.type === 'progress') {
      this.progress.get(event.call)?.(event.done, event.total);
      return;
    }
    if (event.type === 'text') {
      this.ahead.tell(event.request, event.window);
      return;
    }
    if (event.type === 'resumed') {
      this.resumesAt = null;
      return;
    }
    // What a worker tells while it brings the document back is no news.
    if (this.resumesAt !== null) return;
    this.painting.after(() => {
      if (this.closed) return;
      this.told = event.state;
      this.tellState();
    });
  }

  /** Tells the listeners what the worker told last. */
  private tellState(): void {
    const { told } = this;
    this.expect(told.revision);
    this.state = { ...told, content: this.toOwnContent(told.content) };
    for (const listener of this.listeners) listener();
  }

  /** Replaces a worker that could not be loaded, after a while. Until then whoever calls is told so. */
  private retryLater(): void {
    const delayMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.notLoaded);
    this.notLoaded += 1;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.replaceWorker(), delayMs);
  }

  private replaceWorker(): void {
    if (this.closed) return;
    this.painting.end();
    this.events.close();
    this.contentOffset = this.lastContent;
    this.contents.clear();
    this.journal.forgetDeadly();
    const { base, baseContent, changes } = this.journal;
    // Above it: what the new worker tells before it resumes has lower numbers.
    const resumesAt = this.lastRevision;
    this.resumesAt = resumesAt;
    this.ahead.forget();
    const { link, events, ready } = this.start();
    this.link = link;
    this.events = events;
    this.ready = ready.then(() => this.replay(link, { base, baseContent, changes, resumesAt }));
    this.ready.catch((error: unknown) => {
      // It can't be brought back: whoever asks for it is told. A worker that died is followed by another one.
      if (this.resumesAt === resumesAt && !hasCode(error, 'worker-died')) this.resumesAt = null;
    });
  }

  /** Brings the document back in a new worker. */
  private async replay(
    link: Link<DocumentApi>,
    { base: source, baseContent, changes, resumesAt }: Replay,
  ): Promise<void> {
    let base = asRevision(0);
    if (source !== null) {
      const opened = await link.call('open', [this.nextCall++, source]);
      base = opened.revision;
      if (baseContent !== null) this.contents.set(opened.content, baseContent);
    }
    for (const { change, content } of changes) {
      const result = await repeatIn(link, this.nextCall++, base, change);
      base = result.revision;
      if (content !== null) this.contents.set(result.content, content);
    }
    const { rowsVersion, foldsVersion } = this.state;
    await link.call('resume', [resumesAt, rowsVersion + 1, foldsVersion + 1]);
  }
}

/** What brings a document back. */
interface Replay extends Pick<Journal, 'base' | 'baseContent' | 'changes'> {
  /** The revision that the new worker goes on from. */
  readonly resumesAt: Revision;
}

/** Carries out a change once more, based on a revision of this worker. */
function repeatIn(link: Link<DocumentApi>, call: CallId, base: Revision, write: Change): Promise<WriteResult> {
  switch (write.type) {
    case 'replace':
      return link.call('replace', [call, write.source, null, null]);
    case 'apply':
      return link.call('apply', [base, write.splices, write.step, null]);
    case 'packed':
      return link.call('applyPacked', [call, base, write.splices, null]);
    case 'edit':
      return link.call('edit', [call, base, write.intent, null, write.joins]);
    case 'lines':
      return link.call('changeLines', [call, base, write.request, null]);
    case 'format':
      return link.call('format', [call, write.options, write.spans && { base, spans: write.spans }, null]);
  }
}
