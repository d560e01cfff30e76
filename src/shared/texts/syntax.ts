// Messages about syntax errors in a text.

/** What the scanner refuses, indexed by the codes of `workers/engine/wasm/scan.ts`. `FOUND` is replaced by what is there. */
export const SYNTAX: readonly string[] = [
  '',
  'Expected a value, found FOUND.',
  'The text ends too early: WANTED.',
  'Expected a comma or "]" after a value of an array, found FOUND.',
  'Expected a comma or "}" after a value of an object, found FOUND.',
  'Expected a key in double quotes, found FOUND.',
  'Expected a key after the comma, found "}". A trailing comma is not allowed in JSON.',
  'Expected a value after the comma, found "]". A trailing comma is not allowed in JSON.',
  'Expected a colon after the key, found FOUND.',
  'A control character inside a string must be escaped, found FOUND.',
  'Expected one of "\\/bfnrtu after a backslash, found FOUND.',
  'Expected four hexadecimal digits after \\u, found FOUND.',
  'Invalid UTF-8: found FOUND.',
  'A number must not start with a zero that more digits follow, found FOUND.',
  'Expected a digit, found FOUND.',
  'Expected true, false or null, found FOUND.',
  'Expected the end of the text after the root value, found FOUND.',
  'The comment that begins here is not closed. Expected "*/".',
  'Expected a line end before the next value: NDJSON has one value a line. Found FOUND.',
];

/** Messages that differ in JSON5, which allows more. */
export const SYNTAX_IN_JSON5: ReadonlyMap<number, string> = new Map([
  [5, 'Expected a key, found FOUND.'],
  [9, 'A line end inside a string must be escaped.'],
  [10, 'After a backslash no digit but a single 0 is allowed, found FOUND.'],
  [11, 'Expected four hexadecimal digits after \\u, or two after \\x, found FOUND.'],
  [15, 'Expected true, false, null, Infinity or NaN, found FOUND.'],
]);

/** Messages that differ for the records of NDJSON. */
export const SYNTAX_IN_RECORDS: ReadonlyMap<number, string> = new Map([[2, 'The record ends too early: WANTED.']]);

/** Phrases that are inserted into these messages, and whole messages. */
export const IN_SYNTAX = {
  notClosed: 'a string, an array or an object is not closed',
  noValue: 'a value is missing',
  end: 'the end of the text',
  lineEnd: 'a line end',
  tab: 'a tab',
  quote: 'a quotation mark',
  control: (hex: string): string => `the control character U+00${hex}`,
  byte: (hex: string): string => `the byte 0x${hex}`,
  noComments: 'Comments are not allowed in JSON.',
  empty: 'The text is empty. Expected a JSON value.',
  unknown: 'The text is not valid.',
} as const;
