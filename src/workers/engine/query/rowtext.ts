// Collects the bytes of a result in large pieces.

import { copyBytes } from '../../../shared/bytes.ts';

const PIECE_BYTES = 1024 * 1024;

/** A text under way. */
export class RowText {
  /** Bytes so far. */
  size = 0;
  private readonly pieces: Uint8Array[] = [];
  private piece = new Uint8Array(PIECE_BYTES);
  private length = 0;
  private taken = 0;

  /** Adds bytes, which are copied. */
  write(bytes: Uint8Array): void {
    this.copy(bytes, 0, bytes.length);
  }

  /** Adds the bytes from `start` to `end`. */
  copy(from: Uint8Array, start: number, end: number): void {
    const count = end - start;
    if (this.length + count > this.piece.length) {
      this.pieces.push(this.piece.subarray(0, this.length));
      this.piece = new Uint8Array(Math.max(PIECE_BYTES, count));
      this.length = 0;
    }
    copyBytes(from, start, end, this.piece, this.length);
    this.length += count;
    this.size += count;
  }

  /** Whether at least so many bytes were added since the last time that it was so. */
  takeWritten(bytes: number): boolean {
    if (this.size - this.taken < bytes) return false;
    this.taken = this.size;
    return true;
  }

  /** The pieces; nothing may be added afterwards. */
  finish(): Uint8Array[] {
    this.pieces.push(this.piece.subarray(0, this.length));
    return this.pieces;
  }
}
