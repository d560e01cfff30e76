// The calls of a document worker that its client passes on unchanged. The types of the client's methods follow from the lists.

import type { DocumentApi } from './protocol.ts';
import type { CallId, Reply } from './reply.ts';

/** Calls that end soon. */
export const PLAIN_CALLS = [
  'readProblems',
  'readSteps',
  'readRange',
  'readValue',
  'enclosing',
  'otherBracket',
  'lineAround',
  'readFolds',
  'stickyLines',
  'suggest',
  'describeAt',
  'surround',
  'expand',
  'prepareSort',
  'placeAt',
  'placeOf',
  'locate',
  'reveal',
  'rowStarts',
  'containersOf',
  'rowNodes',
  'widen',
  'entriesFrom',
  'valuesFrom',
  'itemRanges',
  'rowsAround',
  'searchPlain',
  'describeHits',
  'describeTextHits',
  'shownStarts',
  'sendSnapshot',
  'countItems',
  'tableRowStarts',
  'tableRowNodes',
  'rowPositions',
  'placeOfCell',
  'followValue',
  'findFollowed',
  'takeHits',
  'extend',
] as const satisfies readonly (keyof DocumentApi)[];

/**
 * Calls that may take long, with the number of their arguments: they begin with a `CallId`, instead of which the client's methods
 * end with a task.
 */
export const LONG_CALLS = {
  fold: 1,
  narrow: 2,
  readNodes: 2,
  readComments: 2,
  sortPaths: 2,
  countMatching: 3,
  rowsOfNodes: 3,
  listArrays: 0,
  readColumns: 2,
  arrangeRows: 2,
  summarizeCells: 1,
  readFigures: 1,
  listValues: 1,
  countMatches: 2,
  fallenRows: 3,
  copyCells: 1,
  planReload: 2,
  reload: 2,
} as const satisfies { [Name in keyof DocumentApi]?: ArgumentCount<DocumentApi[Name]> };

/** Calls that are repeated when the worker dies during them: a table stays open while its document is restored. */
export const REPEATED_CALLS: ReadonlySet<keyof DocumentApi> = new Set([
  'listArrays',
  'readColumns',
  'countItems',
  'tableRowStarts',
  'tableRowNodes',
  'arrangeRows',
  'rowPositions',
  'summarizeCells',
  'readFigures',
  'listValues',
  'countMatches',
  'fallenRows',
  'copyCells',
  'placeOfCell',
  'followValue',
  'findFollowed',
] as const satisfies readonly (keyof DocumentApi)[]);

type ArgumentCount<F> = F extends (call: CallId, ...args: infer A) => unknown ? A['length'] : never;
type Resolved<F> = F extends (...args: infer A) => Promise<Reply<infer T>> ? (...args: A) => Promise<T> : never;
type Cancellable<F, Task> = F extends (call: CallId, ...args: infer A) => Promise<Reply<infer T>>
  ? (...args: [...A, task?: Task]) => Promise<T>
  : never;

type Plain = Pick<DocumentApi, (typeof PLAIN_CALLS)[number]>;
type Long = Pick<DocumentApi, keyof typeof LONG_CALLS>;

/** The calls as methods of a client: they return values instead of replies, and reject with a `CodedError`. */
export type PassedCalls<Task> = { [Name in keyof Plain]: Resolved<Plain[Name]> } & {
  [Name in keyof Long]: Cancellable<Long[Name], Task>;
};
