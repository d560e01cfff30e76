// Reads a Blob in pieces, as UTF-8; the next piece is loaded while the current one is processed. Blobs compressed with gzip are
// unpacked.

import { CodedError } from '../../shared/errors.ts';
import { readFirstBytes, beginsAsGzip, MAX_DEFLATE_RATIO } from '../../shared/bytes/first-bytes.ts';
import { Decoder, detectEncoding } from '../../engine/document/encoding.ts';
import { DOCUMENT } from '../../shared/texts/documents.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { unpackGzip } from './gunzip.ts';

/** Takes a few milliseconds to copy, measure and scan. */
const PIECE = 2 * 1024 * 1024;
/** A Blob's text, with its first bytes already read. */
export interface TextSource {
  /** The size in bytes, as far as it is known: gzip records it, except for contents over 4 GB. */
  readonly size: number;
  /**
   * Yields the text in order, in UTF-8 whatever its encoding. Can be read once. `onDecoder` is called with the decoder before
   * the first piece. A piece is invalid once the next one is requested. With `onCut`, a compressed Blob that can be unpacked
   * only in part ends after that part, and `onCut` is called.
   * @throws CodedError `unreadable`
   */
  read(onDecoder?: (decoder: Decoder) => void, onCut?: () => void): AsyncGenerator<Uint8Array, void, void>;
}

/**
 * Starts reading a Blob. Its first bytes may already have been read.
 * @throws CodedError `unreadable`
 */
export async function openText(source: Blob, read?: Uint8Array): Promise<TextSource> {
  const first = read ?? (await readPiece(readFirstBytes(source), source));
  const isPacked = beginsAsGzip(first);
  return {
    size: isPacked ? await notedSize(source) : source.size,
    read: (onDecoder, onCut) => decode(isPacked ? readCompressed(source, onCut) : readPieces(source, first), onDecoder),
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

/** Reads all bytes of a Blob, unpacked where it is compressed, in whatever encoding. @throws CodedError `unreadable` */
export async function readBytes(source: Blob): Promise<Uint8Array> {
  const isPacked = beginsAsGzip(await readPiece(readFirstBytes(source), source));
  if (!isPacked) return new Uint8Array(await readPiece(source.arrayBuffer(), source));
  const pieces: Uint8Array[] = [];
  for await (const piece of readCompressed(source)) pieces.push(piece.slice());
  return joinBytes(pieces);
}

/**
 * Counts the uncompressed bytes of a compressed Blob; stops once there are more than `most`.
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

/** The uncompressed size that the file records. */
async function notedSize(source: Blob): Promise<number> {
  const note = new DataView(await readPiece(source.slice(-4).arrayBuffer(), source));
  // With several members it is the size of the last one, so it may be too small. A size that deflate cannot reach is limited.
  return note.byteLength < 4 ? 0 : Math.min(note.getUint32(0, true), source.size * MAX_DEFLATE_RATIO);
}

/** Yields the uncompressed bytes of a compressed Blob, in pieces. */
async function* readCompressed(source: Blob, onCut?: () => void): AsyncGenerator<Uint8Array, void, void> {
  let size = 0;
  try {
    for await (const piece of unpackGzip(source)) {
      size += piece.length;
      yield piece;
    }
    // An empty text has a piece, too, which ends the one before it.
    if (size === 0) yield new Uint8Array();
  } catch (error) {
    if (size > 0 && onCut !== undefined) return onCut();
    const name = source instanceof File ? source.name : null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CodedError('unreadable', DOCUMENT.unpackFailed(name, reason));
  }
}

/**
 * Yields the bytes of a Blob in order; the first ones have already been read.
 * @throws CodedError `unreadable` when the underlying file was moved, changed or deleted
 */
async function* readPieces(source: Blob, first: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  let end = first.length;
  let piece: ArrayBuffer | null = null;
  for (;;) {
    const start = end;
    end = Math.min(source.size, start + PIECE);
    const next = start === end ? null : source.slice(start, end).arrayBuffer();
    // A failure is reported when this piece is awaited.
    next?.catch(() => undefined);
    yield piece === null ? first : new Uint8Array(piece);
    if (piece !== null) release(piece);
    if (next === null) return;
    piece = await readPiece(next, source);
  }
}

/**
 * Frees the memory of a buffer immediately: transferred to a closed port, it is dropped. Otherwise about 50 MB of pieces would
 * wait for garbage collection. (`transfer(0)` keeps the memory in Chromium, without the garbage collector knowing of it.)
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
