// The line to a document's worker: calls, what it tells by itself, and its state. When the worker dies a new one takes its
// place: it opens the same source and carries out the journal's writes.
//
// Revisions only go up for whoever calls, and begin at 0 in each worker: what comes is `toOwn`, what goes is `toWorker`.

import { transfer } from 'comlink';
import { cancelled } from '../../shared/errors.ts';
import type {
  CallId,
  DocumentApi,
  DocumentCommand,
  DocumentEvent,
  DocumentState,
  EditResult,
} from '../../shared/protocol.ts';
import { asRevision, type Revision } from '../../shared/units.ts';
import { afterFrame } from '../frames.ts';
import { Ahead } from './ahead.ts';
import type { Task } from './document.ts';
import { Journal, type Write } from './journal.ts';
import { Link, type Answer } from './link.ts';
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
  private ready: Promise<unknown>;
  private nextCall: CallId = 1;
  private closed = false;
  /** While a new worker brings the document back: what it has told last, and the revision that it is to reach. */
  private recovery: { readonly state: DocumentState | null; readonly until: Revision | null } | null = null;
  /** What the replacement worker's revision 0 is in the numbers of this client: they only go up. */
  private revisionOffset = 0;

  constructor(private readonly spawn: () => Worker) {
    ({ link: this.link, events: this.events, ready: this.ready } = this.start());
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get isRecovering(): boolean {
    return this.recovery !== null;
  }

  toOwn(revision: Revision): Revision {
    return asRevision(revision + this.revisionOffset);
  }

  toWorker(revision: Revision): Revision {
    return asRevision(revision - this.revisionOffset);
  }

  /** A call, once the worker is there. After a death that is: once the document is back. */
  async ask<N extends Name>(name: N, args: Parameters<DocumentApi[N]>): Promise<Answer<DocumentApi, N>> {
    // A worker that dies meanwhile is followed by another one.
    let ready: Promise<unknown>;
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

  /** Carries out a write of a journal, based on a revision of this client. */
  repeat(base: Revision, write: Write): Promise<EditResult | null> {
    return repeatIn(this.link, this.nextCall++, this.toWorker(base), write);
  }

  close(): void {
    this.closed = true;
    this.painting.end();
    this.link.end();
    this.events.close();
  }

  private start(): { link: Link<DocumentApi>; events: MessagePort; ready: Promise<unknown> } {
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
    if (this.recovery !== null) {
      this.recovery = { ...this.recovery, state: event.state };
      this.endRecovery();
      return;
    }
    this.painting.after(() => this.tell(event.state));
  }

  private tell(state: DocumentState): void {
    if (this.closed) return;
    this.state = { ...state, revision: this.toOwn(state.revision) };
    for (const listener of this.listeners) listener();
  }

  /** Tells the state of a document that is back: on the way there it was empty, and read anew, which is nobody's concern. */
  private endRecovery(): void {
    const { recovery } = this;
    if (recovery === null || recovery.state === null || recovery.until === null) return;
    if (recovery.state.revision < recovery.until) return;
    this.recovery = null;
    this.tell(recovery.state);
  }

  private replaceWorker(): void {
    if (this.closed) return;
    this.painting.end();
    this.events.close();
    this.revisionOffset = this.state.revision + 1;
    this.ahead.forget();
    const { link, events, ready } = this.start();
    this.link = link;
    this.events = events;
    // What was read when the worker died is not there any more.
    this.recovery = this.state.phase === 'ready' ? { state: null, until: null } : null;
    const replayed = ready.then(() => this.replay(link));
    this.ready = replayed;
    const end = (until: Revision): void => {
      if (this.recovery === null || this.ready !== replayed) return;
      this.recovery = { ...this.recovery, until };
      this.endRecovery();
    };
    // Where the document can't be brought back, its state says so.
    replayed.then(end, () => end(asRevision(0)));
  }

  /** Brings the document back in a new worker. Answers its revision there. */
  private async replay(link: Link<DocumentApi>): Promise<Revision> {
    let base = asRevision(0);
    if (this.journal.base !== null) base = await link.call('open', [this.nextCall++, this.journal.base]);
    for (const write of this.journal.writes) {
      const result = await repeatIn(link, this.nextCall++, base, write);
      base = result?.revision ?? base;
    }
    return base;
  }
}

/** Carries out a write once more, based on a revision of this worker. */
function repeatIn(link: Link<DocumentApi>, call: CallId, base: Revision, write: Write): Promise<EditResult | null> {
  switch (write.type) {
    case 'replace':
      return link.call('replace', [call, write.source, null, null]);
    case 'apply':
      return link.call('apply', [base, write.splices, write.typing, null]);
    case 'packed':
      return link.call('applyPacked', [call, base, write.splices, null]);
    case 'edit':
      return link.call('edit', [call, base, write.intent, null, write.joins]);
    case 'lines':
      return link.call('changeLines', [call, base, write.request, null]);
    case 'undo':
    case 'redo':
      return link.call(write.type, [call]);
    case 'format':
      return link.call('format', [call, write.options, write.spans && { base, spans: write.spans }, null]);
  }
}
