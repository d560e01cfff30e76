// Reads a Blob piece by piece, the next piece on its way while one is worked on, as UTF-8.

import { CodedError } from '../shared/errors.ts';
import { Decoder, detectEncoding } from './engine/encoding.ts';

/** A few milliseconds of copying, measuring and scanning. */
const PIECE = 2 * 1024 * 1024;
/** The first piece is small, so that the first text is there at once. */
const FIRST_PIECE = 128 * 1024;

/**
 * The text of a Blob in order, in UTF-8 whatever it is encoded in. `onDecoder` is told how it is read before
 * the first piece comes.
 * @throws CodedError `unreadable`
 */
export async function* readText(
  source: Blob,
  onDecoder?: (decoder: Decoder) => void,
): AsyncGenerator<Uint8Array, void, void> {
  let decoder: Decoder | undefined;
  for await (const piece of readPieces(source)) {
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
 * The bytes of a Blob in order.
 * @throws CodedError `unreadable` when the file behind it was moved, changed or deleted
 */
async function* readPieces(source: Blob): AsyncGenerator<Uint8Array, void, void> {
  let end = Math.min(FIRST_PIECE, source.size);
  let piece = source.slice(0, end).arrayBuffer();
  for (;;) {
    const bytes = await readPiece(piece, source);
    const start = end;
    const last = start >= source.size;
    end = Math.min(source.size, start + PIECE);
    if (!last) {
      piece = source.slice(start, end).arrayBuffer();
      // A failure shows when its turn comes.
      piece.catch(() => undefined);
    }
    yield new Uint8Array(bytes);
    if (last) return;
  }
}

async function readPiece(piece: Promise<ArrayBuffer>, source: Blob): Promise<ArrayBuffer> {
  try {
    return await piece;
  } catch (error) {
    const name = source instanceof File ? `The file "${source.name}"` : 'The content';
    const reason = error instanceof Error ? error.message : String(error);
    throw new CodedError('unreadable', `${name} can't be read. Was it moved, changed or deleted? (${reason})`);
  }
}
