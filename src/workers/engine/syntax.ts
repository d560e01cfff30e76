// Sentences for what the scanner refuses: what was expected, and what stands there instead.

import type { Dialect } from '../../shared/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';
import type { Lines } from './lines.ts';
import type { DocumentMemory } from './memory.ts';
import type { ScanError } from './scan.ts';

/** By the codes of `wasm/scan.ts`. `FOUND` becomes what stands at the place. */
const SENTENCES: readonly string[] = [
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

/** What is said differently where more is allowed. */
const IN_JSON5 = new Map([
  [5, 'Expected a key, found FOUND.'],
  [9, 'A line end inside a string must be escaped.'],
  [10, 'After a backslash no digit but a single 0 is allowed, found FOUND.'],
  [11, 'Expected four hexadecimal digits after \\u, or two after \\x, found FOUND.'],
  [15, 'Expected true, false, null, Infinity or NaN, found FOUND.'],
]);

const NO_COMMENTS = 'Comments are not allowed in JSON.';

const EMPTY = 'The text is empty. Expected a JSON value.';

/** The document that an error is in. */
interface SyntaxContext {
  readonly dialect: Dialect;
  readonly memory: DocumentMemory;
  readonly lines: Lines;
}

/** The error of a text as it is shown: a sentence and its place. The line is found through `lines`. */
export function syntaxError(document: SyntaxContext, error: ScanError, isOpen: boolean): CodedError {
  const { memory, lines } = document;
  const { offset } = error;
  const blank = !isOpen && memory.size < 4096 && /^\s*$/.test(decodeUtf8(memory.text()));
  const wanted = isOpen ? 'a string, an array or an object is not closed' : 'a value is missing';
  const sentence = blank
    ? EMPTY
    : sentenceFor(document, error).replace('FOUND', found(memory, offset)).replace('WANTED', wanted);
  return new CodedError('syntax', sentence, { offset, ...lines.placeOf(offset) });
}

function sentenceFor({ dialect, memory }: SyntaxContext, { code, offset }: ScanError): string {
  if (dialect === 'json5' && IN_JSON5.has(code)) return IN_JSON5.get(code) ?? '';
  const [first, second] = memory.text(offset, Math.min(memory.size, offset + 2));
  if (dialect === 'json' && first === 0x2f && (second === 0x2f || second === 0x2a)) return NO_COMMENTS;
  return SENTENCES[code] ?? 'The text is not valid.';
}

/** What stands at a byte, in words. */
function found(memory: DocumentMemory, offset: number): string {
  if (offset >= memory.size) return 'the end of the text';
  const byte = memory.text(offset, offset + 1)[0] ?? 0;
  const hex = byte.toString(16).toUpperCase().padStart(2, '0');
  if (byte === 0x0a || byte === 0x0d) return 'a line end';
  if (byte === 0x09) return 'a tab';
  if (byte < 0x20 || byte === 0x7f) return `the control character U+00${hex}`;
  const character = [...decodeUtf8(memory.text(offset, Math.min(memory.size, offset + 4)))][0] ?? '';
  if (character === '\uFFFD') return `the byte 0x${hex}`;
  const word = /^[\w$+-]{1,24}/.exec(decodeUtf8(memory.text(offset, Math.min(memory.size, offset + 24))))?.[0];
  if (character === '"') return 'a quotation mark';
  return word ?? `"${character}"`;
}
