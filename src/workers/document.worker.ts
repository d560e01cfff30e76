// The entry point of a document worker: binds the calls of `shared/protocol/protocol.ts` to a session.

import { expose } from 'comlink';
import type { DocumentApi, DocumentCommand, DocumentEvent } from '../shared/protocol/protocol.ts';
import { CaretRequests } from './document/caret-requests.ts';
import { ContentCalls } from './document/content-calls.ts';
import { CopyCalls } from './document/copy-calls.ts';
import { Folding } from './document/folding.ts';
import { HitPlaces } from './document/hit-places.ts';
import { handOnSeal } from './common/handover.ts';
import { holdForLife } from './common/lock.ts';
import { NarrowCalls } from './document/narrow-calls.ts';
import { PatchCalls } from './document/patch-calls.ts';
import { ReadCalls } from './document/read-calls.ts';
import { ProblemFinder } from './document/problem-finder.ts';
import { Reloading } from './document/reloading.ts';
import { PlainSearch } from './document/plain-search.ts';
import { callsOf, reply } from './common/reply.ts';
import { Session } from './document/session.ts';
import { StepCalls } from './document/step-calls.ts';
import { Tables } from './document/tables.ts';

let events: MessagePort | null = null;
handOnSeal();
const session = new Session((event: DocumentEvent) => events?.postMessage(event));
const reading = new ReadCalls(session);
const folding = new Folding(session);
const asking = new CaretRequests(session);
const contents = new ContentCalls(session);
const copying = new CopyCalls(session);
const hitPlaces = new HitPlaces(session);
const plainSearch = new PlainSearch(session);
const problemFinder = new ProblemFinder(session);
const tables = new Tables(session);
const narrowing = new NarrowCalls(session);
const patching = new PatchCalls(session);
const reloading = new Reloading(session);
const steps = new StepCalls(session);

const api: DocumentApi = {
  connect: (port, lock) =>
    reply(async () => {
      events = port;
      port.onmessage = ({ data }: MessageEvent<DocumentCommand>) => {
        if (data.type === 'cancel') session.runner.cancel(data.call);
        else session.beginning.painted();
      };
      const holds = await holdForLife(lock);
      session.reportState();
      return holds;
    }),
  follow: () =>
    reply(() =>
      session.exclusive(() => {
        session.feed.subscribe();
        return session.revision;
      }),
    ),
  prepareSort: (base, sort) => reply(() => session.sortAhead.prepare(base, sort)),
  ...callsOf(session, 'open', 'resume', 'replace', 'apply', 'applyPacked', 'edit', 'format', 'changeLines'),
  ...callsOf(contents, 'read', 'readRange', 'writeBase'),
  ...callsOf(problemFinder, 'readProblems'),
  ...callsOf(steps, 'undo', 'redo', 'readSteps', 'dateSteps'),
  ...callsOf(
    reading,
    'readValue',
    'readRows',
    'enclosing',
    'otherBracket',
    'lineAround',
    'ancestors',
    'expand',
    'placeAt',
    'placeOf',
    'locate',
    'reveal',
    'shownStarts',
    'sendSnapshot',
  ),
  ...callsOf(narrowing, 'narrow', 'widen'),
  ...callsOf(patching, 'planPatch'),
  ...callsOf(reloading, 'planReload', 'reload', 'extend'),
  ...callsOf(folding, 'readText', 'fold', 'readFolds', 'stickyLines'),
  ...callsOf(asking, 'suggest', 'describeAt', 'surround'),
  ...callsOf(copying, 'readNodes', 'readComments', 'sortPaths', 'countMatching', 'nodesAt'),
  ...callsOf(
    hitPlaces,
    'revealAt',
    'rowStarts',
    'rangesOfRows',
    'rowsOfNodes',
    'containersOf',
    'rowNodes',
    'entriesFrom',
    'valuesFrom',
    'itemRanges',
    'rowsAround',
    'describeHits',
    'describeTextHits',
  ),
  ...callsOf(plainSearch, 'searchPlain'),
  ...callsOf(
    tables,
    'listArrays',
    'readColumns',
    'countItems',
    'tableRowStarts',
    'tableRowNodes',
    'readCells',
    'arrangeRows',
    'rowPositions',
    'summarizeCells',
    'readFigures',
    'listValues',
    'countMatches',
    'fallenRows',
    'takeHits',
    'copyCells',
    'placeOfCell',
    'followValue',
    'findFollowed',
  ),
};

expose(api);
