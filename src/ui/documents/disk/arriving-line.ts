// The beginning of a line that is arriving at the end of a followed file. Its bytes are looked at once, however long the line is and in
// how many pieces it comes.

import { BACKSLASH, BRACE, BRACE_END, BRACKET, BRACKET_END, QUOTE } from '../../../shared/bytes/ascii.ts';
import { joinBytes } from '../../../shared/bytes/bytes.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';

/** A longer line is taken for a record if its brackets and strings are closed; a shorter one if it is valid. In bytes. */
const MAX_PARSED = 65_536;

/** A line of which more may come. */
export class ArrivingLine {
  private pieces: Uint8Array[] = [];
  private size = 0;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;

  /** Its length in bytes. */
  get length(): number {
    return this.size;
  }

  /** Adds bytes of the same line. */
  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.pieces.push(bytes);
    this.size += bytes.length;
    for (const byte of bytes) {
      if (this.isInString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) this.isInString = false;
      } else if (byte === QUOTE) this.isInString = true;
      else if (byte === BRACE || byte === BRACKET) this.depth += 1;
      else if (byte === BRACE_END || byte === BRACKET_END) this.depth -= 1;
    }
  }

  /** Returns all of it, and begins another line. */
  take(): Uint8Array {
    const all = this.pieces.length === 1 && this.pieces[0] !== undefined ? this.pieces[0] : joinBytes(this.pieces);
    this.pieces = [];
    this.size = 0;
    this.depth = 0;
    this.isInString = false;
    this.isEscaped = false;
    return all;
  }

  /** Whether it is a whole JSON value, as far as is known without what may still come. */
  get isRecord(): boolean {
    if (this.size === 0 || this.depth !== 0 || this.isInString) return false;
    if (this.size > MAX_PARSED) return true;
    try {
      JSON.parse(decodeUtf8(joinBytes(this.pieces)));
      return true;
    } catch {
      return false;
    }
  }
}
