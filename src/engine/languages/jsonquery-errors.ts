// What is wrong with the functions of a JSON Query: their names and arguments before it runs, and what they got when it failed.

import { compile, type JSONQuery } from '@jsonquerylang/jsonquery';
import type { CodedError } from '../../shared/errors.ts';
import { JSONQUERY_ERROR, QUERY_ERROR } from '../../shared/texts/query-errors.ts';
import { meantName } from './meant-name.ts';
import { describeValue } from './found-value.ts';
import { failureAt, runError, syntaxError } from './query-error.ts';
import type { ParsedQuery } from './jsonquery-parser.ts';
import { FUNCTIONS } from './jsonquery-functions.ts';

/** What a function needs to be given, in words. */
const ARRAY = 'an array';
const OBJECT = 'an object';
const LIST = 'an array or a string';
const STRING = 'a string';

interface Signature {
  /** The fewest arguments. */
  readonly least: number;
  readonly most: number;
  /** What stands before the function. */
  readonly input?: typeof ARRAY | typeof OBJECT | typeof LIST;
  /** What its first argument has to give. */
  readonly first?: typeof STRING;
}

const each = { least: 1, most: 1, input: ARRAY } as const;
const whole = { least: 0, most: 0, input: ARRAY } as const;
const members = { least: 1, most: 1, input: OBJECT } as const;
const pair = { least: 2, most: 2 } as const;
const pattern = { least: 2, most: 3, first: STRING } as const;

/** The functions of the library. */
const SIGNATURES: ReadonlyMap<string, Signature> = new Map<string, Signature>([
  ['pipe', { least: 0, most: Infinity }],
  ['object', { least: 1, most: 1 }],
  ['array', { least: 0, most: Infinity }],
  ['get', { least: 0, most: Infinity }],
  ['map', each],
  ['mapObject', members],
  ['mapKeys', members],
  ['mapValues', members],
  ['filter', each],
  ['sort', { least: 0, most: 2, input: ARRAY }],
  ['reverse', whole],
  ['pick', { least: 0, most: Infinity }],
  ['groupBy', each],
  ['keyBy', each],
  ['flatten', whole],
  ['join', { least: 0, most: 1, input: ARRAY }],
  ['split', { least: 1, most: 2, first: STRING }],
  ['substring', { least: 2, most: 3, first: STRING }],
  ['uniq', whole],
  ['uniqBy', each],
  ['limit', { least: 1, most: 1, input: LIST }],
  ['size', { least: 0, most: 0, input: LIST }],
  ['keys', { least: 0, most: 0, input: OBJECT }],
  ['values', { least: 0, most: 0, input: OBJECT }],
  ['prod', whole],
  ['sum', whole],
  ['average', whole],
  ['min', whole],
  ['max', whole],
  ['and', { least: 0, most: Infinity }],
  ['or', { least: 0, most: Infinity }],
  ['not', { least: 1, most: 1 }],
  ['exists', { least: 1, most: 1 }],
  ['if', { least: 3, most: 3 }],
  ['in', pair],
  ['not in', pair],
  ['regex', pattern],
  ['match', pattern],
  ['matchAll', pattern],
  ['eq', pair],
  ['gt', pair],
  ['gte', pair],
  ['lt', pair],
  ['lte', pair],
  ['ne', pair],
  ['add', pair],
  ['subtract', pair],
  ['multiply', pair],
  ['divide', pair],
  ['mod', pair],
  ['pow', pair],
  ['abs', { least: 1, most: 1 }],
  ['round', { least: 1, most: 2 }],
  ['number', { least: 1, most: 1 }],
  ['string', { least: 1, most: 1 }],
]);
/** Functions that run a query for each item or member. */
const ITERATING: ReadonlySet<unknown> = new Set([
  'map',
  'filter',
  'sort',
  'groupBy',
  'keyBy',
  'uniqBy',
  'mapValues',
  'mapObject',
]);

/** Checks the names of functions and their arguments. @throws CodedError `syntax` */
export function checkFunctions(text: string, { places }: ParsedQuery): void {
  const calls = [...places].toSorted(([, a], [, b]) => a - b);
  for (const [call, offset] of calls) {
    const [name, ...given] = call as [string, ...JSONQuery[]];
    const signature = SIGNATURES.get(name);
    if (signature === undefined) {
      const meant = meantName('jsonquery', name, [...SIGNATURES.keys()]);
      throw syntaxError(text, offset, QUERY_ERROR.noFunction(name, meant));
    }
    const { least, most } = signature;
    if (given.length < least || given.length > most)
      throw syntaxError(
        text,
        offset,
        QUERY_ERROR.argumentCount(name, QUERY_ERROR.argumentsText(least, most), given.length),
      );
    const [first, second, third] = given;
    if (name === 'exists' && !isProperty(first)) throw syntaxError(text, offset, JSONQUERY_ERROR.exists);
    if (name === 'pick' && !given.every(isProperty)) throw syntaxError(text, offset, JSONQUERY_ERROR.pick);
    if (signature === pattern && typeof second === 'string') checkPattern(text, offset, second, third);
  }
}

/** The error of a query that failed. */
export function explainFailure(text: string, { places }: ParsedQuery, error: unknown): CodedError {
  const trace = traceOf(error);
  const index = trace.findLastIndex(({ query }) => places.has(Object(query) as object));
  const failed = trace[index];
  if (failed === undefined || error instanceof RangeError) return runError(error);
  const call = failed.query as [string, ...JSONQuery[]];
  const offset = places.get(call) ?? 0;
  const sentence = sentenceOf(call, failed.data, itemText(trace.slice(0, index + 1)));
  return sentence === null ? runError(error) : failureAt(text, offset, sentence);
}

/** What a function got, and in which item; `null` if that is not what is wrong. */
function sentenceOf([name, ...given]: [string, ...JSONQuery[]], data: unknown, item: string): string | null {
  const signature = SIGNATURES.get(name);
  const [first, second] = given;
  if (name === 'in' || name === 'not in') {
    const list = valueOf(second, data);
    return Array.isArray(list) ? null : JSONQUERY_ERROR.list(name, describeValue(list), item);
  }
  if (signature?.input !== undefined && !isInput(data, signature.input))
    return JSONQUERY_ERROR.input(name, signature.input, describeValue(data), item);
  if (signature?.first === undefined) return null;
  const found = valueOf(first, data);
  if (typeof found === 'string') return null;
  const what = QUERY_ERROR.argument(0, given.length);
  return QUERY_ERROR.wrongType(name, signature.first, what, describeValue(found), item);
}

function isInput(data: unknown, wanted: Signature['input']): boolean {
  if (wanted === OBJECT) return typeof data === 'object' && data !== null;
  return Array.isArray(data) || (wanted === LIST && typeof data === 'string');
}

function valueOf(query: JSONQuery | undefined, data: unknown): unknown {
  return query === undefined ? undefined : compile(query, { functions: FUNCTIONS })(data);
}

function isProperty(query: JSONQuery | undefined): boolean {
  return Array.isArray(query) && query[0] === 'get' && query.length > 1;
}

function checkPattern(text: string, offset: number, source: string, flags: JSONQuery | undefined): void {
  try {
    RegExp(source, typeof flags === 'string' ? flags : '');
  } catch (error) {
    const why = error instanceof Error ? (/: ([^:]*)$/.exec(error.message)?.[1] ?? '') : '';
    const at = text.indexOf(JSON.stringify(source), offset);
    throw syntaxError(text, at < 0 ? offset : at, QUERY_ERROR.regex(source, why.toLowerCase()));
  }
}

interface Step {
  readonly data: unknown;
  readonly query: unknown;
}

/** The queries around the failure and what they got, from the outermost on, as the library records them. */
function traceOf(error: unknown): readonly Step[] {
  const trace: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'jsonquery') : null;
  return Array.isArray(trace) ? (trace as Step[]) : [];
}

/** The item at which the query failed, in words. */
function itemText(trace: readonly Step[]): string {
  const steps: string[] = [];
  trace.forEach(({ data, query }, index) => {
    const inner = trace[index + 1];
    if (inner === undefined || !Array.isArray(query) || !ITERATING.has(query[0])) return;
    const at = Array.isArray(data)
      ? data.indexOf(inner.data)
      : Object.entries(Object(data) as object).findIndex(
          ([key, value]) => value === inner.data || key === Reflect.get(Object(inner.data) as object, 'key'),
        );
    if (at < 0) return;
    const key = Object.keys(Object(data) as object)[at];
    steps.unshift(Array.isArray(data) ? `item [${at}]` : `member ${JSON.stringify(key)}`);
  });
  return steps.length === 0 ? '' : ` for ${steps.join(' of ')}`;
}
