// Builds a text from ranges of a document and from bytes inserted between them. Adjacent ranges are copied in one call.

import { copyBytes } from '../../shared/bytes/bytes.ts';
import { TEXT_BASE, type DocumentMemory } from './memory.ts';

/** Collects bytes in order. */
export class Output {
  private bytes: Uint8Array;
  private length = 0;
  /** The range that has not been copied yet. */
  private from = 0;
  private to = 0;

  /** `expected`: the likely size in bytes. */
  constructor(
    private readonly memory: DocumentMemory,
    expected: number,
  ) {
    this.bytes = new Uint8Array(expected);
  }

  /** Adds the document's bytes from `start` to `end`. */
  copy(start: number, end: number): void {
    if (start !== this.to) {
      this.flush();
      this.from = start;
    }
    this.to = end;
  }

  /** Adds a copy of the bytes. */
  write(part: Uint8Array): void {
    this.flush();
    this.from = this.to;
    this.append(part, 0, part.length);
  }

  /** Returns all bytes. Nothing may be added afterwards. */
  take(): Uint8Array {
    this.flush();
    return this.length === this.bytes.length ? this.bytes : this.bytes.slice(0, this.length);
  }

  private flush(): void {
    this.append(this.memory.bytes, TEXT_BASE + this.from, TEXT_BASE + this.to);
    this.from = this.to;
  }

  private append(part: Uint8Array, start: number, end: number): void {
    const length = this.length + end - start;
    if (length > this.bytes.length) {
      const larger = new Uint8Array(Math.ceil(length * 1.25) + 64);
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    copyBytes(part, start, end, this.bytes, this.length);
    this.length = length;
  }
}
