// A growable byte buffer for the texts of a window of rows, and the place to cut a long text.

import type { TapeText } from '../tape/tape.ts';

/** A growable byte buffer. */
export class Heap {
  length = 0;
  private bytes = new Uint8Array(16384);

  add(part: ArrayLike<number>): number {
    if (this.length + part.length > this.bytes.length) {
      const larger = new Uint8Array((this.length + part.length) * 2);
      larger.set(this.taken());
      this.bytes = larger;
    }
    this.bytes.set(part, this.length);
    this.length += part.length;
    return part.length;
  }

  taken(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/** The end of the range if that is within `most` bytes; otherwise the last start of a character within them. */
export function cutAt(text: TapeText, start: number, end: number, most: number): number {
  if (end - start <= most) return end;
  let cut = start + most;
  while (cut > start && (text.byteAt(cut) & 0xc0) === 0x80) cut -= 1;
  return cut;
}
