// The line to a document's worker: calls, what it tells by itself, and its state. When the worker dies a new one takes its
// place: it opens the journal's base and carries out its changes.
//
// Revisions only go up for whoever calls, and begin at 0 in each worker: what comes is `toOwn`, what goes is `toWorker`.
// Contents have numbers of their own in each worker too: one that the worker before had made keeps the number from there.

import { transfer } from 'comlink';
import { cancelled } from '../../shared/errors.ts';
import type {
  CallId,
  DocumentApi,
  DocumentCommand,
  DocumentEvent,
  DocumentState,
  Source,
  WriteResult,
} from '../../shared/protocol.ts';
import { asRevision, type Revision } from '../../shared/units.ts';
import { afterFrame } from '../frames.ts';
import { Ahead } from './ahead.ts';
import type { Task } from './document.ts';
import { Journal, type Change } from './journal.ts';
import { Link, type Answer } from './link.ts';
import { openDraftFile } from '../storage/draftfiles.ts';
import { Painting } from './painting.ts';

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
  replaced: 0,
  canUndo: false,
  canRedo: false,
  change: null,
};

type Name = keyof DocumentApi;

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
  /** What the replacement worker's revision 0 is in the numbers of this client: they only go up. */
  private revisionOffset = 0;
  /** The same for the numbers of contents, and those that the replacement worker has made again. */
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

  toOwn(revision: Revision): Revision {
    return asRevision(revision + this.revisionOffset);
  }

  toWorker(revision: Revision): Revision {
    return asRevision(revision - this.revisionOffset);
  }

  toOwnContent(content: number): number {
    const own = this.contents.get(content) ?? content + this.contentOffset;
    this.lastContent = Math.max(this.lastContent, own);
    return own;
  }

  /** A call, once the worker is there. After a death that is: once the document is back. */
  async ask<N extends Name>(name: N, args: Parameters<DocumentApi[N]>): Promise<Answer<DocumentApi, N>> {
    // A worker that dies meanwhile is followed by another one.
    let ready: Promise<void>;
    do {
      ({ ready } = this);
      await ready;
    } while (ready !== this.ready);
    return this.link.call(name, args);
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
    await this.ready;
    return repeatIn(this.link, this.nextCall++, this.toWorker(base), change);
  }

  /**
   * Reads the document as the base of the journal: into a draft's base file, where one is named and the browser can do
   * that, else as a Blob. Answers the base, the number of the write that made it, and whether the file holds it.
   * @throws CodedError `full`, `worker-died`, `too-large`
   */
  async readBase(file: string | null = null): Promise<{ source: Source; number: number; isInFile: boolean }> {
    const { journal } = this;
    const number = journal.lastNumber;
    const { dialect } = this.state;
    const made = file === null ? null : await this.long(undefined, (call) => this.ask('writeBase', [call, file]));
    if (file !== null && made !== null) {
      const source = { content: await openDraftFile(file), dialect };
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

  close(): void {
    this.closed = true;
    this.painting.end();
    this.link.end();
    this.events.close();
  }

  private start(): { link: Link<DocumentApi>; events: MessagePort; ready: Promise<void> } {
    const { port1, port2 } = new MessageChannel();
    const link = new Link<DocumentApi>(this.spawn(), () => this.replaceWorker());
    port1.onmessage = ({ data }: MessageEvent<DocumentEvent>) => this.hear(data);
    const ready = link.call('connect', [transfer(port2, [port2]), link.lock]).then(() => link.watchLock());
    // Whoever calls hears of a failure; nobody may be calling yet.
    ready.catch(() => undefined);
    return { link, events: port1, ready };
  }

  private hear(event: DocumentEvent): void {
    if (event.type === 'progress') {
      this.progress.get(event.call)?.(event.done, event.total);
      return;
    }
    if (event.type === 'text') {
      this.ahead.tell(event.request, event.window);
      return;
    }
    this.painting.after(() => {
      if (this.closed) return;
      this.told = event.state;
      this.tellState();
    });
  }

  /** Tells the listeners what the worker told last. */
  private tellState(): void {
    const { told } = this;
    this.state = { ...told, revision: this.toOwn(told.revision), content: this.toOwnContent(told.content) };
    for (const listener of this.listeners) listener();
  }

  private replaceWorker(): void {
    if (this.closed) return;
    this.painting.end();
    this.events.close();
    this.revisionOffset = this.state.revision + 1;
    this.contentOffset = this.lastContent;
    this.contents.clear();
    this.journal.forgetSent();
    this.ahead.forget();
    const { link, events, ready } = this.start();
    this.link = link;
    this.events = events;
    this.ready = ready.then(() => this.replay(link));
    this.ready.catch(() => undefined);
  }

  /** Brings the document back in a new worker. */
  private async replay(link: Link<DocumentApi>): Promise<void> {
    const { journal } = this;
    let base = asRevision(0);
    if (journal.base !== null) {
      const opened = await link.call('open', [this.nextCall++, journal.base]);
      base = opened.revision;
      if (journal.baseContent !== null) this.contents.set(opened.content, journal.baseContent);
    }
    for (const { change, content } of journal.changes) {
      const result = await repeatIn(link, this.nextCall++, base, change);
      base = result.revision;
      if (content !== null) this.contents.set(result.content, content);
    }
    // States that came meanwhile had other numbers for these contents.
    this.tellState();
  }
}

/** Carries out a change once more, based on a revision of this worker. */
function repeatIn(link: Link<DocumentApi>, call: CallId, base: Revision, write: Change): Promise<WriteResult> {
  switch (write.type) {
    case 'replace':
      return link.call('replace', [call, write.source, null, null]);
    case 'apply':
      return link.call('apply', [base, write.splices, write.typedAt, null]);
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
