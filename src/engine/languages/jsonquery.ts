// JSON Query, by its library; its text is read by `jsonquery-parser.ts`.

import { compile, type Fun, type JSONQuery } from '@jsonquerylang/jsonquery';
import { CodedError } from '../../shared/errors.ts';
import { EMPTY_QUERY, QUERY } from '../../shared/texts/queries.ts';
import { syntaxError } from './query-error.ts';
import type { RunQuery } from './language.ts';
import { runOnValue } from './value-query.ts';
import { checkFunctions, explainFailure } from './jsonquery-errors.ts';
import { parseQueryText, type ParsedQuery } from './jsonquery-parser.ts';
import { FUNCTIONS } from './jsonquery-functions.ts';

/** @see https://github.com/jsonquerylang/jsonquery */
export const runJsonQuery: RunQuery = (input, text, work) => {
  const parsed = parse(text);
  checkFunctions(text, parsed);
  const query = build(text, parsed);
  return runOnValue(input, work, (value) => {
    try {
      return query(value);
    } catch (error) {
      throw explainFailure(text, parsed, error);
    }
  });
};

/** Parses a query into the library's JSON form. @throws CodedError `syntax` */
export function parseQuery(text: string): JSONQuery {
  return parse(text).query;
}

function parse(text: string): ParsedQuery {
  if (text.trim() === '') throw syntaxError(text, text.length, EMPTY_QUERY.jsonquery);
  try {
    return parseQueryText(text);
  } catch (error) {
    if (error instanceof RangeError) throw new CodedError('refused', QUERY.tooDeep);
    throw error;
  }
}

function build(text: string, { query }: ParsedQuery): Fun {
  try {
    return compile(query, { functions: FUNCTIONS });
  } catch (error) {
    if (error instanceof RangeError) throw new CodedError('refused', QUERY.tooDeep);
    throw syntaxError(text, 0, error instanceof Error ? error.message : String(error));
  }
}
