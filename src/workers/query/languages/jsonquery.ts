// JSON Query, by its library.

import { compile, parse, type Fun, type JSONQuery } from '@jsonquerylang/jsonquery';
import { setMember } from '../../engine/values/lossless-text.ts';
import { attempt, syntaxError } from '../queryerror.ts';
import type { RunQuery } from '../language.ts';
import { runOnValue } from '../valuequery.ts';
import { FUNCTIONS } from './jsonqueryfunctions.ts';
import { EMPTY_QUERY, NULL_FIRST } from '../../../shared/texts/queries.ts';

/** The place in an error message of the library. */
const PLACE = / \(pos: (\d+)\)$/;

const PROTO = '__proto__';
/** Has the same length, so that places stay correct; an unlikely name. */
const STAND_IN = '_zproto0_';

/** @see https://github.com/jsonquerylang/jsonquery */
export const runJsonQuery: RunQuery = (input, text, work) => {
  const query = read(text);
  return runOnValue(input, work, (value) => attempt(() => query(value)));
};

/** Parses a query into the library's JSON form. @throws CodedError `syntax` */
export function parseQuery(text: string): JSONQuery {
  if (text.trim() === '') throw syntaxError(text, text.length, EMPTY_QUERY.jsonquery);
  try {
    // The library's parser puts keys into plain objects, where this one would be lost.
    const isSafe = !text.includes(PROTO) || text.includes(STAND_IN);
    return isSafe ? parse(text) : restore(parse(text.replaceAll(PROTO, STAND_IN)));
  } catch (error) {
    // The library's parser reads a member of `null`.
    if (error instanceof TypeError) throw syntaxError(text, Math.max(0, text.search(/\bnull\b/)), NULL_FIRST);
    const message = error instanceof Error ? error.message : String(error);
    const offset = Number(PLACE.exec(message)?.[1] ?? 0);
    throw syntaxError(text, offset, message.replace(PLACE, '').replaceAll(STAND_IN, PROTO));
  }
}

function read(text: string): Fun {
  const query = parseQuery(text);
  try {
    return compile(query, { functions: FUNCTIONS });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // These errors have no place, only a name.
    const name = /'(.*)'/.exec(message)?.[1] ?? '';
    throw syntaxError(text, Math.max(0, text.indexOf(name)), message);
  }
}

/** Puts the key back in its place. Recursion is limited by the query's text. */
function restore(query: JSONQuery): JSONQuery {
  if (typeof query === 'string') return query.replaceAll(STAND_IN, PROTO);
  if (typeof query !== 'object' || query === null) return query;
  if (Array.isArray(query)) return query.map(restore) as JSONQuery;
  const made: Record<string, JSONQuery> = {};
  for (const [key, member] of Object.entries(query)) setMember(made, key.replaceAll(STAND_IN, PROTO), restore(member));
  return made;
}
