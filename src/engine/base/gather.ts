// Copies many pieces of a text into one buffer. The pieces are first gathered, a few kilobytes at a time, in the scratch area
// below the text that the plain search also uses: one call per piece would cost as much as copying its bytes.
//
//   49408  pieces: address, length                                           2 words each, 128 at most
//          (in `arrangement.ts` 3 words each, and no bytes)
//   50432  their bytes
//   65536  the text

import { copyBytes } from '../../shared/bytes/bytes.ts';
import { TEXT_BASE, type DocumentMemory } from './memory.ts';

/** Address of the table of pieces, below the text. */
export const TABLE = 49408;
const MAX_PIECES = 128;
const OUT = TABLE + MAX_PIECES * 8;
/** Bytes per call. The pass may write up to 15 bytes past the end. */
const ROOM = TEXT_BASE - OUT - 16;

/** Collects pieces. Call `flush` before any other code uses the scratch area. */
export class Gather {
  /** Bytes written to the target. */
  written = 0;
  private readonly table = new Uint32Array(MAX_PIECES * 2);
  private count = 0;
  private waiting = 0;

  constructor(
    private readonly memory: DocumentMemory,
    private readonly target: Uint8Array,
  ) {}

  /** Appends the text's bytes from `start` to `end`. */
  add(start: number, end: number): void {
    const size = end - start;
    if (this.count === MAX_PIECES || this.waiting + size > ROOM) this.flush();
    if (size > ROOM) {
      copyBytes(this.memory.bytes, TEXT_BASE + start, TEXT_BASE + end, this.target, this.written);
      this.written += size;
      return;
    }
    const at = this.count * 2;
    this.table[at] = TEXT_BASE + start;
    this.table[at + 1] = size;
    this.count += 1;
    this.waiting += size;
  }

  /** Writes the pending pieces to the target. */
  flush(): void {
    const { bytes, words, passes } = this.memory;
    words.set(this.table, TABLE >>> 2);
    passes.gather(TABLE, this.count, OUT);
    copyBytes(bytes, OUT, OUT + this.waiting, this.target, this.written);
    this.written += this.waiting;
    this.count = 0;
    this.waiting = 0;
  }
}
