// Implements the `DocumentClient` of `document.ts` over a document worker.

import { LONG_CALLS, PLAIN_CALLS, REPEATED_CALLS, type PassedCalls } from '../../shared/protocol/document-calls.ts';
import type { DocumentApi, RowsRequest, Source, WriteResult } from '../../shared/protocol/protocol.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { TextRequest, TextWindow } from '../../shared/protocol/textview.ts';
import { packRanges, unpackRows } from '../../shared/protocol/rows.ts';
import { unpackCells, type CellsRequest } from '../../shared/protocol/table.ts';
import { RecoveringConnection } from './recovering-connection.ts';
import type { CellsWindow, DocumentClient, FirstOpenTask, RowsWindow, Task } from './document.ts';
import type { RecordedChange, RecordedSteps } from './journal.ts';
import { replaySteps } from './replay-steps.ts';
import { waitForState } from './wait-for-state.ts';
import { Writing } from './writing.ts';

/** Starts a new document worker. */
export function spawnDocumentWorker(): Worker {
  return new Worker(new URL('../../workers/document.worker.ts', import.meta.url), { type: 'module', name: 'document' });
}

/** Starts a worker with an empty document. `spawn` is for tests, which need access to the worker. */
export function connectDocument(spawn: () => Worker = spawnDocumentWorker): DocumentClient {
  return new Client(spawn);
}

/** The connection, and the calls that are passed on, which the client's constructor adds. */
const Connection = RecoveringConnection as new (spawn: () => Worker) => RecoveringConnection & PassedCalls<Task>;

/** A document client over a worker. */
export class Client extends Connection implements DocumentClient {
  readonly slots = new Map<object, unknown>();
  protected readonly writing = new Writing(this);
  private selected: () => Selection | null = () => null;
  readonly readSelection = (): Selection | null => this.selected();

  constructor(spawn: () => Worker) {
    super(spawn);
    Object.assign(this, this.passCalls());
  }

  async readText(request: TextRequest): Promise<TextWindow> {
    const told = this.firstWindow.take(request, this.state.revision);
    if (told !== null) this.reportPainted();
    return told ?? this.callWorker('readText', [request]);
  }

  async readRows(request: RowsRequest): Promise<RowsWindow> {
    return unpackRows(await this.callWorker('readRows', [request]));
  }

  async readCells(request: CellsRequest): Promise<CellsWindow> {
    return unpackCells(await this.retryAfterDeath(() => this.callWorker('readCells', [request])));
  }

  private passCalls(): PassedCalls<Task> {
    type Send = (name: keyof DocumentApi, args: unknown[]) => Promise<unknown>;
    const send = this.callWorker.bind(this) as unknown as Send;
    const call: Send = (name, args) =>
      REPEATED_CALLS.has(name) ? this.retryAfterDeath(() => send(name, args)) : send(name, args);
    const plain = PLAIN_CALLS.map((name) => [name, (...args: unknown[]) => call(name, args)] as const);
    const long = Object.entries(LONG_CALLS).map(([name, count]) => [
      name,
      (...args: unknown[]) =>
        this.callCancellable(args[count] as Task | undefined, (id) =>
          call(name as keyof typeof LONG_CALLS, [id, ...args.slice(0, count)]),
        ),
    ]);
    return Object.fromEntries([...plain, ...long]) as PassedCalls<Task>;
  }

  async open(content: Blob, task?: FirstOpenTask): Promise<void> {
    const source = { content, dialect: task?.dialect ?? 'json' };
    const ahead = this.firstWindow.wanted ?? undefined;
    const opened = { ...source, detection: task?.detection ?? null, first: task?.first, ahead };
    const made = await this.callCancellable(task, (call) => this.callOpen([call, opened]));
    const { revision, dialect } = made;
    this.journal.start({ content, dialect }, this.toOwnContent(made.content));
    // The state travels separately from the reply, and may arrive later.
    await waitForState(
      this,
      ({ revision: told, phase }) => told > revision || (told === revision && phase !== 'loading'),
    );
  }

  caughtUp(): Promise<void> {
    return this.writing.arriving;
  }

  replace: DocumentClient['replace'] = (content, task) => {
    const source = { content, dialect: task?.dialect ?? 'json' };
    return this.writing.write({ type: 'replace', source }, () =>
      this.callCancellable(task, (call) => {
        return this.callWorker('replace', [call, source, this.selected(), task?.base ?? null]);
      }),
    );
  };

  read: DocumentClient['read'] = async (task, as) => (await this.readVersion(task, as)).text;

  readVersion: DocumentClient['readVersion'] = async (task, as = 'utf-8') => {
    const version = await this.retryAfterDeath(() =>
      this.callCancellable(task, (call) => this.callWorker('read', [call, as])),
    );
    return { ...version, content: this.toOwnContent(version.content) };
  };

  apply: DocumentClient['apply'] = (base, splices, step) => {
    this.painting.expect();
    const send = () => this.callWorker('apply', [base, splices, step, this.selected()]);
    return this.writing.write({ type: 'apply', splices, step }, send, base);
  };

  applyPacked: DocumentClient['applyPacked'] = async (base, splices, task) => {
    const name = task?.name ?? null;
    const result = await this.writing.write({ type: 'packed', splices, name }, () =>
      this.callCancellable(task, (call) =>
        this.callWorker('applyPacked', [call, base, splices, this.selected(), name]),
      ),
    );
    return task?.keepsSelection === true ? result : { ...result, selection: null };
  };

  edit: DocumentClient['edit'] = (base, intent, task) => {
    const joins = task?.joins ?? false;
    const send = () =>
      this.callCancellable(task, (call) => this.callWorker('edit', [call, base, intent, this.selected(), joins]));
    return this.writing.write({ type: 'edit', intent, joins }, send, base);
  };

  undo: DocumentClient['undo'] = (task, count = 1) =>
    this.writing.undoOrRedo(() => this.callCancellable(task, (call) => this.callWorker('undo', [call, count])));

  redo: DocumentClient['redo'] = (task, count = 1) =>
    this.writing.undoOrRedo(() => this.callCancellable(task, (call) => this.callWorker('redo', [call, count])));

  format: DocumentClient['format'] = (options, task, part = null) =>
    this.writing.write({ type: 'format', options, spans: part?.spans ?? null }, () =>
      this.callCancellable(task, (call) => {
        return this.callWorker('format', [call, options, part, this.selected()]);
      }),
    );

  changeLines: DocumentClient['changeLines'] = (base, request, task) =>
    this.writing.write({ type: 'lines', request }, () =>
      this.callCancellable(task, (call) => this.callWorker('changeLines', [call, base, request, this.selected()])),
    );

  ancestors: DocumentClient['ancestors'] = async (first, limit) => {
    const { indexes, rows } = await this.callWorker('ancestors', [first, limit]);
    return unpackRows(rows).rows.map((row, at) => ({ index: indexes[at] ?? 0, row }));
  };

  nodesAt: DocumentClient['nodesAt'] = (ranges, task) => {
    const { revision: base, rowCount } = this.state;
    return this.callCancellable(task, async (call) => ({
      base,
      nodes: await this.callWorker('nodesAt', [call, base, rowCount, packRanges(ranges)]),
    }));
  };

  revealAt: DocumentClient['revealAt'] = async (...asked) => {
    const shown = await this.callWorker('revealAt', asked);
    if (shown === null) return null;
    const { rows, revision, ...place } = shown;
    return { ...place, revision, around: unpackRows(rows) };
  };

  rangesOfRows: DocumentClient['rangesOfRows'] = (ranges) =>
    this.callWorker('rangesOfRows', [this.state.revision, this.state.rowCount, packRanges(ranges)]);

  async recover(base: Source | null, steps: RecordedSteps, task?: Task): Promise<void> {
    await this.open(base?.content ?? new Blob([]), { ...task, dialect: base?.dialect ?? 'json' });
    const times: (readonly [number, number])[] = [];
    const make = async ({ change, time }: RecordedChange): Promise<void> => {
      const own = this.state.revision;
      const repeat = async (): Promise<WriteResult> => {
        const result = await this.repeat(own, change);
        if (time !== undefined) times.push([result.content, time]);
        return result;
      };
      const { revision: made } = await this.writing.write(change, repeat, null, time);
      // The next change is based on this revision.
      await waitForState(this, ({ revision }) => revision >= made);
    };
    await replaySteps(steps, {
      make,
      count: async () => (await this.readSteps()).steps.length,
      undo: (count) => this.undo(task, count),
    });
    await this.callWorker('dateSteps', [times]);
  }

  get isWriting(): boolean {
    return this.writing.isWriting;
  }

  readAhead(request: TextRequest): () => void {
    return this.firstWindow.want(request);
  }

  trackSelection(read: () => Selection | null): () => void {
    this.selected = read;
    return () => {
      if (this.selected === read) this.selected = () => null;
    };
  }
}
