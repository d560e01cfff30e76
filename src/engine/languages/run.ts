// Runs queries for a job worker. The library of each language is fetched on first use, so that the worker starts without them.

import { CodedError } from '../../shared/errors.ts';
import type { PlainLanguage } from '../../shared/protocol/query.ts';
import type { QueryInput } from '../query/input.ts';
import type { QueryOutput, RunQuery, RunWork } from './language.ts';
import { QUERY } from '../../shared/texts/queries.ts';

const LANGUAGES: Readonly<Record<PlainLanguage, () => Promise<RunQuery>>> = {
  jmespath: async () => (await import('./jmespath.ts')).runJmespath,
  jsonpath: async () => (await import('./jsonpath.ts')).runJsonPath,
  jsonquery: async () => (await import('./jsonquery.ts')).runJsonQuery,
  jq: async () => (await import('./jq.ts')).runJq,
};

/**
 * Runs a query on a value. Work that can be sliced is passed to `work`; the libraries themselves cannot be sliced, so that
 * cancelling a query means terminating its worker.
 * @throws CodedError `syntax` with a place in the query's text, `refused` when it fails, `too-large`, `unreadable` when the
 * library cannot be fetched
 */
export async function runLanguage(
  input: QueryInput,
  language: PlainLanguage,
  text: string,
  work: RunWork,
): Promise<QueryOutput> {
  const run = await LANGUAGES[language]().catch(() => {
    throw new CodedError('unreadable', QUERY.languageNotLoaded);
  });
  return run(input, text, work);
}

/**
 * Returns the nodes that a JSONPath selects, sorted.
 * @throws CodedError `syntax` with a place in the path, `refused` when it fails, `unreadable` when the library cannot be fetched
 */
export async function findByPath(input: QueryInput, text: string, work: RunWork): Promise<Uint32Array> {
  const { findEntries } = await import('./jsonpath.ts').catch(() => {
    throw new CodedError('unreadable', QUERY.languageNotLoaded);
  });
  return Uint32Array.from(await findEntries(input, text, work)).toSorted();
}
