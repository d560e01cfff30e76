// What the languages of queries have in common: what they are run with, and what comes of it.

import type { QueryNote } from '../../shared/protocol/query.ts';
import type { QueryInput } from '../engine/query/input.ts';
import type { Work } from '../engine/base/work.ts';

/** Runs sliced work to its end; whoever asked for the query may end it in between. */
export type RunWork = <T>(work: Work<T>) => Promise<T>;

/** What a query gave. */
export interface QueryOutput {
  /** Valid JSON in UTF-8; some pieces are views of the input's text. */
  readonly pieces: readonly Uint8Array[];
  readonly notes: readonly QueryNote[];
  /** The query alone, without making values and text, in milliseconds. */
  readonly durationMs: number;
}

/** Runs one query. @throws CodedError `syntax` with a place in the query's text; `refused`, `too-large` */
export type RunQuery = (input: QueryInput, text: string, work: RunWork) => Promise<QueryOutput>;
