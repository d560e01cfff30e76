// Loads a whole text that is at hand. A document that is shown while it is being read is loaded by the session of its worker.

import type { Dialect } from '../../shared/document/dialect.ts';
import { compileEngine } from '../base/memory.ts';
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

/** Loads the text of a Blob, which is not compressed. @throws CodedError `too-large` */
export function loadBlob(text: Blob, dialect: Dialect): Promise<JsonDocument> {
  return loadStream(text.size, piecesOf(text), dialect);
}

async function* piecesOf(text: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.size; at += PIECE) yield new Uint8Array(await text.slice(at, at + PIECE).arrayBuffer());
}
