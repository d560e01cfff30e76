// What the bytes of a cell without quotes look like. No strings are made.

import { isDigit } from './cells.ts';
import { COMMA, MINUS, POINT, SPACE, ZERO, COLON, SLASH } from '../../shared/bytes/ascii.ts';

/** What a cell looks like; a column collects those of its cells. */
export const LOOKS = {
  /** Text in quotes. */
  quoted: 1,
  /** `""` */
  quotedEmpty: 2,
  /** A JSON number. */
  number: 4,
  boolean: 8,
  /** Digits with a decimal comma. */
  commaNumber: 16,
  /** What people write for a number, but JSON does not. */
  looseNumber: 32,
  /** A date, a time or both. */
  time: 64,
  null: 128,
  text: 256,
  /** Something with blanks around it, which the typed form has not. */
  blanks: 512,
  /** Of JSON numbers, one without a fraction. */
  fraction: 1024,
  /** Digits in groups of three with points between them, and a decimal comma: `1.234,56`. */
  groups: 2048,
} as const;

const [TRUE, FALSE, NULL] = ['true', 'false', 'null'].map((word) => [...word].map((char) => char.charCodeAt(0))) as [
  number[],
  number[],
  number[],
];

/** What an unquoted cell that is not empty looks like, from its first byte that is not blank to the last one. */
export function looksOf(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start] ?? 0;
  if (first === 0x74 && isWord(bytes, start, end, TRUE)) return LOOKS.boolean;
  if (first === 0x66 && isWord(bytes, start, end, FALSE)) return LOOKS.boolean;
  if (first === 0x6e && isWord(bytes, start, end, NULL)) return LOOKS.null;
  const isSigned = first === MINUS || first === 0x2b || first === POINT;
  if (!isDigit(first) && !isSigned) return LOOKS.text;
  if (isNumberToken(bytes, start, end)) return LOOKS.number;
  if (isGrouped(bytes, start, end)) return LOOKS.commaNumber | LOOKS.groups;
  const loose = looseNumber(bytes, start, end);
  if (loose !== 0) return loose;
  return isTime(bytes, start, end) ? LOOKS.time : LOOKS.text;
}

function isWord(bytes: Uint8Array, start: number, end: number, word: readonly number[]): boolean {
  return end - start === word.length && word.every((byte, index) => bytes[start + index] === byte);
}

/** @see RFC 8259 §6 */
function isNumberToken(bytes: Uint8Array, start: number, end: number): boolean {
  let at = bytes[start] === MINUS ? start + 1 : start;
  if (at >= end) return false;
  if (bytes[at] === ZERO) at += 1;
  else {
    const from = at;
    while (at < end && isDigit(bytes[at])) at += 1;
    if (at === from) return false;
  }
  if (at < end && bytes[at] === POINT) {
    const from = (at += 1);
    while (at < end && isDigit(bytes[at])) at += 1;
    if (at === from) return false;
  }
  return at === end || isExponent(bytes, at, end);
}

function isExponent(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  if (bytes[at] !== 0x65 && bytes[at] !== 0x45) return false;
  at += 1;
  if (at < end && (bytes[at] === MINUS || bytes[at] === 0x2b)) at += 1;
  const from = at;
  while (at < end && isDigit(bytes[at])) at += 1;
  return at > from && at === end;
}

/** A sign, digits with a point or a comma among them, an exponent. 0 if it is none. */
function looseNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = bytes[start] === MINUS || bytes[start] === 0x2b ? start + 1 : start;
  let digits = 0;
  let mark = 0;
  for (; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isDigit(byte)) digits += 1;
    else if ((byte === POINT || byte === COMMA) && mark === 0) mark = byte;
    else break;
  }
  if (digits === 0) return 0;
  if (at < end && !isExponent(bytes, at, end)) return 0;
  const hasBoth = mark === COMMA && isDigit(bytes[end - 1]) && bytes[start] !== COMMA;
  return hasBoth ? LOOKS.commaNumber : LOOKS.looseNumber;
}

/** `1.234,56` */
function isGrouped(bytes: Uint8Array, start: number, end: number): boolean {
  let at = bytes[start] === MINUS || bytes[start] === 0x2b ? start + 1 : start;
  let digits = 0;
  let groups = 0;
  for (; at < end && bytes[at] !== COMMA; at += 1) {
    if (isDigit(bytes[at])) digits += 1;
    else if (bytes[at] === POINT && (groups === 0 ? digits > 0 && digits <= 3 : digits === 3)) {
      groups += 1;
      digits = 0;
    } else return false;
  }
  if (groups === 0 || digits !== 3 || at + 1 >= end) return false;
  for (at += 1; at < end; at += 1) if (!isDigit(bytes[at])) return false;
  return true;
}

/** `2024-03-01`, `1.5.2024`, `5/1/24`, `07:30:12,5`, and a date with a time behind a blank or a T. */
function isTime(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > 40) return false;
  let at = start;
  const digits = (): number => {
    const from = at;
    while (at < end && isDigit(bytes[at])) at += 1;
    return at - from;
  };
  const first = digits();
  const mark = bytes[at];
  if (mark === COLON) return first <= 2 && isClock(bytes, start, end);
  if (mark !== MINUS && mark !== SLASH && mark !== POINT) return false;
  at += 1;
  const second = digits();
  if (second === 0 || second > 2 || bytes[at] !== mark) return false;
  at += 1;
  const third = digits();
  const isDate =
    (first === 4 && third >= 1 && third <= 2) || (first >= 1 && first <= 2 && (third === 2 || third === 4));
  if (!isDate) return false;
  if (at === end) return true;
  if (bytes[at] !== SPACE && bytes[at] !== 0x54 && bytes[at] !== 0x74) return false;
  return isClock(bytes, at + 1, end);
}

/** Hours and minutes, seconds and parts of them, and a zone. */
function isClock(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  const pair = (): boolean => {
    const from = at;
    while (at < end && at - from < 2 && isDigit(bytes[at])) at += 1;
    return at > from;
  };
  if (!pair() || bytes[at] !== COLON) return false;
  at += 1;
  if (!pair()) return false;
  if (at < end && bytes[at] === COLON) {
    at += 1;
    if (!pair()) return false;
    if (at < end && (bytes[at] === POINT || bytes[at] === COMMA)) {
      at += 1;
      while (at < end && isDigit(bytes[at])) at += 1;
    }
  }
  if (at === end) return true;
  if (bytes[at] === 0x5a || bytes[at] === 0x7a) return at + 1 === end;
  if (bytes[at] !== MINUS && bytes[at] !== 0x2b) return false;
  for (at += 1; at < end; at += 1) if (!isDigit(bytes[at]) && bytes[at] !== COLON) return false;
  return true;
}
