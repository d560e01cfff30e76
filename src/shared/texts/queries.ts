// Messages of the engine about errors in a query or in its result.

import { formatSize } from '../bytes/size.ts';

const empty = (whole: string): string => `The query is empty. Enter ${whole} for the whole value.`;

/** Why a query has no result. */
export const QUERY = {
  notValid: (label: string): string => `The document is not valid ${label}, so it can’t be queried.`,
  noValue: (path: string): string => `There is no value at ${path} in the document.`,
  nothingThere: (path: string): string => `There is nothing at ${path}. Choose another path.`,
  noArray: 'The wizard chooses from the items of an array, and this is none.',
  notJson: 'What the query gave is not valid JSON.',
  languageNotLoaded: 'The query language could not be loaded. Check the connection and try again.',
  tooDeep: 'The value is nested too deeply for this query.',
  tooLarge: 'What the query makes is too large.',
  resultTooLarge: (size: number): string =>
    `What the query gave has ${formatSize(size)}, which is too large to be shown. Let it give less.`,
  failed: 'The query failed.',
  ended: 'The query ended with an error.',
  endsEarly: 'The query ends where more of it is expected',
  misplaced: (token: string): string => `“${token}” can’t stand here`,
  jsonPath: {
    root: 'A path begins with $.',
    segment: 'A path goes on with .name, ..name or [selectors]; a name with other characters is written ["a-b"].',
    name: 'A name or * is expected; a name with other characters is written ["a-b"].',
    selector: 'Brackets hold a name in quotation marks, an index, a slice, * or ?filter.',
    closing: 'A comma or ] is expected.',
    integer: 'An index is a whole number without leading zeros.',
    test: 'A filter tests a path such as @.name, a function, or a comparison.',
    negated: '! stands once, before a path, a function or parentheses.',
    comparison: 'A value has to be compared: ==, !=, <, <=, > or >= is expected.',
    operand: 'A value, a path such as @.name, or a function is expected, without parentheses.',
    singular: 'Only a path that leads to one value can be compared: names and indices.',
    parenthesis: '&&, || or ) is expected.',
    argument: 'An argument of the function is expected.',
    argumentEnd: 'A comma or ) is expected.',
    number: 'A number is written as in JSON.',
    unclosed: 'The string is not closed.',
    escape: "A string has the escapes of JSON, and \\' between single quotation marks.",
    character: 'A string can’t hold this character; write it as an escape.',
  },
  notClosed: (opening: string): string => `What ${opening} opens is not closed, or not valid`,
} as const;

/** The same for queries in JavaScript, with or without Lodash. */
export const CODE = {
  nothing: 'The query gave nothing. Let it return the value that is to be the result.',
  promise: 'The query gave a promise. It has to return its value itself.',
  threw: (what: string): string => `The query threw ${what}.`,
  threwError: 'The query threw an error.',
  buffers: 'The query made more than 1 GB of buffers, and was stopped.',
  sandboxStopped: 'The sandbox has stopped.',
  noResult: 'The query sent something that is no result.',
} as const;

/** Empty queries, by language. */
export const EMPTY_QUERY = {
  jmespath: empty('@'),
  jq: empty('.'),
  jsonpath: empty('$'),
  jsonquery: empty('get()'),
} as const;

/** Errors of jq only. */
export const JQ = {
  notLoaded: 'jq could not be loaded. Check the connection and try again.',
  zero: 'A query in jq can’t hold the character U+0000',
  tooLong: (most: number): string => `The query is too long for jq; the most is ${formatSize(most)}.`,
  tooDeep: 'The value, or what the query makes of it, is nested too deeply for jq.',
  crashed: (message: string): string => `jq stopped with an error of its own: ${message}`,
} as const;
