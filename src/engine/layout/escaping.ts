// Conversions that respell a text character by character, at the user's request: the document as a JSON string and back, and
// non-ASCII characters as `\u` escapes. All other formatting keeps every token as it is (FMT-4).

import { CodedError } from '../../shared/errors.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8, encodeUtf8, sequenceLength } from '../../shared/bytes/utf8.ts';
import { JsonDocument } from '../document/document.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';
import { FORMAT } from '../../shared/texts/formatting.ts';
import { BACKSLASH, QUOTE } from '../../shared/bytes/ascii.ts';

const HIGH_HALF = /^\\ud[89ab][\da-f]{2}$/i;
const LONE_HALF = /\p{Surrogate}/u;

/**
 * Yields pieces of about `size` bytes (even, at least 16) that end between two characters; with `escapes`, also between two
 * escapes.
 */
function* pieces(
  document: JsonDocument,
  range: { readonly start: number; readonly end: number },
  escapes: boolean,
  size: number,
): Generator<Uint8Array> {
  for (let at = range.start; at < range.end;) {
    const stop = Math.min(range.end, at + size);
    // One byte more shows whether a character continues there.
    const piece = document.memory.text(at, Math.min(range.end, stop + 1)).slice();
    const length =
      stop === range.end
        ? piece.length
        : wholeCharacters(piece, escapes ? wholeEscapes(piece.subarray(0, size)) : size);
    yield piece.subarray(0, length);
    at += length;
  }
}

/** How many of the first `length` bytes form whole characters. */
function wholeCharacters(piece: Uint8Array, length: number): number {
  let whole = length;
  while (whole > 0 && ((piece[whole] ?? 0) & 0xc0) === 0x80) whole -= 1;
  return whole;
}

/**
 * How many bytes of a piece form whole escapes, keeping surrogate pairs together. The piece must not begin inside an escape.
 */
function wholeEscapes(piece: Uint8Array): number {
  const { length } = piece;
  const slash = piece.lastIndexOf(BACKSLASH);
  if (slash < length - 12) return length;
  let start = runStart(piece, slash);
  // The run starts an escape of up to six bytes that may be cut off; the first half of a surrogate pair may precede it.
  const half = start >= 6 ? decodeUtf8(piece.subarray(start - 6, start)) : '';
  if (HIGH_HALF.test(half)) start = runStart(piece, start - 6);
  // A run of backslashes as long as the piece consists of pairs.
  return start > 0 ? start : length - (length % 2);
}

/** The start of the run of backslashes that ends at `index`. */
function runStart(piece: Uint8Array, index: number): number {
  let start = index;
  while (start > 0 && piece[start - 1] === BACKSLASH) start -= 1;
  return start;
}

/**
 * Converts the whole text, valid or not, to one JSON string.
 * @throws CodedError `refused` if it is not valid UTF-8, which a string cannot hold; `too-large`
 */
export function* escapeDocument(source: JsonDocument, pieceBytes = SLICE_BYTES): Work<JsonDocument> {
  const target = new JsonDocument(source.memory.module, Math.ceil(source.size * 1.1) + 2, source.dialect);
  target.append(Uint8Array.of(QUOTE));
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let done = 0;
  for (const piece of pieces(source, { start: 0, end: source.size }, false, pieceBytes)) {
    target.append(encodeUtf8(JSON.stringify(decode(strict, piece, done)).slice(1, -1)));
    done += piece.length;
    yield { done, total: source.size };
  }
  target.append(Uint8Array.of(QUOTE));
  target.complete();
  return target;
}

function decode(strict: TextDecoder, piece: Uint8Array, offset: number): string {
  try {
    return strict.decode(piece);
  } catch {
    throw new CodedError('refused', FORMAT.notUtf8(offset));
  }
}

/**
 * Converts a document that is one JSON string to the text in it.
 * @throws CodedError `invalid-document`; `refused` for any other value, and for a lone surrogate; `too-large`
 */
export function* unescapeDocument(source: JsonDocument, pieceBytes = SLICE_BYTES): Work<JsonDocument> {
  if (!source.isLive || source.places.kind(0) !== 'string') {
    throw new CodedError(source.isLive ? 'refused' : 'invalid-document', FORMAT.onlyStringDocument);
  }
  const { start, end } = source.places.range(0);
  const quote = String.fromCharCode(source.places.text.byteAt(start));
  const target = new JsonDocument(source.memory.module, source.size, source.dialect);
  let done = 0;
  for (const piece of pieces(source, { start: start + 1, end: end - 1 }, true, pieceBytes)) {
    const text = unquote(quote + decodeUtf8(piece) + quote);
    if (LONE_HALF.test(text)) throw new CodedError('refused', FORMAT.halfSurrogate);
    target.append(encodeUtf8(text));
    done += piece.length;
    yield { done, total: source.size };
  }
  target.complete();
  return target;
}

/**
 * Replaces every non-ASCII character by one or two `\u` escapes. The values stay the same.
 * @throws CodedError `invalid-document`, `too-large`
 */
export function* escapeUnicode(source: JsonDocument): Work<JsonDocument> {
  if (!source.isLive) throw new CodedError('invalid-document', NOT_VALID.toUnescape);
  const bom = source.tape.start(0) >= 3 && source.memory.text(0, 1)[0] === 0xef ? 3 : 0;
  const target = new JsonDocument(source.memory.module, source.size, source.dialect);
  target.append(source.memory.text(0, bom));
  let done = bom;
  for (const piece of pieces(source, { start: bom, end: source.size }, false, SLICE_BYTES)) {
    target.append(escapeRuns(piece));
    done += piece.length;
    yield { done, total: source.size };
  }
  target.complete();
  return target;
}

function escapeRuns(piece: Uint8Array): Uint8Array {
  const parts: string[] = [];
  let plain = 0;
  let at = 0;
  const flush = (): void => {
    if (at > plain) parts.push(decodeUtf8(piece.subarray(plain, at)));
  };
  while (at < piece.length) {
    if ((piece[at] ?? 0) < 0x80) {
      at += 1;
      continue;
    }
    flush();
    const length = sequenceLength(piece, at, piece.length);
    const char = decodeUtf8(piece.subarray(at, at + length));
    for (let unit = 0; unit < char.length; unit += 1) {
      parts.push(`\\u${char.charCodeAt(unit).toString(16).padStart(4, '0')}`);
    }
    at += length;
    plain = at;
  }
  flush();
  return plain === 0 ? piece : encodeUtf8(parts.join(''));
}
