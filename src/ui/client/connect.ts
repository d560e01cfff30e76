// A document in its worker, as `document.ts` promises it. When the worker dies a new one takes its place:
// it opens the same source and carries out the journal's writes.

import { transfer } from 'comlink';
import { cancelled, hasCode } from '../../shared/errors.ts';
import type {
  CallId,
  DocumentApi,
  DocumentCommand,
  DocumentEvent,
  DocumentState,
  EditResult,
  Selection,
  Source,
} from '../../shared/protocol.ts';
import type { TextRequest } from '../../shared/textview.ts';
import { packRanges, unpackRows } from '../../shared/rows.ts';
import { asRevision, asRow, type Revision } from '../../shared/units.ts';
import { Ahead } from './ahead.ts';
import type { DocumentClient, FirstOpenTask, Task } from './document.ts';
import { Journal, type Write } from './journal.ts';
import { latestOnly } from './latest.ts';
import { Link, type Answer } from './link.ts';
import { afterFrame, Painting } from './painting.ts';
import { until } from './until.ts';

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

function spawnDocumentWorker(): Worker {
  return new Worker(new URL('../../workers/document.worker.ts', import.meta.url), { type: 'module', name: 'document' });
}

/** Starts a worker with an empty document. `spawn` is for tests, which need to get at the worker. */
export function connectDocument(spawn: () => Worker = spawnDocumentWorker): DocumentClient {
  return new Client(spawn);
}

type Name = keyof DocumentApi;

class Client implements DocumentClient {
  state: DocumentState = NO_STATE;
  readonly readText;
  readonly readRows;
  private readonly listeners = new Set<() => void>();
  private readonly progress = new Map<CallId, (done: number, total: number) => void>();
  readonly journal = new Journal();
  private readonly ahead = new Ahead();
  private readonly painting = new Painting();
  private link: Link<DocumentApi>;
  private events: MessagePort;
  private ready: Promise<void>;
  private nextCall: CallId = 1;
  private selected: () => Selection | null = () => null;
  private compacting = false;
  private closed = false;
  /** Until the writes that are on their way have arrived in the state. */
  private arriving: Promise<void> = Promise.resolve();
  /** What the replacement worker's revision 0 is in the numbers of this client: they only go up. */
  private revisionOffset = 0;

  constructor(private readonly spawn: () => Worker) {
    ({ link: this.link, events: this.events, ready: this.ready } = this.start());
    this.readText = latestOnly(async (request: Parameters<DocumentClient['readText']>[0]) => {
      const told = this.ahead.take(request, this.toWorker(this.state.revision));
      if (told !== null) afterFrame(() => this.events.postMessage({ type: 'painted' } satisfies DocumentCommand));
      const window = told ?? (await this.ask('readText', [request]));
      return { ...window, revision: this.toOwn(window.revision) };
    });
    this.readRows = latestOnly(async (request: Parameters<DocumentClient['readRows']>[0]) =>
      unpackRows(await this.ask('readRows', [request])),
    );
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async open(content: Blob, task?: FirstOpenTask): Promise<void> {
    const source = { content, dialect: task?.dialect ?? 'json' };
    const ahead = this.ahead.wanted ?? undefined;
    const opened = { ...source, first: task?.first, ahead };
    const revision = this.toOwn(await this.long(task, (call) => this.ask('open', [call, opened])));
    this.journal.start(source);
    // The state comes another way than the answer, and may be late.
    await until(this, ({ revision: told, phase }) => told > revision || (told === revision && phase !== 'loading'));
  }

  caughtUp(): Promise<void> {
    return this.arriving;
  }

  replace: DocumentClient['replace'] = (content, task) => {
    const source = { content, dialect: task?.dialect ?? 'json' };
    return this.write(
      { type: 'replace', source },
      this.long(task, (call) => {
        const base = task?.base === undefined ? null : this.toWorker(task.base);
        return this.ask('replace', [call, source, this.selected(), base]);
      }),
    );
  };

  async copyTo(target: DocumentClient, task?: Task): Promise<EditResult> {
    const { dialect } = this.state;
    return target.replace(await this.read(task), { ...task, dialect });
  }

  read: DocumentClient['read'] = (task, as = 'utf-8') => this.long(task, (call) => this.ask('read', [call, as]));

  readRange: DocumentClient['readRange'] = (range) => this.ask('readRange', [range]);

  readValue: DocumentClient['readValue'] = (base, node, part) =>
    this.ask('readValue', [this.toWorker(base), node, part]);

  apply: DocumentClient['apply'] = (base, splices, typing) => {
    this.painting.expect();
    return this.write(
      { type: 'apply', splices, typing },
      this.ask('apply', [this.toWorker(base), splices, typing, this.selected()]),
    );
  };

  applyPacked: DocumentClient['applyPacked'] = (base, splices, task) =>
    this.write(
      { type: 'packed', splices },
      this.long(task, (call) => this.ask('applyPacked', [call, this.toWorker(base), splices, this.selected()])),
    );

  edit: DocumentClient['edit'] = (base, intent, task) => {
    const joins = task?.joins ?? false;
    return this.write(
      { type: 'edit', intent, joins },
      this.long(task, (call) => this.ask('edit', [call, this.toWorker(base), intent, this.selected(), joins])),
    );
  };

  undo: DocumentClient['undo'] = (task) =>
    this.write(
      { type: 'undo' },
      this.long(task, (call) => this.ask('undo', [call])),
    );

  redo: DocumentClient['redo'] = (task) =>
    this.write(
      { type: 'redo' },
      this.long(task, (call) => this.ask('redo', [call])),
    );

  format: DocumentClient['format'] = (options, task, part = null) =>
    this.write(
      { type: 'format', options, spans: part?.spans ?? null },
      this.long(task, (call) => {
        const sent = part === null ? null : { ...part, base: this.toWorker(part.base) };
        return this.ask('format', [call, options, sent, this.selected()]);
      }),
    );

  changeLines: DocumentClient['changeLines'] = (base, request, task) =>
    this.write(
      { type: 'lines', request },
      this.long(task, (call) => this.ask('changeLines', [call, this.toWorker(base), request, this.selected()])),
    );

  enclosing: DocumentClient['enclosing'] = (ranges) => this.ask('enclosing', [ranges]);

  otherBracket: DocumentClient['otherBracket'] = (offset) => this.ask('otherBracket', [offset]);

  lineAround: DocumentClient['lineAround'] = (offset) => this.ask('lineAround', [offset]);

  fold: DocumentClient['fold'] = (request, task) => this.long(task, (call) => this.ask('fold', [call, request]));

  readFolds: DocumentClient['readFolds'] = (range) => this.ask('readFolds', [range]);

  stickyLines: DocumentClient['stickyLines'] = (offset, limit) => this.ask('stickyLines', [offset, limit]);

  suggest: DocumentClient['suggest'] = (base, offset) => this.ask('suggest', [this.toWorker(base), offset]);

  describeAt: DocumentClient['describeAt'] = (base, offset) => this.ask('describeAt', [this.toWorker(base), offset]);

  ancestors: DocumentClient['ancestors'] = async (first, limit) => {
    const { indexes, rows } = await this.ask('ancestors', [first, limit]);
    return unpackRows(rows).rows.map((row, at) => ({ index: indexes[at] ?? 0, row }));
  };

  expand: DocumentClient['expand'] = (request) => this.ask('expand', [request]);
  nodesAt: DocumentClient['nodesAt'] = (ranges, task) => {
    const { revision: base, rowCount } = this.state;
    return this.long(task, async (call) => ({
      base,
      nodes: await this.ask('nodesAt', [call, this.toWorker(base), rowCount, packRanges(ranges)]),
    }));
  };

  readNodes: DocumentClient['readNodes'] = (base, nodes, task) =>
    this.long(task, (call) => this.ask('readNodes', [call, this.toWorker(base), nodes]));

  sortPaths: DocumentClient['sortPaths'] = (base, nodes, task) =>
    this.long(task, (call) => this.ask('sortPaths', [call, this.toWorker(base), nodes]));

  prepareSort: DocumentClient['prepareSort'] = (base, sort) => this.ask('prepareSort', [this.toWorker(base), sort]);

  placeAt: DocumentClient['placeAt'] = (offset) => this.ask('placeAt', [offset]);

  placeOf: DocumentClient['placeOf'] = (node) => this.ask('placeOf', [node]);

  locate: DocumentClient['locate'] = (target) => this.ask('locate', [target]);

  reveal: DocumentClient['reveal'] = async (path) => {
    const found = await this.ask('reveal', [path]);
    return found === null ? null : { node: found.node, row: asRow(found.row) };
  };

  revealAt: DocumentClient['revealAt'] = async (offset, around) => {
    const shown = await this.ask('revealAt', [offset, around]);
    if (shown === null) return null;
    const { rows, revision, ...place } = shown;
    return { ...place, revision: this.toOwn(revision), around: unpackRows(rows) };
  };

  rowStarts: DocumentClient['rowStarts'] = (rows) => this.ask('rowStarts', [rows]);

  rangesOfRows: DocumentClient['rangesOfRows'] = (ranges) =>
    this.ask('rangesOfRows', [this.toWorker(this.state.revision), this.state.rowCount, packRanges(ranges)]);

  rowsOfNodes: DocumentClient['rowsOfNodes'] = (base, nodes, reveal, task) =>
    this.long(task, (call) => this.ask('rowsOfNodes', [call, this.toWorker(base), nodes, reveal]));

  containersOf: DocumentClient['containersOf'] = (base, nodes) =>
    this.ask('containersOf', [this.toWorker(base), nodes]);

  rowNodes: DocumentClient['rowNodes'] = (rows) => this.ask('rowNodes', [rows]);

  narrowRows: DocumentClient['narrowRows'] = (base, shown, open) =>
    this.ask('narrowRows', [this.toWorker(base), shown, open]);

  entriesFrom: DocumentClient['entriesFrom'] = (base, offsets) =>
    this.ask('entriesFrom', [this.toWorker(base), offsets]);

  valuesFrom: DocumentClient['valuesFrom'] = (base, offsets) => this.ask('valuesFrom', [this.toWorker(base), offsets]);

  itemRanges: DocumentClient['itemRanges'] = (base, nodes) => this.ask('itemRanges', [this.toWorker(base), nodes]);

  rowsAround: DocumentClient['rowsAround'] = (base, nodes) => this.ask('rowsAround', [this.toWorker(base), nodes]);

  searchPlain: DocumentClient['searchPlain'] = (base, query, hits) =>
    this.ask('searchPlain', [this.toWorker(base), query, transfer(hits, [hits])]);

  describeHits: DocumentClient['describeHits'] = (base, hits, containers) =>
    this.ask('describeHits', [this.toWorker(base), hits, containers]);

  shownStarts: DocumentClient['shownStarts'] = (unit, places) => this.ask('shownStarts', [unit, places]);

  sendSnapshot: DocumentClient['sendSnapshot'] = async (port, part) =>
    this.toOwn(await this.ask('sendSnapshot', [transfer(port, [port]), part]));

  async recover(base: Source | null, writes: readonly Write[], task?: Task): Promise<void> {
    await this.open(base?.content ?? new Blob([]), { ...task, dialect: base?.dialect ?? 'json' });
    for (const write of writes) {
      const own = this.state.revision;
      const result = await this.write(write, this.rewrite(this.link, this.toWorker(own), write));
      // The next one is based on this one.
      if (result !== null) await until(this, ({ revision }) => revision >= result.revision);
    }
  }

  readAhead(request: TextRequest): () => void {
    return this.ahead.want(request);
  }

  trackSelection(read: () => Selection | null): () => void {
    this.selected = read;
    return () => {
      if (this.selected === read) this.selected = () => null;
    };
  }

  close(): void {
    this.closed = true;
    this.link.end();
    this.events.close();
  }

  /** A call, once the worker is there. After a death that is: once the document is back. */
  private async ask<N extends Name>(name: N, args: Parameters<DocumentApi[N]>): Promise<Answer<DocumentApi, N>> {
    await this.ready;
    return this.link.call(name, args);
  }

  /** A call that reports its progress and stops when the task's signal says so. */
  private async long<T>(task: Task | undefined, send: (call: CallId) => Promise<T>): Promise<T> {
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

  /**
   * Carries out a write and notes it in the journal. A small one counts from when it is sent: if the worker
   * dies over it, it is replayed and not lost. A large one counts once it is done: it may be what was deadly.
   */
  private async write<T extends EditResult | null>(write: Write, answer: Promise<T>): Promise<T> {
    const small = write.type === 'apply' || write.type === 'edit';
    if (small) this.journal.add(write);
    const arrived = answer.then(
      (done) => {
        if (done === null) return undefined;
        const made = this.toOwn(done.revision);
        return until(this, ({ revision }) => revision >= made);
      },
      () => undefined,
    );
    this.arriving = Promise.all([this.arriving, arrived]).then(() => undefined);
    let result: T;
    try {
      result = await answer;
    } catch (error) {
      if (!hasCode(error, 'worker-died')) this.journal.remove(write);
      throw error;
    }
    // Not before the state that it made.
    await new Promise<void>((resolve) => this.painting.after(resolve));
    if (result === null) return result;
    if (!small) this.journal.add(write);
    if (this.journal.isLong) void this.compact();
    return { ...result, revision: this.toOwn(result.revision) };
  }

  /** Reads the document as the journal's new base. Writes that come meanwhile make it worthless: next time, then. */
  private async compact(): Promise<void> {
    if (this.compacting) return;
    this.compacting = true;
    try {
      const written = this.journal.writes.length;
      const { dialect } = this.state;
      const base = await this.read(undefined, 'file');
      if (this.journal.writes.length === written) this.journal.start({ content: base, dialect });
    } catch {
      // The journal stays long; nothing is lost.
    } finally {
      this.compacting = false;
    }
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
      const result = await this.rewrite(link, base, write);
      base = result?.revision ?? base;
    }
  }

  private rewrite(link: Link<DocumentApi>, base: Revision, write: Write): Promise<EditResult | null> {
    const call = this.nextCall++;
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

  private toOwn(revision: Revision): Revision {
    return asRevision(revision + this.revisionOffset);
  }

  private toWorker(revision: Revision): Revision {
    return asRevision(revision - this.revisionOffset);
  }
}

/** Whether an error only says that a newer request took over. */
export function isSuperseded(error: unknown): boolean {
  return hasCode(error, 'superseded');
}
