// A place in a run of bytes, from which the readers of prints and literals go on; and the text of short runs: names, keys, strings.

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
const SHORT = 40;

/** The text of a range of bytes. For short ones a decoder takes longer than the characters. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT) return DECODER.decode(bytes.subarray(start, end));
  let text = '';
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return DECODER.decode(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Reads bytes up to a limit, within a budget of steps. */
export abstract class ByteCursor {
  at = 0;
  /** Number of bytes read so far, in all attempts. */
  steps = 0;
  /** Reading stops, as at the end of the bytes, when `steps` reaches this. */
  budget = Number.POSITIVE_INFINITY;
  /** Whether a byte was asked for behind the end. */
  hitEnd = false;

  constructor(
    protected readonly bytes: Uint8Array,
    protected readonly limit: number,
  ) {}

  /** The byte at an offset; 0 behind the end. */
  protected byte(offset = this.at): number {
    this.steps += 1;
    if (offset < this.limit && this.steps < this.budget) return this.bytes[offset] ?? 0;
    this.hitEnd = true;
    return 0;
  }

  protected text(start: number, end: number): string {
    return textOf(this.bytes, start, end);
  }

  protected startsWith(word: string, offset = this.at): boolean {
    for (let index = 0; index < word.length; index += 1)
      if (this.byte(offset + index) !== word.charCodeAt(index)) return false;
    return true;
  }
}
