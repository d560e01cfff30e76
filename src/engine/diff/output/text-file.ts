// Builds a text file of any size, in pieces that a Blob can be made of.

import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';

const PIECE = 1024 * 1024;

/** Collects text and bytes in order. */
export class TextFile {
  private readonly pieces: Uint8Array<ArrayBuffer>[] = [];
  private piece = new Uint8Array(PIECE);
  private length = 0;
  private text = '';

  write(text: string): void {
    this.text += text;
    if (this.text.length > PIECE / 8) this.flush();
  }

  /** Adds bytes, which are copied. */
  writeBytes(bytes: Uint8Array): void {
    this.flush();
    this.append(bytes);
  }

  /** Returns all pieces. Nothing may be added afterwards. */
  finish(): Uint8Array<ArrayBuffer>[] {
    this.flush();
    return [...this.pieces, this.piece.slice(0, this.length)];
  }

  private flush(): void {
    if (this.text === '') return;
    this.append(encodeUtf8(this.text));
    this.text = '';
  }

  private append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + PIECE - this.length);
      this.piece.set(part, this.length);
      this.length += part.length;
      at += part.length;
      if (this.length < PIECE) continue;
      this.pieces.push(this.piece);
      this.piece = new Uint8Array(PIECE);
      this.length = 0;
    }
  }
}
