// Decodes ASCII strings without escapes. A whole window of the document is decoded in one call, and a string is a slice of
// that. With one decoder call per string, decoding would be most of the cost of a pattern.

import { BACKSLASH } from '../../../shared/bytes/ascii.ts';

const WINDOW_BYTES = 1 << 14;
const MAX_BYTES = 1 << 10;

/** Fast for strings that are read in document order. */
export class AsciiText {
  private start = 0;
  private end = 0;
  private window = '';
  /** Decodes each byte to one UTF-16 unit. */
  private readonly decoder = new TextDecoder('latin1');

  /** `textEnd` is the address after the text. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly textEnd: number,
  ) {}

  /** Returns the text between two addresses; `null` when it is long, has an escape, or is not ASCII. */
  read(start: number, end: number): string | null {
    if (end - start > MAX_BYTES) return null;
    const { bytes } = this;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80 || byte === BACKSLASH) return null;
    }
    if (start < this.start || end > this.end) {
      this.start = start;
      this.end = Math.min(start + WINDOW_BYTES, this.textEnd);
      this.window = this.decoder.decode(bytes.subarray(this.start, this.end));
    }
    return this.window.slice(start - this.start, end - this.start);
  }
}
