// Locates a caret by token, so that its place survives changes of white space: the token, and an offset in it. A token is a
// key, a scalar or a bracket. Entries keep their order when a text is formatted, so an entry identifies its tokens.
//
//   {  "a" :  [1]  }      byte 8   between the colon and the bracket: at the start of entry 1
//                         byte 5   in the key of entry 1, 2 bytes from its start

import type { Places } from '../tape/places.ts';
import type { Range } from '../tape/tape.ts';
import { findKey } from '../tape/trivia.ts';
import { CR, LF } from '../../shared/bytes/ascii.ts';

/** A place in a token. `offset` is in bytes; at the token's end it equals the token's length. */
export interface TokenPlace {
  readonly entry: number;
  readonly part: 'key' | 'value';
  readonly offset: number;
}

/** How far a line break is searched for between two tokens, in bytes. */
const REACH = 65536;

/**
 * The token that a caret before the byte at `offset` is in or touches, or else the nearest one, preferably on the caret's line.
 * `null` only without a tape. Where two tokens touch, a key or a scalar takes precedence over a bracket.
 */
export function tokenAt(places: Places, offset: number): TokenPlace | null {
  const { tape } = places;
  if (tape.count === 0) return null;
  const entry = tape.lastAtOrBefore(offset);
  if (entry < 0) return { entry: 0, part: 'value', offset: 0 };
  const { start, end } = tokenOf(places, entry, 'value');
  const isBracket = tape.isOpening(entry) || tape.isClosing(entry);
  if (offset === start && isBracket) {
    const before = touching(places, entry, start);
    if (before !== null) return before;
  }
  if (offset < end || (offset === end && !isBracket)) return { entry, part: 'value', offset: offset - start };
  if (entry + 1 === tape.count) return { entry, part: 'value', offset: end - start };
  // After the token: in the key of the next entry, or between two tokens.
  const key = findKey(places, entry + 1);
  if (key !== null && offset >= key.start && offset <= key.end)
    return { entry: entry + 1, part: 'key', offset: offset - key.start };
  const before: Spot =
    key !== null && offset > key.end
      ? { place: { entry: entry + 1, part: 'key', offset: key.end - key.start }, at: key.end }
      : { place: { entry, part: 'value', offset: end - start }, at: end };
  const behind: Spot =
    key !== null && offset < key.start
      ? { place: { entry: entry + 1, part: 'key', offset: 0 }, at: key.start }
      : { place: { entry: entry + 1, part: 'value', offset: 0 }, at: tape.start(entry + 1) };
  return nearer(places, before, behind, offset);
}

/** The offset of a place in a token. In a token that has become shorter, it is at most the end. */
export function offsetAt(places: Places, { entry, part, offset }: TokenPlace): number {
  const { start, end } = tokenOf(places, entry, part);
  return Math.min(end, start + offset);
}

interface Spot {
  readonly place: TokenPlace;
  readonly at: number;
}

/** The bytes of a key, a scalar or a bracket. */
function tokenOf(places: Places, entry: number, part: TokenPlace['part']): Range {
  const { tape } = places;
  if (part === 'key') {
    const key = findKey(places, entry);
    if (key !== null) return key;
  }
  const start = tape.start(entry);
  if (tape.isOpening(entry)) return { start, end: start + tape.bracketLength(entry) };
  if (tape.isClosing(entry)) return { start, end: Math.min(places.text.size, start + 1) };
  return places.range(entry);
}

/** The scalar that ends where the bracket of `entry` begins. */
function touching(places: Places, entry: number, at: number): TokenPlace | null {
  const { tape } = places;
  const before = entry - 1;
  if (before < 0 || tape.isOpening(before) || tape.isClosing(before)) return null;
  const { start, end } = places.range(before);
  return end === at ? { entry: before, part: 'value', offset: end - start } : null;
}

function nearer({ text }: Places, before: Spot, behind: Spot, offset: number): TokenPlace {
  const breaksBefore = hasLineEnd(before.at, offset);
  const breaksBehind = hasLineEnd(offset, behind.at);
  if (breaksBefore !== breaksBehind) return breaksBefore ? behind.place : before.place;
  return offset - before.at <= behind.at - offset ? before.place : behind.place;

  function hasLineEnd(start: number, end: number): boolean {
    const stop = Math.min(end, start + REACH);
    for (let at = start; at < stop; at += 1) {
      const byte = text.byteAt(at);
      if (byte === LF || byte === CR) return true;
    }
    return false;
  }
}
