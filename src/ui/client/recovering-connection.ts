// The connection to a document's worker: its calls, its events and its state. When the worker dies, a new one takes its place,
// opens the journal's base and replays its steps.
//
// Callers do not notice: until the document is restored, calls wait and the last state stays. The new worker then continues
// from the revision that the previous one had reached (`resume`), so that offsets read or edits made for it stay valid. Only
// content numbers are counted by each worker separately: a replayed content keeps the number that it had before.

import { Emitter } from '../model/emitter.ts';
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
import { afterFrame } from '../browser/painted-frame.ts';
import { FirstWindow } from './first-window.ts';
import type { BaseFile, Task } from './document.ts';
import { Journal, type JournaledWrite, type RecordedChange } from './journal.ts';
import { replaySteps } from './replay-steps.ts';
import { notRestored, WORKER_NOT_LOADED } from '../strings/app/client.ts';
import { WorkerLink, type Answer } from './worker-link.ts';
import { PaintDeferral } from './after-paint.ts';

/** The state of a document before its worker has reported one. */
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
  narrowed: null,
  dialect: 'json',
  encoding: 'utf-8',
  lineEnd: 'none',
  hasMark: false,
  replaced: 0,
  isCut: false,
  isSynced: false,
  canUndo: false,
  canRedo: false,
  undoes: null,
  redoes: null,
  change: null,
};

/** The events that every worker sends; `changed` is sent only after a call of `follow`. */
export type PlainEvent = Exclude<DocumentEvent, { readonly type: 'changed' }>;

type Name = keyof DocumentApi;

/** The delay before a worker that could not be loaded is replaced; it doubles after each failure. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

/** Calls to a document's current worker, including its replacements. */
export class RecoveringConnection {
  state: DocumentState = NO_STATE;
  readonly journal = new Journal();
  readonly firstWindow = new FirstWindow();
  readonly painting = new PaintDeferral();
  private readonly changed = new Emitter();
  private readonly progress = new Map<CallId, (done: number, total: number) => void>();
  private link: WorkerLink<DocumentApi>;
  private events: MessagePort;
  private ready: Promise<void>;
  private nextCall: CallId = 1;
  /** Whether its worker was ended by `close`. */
  isClosed = false;
  /** How many workers in a row ended before they replied: a worker whose script can't be loaded ends immediately. */
  private notLoaded = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  /** Why the document could not be restored; `null` if there is one. Until another one is opened, calls reject with it. */
  lost: unknown = null;
  /** Whether the worker holds only what a failed restoring has left. */
  private hasLost = false;
  /** The failed restoring whose worker was told to go on without the document. */
  private abandoned: Promise<void> | null = null;
  /** The highest known revision, and the revision that a replacement worker will resume from; `null` once it has. */
  private lastRevision = NO_STATE.revision;
  private resumesAt: Revision | null = null;
  /**
   * Content numbers of this client: the worker's numbers plus an offset, except for the replayed contents in `contents`, which
   * keep theirs.
   */
  private contentOffset = 0;
  private contents = new Map<number, number>();
  private lastContent = NO_STATE.content;
  /** The latest state as the worker reported it. */
  private reportedState: DocumentState = NO_STATE;

  constructor(private readonly spawn: () => Worker) {
    ({ link: this.link, events: this.events, ready: this.ready } = this.start());
  }

  readonly subscribe = this.changed.subscribe;

  /** Whether the worker died and the document is being restored: `state` does not change until that is done. */
  get isRecovering(): boolean {
    return this.resumesAt !== null;
  }

  /** Records a revision that a write will make or has made. */
  expect(revision: Revision): void {
    this.lastRevision = asRevision(Math.max(this.lastRevision, revision));
  }

  /** Resolves once the document is available, also after a worker's death. @throws CodedError when it can't be restored */
  async restored(): Promise<void> {
    // A worker that dies while this waits is replaced by another one.
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

  /** Makes a call once the worker is ready; after a death, once the document is restored. */
  async callWorker<N extends Name>(name: N, args: Parameters<DocumentApi[N]>): Promise<Answer<DocumentApi, N>> {
    await this.restored();
    return this.link.call(name, args);
  }

  /** Opens a document. One that can't be restored gives way to it, and stays what it is if the open fails. */
  protected async callOpen(args: Parameters<DocumentApi['open']>): Promise<Answer<DocumentApi, 'open'>> {
    try {
      await this.restored();
    } catch (error) {
      if (hasCode(error, 'worker-died')) throw error;
      const { link, ready, lastRevision, state } = this;
      if (this.abandoned !== ready) {
        this.abandoned = ready;
        await link.call('resume', [lastRevision, state.rowsVersion + 1, state.foldsVersion + 1]);
      }
      const made = await link.call('open', args);
      if (this.ready === ready) {
        this.ready = Promise.resolve();
        this.lost = null;
      }
      return made;
    }
    return this.link.call('open', args);
  }

  /** Makes a read-only call, and repeats it once if the worker dies during it and the document is restored. */
  protected async retryAfterDeath<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (this.isClosed || !this.isRecovering || !hasCode(error, 'worker-died')) throw error;
      await this.restored();
      return ask();
    }
  }

  /** Makes a call that reports progress and is cancelled by the task's signal. */
  async callCancellable<T>(task: Task | undefined, send: (call: CallId) => Promise<T>): Promise<T> {
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

  /** Notifies the worker once the next frame, which shows the document's first text, is painted. */
  reportPainted(): void {
    afterFrame(() => this.events.postMessage({ type: 'painted' } satisfies DocumentCommand));
  }

  /** Replays a change of a journal, based on a revision of this client, in order with all other calls. */
  async repeat(base: Revision, change: JournaledWrite): Promise<WriteResult> {
    await this.restored();
    return repeatIn(this.link, this.nextCall++, base, change);
  }

  /**
   * Makes the current document the base of the journal. It is written into a draft's base file, where one is named and the
   * browser supports that, and otherwise read as a Blob. Returns the base, the number of the write that made it, and whether
   * the file holds it.
   * @throws CodedError `full`, `worker-died`, `too-large`
   */
  async readBase(file: BaseFile | null = null): Promise<{ source: Source; number: number; isInFile: boolean }> {
    const { journal } = this;
    const number = journal.lastNumber;
    const { dialect } = this.state;
    const made =
      file === null
        ? null
        : await this.callCancellable(undefined, (call) => this.callWorker('writeBase', [call, file.name]));
    const opened = file === null || made === null ? null : await file.open(file.name).catch(withoutAnswer);
    if (made !== null && opened !== null) {
      const source = { content: opened, dialect };
      if (!journal.rebase(source, number, this.toOwnContent(made))) return this.readBase(file);
      return { source, number, isInFile: true };
    }
    // Writes from here on are sent after this call.
    const later = journal.lastNumber;
    const version = await this.callCancellable(undefined, (call) => this.callWorker('read', [call, 'file']));
    const { text, content } = version;
    const source = { content: text, dialect: version.dialect };
    if (!journal.rebase(source, later, this.toOwnContent(content))) return this.readBase(file);
    return { source, number: later, isInFile: false };
  }

  /** Ends the worker and restores the document in another one, which frees the memory of earlier documents. */
  renew(): void {
    if (this.isClosed) return;
    clearTimeout(this.retry);
    this.link.end();
    this.replaceWorker();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.painting.end();
    this.link.close();
    this.events.close();
  }

  private start(): { link: WorkerLink<DocumentApi>; events: MessagePort; ready: Promise<void> } {
    const { port1, port2 } = new MessageChannel();
    let isLoaded = false;
    const link = new WorkerLink<DocumentApi>(this.spawn(), () => {
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
    // Each call rejects with this error; until one does, the rejection must not count as unhandled.
    ready.catch(() => undefined);
    return { link, events: port1, ready };
  }

  protected hear(event: PlainEvent): void {
    if (event.type === 'progress') {
      this.progress.get(event.call)?.(event.done, event.total);
      return;
    }
    if (event.type === 'text') {
      this.firstWindow.receive(event.request, event.window);
      return;
    }
    if (event.type === 'resumed') {
      this.resumesAt = null;
      this.hasLost = false;
      return;
    }
    // The states that a worker reports during a replay are not new to the listeners; after a failed one, they are of a part of it.
    if (this.resumesAt !== null || this.hasLost) return;
    this.painting.after(() => {
      if (this.isClosed) return;
      this.reportedState = event.state;
      this.emitState();
    });
  }

  /** Notifies the listeners of the state that the worker reported last. */
  private emitState(): void {
    const { reportedState: told } = this;
    this.expect(told.revision);
    this.state = { ...told, content: this.toOwnContent(told.content) };
    this.changed.emit();
  }

  /** Replaces a worker that could not be loaded, after a delay. Until then calls reject with `worker-died`. */
  private retryLater(): void {
    const delayMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.notLoaded);
    this.notLoaded += 1;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.replaceWorker(), delayMs);
  }

  private replaceWorker(): void {
    if (this.isClosed) return;
    this.painting.end();
    this.events.close();
    this.contentOffset = this.lastContent;
    this.contents.clear();
    this.journal.forgetDeadly();
    const { base, baseContent, steps } = this.journal;
    // The states that the new worker reports before it resumes are below this revision, and are ignored.
    const resumesAt = this.lastRevision;
    this.resumesAt = resumesAt;
    this.firstWindow.forget();
    const { link, events, ready } = this.start();
    this.link = link;
    this.events = events;
    const restored = ready.then(() => this.replay(link, { base, baseContent, steps, resumesAt }));
    this.ready = restored.catch((error: unknown) => {
      throw this.isClosed || hasCode(error, 'worker-died')
        ? error
        : new CodedError('unreadable', notRestored(error instanceof Error ? error.message : String(error)));
    });
    this.ready.catch((error: unknown) => {
      // A worker that died is replaced by another one.
      if (this.isClosed || this.resumesAt !== resumesAt || hasCode(error, 'worker-died')) return;
      this.resumesAt = null;
      this.hasLost = true;
      this.lost = error;
      this.changed.emit();
    });
  }

  /** Passes a source to work that reads it; once more if it became unreadable meanwhile and a copy was made in time. */
  private async reading<T>(source: Source, work: (readable: Source) => Promise<T>): Promise<T> {
    const content = this.journal.readable(source.content);
    try {
      return await work({ ...source, content });
    } catch (error) {
      const copy = this.journal.readable(source.content);
      if (!hasCode(error, 'unreadable') || copy === content) throw error;
      return work({ ...source, content: copy });
    }
  }

  /** Restores the document in a new worker. */
  private async replay(
    link: WorkerLink<DocumentApi>,
    { base: source, baseContent, steps, resumesAt }: Replay,
  ): Promise<void> {
    let base = asRevision(0);
    if (source !== null) {
      const opened = await this.reading(source, (readable) => link.call('open', [this.nextCall++, readable]));
      base = opened.revision;
      if (baseContent !== null) this.contents.set(opened.content, baseContent);
    }
    const times: (readonly [number, number])[] = [];
    const make = async ({ change, content, time }: RecordedChange): Promise<void> => {
      const from = base;
      const repeat = (write: JournaledWrite): Promise<WriteResult> => repeatIn(link, this.nextCall++, from, write);
      const result = await (change.type === 'replace'
        ? this.reading(change.source, (readable) => repeat({ type: 'replace', source: readable }))
        : repeat(change));
      base = result.revision;
      if (content !== null) this.contents.set(result.content, content);
      if (time !== undefined) times.push([result.content, time]);
    };
    await replaySteps(steps, {
      make,
      count: async () => (await link.call('readSteps', [])).steps.length,
      undo: (count) => link.call('undo', [this.nextCall++, count]),
    });
    await link.call('dateSteps', [times]);
    const { rowsVersion, foldsVersion } = this.state;
    await link.call('resume', [resumesAt, rowsVersion + 1, foldsVersion + 1]);
  }
}

/** A file system that does not answer is one that is not there. @throws every other error */
function withoutAnswer(error: unknown): null {
  if (hasCode(error, 'timeout')) return null;
  throw error;
}

/** What a document is restored from. */
interface Replay extends Pick<Journal, 'base' | 'baseContent' | 'steps'> {
  /** The revision that the new worker continues from. */
  readonly resumesAt: Revision;
}

/** Replays a change, based on a revision of this worker. */
function repeatIn(
  link: WorkerLink<DocumentApi>,
  call: CallId,
  base: Revision,
  write: JournaledWrite,
): Promise<WriteResult> {
  switch (write.type) {
    case 'replace':
      return link.call('replace', [call, write.source, null, null]);
    case 'apply':
      return link.call('apply', [base, write.splices, write.step, null]);
    case 'packed':
      return link.call('applyPacked', [call, base, write.splices, null, write.name ?? null]);
    case 'edit':
      return link.call('edit', [call, base, write.intent, null, write.joins]);
    case 'lines':
      return link.call('changeLines', [call, base, write.request, null]);
    case 'format':
      return link.call('format', [call, write.options, write.spans && { base, spans: write.spans }, null]);
  }
}
