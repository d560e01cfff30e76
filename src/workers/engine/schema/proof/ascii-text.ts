// Strings of a document as text, where they are ASCII without escapes: a window of the document is decoded at once, and a
// string is a piece of it. One decoder call for each string would be most of what a pattern costs.

import { BACKSLASH } from '../../../../shared/bytes/ascii.ts';

const WINDOW_BYTES = 1 << 14;
const MOST_BYTES = 1 << 10;

/** Reads forwards, mostly. */
export class AsciiText {
  private start = 0;
  private end = 0;
  private window = '';
  /** One unit for each byte, whatever the bytes are. */
  private readonly decoder = new TextDecoder('latin1');

  /** `end` is the address behind the text. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly textEnd: number,
  ) {}

  /** The bytes between two addresses; `null` for a long string, and for what is not ASCII or has an escape. */
  read(start: number, end: number): string | null {
    if (end - start > MOST_BYTES) return null;
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
