// Reads a Blob piece by piece, the next piece on its way while one is worked on, as UTF-8. What is compressed with
// gzip is read as what it holds.

import { CodedError } from '../../shared/errors.ts';
import { readFirstBytes } from '../../shared/bytes/first-bytes.ts';
import { beginsAsGzip, MOST_DEFLATED } from '../../shared/bytes/gzip.ts';
import { Decoder, detectEncoding } from '../engine/document/encoding.ts';
import { DOCUMENT } from '../../shared/texts/documents.ts';
import { unpackGzip } from './gunzip.ts';

/** A few milliseconds of copying, measuring and scanning. */
const PIECE = 2 * 1024 * 1024;
/** A Blob's text, its first bytes at hand. */
export interface TextSource {
  /** How many bytes it has, as far as that can be known: gzip notes it, but for contents over 4 GB. */
  readonly size: number;
  /**
   * The text in order, in UTF-8 whatever it is encoded in; to be read once. `onDecoder` is told how it is read before
   * the first piece comes. A piece is gone once the next one is asked for.
   * @throws CodedError `unreadable`
   */
  read(onDecoder?: (decoder: Decoder) => void): AsyncGenerator<Uint8Array, void, void>;
}

/**
 * Begins to read a Blob, of which the first bytes may have been read.
 * @throws CodedError `unreadable`
 */
export async function openText(source: Blob, read?: Uint8Array): Promise<TextSource> {
  const first = read ?? (await readPiece(readFirstBytes(source), source));
  const isPacked = beginsAsGzip(first);
  return {
    size: isPacked ? await notedSize(source) : source.size,
    read: (onDecoder) => decode(isPacked ? readCompressed(source) : readPieces(source, first), onDecoder),
  };
}

async function* decode(
  pieces: AsyncIterable<Uint8Array>,
  onDecoder?: (decoder: Decoder) => void,
): AsyncGenerator<Uint8Array, void, void> {
  let decoder: Decoder | undefined;
  for await (const piece of pieces) {
    if (decoder === undefined) {
      decoder = new Decoder(detectEncoding(piece));
      onDecoder?.(decoder);
    }
    yield decoder.decode(piece);
  }
  const rest = decoder?.decode(new Uint8Array(), true);
  if (rest !== undefined && rest.length > 0) yield rest;
}

/**
 * How many bytes a compressed Blob holds; counts no further than behind `most`.
 * @throws CodedError `unreadable`
 */
export async function unpackedSize(source: Blob, most: number): Promise<number> {
  let size = 0;
  for await (const piece of readCompressed(source)) {
    size += piece.length;
    if (size > most) break;
  }
  return size;
}

/** The size that the file notes. */
async function notedSize(source: Blob): Promise<number> {
  const note = new DataView(await readPiece(source.slice(-4).arrayBuffer(), source));
  // Of several members joined it is the last one's, so it may be too small; what it can't hold is not believed.
  return note.byteLength < 4 ? 0 : Math.min(note.getUint32(0, true), source.size * MOST_DEFLATED);
}

/** The bytes that a compressed Blob holds, in pieces of a size that is good to work on. */
async function* readCompressed(source: Blob): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* unpackGzip(source);
  } catch (error) {
    const name = source instanceof File ? source.name : null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CodedError('unreadable', DOCUMENT.unpackFailed(name, reason));
  }
}

/**
 * The bytes of a Blob in order, of which the first are there.
 * @throws CodedError `unreadable` when the file behind it was moved, changed or deleted
 */
async function* readPieces(source: Blob, first: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  let end = first.length;
  let piece: ArrayBuffer | null = null;
  for (;;) {
    const start = end;
    end = Math.min(source.size, start + PIECE);
    const next = start === end ? null : source.slice(start, end).arrayBuffer();
    // A failure shows when its turn comes.
    next?.catch(() => undefined);
    yield piece === null ? first : new Uint8Array(piece);
    if (piece !== null) release(piece);
    if (next === null) return;
    piece = await readPiece(next, source);
  }
}

/**
 * Frees the bytes of a buffer at once: given to a port that nobody listens at, they are gone. Some 50 MB of pieces would
 * wait for the collector of garbage. (`transfer(0)` keeps them in Chromium, and has the collector know nothing of them.)
 */
function release(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer]);
  port1.close();
}

async function readPiece<T>(piece: Promise<T>, source: Blob): Promise<T> {
  try {
    return await piece;
  } catch (error) {
    const name = source instanceof File ? source.name : null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CodedError('unreadable', DOCUMENT.readFailed(name, reason));
  }
}
