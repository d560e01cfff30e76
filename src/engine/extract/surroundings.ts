// What the bytes at and around a bracket look like.

import {
  AMPERSAND,
  APOSTROPHE,
  BACKSLASH,
  BRACE,
  BRACE_END,
  BRACKET,
  BRACKET_END,
  COLON,
  COMMA,
  DOLLAR,
  EQUALS,
  ESCAPE,
  GREATER,
  LF,
  PAREN,
  PAREN_END,
  POINT,
  QUOTE,
  SPACE,
  STAR,
} from '../../shared/bytes/ascii.ts';
import { isWordByte, skipSpace } from '../base/json-tokens.ts';
import { textOf } from './byte-cursor.ts';

/** A letter, a digit or `_` of ASCII. */
export function isNameByte(byte: number | undefined): boolean {
  return byte !== undefined && byte < 0x80 && byte !== DOLLAR && isWordByte(byte);
}

/** `{}`, `[]`, `[[]]`, and one or two numbers in brackets: process ids, line numbers, citations. */
export function isTrivial(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE || byte === COLON || byte === 0x74 || byte === 0x66 || byte === 0x6e) return false;
    if (
      end - start > 256 &&
      byte !== BRACKET &&
      byte !== BRACKET_END &&
      byte !== BRACE &&
      byte !== BRACE_END &&
      byte !== COMMA &&
      byte > SPACE
    )
      return false;
  }
  return isTrivialText(
    String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 4096))).replaceAll(/\s/g, ''),
  );
}

/** The same of JSON in its shortest form. */
export function isTrivialText(json: string): boolean {
  return /^[[\]{},]*$/.test(json) || /^\[-?[\d.eE+-]+(?:,-?[\d.eE+-]+)?\]$/.test(json);
}

/** Whether a range has two single quotes in a row. */
export function hasPair(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end - 1; at += 1) if (bytes[at] === APOSTROPHE && bytes[at + 1] === APOSTROPHE) return true;
  return false;
}

/** The first byte behind brackets and white space. */
export function firstAfterBrackets(bytes: Uint8Array, start: number, limit: number): number {
  let at = start;
  for (let seen = 0; seen < 64; seen += 1) {
    const byte = bytes[at];
    if (byte !== BRACE && byte !== BRACKET) return at;
    at = skipSpace(bytes, at + 1, limit);
  }
  return at;
}

/** How many times a string was escaped, by its first escape; 0 if that is none. */
export function escapeLevels(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === BACKSLASH && at - start < 64) at += 1;
  const count = at - start;
  const level = bytes[at] === QUOTE ? Math.log2(count + 1) : Math.log2(count) + 1;
  return Number.isInteger(level) && level < 6 ? level : 0;
}

/** Whether `=>` follows, as behind a key in the dumps of PHP. */
export function isArrowNext(bytes: Uint8Array, end: number): boolean {
  return bytes[end] === EQUALS && bytes[end + 1] === GREATER;
}

/** Whether the next bytes of a line contain a colour. */
export function isColoured(bytes: Uint8Array, start: number): boolean {
  for (let at = start; at < start + 100 && at < bytes.length && bytes[at] !== LF; at += 1)
    if (bytes[at] === ESCAPE) return true;
  return false;
}

/** Whether a selector of a style sheet may stand before a bracket. */
export function isSelectorBefore(bytes: Uint8Array, bracket: number): boolean {
  let at = bracket;
  while (bytes[at - 1] === SPACE) at -= 1;
  const byte = bytes[at - 1];
  return isWordByte(byte) || byte === PAREN_END || byte === BRACKET_END || byte === STAR;
}

/** Whether `name=` follows, and not `name==`. */
export function isKeyword(bytes: Uint8Array, start: number): boolean {
  let at = start;
  while (bytes[at] === SPACE || bytes[at] === LF) at += 1;
  const first = at;
  while (isWordByte(bytes[at]) && at - first < 200) at += 1;
  return at > first && bytes[at] === EQUALS && bytes[at + 1] !== EQUALS;
}

/** Whether a container follows, with or without a type name. */
export function isContainerNext(bytes: Uint8Array, start: number): boolean {
  let at = start;
  if (bytes[at] === AMPERSAND) at += 1;
  while ((isWordByte(bytes[at]) || bytes[at] === POINT) && at - start < 200) at += 1;
  const byte = bytes[at];
  return byte === BRACE || byte === BRACKET || (byte === PAREN && at > start);
}

/** Whether a range has a quoted value behind `=`: code, or the selector of a metric. */
export function hasQuotedValue(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1)
    if (bytes[at] === EQUALS && (bytes[at + 1] === QUOTE || (bytes[at + 1] === SPACE && bytes[at + 2] === QUOTE)))
      return true;
  return false;
}

/** Whether `=` follows. */
export function isAssigned(bytes: Uint8Array, end: number): boolean {
  let at = end;
  while (bytes[at] === SPACE) at += 1;
  return bytes[at] === EQUALS;
}

/** Where the text before an offset ends, without a little white space. */
export function trimSpaces(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at > end - 8 && (bytes[at - 1] === SPACE || bytes[at - 1] === LF)) at -= 1;
  return at;
}

/** Whether PHP's `array` ends here. */
export function endsWithArray(bytes: Uint8Array, end: number): boolean {
  return ((bytes[end - 1] ?? 0) | 32) === 0x79 && textOf(bytes, Math.max(0, end - 5), end).toLowerCase() === 'array';
}

/** Whether a string or a container starts here. */
export function beginsItem(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return byte === QUOTE || byte === APOSTROPHE || byte === BRACKET || byte === BRACE;
}
