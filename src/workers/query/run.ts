// Runs queries, for a job worker: each language's library is fetched when it is first asked for, so that the worker
// starts without them.

import { CodedError } from '../../shared/errors.ts';
import type { PlainLanguage } from '../../shared/protocol/query.ts';
import type { QueryInput } from '../engine/query/input.ts';
import type { QueryOutput, RunQuery, RunWork } from './language.ts';
import { QUERY } from '../../shared/texts/queries.ts';

const LANGUAGES: Readonly<Record<PlainLanguage, () => Promise<RunQuery>>> = {
  jmespath: async () => (await import('./languages/jmespath.ts')).runJmespath,
  jsonpath: async () => (await import('./languages/jsonpath.ts')).runJsonPath,
  jsonquery: async () => (await import('./languages/jsonquery.ts')).runJsonQuery,
  jq: async () => (await import('./languages/jq.ts')).runJq,
};

/**
 * Runs a query on a value. What can be sliced is handed to `work`; the libraries themselves can't be, so whoever
 * has to be able to end a query ends its worker.
 * @throws CodedError `syntax` with a place in the query's text, `refused` where it fails, `too-large`, `unreadable`
 *   where the library can't be fetched
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
