// Text that started as JSON and is none: neither it nor its parts are finds. It ends with its outermost bracket or with its line,
// whatever comes first behind the fault; the next line starts afresh.

import {
  APOSTROPHE,
  BACKSLASH,
  BRACE,
  BRACE_END,
  BRACKET,
  BRACKET_END,
  COLON,
  EQUALS,
  GREATER,
  LF,
  MINUS,
  PLUS,
  POINT,
  QUOTE,
} from '../../shared/bytes/ascii.ts';
import { isWordByte, skipSpace } from '../base/json-tokens.ts';
import { FailedOffsets, StrictReader } from '../base/strict-reader.ts';

const DEEPEST = 64;
/** No key that tells whether JSON started is longer. */
const LONGEST_KEY = 1024;

/** Tells which brackets started JSON: an object with a quoted key and a colon, or an array whose first item is an object, an array or a string. */
export class JsonStarts {
  /** Up to here are only brackets that start nothing: the next one is within them. */
  private noneUntil = -1;

  /** `reader`: of the same bytes; what it fails at is remembered there. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly limit: number,
    private readonly reader: StrictReader,
  ) {}

  at(start: number): boolean {
    const { bytes, limit } = this;
    if (start <= this.noneUntil) return false;
    let at = start;
    for (let depth = 0; depth < DEEPEST; depth += 1) {
      const opener = bytes[at];
      const next = skipSpace(bytes, at + 1, limit);
      const byte = bytes[next];
      if (byte === QUOTE || byte === APOSTROPHE) {
        const end = stringEnd(bytes, next, Math.min(limit, next + LONGEST_KEY));
        if (end < 0) break;
        if (opener === BRACKET) return true;
        const colon = skipSpace(bytes, end, limit);
        if (bytes[colon] === COLON || (bytes[colon] === EQUALS && bytes[colon + 1] === GREATER)) return true;
        break;
      }
      if (opener !== BRACKET || (byte !== BRACKET && byte !== BRACE)) break;
      if (this.reader.read(next) >= 0) return true;
      at = next;
    }
    this.noneUntil = at;
    return false;
  }
}

/** The same for one bracket, without what was read of the text before. */
export function beginsAsJson(bytes: Uint8Array, start: number): boolean {
  const reader = new StrictReader(bytes, bytes.length, new FailedOffsets());
  return new JsonStarts(bytes, bytes.length, reader).at(start);
}

/** The end of a string within its line and before a limit, or -1. */
function stringEnd(bytes: Uint8Array, start: number, limit: number): number {
  const quote = bytes[start];
  for (let at = start + 1; at < limit; at += 1) {
    const byte = bytes[at];
    if (byte === quote) return at + 1;
    if (byte === LF) return -1;
    if (byte === BACKSLASH) at += 1;
  }
  return -1;
}

/** Where the text goes on behind broken JSON that failed at an offset, with these brackets open. */
export function brokenEnd(
  bytes: Uint8Array,
  start: number,
  failedAt: number,
  isInString: boolean,
  open: number[],
): number {
  let braces = 0;
  for (const byte of open) if (byte === BRACE) braces += 1;
  let line = failedAt;
  while (line > start && bytes[line - 1] !== LF) line -= 1;
  if (line > start && isFirstWord(bytes, line, failedAt)) return line;
  let at = failedAt;
  if (isInString) {
    while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== LF) at += bytes[at] === BACKSLASH ? 2 : 1;
    if (bytes[at] === QUOTE) at += 1;
  }
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === LF) return at;
    if (byte === QUOTE) {
      const end = stringEnd(bytes, at, bytes.length);
      if (end < 0) return lineEnd(bytes, at);
      at = end;
      continue;
    }
    if (byte === BRACE || byte === BRACKET) {
      open.push(byte);
      if (byte === BRACE) braces += 1;
    }
    if ((byte === BRACE_END && braces > 0) || (byte === BRACKET_END && open.length > braces)) {
      for (let closed = 0; closed !== byte - 2;) {
        closed = open.pop() ?? byte - 2;
        if (closed === BRACE) braces -= 1;
      }
      if (open.length === 0) return at + 1;
    }
    at += 1;
  }
  return bytes.length;
}

/** Whether an offset is in the first word of its line. */
function isFirstWord(bytes: Uint8Array, line: number, offset: number): boolean {
  for (let at = skipSpace(bytes, line, offset); at < offset; at += 1) {
    const byte = bytes[at];
    if (!isWordByte(byte) && byte !== MINUS && byte !== POINT && byte !== COLON && byte !== PLUS) return false;
  }
  return true;
}

function lineEnd(bytes: Uint8Array, offset: number): number {
  const end = bytes.indexOf(LF, offset);
  return end < 0 ? bytes.length : end;
}
