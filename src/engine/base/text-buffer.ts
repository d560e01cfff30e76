// Builds UTF-8 from strings and bytes, as pieces of a size that suits a Blob. Short runs are joined in one buffer; long ones
// are not copied.

import { copyBytes } from '../../shared/bytes/bytes.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';

/** Size of a buffer, in bytes. */
const BUFFER = 256 * 1024;
/** Runs of at least this many bytes become pieces of their own: copying them would cost more than an extra piece. */
const LONG = 64 * 1024;
/** Up to this many characters a loop is faster than the encoder. */
const SHORT = 24;

/** Collects pieces in order. */
export class TextBuffer {
  /** Bytes added so far. */
  size = 0;
  private readonly pieces: Uint8Array[] = [];
  private buffer = new Uint8Array(BUFFER);
  private used = 0;
  private taken = 0;
  private told = 0;

  /** Adds bytes. Long runs are not copied, so the caller must not change them. */
  add(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const length = end - start;
    this.size += length;
    if (length >= LONG) {
      this.cut();
      this.pieces.push(bytes.subarray(start, end));
      return;
    }
    this.reserve(length);
    copyBytes(bytes, start, end, this.buffer, this.used);
    this.used += length;
  }

  /** Adds characters. */
  addText(text: string): void {
    const { length } = text;
    if (length <= SHORT) {
      this.reserve(SHORT);
      const { buffer } = this;
      const from = this.used;
      let at = 0;
      for (; at < length; at += 1) {
        const code = text.charCodeAt(at);
        if (code > 0x7f) break;
        buffer[from + at] = code;
      }
      if (at === length) {
        this.used += length;
        this.size += length;
        return;
      }
    }
    this.add(encodeUtf8(text));
  }

  /** Whether at least this many bytes were added since the last call that returned true. */
  takeWritten(bytes: number): boolean {
    if (this.size - this.told < bytes) return false;
    this.told = this.size;
    return true;
  }

  /** Returns all pieces. Nothing may be added afterwards. */
  finish(): Uint8Array[] {
    this.cut();
    return this.pieces;
  }

  private reserve(length: number): void {
    if (this.used + length <= BUFFER) return;
    this.cut();
    this.buffer = new Uint8Array(BUFFER);
    this.used = 0;
    this.taken = 0;
  }

  private cut(): void {
    if (this.used > this.taken) this.pieces.push(this.buffer.subarray(this.taken, this.used));
    this.taken = this.used;
  }
}
