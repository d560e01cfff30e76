// JSONPath. Queries that the tape can evaluate run on the tape; for the rest, values are created and json-p3 walks them. Each
// node of a result is a place of the document, so all of it is written from its source.

import {
  JSONPathEnvironment,
  JSONPathError,
  TokenKind,
  jsonpath,
  type JSONPathNode,
  type JSONPathQuery,
} from 'json-p3';
import type { QueryInput } from '../query/input.ts';
import { addSource, runOf } from '../query/source-text.ts';
import { TapeQuery } from '../query/tape-path.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import { checkSize } from '../values/value-text.ts';
import type { Work } from '../base/work.ts';
import type { RunQuery, RunWork } from './language.ts';
import { runError, syntaxError } from './query-error.ts';
import { inexactNotes } from './value-query.ts';
import { checkJsonPath } from './jsonpath-grammar.ts';
import { hasFilter, planOf } from './jsonpath-plan.ts';
import { Locations } from './locations.ts';
import { EMPTY_QUERY } from '../../shared/texts/queries.ts';
import { JSONPATH_ERROR, QUERY_ERROR } from '../../shared/texts/query-errors.ts';
import { meantName } from './meant-name.ts';

/** json-p3 recurses: it refuses deeper values before the stack overflows. */
const MAX_DEPTH = 1000;
const SLICE_NODES = 4096;

type Token = ConstructorParameters<typeof jsonpath.expressions.NumberLiteral>[0];

const environment = makeEnvironment();
const tapes = makeTapes();

/** @see RFC 9535 */
export const runJsonPath: RunQuery = async (input, text, work) => {
  const query = readPath(text);
  const path = planOf(query);
  const start = performance.now();
  const entries = await entriesOf(input, query, work);
  const durationMs = performance.now() - start;
  const pieces = await work(writeNodes(input, entries));
  // The tape compares exactly; json-p3 compares values, which are doubles.
  const notes = path === null && hasFilter(query) ? await inexactNotes(input, work) : [];
  return { pieces, notes, durationMs };
};

/** Returns the entries of the nodes that a path selects, in order. @throws CodedError `syntax`, `refused` */
export function findEntries(input: QueryInput, text: string, work: RunWork): Promise<number[]> {
  return entriesOf(input, readPath(text), work);
}

function entriesOf(input: QueryInput, query: JSONPathQuery, work: RunWork): Promise<number[]> {
  const path = planOf(query);
  return path === null ? entriesByValues(input, query, work) : work(tapes(input).run(path));
}

/** Parses a query with json-p3. @throws CodedError `syntax` */
export function readPath(text: string): JSONPathQuery {
  if (text.trim() === '') throw syntaxError(text, 0, EMPTY_QUERY.jsonpath);
  checkJsonPath(text);
  try {
    return environment.compile(text);
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw runError(error);
    const { index } = error.token;
    throw syntaxError(text, index < 0 ? text.length : index, sentenceOf(error));
  }
}

/** What the library's message means. */
function sentenceOf({ message, token: { kind, value } }: JSONPathError): string {
  // Of a token that is wrong, the message only says so; the token says what.
  const text = message.includes('TOKEN_ERROR') && kind === TokenKind.ERROR ? value : message;
  const [, unknown] = /^no such function '(\w+)'/i.exec(text) ?? [];
  if (unknown !== undefined)
    return QUERY_ERROR.noFunction(unknown, meantName('jsonpath', unknown, [...environment.functionRegister.keys()]));
  const [, counted = '', wanted, given] = /^(\w+)\(\) takes (\d+) arguments?, (\d+) given/.exec(text) ?? [];
  if (wanted !== undefined) {
    const words = QUERY_ERROR.argumentsText(Number(wanted), Number(wanted));
    return QUERY_ERROR.argumentCount(counted, words, Number(given));
  }
  const [, called = '', position, type = ''] = /^(\w+)\(\) argument (\d+) must be of (\w+)/.exec(text) ?? [];
  if (position !== undefined) return JSONPATH_ERROR.argumentType(called, Number(position), type);
  const [, compared] = /^result of (\w+)\(\)\s+must be compared/i.exec(text) ?? [];
  if (compared !== undefined) return JSONPATH_ERROR.mustBeCompared(compared);
  const [, test] = /^result of (\w+)\(\)\s+is not comparable/i.exec(text) ?? [];
  return test === undefined ? text.replace(/ \('.*':-?\d+\)$/s, '') : JSONPATH_ERROR.notComparable(test);
}

/** The entries of the nodes that json-p3 finds. */
export async function entriesByValues(input: QueryInput, query: JSONPathQuery, work: RunWork): Promise<number[]> {
  const value = await work(input.value('native'));
  const locations = new Locations(input.places, input.node, await work(input.nodes()));
  return work(collect(query.lazyQuery(value as JSONPathNode['value']), locations));
}

/** Caches what is known about an input's keys for the next query. */
function makeTapes(): (input: QueryInput) => TapeQuery {
  const made = new WeakMap<QueryInput, TapeQuery>();
  return (input) => {
    const known = made.get(input) ?? new TapeQuery(input.places, input.node);
    made.set(input, known);
    return known;
  };
}

function* collect(nodes: Iterable<JSONPathNode>, locations: Locations): Work<number[]> {
  const entries: number[] = [];
  try {
    for (const node of nodes) {
      entries.push(locations.entry(node));
      if (entries.length % SLICE_NODES === 0) yield { done: entries.length, total: 0 };
    }
  } catch (error) {
    throw runError(error);
  }
  return entries;
}

function* writeNodes({ places }: QueryInput, entries: readonly number[]): Work<Uint8Array[]> {
  const out = new TextBuffer();
  const { text } = places;
  const bytes = text.slice(0, text.size);
  out.addText('[');
  for (let index = 0; index < entries.length; index += 1) {
    if (index > 0) out.addText(',');
    const entry = entries[index] ?? 0;
    const run = runOf(places, entry);
    if (run === null) yield* addSource(places, entry, out);
    else out.add(bytes, run.start, run.end);
    checkSize(out.size);
    if (index % SLICE_NODES === SLICE_NODES - 1) yield { done: index, total: entries.length };
  }
  out.addText(']');
  return out.finish();
}

function makeEnvironment(): JSONPathEnvironment {
  const made = new JSONPathEnvironment({ maxRecursionDepth: MAX_DEPTH });
  // json-p3 refuses numbers such as 0.5e1 and 0.05.
  const { tokenMap } = Reflect.get(made, 'parser') as {
    tokenMap: Map<TokenKind, (stream: { readonly current: Token }) => unknown>;
  };
  const { NumberLiteral } = jsonpath.expressions;
  tokenMap.set(TokenKind.NUMBER, ({ current }) => new NumberLiteral(current, Number(current.value)));
  // A value that is no string matches no pattern; json-p3 converts it. @see RFC 9535 §2.4.6
  for (const name of ['match', 'search']) {
    const found = made.functionRegister.get(name);
    if (found === undefined) continue;
    const { argTypes, returnType } = found;
    const callOnStrings = (value: unknown, pattern: unknown): unknown =>
      typeof value === 'string' && typeof pattern === 'string' && found.call(value, pattern);
    made.functionRegister.set(name, { argTypes, returnType, call: callOnStrings });
  }
  const length = made.functionRegister.get('length');
  if (length === undefined) return made;
  // The length of a string is its number of characters, not of UTF-16 units. @see RFC 9535 §2.4.4
  const call = (value: unknown): unknown => (typeof value === 'string' ? [...value].length : length.call(value));
  made.functionRegister.set('length', { argTypes: length.argTypes, returnType: length.returnType, call });
  return made;
}
