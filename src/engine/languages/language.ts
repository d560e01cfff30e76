// The common interface of the query languages: their input and output.

import type { QueryNote } from '../../shared/protocol/query.ts';
import type { QueryInput } from '../query/input.ts';
import type { Work } from '../base/work.ts';

/** Runs sliced work to its end; the query may be cancelled between slices. */
export type RunWork = <T>(work: Work<T>) => Promise<T>;

/** The result of a query. */
export interface QueryOutput {
  /** Valid JSON in UTF-8; some pieces are views of the input's text. */
  readonly pieces: readonly Uint8Array[];
  readonly notes: readonly QueryNote[];
  /** Time taken by the query alone, without making values and text, in milliseconds. */
  readonly durationMs: number;
}

/** Runs one query. @throws CodedError `syntax` with a place in the query's text; `refused`, `too-large` */
export type RunQuery = (input: QueryInput, text: string, work: RunWork) => Promise<QueryOutput>;
