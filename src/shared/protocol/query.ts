// Queries and their results, shared by the dialog, the job worker and the sandbox.

import type { Dialect } from '../document/dialect.ts';
import type { Parser } from '../document/parser.ts';
import type { Path } from '../document/path.ts';
import type { WriteOptions } from './format-options.ts';
import type { RowKind } from './rows.ts';
import type { Wizard } from './wizard.ts';

/** The query languages, by their names in the settings. @see requirements TRF-2 */
export const QUERY_LANGUAGES = ['javascript', 'lodash', 'jmespath', 'jsonpath', 'jsonquery', 'jq'] as const;

export type QueryLanguage = (typeof QUERY_LANGUAGES)[number];

/** The languages whose queries are the user's own code, which runs only in the sandbox. */
export type CodeLanguage = 'javascript' | 'lodash';

/** The languages that run in a job worker. */
export type PlainLanguage = Exclude<QueryLanguage, CodeLanguage>;

/** Whether a language is code, for the sandbox. */
export function isCode(language: QueryLanguage): language is CodeLanguage {
  return language === 'javascript' || language === 'lodash';
}

/** A query and its input. */
export interface Query {
  readonly language: QueryLanguage;
  readonly text: string;
  /** The wizard's operations, if the text is still as the wizard generated it; they are carried out without creating values. */
  readonly wizard: Wizard | null;
  /** The path of the queried value. */
  readonly path: Path;
  /** The kind of values that the query gets. @see requirements PAR-2 */
  readonly parser: Parser;
  /** Queries only about this many bytes of the value, truncated between items; `null` for the whole value. */
  readonly sampleBytes: number | null;
  /** The layout of the result. */
  readonly layout: WriteOptions;
}

/** A note about a result, for the user. */
export type QueryNote =
  /** Numbers of the input that the query saw as the nearest double: their count, and the first one. */
  | { readonly type: 'inexact'; readonly count: number; readonly path: Path; readonly text: string }
  /** Numbers that the query may have calculated or compared with as the nearest double: their count, and the first one. */
  | { readonly type: 'rounded'; readonly count: number; readonly path: Path; readonly text: string }
  /** Strings with half a surrogate pair, which the language replaces with U+FFFD: their count, and the first one. */
  | { readonly type: 'replaced'; readonly count: number; readonly path: Path }
  /** The query returned no result or several, which form an array. */
  | { readonly type: 'several'; readonly count: number }
  /** A comparison of strings, which have no order in the language, gave null; line and column of the operator count from 0. */
  | { readonly type: 'unordered'; readonly operator: string; readonly line: number; readonly column: number }
  /** What is compared is a name, although it is probably meant as a string; line and column count from 0. */
  | { readonly type: 'name'; readonly name: string; readonly line: number; readonly column: number }
  /** The language writes all numbers in its own form. */
  | { readonly type: 'respelled' };

export interface QueryResult {
  /** Valid JSON in UTF-8. */
  readonly content: Blob;
  readonly kind: RowKind;
  /** Number of items or members; `null` for a scalar. */
  readonly count: number | null;
  /** Whether only the beginning of the value was queried. */
  readonly isSample: boolean;
  /** Time of the query alone, in milliseconds. */
  readonly durationMs: number;
  readonly notes: readonly QueryNote[];
}

/** The value that a query is run on. */
export interface QueriedValue {
  readonly dialect: Dialect;
  /** Whether it is a list of items, which the wizard requires. */
  readonly isList: boolean;
}
