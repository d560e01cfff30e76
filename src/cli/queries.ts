// Queries on a document, in the languages that the page has too. Code in JavaScript is left out: it would not be confined.

import { CodedError } from '../shared/errors.ts';
import type { QueryNote } from '../shared/protocol/query.ts';
import { asRevision } from '../shared/units.ts';
import { finish, type Work } from '../workers/engine/base/work.ts';
import type { JsonDocument } from '../workers/engine/document/document.ts';
import { viewSnapshot } from '../workers/engine/document/snapshot.ts';
import { QueryInput } from '../workers/engine/query/input.ts';
import { layOutResult } from '../workers/engine/query/result-layout.ts';
import type { RunQuery } from '../workers/query/language.ts';
import { makeDocument, textOf } from './documents.ts';

const LANGUAGES: Readonly<Record<string, () => Promise<RunQuery>>> = {
  jsonpath: async () => (await import('../workers/query/languages/jsonpath.ts')).runJsonPath,
  jmespath: async () => (await import('../workers/query/languages/jmespath.ts')).runJmespath,
  jsonquery: async () => (await import('../workers/query/languages/jsonquery.ts')).runJsonQuery,
};

/** The languages by name. */
export const LANGUAGE_NAMES: readonly string[] = Object.keys(LANGUAGES);

/** Runs a query. @throws CodedError `refused` for another language, or when it fails; `syntax`, with its place marked */
export async function runQuery(
  document: JsonDocument,
  language: string,
  text: string,
  isCompact: boolean,
): Promise<{ readonly result: Uint8Array; readonly notes: readonly QueryNote[] }> {
  const loadLanguage = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
  if (loadLanguage === undefined)
    throw new CodedError('refused', `${language} is no language: ${LANGUAGE_NAMES.join(', ')}.`);
  const run = await loadLanguage();
  const input = QueryInput.of(viewSnapshot(document, asRevision(0)), []);
  const work = <T>(slices: Work<T>): Promise<T> => Promise.resolve(finish(slices));
  const { pieces, notes } = await run(input, text, work).catch((error: unknown) => {
    throw withPlace(error, text);
  });
  const made = makeDocument(Buffer.concat(pieces), 'json');
  const style = isCompact ? 'compact' : 'format';
  return { result: textOf(finish(layOutResult(made, { style, indent: '  ', maxLineLength: 100 }))), notes };
}

/** Marks the place in the query below an error. */
function withPlace(error: unknown, text: string): unknown {
  if (!(error instanceof CodedError) || error.place === null || text.includes('\n')) return error;
  return new CodedError(error.code, `${error.message}\n  ${text}\n  ${' '.repeat(error.place.offset)}^`);
}
