// Queries on a document, in the languages that the page has too. Agents have those that can only read the document.

import { CodedError } from '../shared/errors.ts';
import type { QueryNote } from '../shared/protocol/query.ts';
import { asRevision } from '../shared/units.ts';
import { finish, type Work } from '../engine/base/work.ts';
import type { JsonDocument } from '../engine/document/document.ts';
import { viewSnapshot } from '../engine/document/snapshot.ts';
import { QueryInput } from '../engine/query/input.ts';
import { layOutResult } from '../engine/query/result-layout.ts';
import type { RunQuery } from '../engine/languages/language.ts';
import type { JqOptions } from '../engine/languages/jq.ts';
import { loadDocument } from '../engine/document/load-document.ts';

const LANGUAGES: Readonly<Record<string, () => Promise<RunQuery>>> = {
  jsonpath: async () => (await import('../engine/languages/jsonpath.ts')).runJsonPath,
  jmespath: async () => (await import('../engine/languages/jmespath.ts')).runJmespath,
  jsonquery: async () => (await import('../engine/languages/jsonquery.ts')).runJsonQuery,
  jq: async () => (await import('../engine/languages/jq.ts')).runJq,
};

/** Languages whose programs can do what their author can. */
const CODE_LANGUAGES: Readonly<Record<string, () => Promise<RunQuery>>> = {
  javascript: async () => (await import('./code-query.ts')).codeRunner(false),
  lodash: async () => (await import('./code-query.ts')).codeRunner(true),
};

/** The names of the languages that can only read the document. */
export const LANGUAGE_NAMES: readonly string[] = Object.keys(LANGUAGES);
/** The names of all languages. */
export const ALL_LANGUAGE_NAMES: readonly string[] = [...LANGUAGE_NAMES, ...Object.keys(CODE_LANGUAGES)];

/** How a query is run. */
export interface QueryOptions {
  /** Of jq alone. */
  readonly jq?: JqOptions | undefined;
  /** Whether code may run that can do what its author can. */
  readonly allowsCode: boolean;
}

/** The result of a query: a document of its own. */
export interface QueryAnswer {
  readonly document: JsonDocument;
  readonly notes: readonly QueryNote[];
}

/** Runs a query. @throws CodedError `refused` for another language, or when it fails; `syntax`, with its place marked */
export async function runQuery(
  document: JsonDocument,
  language: string,
  text: string,
  { jq, allowsCode }: QueryOptions,
): Promise<QueryAnswer> {
  const languages = allowsCode ? { ...LANGUAGES, ...CODE_LANGUAGES } : LANGUAGES;
  const loadLanguage = Object.hasOwn(languages, language) ? languages[language] : undefined;
  if (loadLanguage === undefined)
    throw new CodedError('refused', `${language} is no language: ${Object.keys(languages).join(', ')}.`);
  const run = jq === undefined ? await loadLanguage() : (await import('../engine/languages/jq.ts')).jqRunner(jq);
  const input = QueryInput.of(viewSnapshot(document, asRevision(0)), []);
  const work = <T>(slices: Work<T>): Promise<T> => Promise.resolve(finish(slices));
  const { pieces, notes } = await run(input, text, work).catch((error: unknown) => {
    throw withPlace(error, text);
  });
  return { document: loadDocument(Buffer.concat(pieces), 'json'), notes };
}

/** A result as it is printed. */
export function layOut({ document }: QueryAnswer, style: 'compact' | 'format'): JsonDocument {
  return finish(layOutResult(document, { style, indent: '  ', maxLineLength: 100 }));
}

/** Marks the place in the query below an error. */
function withPlace(error: unknown, text: string): unknown {
  if (!(error instanceof CodedError) || error.place === null || text.includes('\n')) return error;
  return new CodedError(error.code, `${error.message}\n  ${text}\n  ${' '.repeat(error.place.offset)}^`);
}
