// Loads a whole text that is at hand, by a scan or with a tape that is known. A document that is shown while it is being read is
// loaded by the session of its worker.

import type { Dialect } from '../../shared/document/dialect.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { compileEngine } from '../base/memory.ts';
import type { Work } from '../base/work.ts';
import { OPENING, CLOSING } from '../tape/tape.ts';
import { JsonDocument } from './document.ts';

/** Bytes that are scanned at once. */
const PIECE = 1 << 21;

/** Loads a text, given as one or several pieces. @throws CodedError `too-large` */
export function loadDocument(text: Uint8Array | readonly Uint8Array[], dialect: Dialect = 'json'): JsonDocument {
  const pieces = text instanceof Uint8Array ? [text] : text;
  const size = pieces.reduce((total, { length }) => total + length, 0);
  const document = new JsonDocument(compileEngine(), size, dialect);
  for (const piece of pieces)
    for (let start = 0; start < piece.length; start += PIECE) document.append(piece.subarray(start, start + PIECE));
  document.complete();
  return document;
}

/** Loads a text while it is read, so that it is in memory once. `size` is an estimate, in bytes. @throws CodedError `too-large` */
export async function loadStream(
  size: number,
  pieces: AsyncIterable<Uint8Array>,
  dialect: Dialect,
): Promise<JsonDocument> {
  const document = new JsonDocument(compileEngine(), size, dialect);
  for await (const piece of pieces) document.append(piece);
  document.complete();
  return document;
}

/**
 * Loads the text of a Blob, which is not compressed. `pause` is awaited after each piece, with the bytes that were read.
 * @throws CodedError `too-large`; what `pause` throws
 */
export function loadBlob(text: Blob, dialect: Dialect, pause?: (done: number) => Promise<void>): Promise<JsonDocument> {
  return loadStream(text.size, piecesOf(text, pause), dialect);
}

/** Copies a valid document with its tape, without a scan. Cost: the memory of both. */
export function* copyDocument({ memory, tape, size, dialect }: JsonDocument): Work<JsonDocument> {
  const copy = new JsonDocument(memory.module, size, dialect);
  for (let start = 0; start < size; start += PIECE) {
    copy.appendIndexed(memory.text(start, Math.min(size, start + PIECE)), new Uint32Array());
    yield { done: start, total: size };
  }
  copy.appendIndexed(new Uint8Array(), memory.words.subarray(tape.wordBase, tape.wordBase + tape.count * 2));
  copy.completeIndexed();
  return copy;
}

/** Copies a valid document whose root is `[value]`, without a scan. NDJSON has an array at its root already. */
export function wrapInArray({ memory, tape, places, dialect }: JsonDocument): JsonDocument {
  const { start, end } = places.range(0);
  const { wordBase, count } = tape;
  const entries = memory.words.slice(wordBase, wordBase + count * 2);
  for (let at = 0; at < entries.length; at += 2) entries[at] = (entries[at] ?? 0) - start + 1;
  const wrapped = new JsonDocument(memory.module, end - start + 2, dialect);
  wrapped.appendIndexed(encodeUtf8('['), Uint32Array.of(0, OPENING | (count + 1)));
  wrapped.appendIndexed(memory.text(start, end), entries);
  wrapped.appendIndexed(encodeUtf8(']'), Uint32Array.of(end - start + 1, CLOSING | (count + 1)));
  wrapped.completeIndexed();
  return wrapped;
}

async function* piecesOf(text: Blob, pause?: (done: number) => Promise<void>): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.size; at += PIECE) {
    yield new Uint8Array(await text.slice(at, at + PIECE).arrayBuffer());
    await pause?.(at + PIECE);
  }
}
