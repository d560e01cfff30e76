// Maps hits to their place in a key or a value as a row shows it. A hit is a range of bytes in the literal as it is spelt; the
// shown text is on one line and without escapes:
//
//   spelt   " \u0041 b \n é "        a piece is a character, or an escape
//   bytes   0 1      7 8  10 12
//   shown     A      b ↵  é       (or \n in place of ↵)

import { unquote } from '../../../shared/bytes/literals.ts';
import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { countBelow } from '../../../shared/bytes/binary-search.ts';
import { onOneLine, type Controls } from '../../model/literal.ts';

/** A half-open range: in bytes from the start of a literal, or in UTF-16 units of its shown text. */
export interface HitStretch {
  readonly start: number;
  readonly end: number;
}

const PIECES = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|\r\n|[^])|[^]/gu;
/** The replacement character, which the decoder writes for invalid UTF-8: how many bytes it stands for is unknown. */
const REPLACED = '\ufffd';
const PLAIN = /^[ -~]*$/;
const QUOTES = new Set(['"', "'"]);

/**
 * Maps hits in a literal to its shown text. Empty hits, and hits beyond the shown text, are left out. `null` when the
 * characters of a hit can't be determined: the literal is cut inside an escape, or is not valid UTF-8.
 */
export function stretchesOf(
  literal: string,
  text: string,
  hits: readonly HitStretch[],
  controls: Controls = 'signs',
): HitStretch[] | null {
  const [quote = ''] = literal;
  const open = QUOTES.has(quote) ? 1 : 0;
  const isClosed = open === 1 && literal.length > 1 && literal.endsWith(quote);
  const inside = literal.slice(open, isClosed ? -1 : undefined);
  if (inside === text && PLAIN.test(inside))
    return hits.flatMap(({ start, end }) => clip(start - open, end - open, text));
  const map = mapPieces(inside, open === 1 ? quote : '', controls);
  // A cut literal may end inside its closing sequence, or inside an escape.
  if (map === null || map.text !== text) return null;
  return hits.flatMap(({ start, end }) => {
    const first = map.indexOf(start - open, 'floor');
    return start === end ? [] : clip(first, map.indexOf(end - open, 'ceil'), text);
  });
}

function clip(start: number, end: number, text: string): HitStretch[] {
  const stretch = { start: Math.max(0, start), end: Math.min(end, text.length) };
  return stretch.start < stretch.end ? [stretch] : [];
}

function mapPieces(inside: string, quote: string, controls: Controls) {
  if (inside.includes(REPLACED)) return null;
  const bytes = [0];
  const indexes = [0];
  let text = '';
  let length = 0;
  for (const [piece] of inside.matchAll(PIECES)) {
    length += PLAIN.test(piece) ? piece.length : encodeUtf8(piece).length;
    text += onOneLine(quote !== '' && piece.startsWith('\\') ? unquote(quote + piece + quote) : piece, controls);
    bytes.push(length);
    indexes.push(text.length);
  }
  return {
    text,
    /** Returns the text index of the piece that contains a byte (`floor`), or of the next piece boundary (`ceil`). */
    indexOf(byte: number, round: 'floor' | 'ceil'): number {
      const piece = round === 'floor' ? countBelow(bytes, byte + 1) - 1 : countBelow(bytes, byte);
      return indexes[Math.max(0, Math.min(piece, indexes.length - 1))] ?? 0;
    },
  };
}
