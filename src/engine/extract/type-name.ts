// What stands before a bracket: the name of a type, which belongs to the find, or something that makes it code.

import {
  APOSTROPHE,
  AT,
  BACKSLASH,
  BACKTICK,
  BAR,
  BRACE,
  BRACKET,
  COLON,
  COMMA,
  DOLLAR,
  EQUALS,
  GREATER,
  HASH,
  LF,
  PAREN,
  PAREN_END,
  PERCENT,
  POINT,
  QUOTE,
  SEMICOLON,
  SPACE,
  TILDE,
} from '../../shared/bytes/ascii.ts';
import { textOf } from './byte-cursor.ts';
import { isDigit, isWordByte } from '../base/json-tokens.ts';

/** Names of types start with a capital letter, after their module. */
export function isTypeName(name: string): boolean {
  return /(?:^|[.:\\$])[A-Z][\w$]*$/.test(name);
}

const LONGEST = 200;
/** Words that logs write before a value, and that are no types. */
const WORDS =
  /^(?:[A-Z]?[a-z]+(?:ed|ing)|Got|Sent|The|A|An|With|From|To|In|And|Or|Is|As|For|Params|Parameters|Payload|Args|Arguments|Values|Warning|Info|Debug|INFO|DEBUG|WARN|ERROR|TRACE|GET|POST|PUT|DELETE|PATCH)$/;

/** A name before a bracket. */
export interface NameBefore {
  readonly name: string;
  readonly start: number;
  /** Whether a space separates them. */
  readonly isApart: boolean;
}

/** The type name directly before a bracket, or before the one space that precedes it. */
export function typeNameBefore(bytes: Uint8Array, bracket: number, from: number): NameBefore | null {
  let end = bracket;
  if (bytes[end - 1] === SPACE && bytes[bracket] === BRACE) end -= 1;
  const isApart = end !== bracket;
  // Map(2) {
  if (bytes[end - 1] === PAREN_END && isDigit(bytes[end - 2])) {
    let open = end - 2;
    while (isDigit(bytes[open - 1])) open -= 1;
    if (bytes[open - 1] === PAREN) {
      const start = wordStart(bytes, open - 1, from);
      const name = latin(bytes, start, open - 1);
      return isTypeName(name) ? { name, start, isApart } : null;
    }
  }
  if (!isWordByte(bytes[end - 1])) return null;
  const start = wordStart(bytes, end, from);
  if (start === end) return null;
  const name = latin(bytes, start, end);
  if (isApart && (!isTypeName(name) || WORDS.test(name))) return null;
  return { name, start, isApart };
}

/** Where the dotted name that ends here starts. */
export function wordStart(bytes: Uint8Array, end: number, from: number): number {
  let at = end;
  while (at > from && end - at < LONGEST) {
    const byte = bytes[at - 1];
    if (isWordByte(byte)) at -= 1;
    else if (byte === POINT && isWordByte(bytes[at - 2])) at -= 1;
    else if (byte === COLON && bytes[at - 2] === COLON && isWordByte(bytes[at - 3])) at -= 2;
    else break;
  }
  while (at < end && (isDigit(bytes[at]) || bytes[at] === POINT)) at += 1;
  return at;
}

function latin(bytes: Uint8Array, start: number, end: number): string {
  return textOf(bytes, start, end);
}

/** Whether code stands before a bracket: an interpolation, a macro, an escape. */
export function isCodeBefore(byte: number | undefined): boolean {
  // $ % # \ ^ @ ~
  return (
    byte === DOLLAR ||
    byte === PERCENT ||
    byte === HASH ||
    byte === BACKSLASH ||
    byte === 0x5e ||
    byte === AT ||
    byte === TILDE
  );
}

/** Whether `key=value` in braces may start here: after white space, an opening bracket, or a sign that a value follows. */
export function isValueBefore(byte: number | undefined): boolean {
  if (byte === undefined || byte <= SPACE) return true;
  // = : ( [ , > | " ' ` m (the end of a colour)
  return [EQUALS, COLON, PAREN, BRACKET, COMMA, GREATER, BAR, QUOTE, APOSTROPHE, BACKTICK].includes(byte);
}

const DECLARES =
  /(?:^|[^\w.])(?:enum|struct|class|const|let|var|type|interface|union|import|export|new|with|record|impl|trait|match|extends|implements)\s+(?:\w+\s*)?$/;

/** Whether the words before an offset, in its line, declare something. */
export function isDeclaration(bytes: Uint8Array, offset: number): boolean {
  let from = offset;
  while (from > 0 && from > offset - 80 && bytes[from - 1] !== LF) from -= 1;
  return DECLARES.test(latin(bytes, from, offset));
}

const STATES = /(?:^|[^\w.])(?:return|raise|throw|await|yield|new|def|class|fun)\s+$/;

/** Whether a call is part of a statement: by the word before it, or because a member, a semicolon or a block follows. */
export function isStatement(bytes: Uint8Array, start: number, end: number): boolean {
  const next = bytes[end];
  if (next === SEMICOLON || (next === COLON && bytes[end + 1] === LF)) return true;
  if (next === POINT && isWordByte(bytes[end + 1])) return true;
  let from = start;
  while (from > 0 && from > start - 20 && bytes[from - 1] !== LF) from -= 1;
  return STATES.test(latin(bytes, from, start));
}

const PROSE_BEFORE =
  /(?:^|[^\w.])(?:[Uu]s(?:e|es|ing)|[Cc]all(?:s|ed|ing)?|[Ss]ee|[Tt]ry|[Ii]nvok(?:e|es|ing)|[Pp]ass(?:es|ing)?|[Pp]refer|[Rr]eplace|via|like|the|an?|e\.g\.|instead of)\s+$/i;
const PROSE_AFTER = /^ (?:method|function|call|constructor|class|instead|is|are|was|to|in the|for it|as)\b/;

/** Whether a call is named in a sentence: by the words around it, or between backticks. */
export function isInProse(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start - 1] === BACKTICK && bytes[end] === BACKTICK) return true;
  let from = start;
  while (from > 0 && from > start - 24 && bytes[from - 1] !== LF) from -= 1;
  if (PROSE_BEFORE.test(latin(bytes, from, start))) return true;
  return PROSE_AFTER.test(latin(bytes, end, Math.min(bytes.length, end + 16)));
}
