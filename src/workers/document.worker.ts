// The entry point of a document worker: binds the calls of `shared/protocol/protocol.ts` to a session.

import { expose } from 'comlink';
import type { DocumentApi, DocumentCommand, DocumentEvent } from '../shared/protocol/protocol.ts';
import { CaretRequests } from './document/caret-requests.ts';
import { CopyCalls } from './document/copy-calls.ts';
import { Folding } from './document/folding.ts';
import { HitPlaces } from './document/hit-places.ts';
import { holdForLife } from './common/lock.ts';
import { PatchCalls } from './document/patch-calls.ts';
import { ReadCalls } from './document/read-calls.ts';
import { ProblemFinder } from './document/problem-finder.ts';
import { PlainSearch } from './document/plain-search.ts';
import { reply } from './common/reply.ts';
import { Session } from './document/session.ts';
import { Tables } from './document/tables.ts';

let events: MessagePort | null = null;
const session = new Session((event: DocumentEvent) => events?.postMessage(event));
const reading = new ReadCalls(session);
const folding = new Folding(session);
const asking = new CaretRequests(session);
const copying = new CopyCalls(session);
const hitPlaces = new HitPlaces(session);
const plainSearch = new PlainSearch(session);
const problemFinder = new ProblemFinder(session);
const tables = new Tables(session);
const patching = new PatchCalls(session);

const api: DocumentApi = {
  connect: (port, lock) =>
    reply(async () => {
      events = port;
      port.onmessage = ({ data }: MessageEvent<DocumentCommand>) => {
        if (data.type === 'cancel') session.runner.cancel(data.call);
        else session.beginning.painted();
      };
      const holds = await holdForLife(lock);
      session.tell();
      return holds;
    }),
  open: (call, source) => reply(() => session.open(call, source)),
  resume: (...numbers) => reply(() => session.resume(...numbers)),
  replace: (call, source, selection, base) => reply(() => session.replace(call, source, selection, base)),
  read: (call, as) => reply(() => session.read(call, as)),
  writeBase: (call, name) => reply(() => session.writeBase(call, name)),
  readProblems: (base) => reply(() => problemFinder.read(base)),
  readRange: (range) =>
    reply(
      () => session.readRange(range),
      (bytes) => [bytes.buffer],
    ),
  readValue: (base, node, part) =>
    reply(
      () => reading.readValue(base, node, part),
      (bytes) => [bytes.buffer],
    ),
  apply: (base, splices, step, selection) => reply(() => session.apply(base, splices, step, selection)),
  applyPacked: (call, base, splices, selection) => reply(() => session.applyPacked(call, base, splices, selection)),
  follow: () =>
    reply(() =>
      session.exclusive(() => {
        session.feed.follow();
        return session.revision;
      }),
    ),
  planPatch: (...args) => reply(() => patching.plan(...args)),
  edit: (call, base, intent, selection, joins) => reply(() => session.edit(call, base, intent, selection, joins)),
  undo: (call) => reply(() => session.undo(call, 'undo')),
  redo: (call) => reply(() => session.undo(call, 'redo')),
  format: (call, options, part, selection) => reply(() => session.format(call, options, part, selection)),
  changeLines: (call, base, request, selection) => reply(() => session.changeLines(call, base, request, selection)),
  readText: (request) =>
    reply(
      () => folding.readText(request),
      (window) => [window.bytes.buffer],
    ),
  readRows: (request) =>
    reply(
      () => reading.readRows(request),
      (buffer) => [buffer],
    ),
  enclosing: (ranges) => reply(() => reading.enclosing(ranges)),
  otherBracket: (offset) => reply(() => reading.otherBracket(offset)),
  lineAround: (offset) => reply(() => reading.lineAround(offset)),
  fold: (call, request) => reply(() => folding.fold(call, request)),
  readFolds: (range) => reply(() => folding.readFolds(range)),
  stickyLines: (offset, limit) => reply(() => folding.stickyLines(offset, limit)),
  suggest: (base, offset) => reply(() => asking.suggest(base, offset)),
  describeAt: (base, offset) => reply(() => asking.describeAt(base, offset)),
  surround: (base, target) => reply(() => asking.surround(base, target)),
  ancestors: (first, limit) =>
    reply(
      () => reading.ancestors(first, limit),
      ({ indexes, rows }) => [indexes.buffer, rows],
    ),
  expand: (request) => reply(() => reading.expand(request)),
  readNodes: (call, base, nodes) => reply(() => copying.readNodes(call, base, nodes)),
  readComments: (call, base, nodes) => reply(() => copying.readComments(call, base, nodes)),
  sortPaths: (call, base, nodes) => reply(() => copying.sortPaths(call, base, nodes)),
  countMatching: (call, base, nodes, filter) => reply(() => copying.countMatching(call, base, nodes, filter)),
  prepareSort: (base, sort) => reply(() => session.sortAhead.prepare(base, sort)),
  nodesAt: (call, base, rowCount, ranges) =>
    reply(
      () => copying.nodesAt(call, base, rowCount, ranges),
      (nodes) => [nodes.buffer],
    ),
  placeAt: (offset) => reply(() => reading.placeAt(offset)),
  placeOf: (node) => reply(() => reading.placeOf(node)),
  locate: (target) => reply(() => reading.locate(target)),
  reveal: (path) => reply(() => reading.reveal(path)),
  revealAt: (offset, around) =>
    reply(
      () => hitPlaces.revealAt(offset, around),
      (shown) => (shown === null ? [] : [shown.rows]),
    ),
  rowStarts: (rows) =>
    reply(
      () => hitPlaces.rowStarts(rows),
      (starts) => [starts.buffer],
    ),
  rangesOfRows: (base, rowCount, ranges) => reply(() => hitPlaces.rangesOfRows(base, rowCount, ranges)),
  rowsOfNodes: (call, base, nodes, reveal) =>
    reply(
      () => hitPlaces.rowsOfNodes(call, base, nodes, reveal),
      ({ ranges }) => [ranges.buffer],
    ),
  containersOf: (base, nodes) =>
    reply(
      () => hitPlaces.containersOf(base, nodes),
      (containers) => [containers.buffer],
    ),
  rowNodes: (rows) =>
    reply(
      () => hitPlaces.rowNodes(rows),
      (nodes) => [nodes.buffer],
    ),
  narrowRows: (base, shown, open) => reply(() => reading.narrowRows(base, shown, open)),
  entriesFrom: (base, offsets) =>
    reply(
      () => hitPlaces.entriesFrom(base, offsets),
      (entries) => [entries.buffer],
    ),
  valuesFrom: (base, offsets) =>
    reply(
      () => hitPlaces.valuesFrom(base, offsets),
      (nodes) => [nodes.buffer],
    ),
  itemRanges: (base, nodes) =>
    reply(
      () => hitPlaces.itemRanges(base, nodes),
      (ranges) => [ranges.buffer],
    ),
  rowsAround: (base, nodes) =>
    reply(
      () => hitPlaces.rowsAround(base, nodes),
      (rows) => [rows.buffer],
    ),
  searchPlain: (base, query, hits) => reply(() => plainSearch.search(base, query, hits)),
  describeHits: (base, hits, containers) => reply(() => hitPlaces.describeHits(base, hits, containers)),
  shownStarts: (unit, places) => reply(() => reading.shownStarts(unit, places)),
  listArrays: (call) => reply(() => tables.listArrays(call)),
  readColumns: (call, path, flatten) => reply(() => tables.readColumns(call, path, flatten)),
  countItems: (path) => reply(() => tables.countItems(path)),
  tableRowStarts: (path, rows) =>
    reply(
      () => tables.tableRowStarts(path, rows),
      (starts) => [starts.buffer],
    ),
  readCells: (request) =>
    reply(
      () => tables.readCells(request),
      (buffer) => [buffer],
    ),
  arrangeRows: (call, path, arrangement) => reply(() => tables.arrangeRows(call, path, arrangement)),
  rowPositions: (path, arrangement, firstRow, lastRow) =>
    reply(
      () => tables.rowPositions(path, arrangement, firstRow, lastRow),
      (positions) => [positions.buffer],
    ),
  summarizeCells: (call, range) => reply(() => tables.summarizeCells(call, range)),
  copyCells: (call, range) => reply(() => tables.copyCells(call, range)),
  placeOfCell: (path, arrangement, offset) => reply(() => tables.placeOfCell(path, arrangement, offset)),
  followValue: (base, value) => reply(() => tables.followValue(base, value)),
  findFollowed: (id, isLast) => reply(() => tables.findFollowed(id, isLast)),
  sendSnapshot: (port, part) => reply(() => reading.sendSnapshot(port, part)),
};

expose(api);
