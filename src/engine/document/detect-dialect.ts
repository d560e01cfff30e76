// Detects the language of a text from its beginning, if the file name does not determine it. Conservative: a text that is in no
// dialect, such as half a document or a Python dictionary, counts as JSON, so that its errors are reported and can be repaired.
//
//   {"a": 1} ⏎ {"a": 2}        ndjson   several values of which the first is an object or an array, if most lines are one
//   { // why ⏎ "a": 1 }        jsonc    a comment
//   { a: 'x', b: 0x10 }        json5    an unquoted key, or a string or number that JSON does not have

import type { Dialect } from '../../shared/document/dialect.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { isJson, isJsonToken } from '../../shared/document/json-text.ts';

/** Only this many bytes of a text are inspected. */
const GLANCE_BYTES = 65_536;

/** The dialects that may be detected: `records` allows only JSON and NDJSON. */
export type Detection = 'any' | 'records';

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|[[\]{},:]|[^\s,:[\]{}"'/]+|[^]/gu;
const JSON5_WORD = /^[-+]?(?:Infinity|NaN|0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)$/;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Detects the dialect from the first bytes of a text; `isWhole` states that these are all of it. */
export function detectDialect(bytes: Uint8Array, isWhole: boolean, detection: Detection): Dialect {
  const isCut = !isWhole || bytes.length > GLANCE_BYTES;
  const text = decodeUtf8(bytes.subarray(0, GLANCE_BYTES)).replace(/^\uFEFF/, '');
  const look = readTokens(text, isCut);
  if (look.records > 1 && !look.hasComments && !look.isJson5 && areRecords(text, isCut)) return 'ndjson';
  if (detection === 'records' || look.isBroken) return 'json';
  return look.isJson5 ? 'json5' : look.hasComments ? 'jsonc' : 'json';
}

/**
 * Whether at least two lines are JSON values, and more than are not. The last line of a cut text counts as one if it begins like
 * a record.
 */
function areRecords(text: string, isCut: boolean): boolean {
  const lines = text.split('\n');
  const last = isCut ? (lines.pop() ?? '') : '';
  let records = /^\s*[[{]/.test(last) ? 1 : 0;
  let others = 0;
  for (const line of lines) {
    if (line.trim() === '') continue;
    if (isJson(line)) records += 1;
    else others += 1;
  }
  return records > 1 && records > others;
}

/** What the tokens have shown so far. */
interface Look {
  /** The number of root values on lines of their own; negative if the first is not an object or an array. */
  records: number;
  hasComments: boolean;
  isJson5: boolean;
  isBroken: boolean;
}

function readTokens(text: string, isCut: boolean): Look {
  const look: Look = { records: 0, hasComments: false, isJson5: false, isBroken: false };
  const open: string[] = [];
  /** Whether the last token was a word that is valid only as a JSON5 key, if a colon follows. */
  let name = false;
  /** Whether a line has ended since the last root value. */
  let isNewLine = true;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const first = token[0] ?? '';
    if (/\s/.test(first)) {
      if (token.includes('\n')) isNewLine = true;
      continue;
    }
    if (token.startsWith('//') || token.startsWith('/*')) {
      look.hasComments = true;
      continue;
    }
    if (name) {
      name = false;
      if (first !== ':') return { ...look, isBroken: true };
      look.isJson5 = true;
    }
    const isRoot = open.length === 0;
    if (isRoot && !isRecord(look, first, isNewLine)) return { ...look, isBroken: true };
    isNewLine = false;
    if (first === '{' || first === '[') open.push(first);
    else if (first === '}' || first === ']') {
      if (open.pop() !== (first === '}' ? '{' : '[')) return { ...look, isBroken: true };
    } else if (token.length > 1 && first === "'") look.isJson5 = true;
    else if (first === '"' && token.length > 1) continue;
    else if (first === ',' || first === ':' || isJsonToken(token)) continue;
    else if (JSON5_WORD.test(token)) look.isJson5 = true;
    else if (NAME.test(token) && open.at(-1) === '{') name = true;
    else return { ...look, isBroken: !isCut || !isCutOff(text, match.index + token.length, first) };
  }
  return { ...look, isBroken: !isCut && open.length > 0 };
}

/** Whether an invalid token may be one that is cut off at the end of the text. */
function isCutOff(text: string, end: number, first: string): boolean {
  return end === text.length || ((first === '"' || first === "'" || first === '/') && !text.includes('\n', end));
}

/** Counts a token at the root. Returns whether it is allowed there. */
function isRecord(look: Look, first: string, isNewLine: boolean): boolean {
  if (look.records === 0) {
    // A single value can be anything; several are records if the first is an object or an array.
    look.records = first === '{' || first === '[' ? 1 : Number.NEGATIVE_INFINITY;
    return first !== ',' && first !== ':';
  }
  if (!isNewLine || first === ',' || first === ':' || first === '}' || first === ']') return false;
  look.records += 1;
  return true;
}
