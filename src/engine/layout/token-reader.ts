// Reads a document that may have comments entry by entry, each with everything before it since the previous entry.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import { readGap, type TokenGap } from './comment-owner.ts';
import { bomLength } from '../document/scan.ts';
import { findKey, readKey, skipTrivia, type Comment } from '../tape/trivia.ts';
import { COMMA } from '../../shared/bytes/ascii.ts';

/** An entry of the tape: a value with its key, or a closing bracket. */
export interface Token {
  readonly entry: number;
  /** The text of a scalar or a bracket. */
  readonly text: string;
  readonly key: { readonly text: string; readonly start: number; readonly colon: number } | null;
  /** The gap before it, or before its key. */
  readonly gap: TokenGap;
  readonly keyComments: readonly Comment[];
  readonly valueComments: readonly Comment[];
  /** The comments of the gap, and both lists above. */
  readonly comments: readonly Comment[];
  /** Whether it follows an opening bracket, or is the first entry. */
  readonly isFirst: boolean;
  readonly isClosing: boolean;
}

/** Reads the entries of a valid document of any dialect. */
export class TokenReader {
  constructor(private readonly document: JsonDocument) {}

  /** Cost: the entry, and the gap before it. */
  read(entry: number): Token {
    const { tape, places } = this.document;
    const { text } = places;
    const start = tape.start(entry);
    const [from, isFirst] = this.before(entry);
    const isClosing = tape.isClosing(entry);
    const found = findKey(places, entry);
    const gap = readGap(text, from, found?.start ?? start, isFirst, isClosing);
    const [keyComments, valueComments]: [Comment[], Comment[]] = [[], []];
    let key: Token['key'] = null;
    if (found !== null) {
      const { key: range, colon } = readKey(places, entry);
      skipTrivia(text, range.end, (comment) => keyComments.push(comment));
      skipTrivia(text, colon + 1, (comment) => valueComments.push(comment));
      key = { text: decodeUtf8(text.slice(range.start, range.end)), start: range.start, colon };
    }
    const end = tape.isOpening(entry) || isClosing ? start + 1 : places.range(entry).end;
    const comments = [...gap.trail, ...gap.own, ...gap.lead, ...keyComments, ...valueComments];
    const spelt = decodeUtf8(text.slice(start, end));
    return { entry, text: spelt, key, gap, keyComments, valueComments, comments, isFirst, isClosing };
  }

  /** The gap after the root: `trail` holds the comments beside it, `own` those on lines of their own. */
  behindRoot(): TokenGap {
    const { tape, places } = this.document;
    if (tape.dialect === 'ndjson') return readGap(places.text, 0, 0, false, true);
    return readGap(places.text, places.range(0).end, places.text.size, false, true);
  }

  /** Whether a comment after an opening bracket is on the bracket's line. */
  isBeside({ start }: Comment, gap: TokenGap): boolean {
    return !/[\r\n]/.test(decodeUtf8(this.document.places.text.slice(gap.start, start)));
  }

  opensObject(entry: number): boolean {
    const { tape, places } = this.document;
    return places.kind(entry) === 'object' && !tape.isClosing(entry + 1);
  }

  /** Whether a comma follows a closing bracket. */
  hasCommaBehind(closing: number): boolean {
    const { tape, places } = this.document;
    return places.text.byteAt(skipTrivia(places.text, tape.start(closing) + 1)) === COMMA;
  }

  /** Where the gap before an entry begins, and whether it follows an opening bracket or is at the start of the text. */
  private before(entry: number): [from: number, isFirst: boolean] {
    const { tape, places } = this.document;
    const before = entry - 1;
    if (before < 0) return [bomLength(places.text.slice(0, Math.min(3, places.text.size))), true];
    const isOpening = tape.isOpening(before);
    if (isOpening) return [tape.start(before) + tape.bracketLength(before), true];
    return [tape.isClosing(before) ? tape.start(before) + 1 : places.range(before).end, false];
  }
}

/** The source text of a comment. */
export function commentText({ places }: JsonDocument, { start, end }: Comment): string {
  return decodeUtf8(places.text.slice(start, end));
}

/** A key or a scalar with every non-ASCII character as one or two `\u` escapes. */
export function escapeToken(token: string): string {
  // In JSON5 a backslash before such a character has no effect; before U+2028 or U+2029 it is a line continuation, which is
  // dropped.
  return token.replace(/\\\p{ASCII}|\\?(\P{ASCII})/gu, (found, char?: string) => {
    if (char === undefined) return found;
    if (char !== found && /[\u2028\u2029]/.test(char)) return '';
    return Array.from(
      { length: char.length },
      (_, unit) => `\\u${char.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join('');
  });
}
