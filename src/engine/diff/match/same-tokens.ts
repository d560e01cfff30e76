// How far two texts of plain JSON have the same tokens, whatever white space is between them: faster than going through their values
// where only the layout differs.

import { SLICE_BYTES, type Work } from '../../base/work.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A valid value of plain JSON: bytes of a memory from `start` to `end`. */
export interface ValueBytes {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns how many bytes of the left value come before its first token, or byte of a string, that the right one does not have there: its
 * length where all tokens of both are the same. Only a comma or a bracket stands between two values of JSON, so that white space
 * that is left out joins no tokens.
 */
export function* commonTokens(left: ValueBytes, right: ValueBytes): Work<number> {
  const { bytes: ours, start, end } = left;
  const { bytes: theirs, end: otherEnd } = right;
  let at = start;
  let other = right.start;
  let slice = start + SLICE_BYTES;
  /** After the last byte that is the same, outside of strings. */
  let same = start;
  while (at < end && other < otherEnd) {
    if (at >= slice) {
      yield { done: at - start, total: end - start };
      slice = at + SLICE_BYTES;
    }
    const byte = ours[at] ?? 0;
    if (byte !== theirs[other]) {
      if (isSpace(byte)) at += 1;
      else if (isSpace(theirs[other] ?? 0)) other += 1;
      else break;
      continue;
    }
    at += 1;
    other += 1;
    same = at;
    if (byte !== QUOTE) continue;
    for (;;) {
      const inside = ours[at];
      if (inside !== theirs[other]) return at - start;
      at += 1;
      other += 1;
      if (inside === QUOTE) break;
      if (inside !== BACKSLASH) continue;
      if (ours[at] !== theirs[other]) return at - start;
      at += 1;
      other += 1;
    }
    same = at;
  }
  // A number of the left one may be the beginning of the right one's.
  const goesOn = other < otherEnd && other > right.start && isOfNumber(theirs[other]) && isOfNumber(theirs[other - 1]);
  return (goesOn ? same - 1 : at) - start;
}

function isOfNumber(byte = 0): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2e || byte === 0x2b || byte === 0x2d || (byte | 0x20) === 0x65;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
