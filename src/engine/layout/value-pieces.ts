// A value of the document as a text of its own, in pieces, so that 100 MB are re-indented in slices and are never in one array.
// No piece ends after white space or a backslash, so that everything `reindent` inspects around a line end is in the same
// piece.

import { lineIndent } from './container-layout.ts';
import type { Places } from '../tape/places.ts';
import { reindent } from './spelling.ts';
import type { TapeText } from '../tape/tape.ts';
import { BACKSLASH, LF, SPACE } from '../../shared/bytes/ascii.ts';

/** Takes about 5 ms to re-indent. */
const PIECE_BYTES = 1024 * 1024;

/** Yields the bytes of a value, with its lines indented as if it were at the start of one. The arrays are copies. */
export function* piecesOf(places: Places, node: number, pieceBytes = PIECE_BYTES): Generator<Uint8Array> {
  const { text } = places;
  const { start, end } = places.range(node);
  if (end - start <= pieceBytes && !text.slice(start, end).includes(LF)) {
    // Finding the indentation of a line may take a walk over 64 KB.
    yield text.slice(start, end).slice();
    return;
  }
  const indent = lineIndent(places, start) ?? '';
  for (let from = start; from < end;) {
    const to = endOfPiece(text, from + pieceBytes, end);
    yield reindent(text.slice(from, to).slice(), indent, '');
    from = to;
  }
}

function endOfPiece(text: TapeText, wanted: number, end: number): number {
  let at = wanted;
  while (at < end && (text.byteAt(at - 1) <= SPACE || text.byteAt(at - 1) === BACKSLASH)) at += 1;
  return Math.min(at, end);
}
