// The layout of a container, read from its text, so that an edit looks as if the author had typed it. All strings here are
// white space, except for a comma or colon that they may surround.
//
//   {⏎··"a":·1,⏎··"b":·[1,·2]⏎}        first      ⏎··          (of the array: nothing)
//                                       separator  ,⏎··         (of the array: ,·)
//                                       colon      :·
//                                       last       ⏎            (of the array: nothing)

import { hasComments } from '../../shared/document/dialect.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { lineEndOf, type LineEnd } from '../document/first-line-end.ts';
import type { Places } from '../tape/places.ts';
import { skipTrivia } from '../tape/trivia.ts';

const DEFAULT_UNIT = '  ';
/** How far back to search for the start of a line, in bytes. */
const REACH = 65536;
/** How many enclosing containers are searched for an example. */
const LEVELS = 32;

/** A container's layout. */
export interface Layout {
  /** After the opening bracket. */
  readonly first: string;
  /** Between two items, including the comma. */
  readonly separator: string;
  /** From a key to its value, including the colon. */
  readonly colon: string;
  /** Before the closing bracket. */
  readonly last: string;
  /** The indentation of the lines of its items; `null` if the items share a line with the brackets. */
  readonly indent: string | null;
}

/** The layout of a container; for an empty one, what it would be with items. The separator is read at position `ordinal`. */
export function layoutOf(places: Places, container: number, ordinal = 0): Layout {
  const { tape, children } = places;
  const close = tape.start(tape.closing(container));
  const colon = colonOf(places, container);
  if (tape.bracketLength(container) === 0) {
    const eol = lineEnd(places);
    return { first: '', separator: eol, colon, last: eol, indent: null };
  }
  const firstChild = container + 1;
  if (tape.isClosing(firstChild)) {
    const outer = lineIndent(places, tape.start(container));
    if (outer === null)
      return { first: '', separator: `,${inlineSpace(places, container)}`, colon, last: '', indent: null };
    const eol = lineEnd(places);
    const indent = outer + indentUnit(places);
    return { first: eol + indent, separator: `,${eol}${indent}`, colon, last: eol + outer, indent };
  }
  const first = textOf(places, tape.start(container) + 1, places.itemStart(container, firstChild));
  const lastChild = children.nth(container, children.count(container) - 1);
  return {
    first,
    separator: separatorAt(places, container, ordinal, first),
    colon,
    last: textOf(places, places.range(lastChild).end, close),
    indent: first.includes('\n') ? first.slice(first.lastIndexOf('\n') + 1) : null,
  };
}

/** The separator between the item at `ordinal` and the next one, or else the one before, without empty lines. */
function separatorAt(places: Places, container: number, ordinal: number, first: string): string {
  const { children } = places;
  const left = ordinal + 1 < children.count(container) ? ordinal : ordinal - 1;
  const [before, behind] = [children.nth(container, left), children.nth(container, left + 1)];
  if (before < 0 || behind < 0) {
    return first.includes('\n') ? `,${lastLine(first)}` : `,${inlineSpace(places, container)}`;
  }
  const between = textOf(places, places.range(before).end, places.itemStart(container, behind));
  const comma = between.indexOf(',');
  return between.slice(0, comma + 1) + lastLine(between.slice(comma + 1));
}

/** The last line end of some white space and what follows it; all of it if it has no line end. */
function lastLine(space: string): string {
  const end = space.lastIndexOf('\n');
  return end < 0 ? space : space.slice(space[end - 1] === '\r' ? end - 1 : end);
}

/** The space after a comma within a line: as in this container, or one around it, or else as after colons. */
function inlineSpace(places: Places, container: number): string {
  for (const around of outwards(places, container)) {
    const [one, two] = [places.children.nth(around, 0), places.children.nth(around, 1)];
    if (two >= 0) {
      const between = textOf(places, places.range(one).end, places.itemStart(around, two));
      if (!between.includes('\n')) return between.slice(between.indexOf(',') + 1);
    }
    if (one >= 0 && places.kind(around) === 'object') return colonOf(places, around).endsWith(' ') ? ' ' : '';
  }
  return hasLines(places) ? ' ' : '';
}

/** The text from a key to its value: as in the first member here, or in a container around it. */
export function colonOf(places: Places, container: number): string {
  for (const around of outwards(places, container)) {
    const first = around + 1;
    if (places.kind(around) !== 'object' || places.tape.isClosing(first)) continue;
    return textOf(places, places.keyRange(first).end, places.tape.start(first));
  }
  return hasLines(places) ? ': ' : ':';
}

/** A container and those around it, from the inside outwards, limited to `LEVELS`. */
function outwards(places: Places, container: number): number[] {
  const around = places.steps(container).map((step) => step.container);
  return [...around.slice(-LEVELS), container].toReversed();
}

/** The indentation of the line at an offset; `null` if the text has no line ends, or none within reach. */
export function lineIndent(places: Places, offset: number): string | null {
  if (places.tape.dialect === 'ndjson') return null;
  const reach = Math.max(0, offset - REACH);
  let start = offset;
  while (start > reach && places.text.byteAt(start - 1) !== 0x0a) start -= 1;
  if (start === reach && start > 0) return null;
  if (start === 0 && !hasLines(places)) return null;
  let end = start;
  while (end < offset && isSpace(places.text.byteAt(end))) end += 1;
  return textOf(places, start, end);
}

/** Whether the document is laid out in lines, judged by its first 4096 bytes; the lines of NDJSON don't count. */
export function hasLines(places: Places): boolean {
  return places.tape.dialect !== 'ndjson' && places.text.slice(0, Math.min(places.text.size, 4096)).includes(0x0a);
}

/** The document's line ending. */
export function lineEnd(places: Places): LineEnd {
  return lineEndOf(places.tape.memory);
}

/** One level of indentation, taken from the first child of the root. */
export function indentUnit(places: Places): string {
  const { tape } = places;
  if (tape.count < 2 || tape.isClosing(1)) return DEFAULT_UNIT;
  const space = textOf(places, tape.start(0) + 1, places.itemStart(0, 1));
  return (space.includes('\n') ? space.slice(space.lastIndexOf('\n') + 1) : '') || DEFAULT_UNIT;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The text between two tokens, without comments. */
function textOf(places: Places, start: number, end: number): string {
  if (!hasComments(places.tape.dialect)) return decodeUtf8(places.text.slice(start, end));
  let kept = '';
  let from = start;
  for (let at = start; at <= end; at += 1) {
    at = skipTrivia(places.text, at, (comment) => {
      if (comment.start >= end) return;
      // Of the white space around a comment only that after it is kept.
      kept += decodeUtf8(places.text.slice(from, comment.start)).replace(/[ \t\r\n]*$/, '');
      from = comment.end;
    });
  }
  return kept + decodeUtf8(places.text.slice(Math.min(from, end), end));
}
