// JSON Query, by its library.

import { compile, parse, type Fun, type JSONQuery } from '@jsonquerylang/jsonquery';
import { attempt, syntaxError } from '../queryerror.ts';
import type { RunQuery } from '../language.ts';
import { runOnValue } from '../valuequery.ts';
import { FUNCTIONS } from './jsonqueryfunctions.ts';

/** Where the library says that something is wrong. */
const PLACE = / \(pos: (\d+)\)$/;

/** @see https://github.com/jsonquerylang/jsonquery */
export const runJsonQuery: RunQuery = (input, text, work) => {
  const query = read(text);
  return runOnValue(input, work, (value) => attempt(() => query(value)));
};

/** A query as the library means it. @throws CodedError `syntax` */
export function parseQuery(text: string): JSONQuery {
  if (text.trim() === '') throw syntaxError(text, text.length, 'The query is empty. Enter get() for the whole value.');
  try {
    return parse(text);
  } catch (error) {
    // Its reader asks `null` for a member.
    if (error instanceof TypeError)
      throw syntaxError(
        text,
        Math.max(0, text.search(/\bnull\b/)),
        'null can’t stand before an operator: write eq(null, …)',
      );
    const message = error instanceof Error ? error.message : String(error);
    const offset = Number(PLACE.exec(message)?.[1] ?? 0);
    throw syntaxError(text, offset, message.replace(PLACE, ''));
  }
}

function read(text: string): Fun {
  const query = parseQuery(text);
  try {
    return compile(query, { functions: FUNCTIONS });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // What is wrong only shows by name here.
    const name = /'(.*)'/.exec(message)?.[1] ?? '';
    throw syntaxError(text, Math.max(0, text.indexOf(name)), message);
  }
}
