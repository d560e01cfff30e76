// Implements the `DocumentClient` of `document.ts` over a document worker.

import { transfer } from 'comlink';
import type { Source } from '../../shared/protocol/protocol.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { TextRequest } from '../../shared/protocol/textview.ts';
import { packRanges, unpackRows } from '../../shared/protocol/rows.ts';
import { unpackCells } from '../../shared/protocol/table.ts';
import { asRow } from '../../shared/units.ts';
import { RecoveringConnection } from './recovering-connection.ts';
import type { DocumentClient, FirstOpenTask, Task } from './document.ts';
import type { Change } from './journal.ts';
import { latestOnly } from './latest-only.ts';
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

/** A document client over a worker. */
export class Client extends RecoveringConnection implements DocumentClient {
  readonly readText;
  readonly readRows;
  readonly readCells;
  protected readonly writing = new Writing(this);
  private selected: () => Selection | null = () => null;

  constructor(spawn: () => Worker) {
    super(spawn);
    this.readText = latestOnly(async (request: Parameters<DocumentClient['readText']>[0]) => {
      const told = this.ahead.take(request, this.state.revision);
      if (told !== null) this.tellPainted();
      const window = told ?? (await this.callWorker('readText', [request]));
      return window;
    });
    this.readRows = latestOnly(async (request: Parameters<DocumentClient['readRows']>[0]) =>
      unpackRows(await this.callWorker('readRows', [request])),
    );
    this.readCells = latestOnly(async (request: Parameters<DocumentClient['readCells']>[0]) =>
      unpackCells(await this.askAgain('readCells', request)),
    );
  }

  async open(content: Blob, task?: FirstOpenTask): Promise<void> {
    const source = { content, dialect: task?.dialect ?? 'json' };
    const ahead = this.ahead.wanted ?? undefined;
    const opened = { ...source, detection: task?.detection ?? null, first: task?.first, ahead };
    const made = await this.callCancellable(task, (call) => this.callWorker('open', [call, opened]));
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

  readProblems: DocumentClient['readProblems'] = (base) => this.callWorker('readProblems', [base]);

  readRange: DocumentClient['readRange'] = (range) => this.callWorker('readRange', [range]);

  readValue: DocumentClient['readValue'] = (base, node, part) => this.callWorker('readValue', [base, node, part]);

  apply: DocumentClient['apply'] = (base, splices, step) => {
    this.painting.expect();
    const send = () => this.callWorker('apply', [base, splices, step, this.selected()]);
    return this.writing.write({ type: 'apply', splices, step }, send, base);
  };

  applyPacked: DocumentClient['applyPacked'] = async (base, splices, task, keepsSelection = false) => {
    const result = await this.writing.write({ type: 'packed', splices }, () =>
      this.callCancellable(task, (call) => this.callWorker('applyPacked', [call, base, splices, this.selected()])),
    );
    return keepsSelection ? result : { ...result, selection: null };
  };

  edit: DocumentClient['edit'] = (base, intent, task) => {
    const joins = task?.joins ?? false;
    const send = () =>
      this.callCancellable(task, (call) => this.callWorker('edit', [call, base, intent, this.selected(), joins]));
    return this.writing.write({ type: 'edit', intent, joins }, send, base);
  };

  undo: DocumentClient['undo'] = (task) =>
    this.writing.undoOrRedo(() => this.callCancellable(task, (call) => this.callWorker('undo', [call])));

  redo: DocumentClient['redo'] = (task) =>
    this.writing.undoOrRedo(() => this.callCancellable(task, (call) => this.callWorker('redo', [call])));

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

  enclosing: DocumentClient['enclosing'] = (ranges) => this.callWorker('enclosing', [ranges]);

  otherBracket: DocumentClient['otherBracket'] = (offset) => this.callWorker('otherBracket', [offset]);

  lineAround: DocumentClient['lineAround'] = (offset) => this.callWorker('lineAround', [offset]);

  fold: DocumentClient['fold'] = (request, task) =>
    this.callCancellable(task, (call) => this.callWorker('fold', [call, request]));

  readFolds: DocumentClient['readFolds'] = (range) => this.callWorker('readFolds', [range]);

  stickyLines: DocumentClient['stickyLines'] = (offset, limit) => this.callWorker('stickyLines', [offset, limit]);

  suggest: DocumentClient['suggest'] = (base, offset) => this.callWorker('suggest', [base, offset]);

  describeAt: DocumentClient['describeAt'] = (base, offset) => this.callWorker('describeAt', [base, offset]);

  surround: DocumentClient['surround'] = (base, target) => this.callWorker('surround', [base, target]);

  ancestors: DocumentClient['ancestors'] = async (first, limit) => {
    const { indexes, rows } = await this.callWorker('ancestors', [first, limit]);
    return unpackRows(rows).rows.map((row, at) => ({ index: indexes[at] ?? 0, row }));
  };

  expand: DocumentClient['expand'] = (request) => this.callWorker('expand', [request]);
  nodesAt: DocumentClient['nodesAt'] = (ranges, task) => {
    const { revision: base, rowCount } = this.state;
    return this.callCancellable(task, async (call) => ({
      base,
      nodes: await this.callWorker('nodesAt', [call, base, rowCount, packRanges(ranges)]),
    }));
  };

  readNodes: DocumentClient['readNodes'] = (base, nodes, task) =>
    this.callCancellable(task, (call) => this.callWorker('readNodes', [call, base, nodes]));

  readComments: DocumentClient['readComments'] = (base, nodes, task) =>
    this.callCancellable(task, (call) => this.callWorker('readComments', [call, base, nodes]));

  sortPaths: DocumentClient['sortPaths'] = (base, nodes, task) =>
    this.callCancellable(task, (call) => this.callWorker('sortPaths', [call, base, nodes]));

  countMatching: DocumentClient['countMatching'] = (base, nodes, filter, task) =>
    this.callCancellable(task, (call) => this.callWorker('countMatching', [call, base, nodes, filter]));

  prepareSort: DocumentClient['prepareSort'] = (base, sort) => this.callWorker('prepareSort', [base, sort]);

  placeAt: DocumentClient['placeAt'] = (offset) => this.callWorker('placeAt', [offset]);

  placeOf: DocumentClient['placeOf'] = (node) => this.callWorker('placeOf', [node]);

  locate: DocumentClient['locate'] = (target) => this.callWorker('locate', [target]);

  reveal: DocumentClient['reveal'] = async (path) => {
    const found = await this.callWorker('reveal', [path]);
    return found === null ? null : { node: found.node, row: asRow(found.row) };
  };

  revealAt: DocumentClient['revealAt'] = async (offset, around) => {
    const shown = await this.callWorker('revealAt', [offset, around]);
    if (shown === null) return null;
    const { rows, revision, ...place } = shown;
    return { ...place, revision, around: unpackRows(rows) };
  };

  rowStarts: DocumentClient['rowStarts'] = (rows) => this.callWorker('rowStarts', [rows]);

  rangesOfRows: DocumentClient['rangesOfRows'] = (ranges) =>
    this.callWorker('rangesOfRows', [this.state.revision, this.state.rowCount, packRanges(ranges)]);

  rowsOfNodes: DocumentClient['rowsOfNodes'] = (base, nodes, reveal, task) =>
    this.callCancellable(task, (call) => this.callWorker('rowsOfNodes', [call, base, nodes, reveal]));

  containersOf: DocumentClient['containersOf'] = (base, nodes) => this.callWorker('containersOf', [base, nodes]);

  rowNodes: DocumentClient['rowNodes'] = (rows) => this.callWorker('rowNodes', [rows]);

  narrowRows: DocumentClient['narrowRows'] = (base, shown, open) => this.callWorker('narrowRows', [base, shown, open]);

  entriesFrom: DocumentClient['entriesFrom'] = (base, offsets) => this.callWorker('entriesFrom', [base, offsets]);

  valuesFrom: DocumentClient['valuesFrom'] = (base, offsets) => this.callWorker('valuesFrom', [base, offsets]);

  itemRanges: DocumentClient['itemRanges'] = (base, nodes) => this.callWorker('itemRanges', [base, nodes]);

  rowsAround: DocumentClient['rowsAround'] = (base, nodes) => this.callWorker('rowsAround', [base, nodes]);

  listArrays: DocumentClient['listArrays'] = (task) =>
    this.callCancellable(task, (call) => this.askAgain('listArrays', call));

  readColumns: DocumentClient['readColumns'] = (path, flatten, task) =>
    this.callCancellable(task, (call) => this.askAgain('readColumns', call, path, flatten));

  countItems: DocumentClient['countItems'] = (path) => this.askAgain('countItems', path);

  tableRowStarts: DocumentClient['tableRowStarts'] = (...args) => this.askAgain('tableRowStarts', ...args);

  arrangeRows: DocumentClient['arrangeRows'] = (path, arrangement, task) =>
    this.callCancellable(task, (call) => this.askAgain('arrangeRows', call, path, arrangement));

  rowPositions: DocumentClient['rowPositions'] = (...args) => this.askAgain('rowPositions', ...args);

  summarizeCells: DocumentClient['summarizeCells'] = (range, task) =>
    this.callCancellable(task, (call) => this.askAgain('summarizeCells', call, range));

  copyCells: DocumentClient['copyCells'] = (range, task) =>
    this.callCancellable(task, (call) => this.askAgain('copyCells', call, range));

  placeOfCell: DocumentClient['placeOfCell'] = (...args) => this.askAgain('placeOfCell', ...args);

  followValue: DocumentClient['followValue'] = (...args) => this.askAgain('followValue', ...args);

  findFollowed: DocumentClient['findFollowed'] = (...args) => this.askAgain('findFollowed', ...args);

  searchPlain: DocumentClient['searchPlain'] = (base, query, hits) =>
    this.callWorker('searchPlain', [base, query, transfer(hits, [hits])]);

  describeHits: DocumentClient['describeHits'] = (base, hits, containers) =>
    this.callWorker('describeHits', [base, hits, containers]);

  shownStarts: DocumentClient['shownStarts'] = (unit, places) => this.callWorker('shownStarts', [unit, places]);

  sendSnapshot: DocumentClient['sendSnapshot'] = (port, part) =>
    this.callWorker('sendSnapshot', [transfer(port, [port]), part]);

  async recover(base: Source | null, changes: readonly Change[], task?: Task): Promise<void> {
    await this.open(base?.content ?? new Blob([]), { ...task, dialect: base?.dialect ?? 'json' });
    for (const change of changes) {
      const own = this.state.revision;
      const { revision: made } = await this.writing.write(change, () => this.repeat(own, change));
      // The next change is based on this revision.
      await waitForState(this, ({ revision }) => revision >= made);
    }
  }

  get isWriting(): boolean {
    return this.writing.isWriting;
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
}
