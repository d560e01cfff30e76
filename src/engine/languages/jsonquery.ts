// JSON Query, by its library; its text is read by `jsonquery-parser.ts`.

import { compile, type Fun, type JSONQuery } from '@jsonquerylang/jsonquery';
import { CodedError } from '../../shared/errors.ts';
import { EMPTY_QUERY, QUERY } from '../../shared/texts/queries.ts';
import { syntaxError } from './query-error.ts';
import type { QueryInput } from '../query/input.ts';
import type { QueryOutput, RunQuery, RunWork } from './language.ts';
import { runOnValue } from './value-query.ts';
import { checkFunctions, explainFailure } from './jsonquery-errors.ts';
import { parseQueryText, type ParsedQuery } from './jsonquery-parser.ts';
import { JsonQueryPlan } from './jsonquery-plan.ts';
import { runOnTape } from './tape-query.ts';
import { FUNCTIONS } from './jsonquery-functions.ts';

/** @see https://github.com/jsonquerylang/jsonquery */
export const runJsonQuery: RunQuery = async (input, text, work) => {
  const parsed = parse(text);
  checkFunctions(text, parsed);
  const query = build(text, parsed);
  const found = await runOnTape(input, text, work, (tape) => new JsonQueryPlan(tape).compile(parsed.query));
  return found ?? runLibrary(input, text, parsed, query, work);
};

/** Runs a query with the library alone, on JavaScript values. */
export const runJsonQueryOnValues: RunQuery = async (input, text, work) => {
  const parsed = parse(text);
  checkFunctions(text, parsed);
  return runLibrary(input, text, parsed, build(text, parsed), work);
};

function runLibrary(
  input: QueryInput,
  text: string,
  parsed: ParsedQuery,
  query: Fun,
  work: RunWork,
): Promise<QueryOutput> {
  return runOnValue(input, work, (value) => {
    try {
      return query(value);
    } catch (error) {
      throw explainFailure(text, parsed, error);
    }
  });
}

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
