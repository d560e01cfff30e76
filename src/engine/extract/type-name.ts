// What stands before a bracket: the name of a type, which belongs to the find, or something that makes it code.

import { textOf } from './text-of.ts';
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
  if (bytes[end - 1] === 0x20 && bytes[bracket] === 0x7b) end -= 1;
  const isApart = end !== bracket;
  // Map(2) {
  if (bytes[end - 1] === 0x29 && isDigit(bytes[end - 2])) {
    let open = end - 2;
    while (isDigit(bytes[open - 1])) open -= 1;
    if (bytes[open - 1] === 0x28) {
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
    else if (byte === 0x2e && isWordByte(bytes[at - 2])) at -= 1;
    else if (byte === 0x3a && bytes[at - 2] === 0x3a && isWordByte(bytes[at - 3])) at -= 2;
    else break;
  }
  while (at < end && (isDigit(bytes[at]) || bytes[at] === 0x2e)) at += 1;
  return at;
}

function latin(bytes: Uint8Array, start: number, end: number): string {
  return textOf(bytes, start, end);
}

/** Whether code stands before a bracket: an interpolation, a macro, an escape. */
export function isCodeBefore(byte: number | undefined): boolean {
  // $ % # \ ^ @ ~
  return (
    byte === 0x24 || byte === 0x25 || byte === 0x23 || byte === 0x5c || byte === 0x5e || byte === 0x40 || byte === 0x7e
  );
}

/** Whether `key=value` in braces may start here: after white space, an opening bracket, or a sign that a value follows. */
export function isValueBefore(byte: number | undefined): boolean {
  if (byte === undefined || byte <= 0x20) return true;
  // = : ( [ , > | " ' ` m (the end of a colour)
  return [0x3d, 0x3a, 0x28, 0x5b, 0x2c, 0x3e, 0x7c, 0x22, 0x27, 0x60].includes(byte);
}

const DECLARES =
  /(?:^|[^\w.])(?:enum|struct|class|const|let|var|type|interface|union|import|export|new|with|record|impl|trait|match|extends|implements)\s+(?:\w+\s*)?$/;

/** Whether the words before an offset, in its line, declare something. */
export function isDeclaration(bytes: Uint8Array, offset: number): boolean {
  let from = offset;
  while (from > 0 && from > offset - 80 && bytes[from - 1] !== 0x0a) from -= 1;
  return DECLARES.test(latin(bytes, from, offset));
}

const STATES = /(?:^|[^\w.])(?:return|raise|throw|await|yield|new|def|class|fun)\s+$/;

/** Whether a call is part of a statement: by the word before it, or because a member, a semicolon or a block follows. */
export function isStatement(bytes: Uint8Array, start: number, end: number): boolean {
  const next = bytes[end];
  if (next === 0x3b || (next === 0x3a && bytes[end + 1] === 0x0a)) return true;
  if (next === 0x2e && isWordByte(bytes[end + 1])) return true;
  let from = start;
  while (from > 0 && from > start - 20 && bytes[from - 1] !== 0x0a) from -= 1;
  return STATES.test(latin(bytes, from, start));
}

const PROSE_BEFORE =
  /(?:^|[^\w.])(?:[Uu]s(?:e|es|ing)|[Cc]all(?:s|ed|ing)?|[Ss]ee|[Tt]ry|[Ii]nvok(?:e|es|ing)|[Pp]ass(?:es|ing)?|[Pp]refer|[Rr]eplace|via|like|the|an?|e\.g\.|instead of)\s+$/i;
const PROSE_AFTER = /^ (?:method|function|call|constructor|class|instead|is|are|was|to|in the|for it|as)\b/;

/** Whether a call is named in a sentence: by the words around it, or between backticks. */
export function isInProse(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start - 1] === 0x60 && bytes[end] === 0x60) return true;
  let from = start;
  while (from > 0 && from > start - 24 && bytes[from - 1] !== 0x0a) from -= 1;
  if (PROSE_BEFORE.test(latin(bytes, from, start))) return true;
  return PROSE_AFTER.test(latin(bytes, end, Math.min(bytes.length, end + 16)));
}
