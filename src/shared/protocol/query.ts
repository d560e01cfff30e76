// What a query is, and what comes of it: the words that the dialog, the job worker and the sandbox share.

import type { Dialect } from '../document/dialect.ts';
import type { Parser } from '../document/parser.ts';
import type { Path } from '../document/path.ts';
import type { WriteOptions } from './format-options.ts';
import type { Kind } from './rows.ts';
import type { Wizard } from './wizard.ts';

/** The languages of queries, as settings name them. @see requirements TRF-2 */
export const QUERY_LANGUAGES = ['javascript', 'lodash', 'jmespath', 'jsonpath', 'jsonquery', 'jq'] as const;

export type QueryLanguage = (typeof QUERY_LANGUAGES)[number];

/** The languages that are a person's own code, which runs in the sandbox alone. */
export type CodeLanguage = 'javascript' | 'lodash';

/** The languages that a job worker runs. */
export type PlainLanguage = Exclude<QueryLanguage, CodeLanguage>;

/** Whether a query is code, for the sandbox. */
export function isCode(language: QueryLanguage): language is CodeLanguage {
  return language === 'javascript' || language === 'lodash';
}

/** A query, and what it is run on. */
export interface Query {
  readonly language: QueryLanguage;
  readonly text: string;
  /** What the text was written from, if nobody has changed it since: that is carried out without reading values. */
  readonly wizard: Wizard | null;
  /** The value of the document that is queried. */
  readonly path: Path;
  /** The values that are handed to it. @see requirements PAR-2 */
  readonly parser: Parser;
  /** Of the value only about so many bytes, cut between items; `null` for all of it. */
  readonly sampleBytes: number | null;
  /** How the result is laid out. */
  readonly layout: WriteOptions;
}

/** What a person should know about a result. */
export type QueryNote =
  /** Numbers of the input that the query saw as the nearest double: how many, and the first of them. */
  | { readonly type: 'inexact'; readonly count: number; readonly path: Path; readonly text: string }
  /** The query gave none or several results, which stand in an array. */
  | { readonly type: 'several'; readonly count: number }
  /** The language writes all numbers anew. */
  | { readonly type: 'respelled' };

/** What a query gave. */
export interface QueryResult {
  /** Valid JSON in UTF-8. */
  readonly content: Blob;
  readonly kind: Kind;
  /** Its items or members; `null` for a scalar. */
  readonly count: number | null;
  /** Whether all of the value was queried, or the beginning of it. */
  readonly isSample: boolean;
  /** The query alone, in milliseconds. */
  readonly durationMs: number;
  readonly notes: readonly QueryNote[];
}

/** The value that a query is run on. */
export interface QueriedValue {
  readonly dialect: Dialect;
  /** Whether it has items, as the wizard wants them. */
  readonly isList: boolean;
}
