// Collects the bytes of a large text in pieces, one byte or one range at a time.

import { copyBytes, joinBytes } from '../../shared/bytes/bytes.ts';

const PIECE = 1 << 20;
/** Most buffers stay small. */
const FIRST_PIECE = 1 << 10;

/** Bytes in order. */
export class ByteBuffer {
  /** Bytes added so far. */
  size = 0;
  private readonly pieces: Uint8Array[] = [];
  private piece = new Uint8Array(FIRST_PIECE);
  private used = 0;

  put(byte: number): void {
    if (this.used === this.piece.length) this.cut(1);
    this.piece[this.used++] = byte;
    this.size += 1;
  }

  add(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const length = end - start;
    if (this.used + length > this.piece.length) this.cut(length);
    copyBytes(bytes, start, end, this.piece, this.used);
    this.used += length;
    this.size += length;
  }

  /** Returns all pieces. Nothing may be added afterwards. */
  finish(): Uint8Array[] {
    this.pieces.push(this.piece.subarray(0, this.used));
    return this.pieces;
  }

  /** The last byte; -1 if there is none. */
  get last(): number {
    if (this.used > 0) return this.piece[this.used - 1] ?? -1;
    return this.pieces.findLast(({ length }) => length > 0)?.at(-1) ?? -1;
  }

  /** Removes everything and returns it as one run, which is valid until something is added. */
  takeView(): Uint8Array {
    const last = this.piece.subarray(0, this.used);
    const all = this.pieces.length === 0 ? last : joinBytes([...this.pieces, last]);
    this.pieces.length = 0;
    this.used = 0;
    this.size = 0;
    return all;
  }

  private cut(needed: number): void {
    this.pieces.push(this.piece.subarray(0, this.used));
    this.piece = new Uint8Array(Math.max(Math.min(PIECE, this.piece.length * 8), needed));
    this.used = 0;
  }
}
