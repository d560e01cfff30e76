// White space and comments between the tokens of JSON with comments and JSON5. The scanner has already checked the text, so
// nothing here can fail.

import type { Range, Tape, TapeText } from './tape.ts';
import { BACKSLASH, COLON, COMMA, CR, LF, SLASH, STAR } from '../../shared/bytes/ascii.ts';

/** What is needed to read keys: the places of a tape and its text. */
export interface KeyPlaces {
  readonly tape: Pick<Tape, 'count' | 'start' | 'isOpening' | 'isClosing' | 'bracketLength'>;
  readonly text: TapeText;
  range(entry: number): Range;
}

/** A comment with its delimiters; a line comment does not include the line end. */
export interface Comment extends Range {
  readonly isLine: boolean;
}

/** Whether a comment starts at `at`. */
export function isComment(text: TapeText, at: number): boolean {
  const next = text.byteAt(at + 1);
  return text.byteAt(at) === SLASH && (next === SLASH || next === STAR);
}

/** The comment that starts at `at`. */
export function readComment(text: TapeText, at: number): Comment {
  const isLine = text.byteAt(at + 1) === SLASH;
  let end = at + 2;
  if (isLine) {
    while (end < text.size && text.byteAt(end) !== LF && text.byteAt(end) !== CR) end += 1;
    return { start: at, end, isLine };
  }
  while (end < text.size && !(text.byteAt(end) === STAR && text.byteAt(end + 1) === SLASH)) end += 1;
  return { start: at, end: Math.min(text.size, end + 2), isLine };
}

/** The length of the white space character at `at`; 0 if there is none. Includes the white space that only JSON5 allows. */
export function spaceLength(text: TapeText, at: number): number {
  const byte = text.byteAt(at);
  if (at >= text.size) return 0;
  if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) return 1;
  if (byte < 0xc2) return 0;
  const two = text.byteAt(at + 1);
  if (byte === 0xc2) return two === 0xa0 ? 2 : 0;
  const three = text.byteAt(at + 2);
  if (byte === 0xe2) {
    const isSpace = three <= 0x8a || three === 0xa8 || three === 0xa9 || three === 0xaf;
    return (two === 0x80 && isSpace) || (two === 0x81 && three === 0x9f) ? 3 : 0;
  }
  const isSpace =
    (byte === 0xe1 && two === 0x9a && three === 0x80) ||
    (byte === 0xe3 && two === 0x80 && three === 0x80) ||
    (byte === 0xef && two === 0xbb && three === 0xbf);
  return isSpace ? 3 : 0;
}

/** The first byte at or after `at` that is neither white space nor in a comment. `visit` is called with each comment. */
export function skipTrivia(text: TapeText, at: number, visit?: (comment: Comment) => void): number {
  for (;;) {
    const space = spaceLength(text, at);
    if (space > 0) {
      at += space;
    } else if (isComment(text, at)) {
      const comment = readComment(text, at);
      visit?.(comment);
      at = comment.end;
    } else {
      return at;
    }
  }
}

/** The key and the colon of the member whose value is `entry`; there may be comments around them. */
export function readKey(places: KeyPlaces, entry: number): { readonly key: Range; readonly colon: number } {
  const { text } = places;
  const start = tokenBefore(places, entry);
  const end = keyEnd(text, start);
  return { key: { start, end }, colon: skipTrivia(text, end) };
}

/** The key of an entry; `null` for an array item, a closing bracket, and the end of the tape. */
export function findKey(places: KeyPlaces, entry: number): Range | null {
  if (entry <= 0 || entry >= places.tape.count) return null;
  const start = tokenBefore(places, entry);
  return start < places.tape.start(entry) ? { start, end: keyEnd(places.text, start) } : null;
}

/** The first token after the previous entry and its comma. */
function tokenBefore(places: KeyPlaces, entry: number): number {
  const { tape, text } = places;
  const before = entry - 1;
  const isBracket = tape.isOpening(before) || tape.isClosing(before);
  const start = skipTrivia(
    text,
    isBracket ? tape.start(before) + tape.bracketLength(before) : places.range(before).end,
  );
  return text.byteAt(start) === COMMA ? skipTrivia(text, start + 1) : start;
}

function keyEnd(text: TapeText, start: number): number {
  const quote = text.byteAt(start);
  let at = start;
  if (quote !== 0x22 && quote !== 0x27) {
    while (text.byteAt(at) !== COLON && text.byteAt(at) !== SLASH && spaceLength(text, at) === 0) at += 1;
    return at;
  }
  at += 1;
  while (text.byteAt(at) !== quote) at += text.byteAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}
