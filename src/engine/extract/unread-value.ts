// Values of a literal that no grammar reads: prints of objects, marks of inspectors, types. They become text between two marks, and
// the rest of the record is read. Code is no value: where one of these looks like code, the whole literal is refused.

import {
  BACKSLASH,
  BRACE,
  BRACE_END,
  BRACKET,
  BRACKET_END,
  COMMA,
  GREATER,
  LESS,
  LF,
  LOW_LINE,
  PAREN,
  PAREN_END,
  QUOTE,
  SEMICOLON,
  SPACE,
  TAB,
} from '../../shared/bytes/ascii.ts';
import { isQuoteByte } from '../base/json-tokens.ts';
import { textOf } from './byte-cursor.ts';

/** The marks around the text of a value that was not read. */
const MARKS = ['\u27e8', '\u27e9'] as const;
/** No value that is kept as text is longer, in bytes. */
const LONGEST = 4096;

/**
 * The end of a value that starts here: the comma or bracket that ends it, outside of its own brackets and quotes and within its line;
 * if there is none, or nothing before it, `-1 - offset` of where that was known.
 */
export function unreadEnd(bytes: Uint8Array, start: number, limit: number, closer: number): number {
  const most = Math.min(limit, start + LONGEST);
  const open: number[] = [];
  for (let at = start; at < most; at += 1) {
    const byte = bytes[at] ?? 0;
    if (open.length === 0 && (byte === COMMA || byte === closer)) return trimmedEnd(bytes, start, at);
    if (byte === LF && open.length === 0) {
      // A closer on the next line ends it, and the lines of a stack belong to it; another line would be another member.
      const next = skipWhite(bytes, at, most);
      if (bytes[next] === closer) return trimmedEnd(bytes, start, at);
      if (bytes[next] !== 0x61 || bytes[next + 1] !== 0x74 || bytes[next + 2] !== SPACE) return -1 - next;
    }
    if (byte === SEMICOLON || byte < TAB) return -1 - at;
    if (byte === BRACE || byte === BRACKET) open.push(byte + 2);
    else if (byte === PAREN) open.push(PAREN_END);
    else if (byte === LESS && isNameStart(bytes[at + 1])) open.push(GREATER);
    else if (byte === open.at(-1)) open.pop();
    else if (byte === BRACE_END || byte === BRACKET_END || byte === PAREN_END) return -1 - at;
    else if (isQuoteByte(byte) && (byte === QUOTE || !isNameStart(bytes[at - 1]))) {
      const end = quoteEnd(bytes, at, most);
      if (end < 0) return end;
      at = end;
    }
  }
  return -1 - most;
}

function trimmedEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && (bytes[at - 1] ?? 0) <= SPACE) at -= 1;
  return at === start ? -1 - end : at;
}

function skipWhite(bytes: Uint8Array, start: number, limit: number): number {
  let at = start;
  while (at < limit && (bytes[at] ?? 0) <= SPACE) at += 1;
  return at;
}

function isNameStart(byte: number | undefined): boolean {
  return byte !== undefined && (((byte | 32) >= 0x61 && (byte | 32) <= 0x7a) || byte === LOW_LINE);
}

/** The quote that ends a string within its line, or `-1 - offset`. */
function quoteEnd(bytes: Uint8Array, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at += 1) {
    const byte = bytes[at];
    if (byte === bytes[start]) return at;
    if (byte === LF) return -1 - at;
    if (byte === BACKSLASH) at += 1;
  }
  return -1 - limit;
}

/** What Node prints behind keys without quotes, where nearly everything else is code. */
const NODE_PRINTS =
  /^(?:\/(?:[^/\n\\]|\\.)+\/[a-z]*$|\[(?:class|Getter|Setter|Symbol|Module|Object|Array|[A-Z][\w.]*: )|<|Symbol\(|Promise \{|(?:Weak(?:Map|Set)|Proxy|Generator|\w*(?:Error|Exception))\b(?!\())/;
/** Python's prints that look like calls of functions. */
const PRINTED_CALLS =
  /^(?:dict_(?:keys|values|items)|range|slice|tensor|array|matrix|memoryview|bytearray|namespace|functools\.partial|re\.compile)\(/;
const TYPES = /^(?:[A-Z]\w*\.)+[A-Z]\w*(?:`\d+)?\[/;
const PRINTED_OBJECT = /^(?:\w+\.)*[A-Z]\w*\(/;
const POINTER = /^\(.+\)\(0x[\da-f]+\)$/;
/** A name that is all of a value, or begins an expression. */
const NAME = /^[a-z_$][\w$]*(?:\??\.[\w$]+)*(?:$|[([{]| [-+*/%?&|<>=!]|\s+(?:is|and|or|as|not|of|in)\b)/i;
/** A name within brackets that stands for a value. */
const NAME_WITHIN =
  /[\s,([{=:*](?!(?:True|False|None|true|false|null|nil|nan|inf|NaN|NaT)\b)[A-Za-z_]\w*(?:\.\w+)*\s*(?=[,)\]}]|$)/;
const OPERATORS =
  /=>|==|!=|&&|\|\||\?\?|\+\+|--|^\.\.\.[\w$]|^[!~*&@%\\]|[`\\]|\b(?:function|lambda|await|typeof|return|yield|void|new|for|if)\b|[\w)\]'] [-+*/%] [\w('[]/;

/** Whether what could not be read is code, or a name that stands for a value. `isBareKey`: the key before it has no quotes. */
function isCode(text: string, isBareKey: boolean): boolean {
  if (TYPES.test(text) || POINTER.test(text)) return false;
  if (isBareKey) return !NODE_PRINTS.test(text);
  if (/^#?</.test(text)) return false;
  // A string that goes on behind its quote is a fault.
  if (/^['"`]/.test(text)) return true;
  const plain = text.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|<[^<>]*>/g, "''");
  if (OPERATORS.test(plain)) return true;
  if (/^[([{]/.test(plain) || PRINTED_CALLS.test(plain) || PRINTED_OBJECT.test(plain)) return NAME_WITHIN.test(plain);
  return NAME.test(plain);
}

/** The text of a value that was not read, with its marks; `null` if it is code. */
export function unreadText(bytes: Uint8Array, start: number, end: number, isBareKey: boolean): string | null {
  const text = textOf(bytes, start, end).replaceAll(/\s*\n\s*/g, ' ');
  return isCode(text, isBareKey) ? null : MARKS.join(text);
}
