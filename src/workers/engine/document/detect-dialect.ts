// What language a text is in, judged by how it begins, where its name does not say it. Careful: a text that is no dialect's,
// such as half a document or a dictionary of Python, stays JSON, so that what is wrong is told and can be repaired.
//
//   {"a": 1} ⏎ {"a": 2}        ndjson   several values that begin with an object or an array, each on lines of its own
//   { // why ⏎ "a": 1 }        jsonc    a comment
//   { a: 'x', b: 0x10 }        json5    a key without quotes, a quote or a number that JSON has not

import type { Dialect } from '../../../shared/document/dialect.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';

/** So much of a text is looked at. */
const GLANCE_BYTES = 65_536;

/** Which dialects a text may be found to be in: `records` says JSON or NDJSON. */
export type Detection = 'any' | 'records';

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|[[\]{},:]|[^\s,:[\]{}"'/]+|[^]/gu;
const JSON_WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
const JSON5_WORD = /^[-+]?(?:Infinity|NaN|0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)$/;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Judges a text by its first bytes; `isWhole` says that these are all. */
export function detectDialect(bytes: Uint8Array, isWhole: boolean, detection: Detection): Dialect {
  const isCut = !isWhole || bytes.length > GLANCE_BYTES;
  const text = decodeUtf8(bytes.subarray(0, GLANCE_BYTES)).replace(/^\uFEFF/, '');
  const look = readTokens(text, isCut);
  if (look.records > 1 && !look.hasComments && !look.isJson5) return 'ndjson';
  if (detection === 'records' || look.isBroken) return 'json';
  return look.isJson5 ? 'json5' : look.hasComments ? 'jsonc' : 'json';
}

/** What was seen on the way. */
interface Look {
  /** Values at the root that stand on lines of their own, the first of them in brackets. */
  records: number;
  hasComments: boolean;
  isJson5: boolean;
  isBroken: boolean;
}

function readTokens(text: string, isCut: boolean): Look {
  const look: Look = { records: 0, hasComments: false, isJson5: false, isBroken: false };
  const open: string[] = [];
  /** A word that JSON knows only as a key, if a colon follows. */
  let name = false;
  /** Whether a line has ended since the last value at the root. */
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
    else if (first === ',' || first === ':' || JSON_WORD.test(token)) continue;
    else if (JSON5_WORD.test(token)) look.isJson5 = true;
    else if (NAME.test(token) && open.at(-1) === '{') name = true;
    else return { ...look, isBroken: !isCut || !isCutOff(text, match.index + token.length, first) };
  }
  return { ...look, isBroken: !isCut && open.length > 0 };
}

/** Whether a token that is none may be one whose end is cut off. */
function isCutOff(text: string, end: number, first: string): boolean {
  return end === text.length || ((first === '"' || first === "'" || first === '/') && !text.includes('\n', end));
}

/** Counts a token at the root; answers whether it can stand there. */
function isRecord(look: Look, first: string, isNewLine: boolean): boolean {
  if (look.records === 0) {
    // One value alone may be anything; several are records where the first is in brackets.
    look.records = first === '{' || first === '[' ? 1 : Number.NEGATIVE_INFINITY;
    return first !== ',' && first !== ':';
  }
  if (!isNewLine || first === ',' || first === ':' || first === '}' || first === ']') return false;
  look.records += 1;
  return true;
}
