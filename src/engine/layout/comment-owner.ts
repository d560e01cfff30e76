// The text between two values of a container, or between a value and a bracket, and who owns the comments in it. Authors write
// a comment after a value on its line, or above it on lines of its own. A comment that a blank line separates from the value
// below is about more than that value: it belongs to the container, and stays where it is.
//
//   [ // of the list                  the list's
//     // about one                    one's, before
//     1, // still about one           one's, after
//
//     // a heading                    the list's
//
//     2 /* about two */ ]             two's, after

import type { Places } from '../tape/places.ts';
import type { Range, TapeText } from '../tape/tape.ts';
import { skipTrivia, type Comment } from '../tape/trivia.ts';
import { COMMA, CR, LF } from '../../shared/bytes/ascii.ts';

/** The text from a value or an opening bracket to the next item or a closing bracket. */
export interface TokenGap extends Range {
  /** Offset of its comma; -1 if it has none. */
  readonly comma: number;
  /** Comments of the value before it. */
  readonly trail: readonly Comment[];
  /** Comments of the item after it. */
  readonly lead: readonly Comment[];
  /** Comments of the container. */
  readonly own: readonly Comment[];
}

/** The gap before an item of a container. */
export function gapBefore(places: Places, container: number, item: number): TokenGap {
  const { tape } = places;
  const before = item - 1;
  const isFirst = before === container;
  const start = tape.isClosing(before) || isFirst ? tape.start(before) + 1 : places.range(before).end;
  return readGap(places.text, start, places.itemStart(container, item), isFirst, false);
}

/** The gap after an item of a container. */
export function gapAfter(places: Places, container: number, item: number): TokenGap {
  const { tape } = places;
  const { end: start } = places.range(item);
  const next = tape.next(item);
  const isLast = next === tape.closing(container);
  return readGap(places.text, start, isLast ? tape.start(next) : places.itemStart(container, next), false, isLast);
}

/** The gap inside an empty container: all comments are the container's. */
export function gapInside(places: Places, container: number): TokenGap {
  const { tape } = places;
  return readGap(places.text, tape.start(container) + 1, tape.start(tape.closing(container)), true, true);
}

/** The start of the comments of the item after a gap; the start of the item if it has none. */
export function leadStart(gap: TokenGap): number {
  return gap.lead[0]?.start ?? gap.end;
}

/** The end of everything that belongs to the value before a gap, including its comma. */
export function trailEnd({ start, comma, trail }: TokenGap): number {
  return Math.max(comma + 1, trail.at(-1)?.end ?? start);
}

/** Reads the gap from the end of a token to the start of the next item, or to a closing bracket. */
export function readGap(text: TapeText, start: number, end: number, isFirst: boolean, isLast: boolean): TokenGap {
  const comments: Comment[] = [];
  let comma = -1;
  let at = skipTrivia(text, start, (comment) => comments.push(comment));
  if (at < end && text.byteAt(at) === COMMA) {
    comma = at;
    at = skipTrivia(text, at + 1, (comment) => comments.push(comment));
  }
  const breaks = lineEnds(text, start, end);
  const firstBreak = breaks[0] ?? end;
  const lastBreak = breaks.at(-1) ?? -1;
  // On the line of the value before; after a comma only if the next value is not on that line as well.
  const isTrail = (comment: Comment): boolean =>
    !isFirst &&
    comment.start < firstBreak &&
    (isLast || comment.start < comma || comma < 0 || comment.end <= lastBreak);
  const trailing = comments.findIndex((comment) => !isTrail(comment));
  const trail = trailing < 0 ? comments : comments.slice(0, trailing);
  const rest = comments.slice(trail.length);
  const lead: Comment[] = [];
  let next = end;
  for (const comment of isLast ? [] : rest.toReversed()) {
    const opensLine = isFirst && comment.start < firstBreak && comment.end <= lastBreak;
    if (comment.start < comma || opensLine || lineEnds(text, comment.end, next).length > 1) break;
    lead.push(comment);
    next = comment.start;
  }
  return { start, end, comma, trail, lead: lead.toReversed(), own: rest.slice(0, rest.length - lead.length) };
}

/** The offsets of the line ends in a range. */
function lineEnds(text: TapeText, start: number, end: number): number[] {
  const found: number[] = [];
  for (let at = start; at < end; at += 1) {
    const byte = text.byteAt(at);
    if (byte === LF || (byte === CR && text.byteAt(at + 1) !== LF)) found.push(at);
  }
  return found;
}

/** Whether only spaces and tabs follow on the line from `at` on. */
export function endsLine(text: TapeText, at: number): boolean {
  let byte = text.byteAt(at);
  while (byte === 0x20 || byte === 0x09) {
    at += 1;
    byte = text.byteAt(at);
  }
  return at >= text.size || byte === LF || byte === CR;
}
