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
  private ready: Promise<void>;
  private nextCall: CallId = 1;
  private closed = false;
  /** What the replacement worker's revision 0 is in the numbers of this client: they only go up. */
  private revisionOffset = 0;

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

  /** Carries out a write of a journal, based on a revision of this client. */
  repeat(base: Revision, write: Write): Promise<EditResult | null> {
    return repeatIn(this.link, this.nextCall++, this.toWorker(base), write);
  }

  /** Ends the worker, and brings the document back in another one: the memory of those before it goes with it. */
  renew(): void {
    if (this.closed) return;
    this.link.end();
    this.replaceWorker();
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
      this.state = { ...event.state, revision: this.toOwn(event.state.revision) };
      for (const listener of this.listeners) listener();
    });
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
    this.ready = ready.then(() => this.replay(link));
    this.ready.catch(() => undefined);
  }

  /** Brings the document back in a new worker. */
  private async replay(link: Link<DocumentApi>): Promise<void> {
    let base = asRevision(0);
    if (this.journal.base !== null) base = await link.call('open', [this.nextCall++, this.journal.base]);
    for (const write of this.journal.writes) {
      const result = await repeatIn(link, this.nextCall++, base, write);
      base = result?.revision ?? base;
    }
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
