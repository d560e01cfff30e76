// Collects replacements into a list of splices that stays small for millions of them. The first thousand get a splice each.
// After that, neighbours less than 256 bytes apart share one splice that also holds the bytes between them: copying those costs
// less than an object for each.

import { copyBytes } from '../../shared/bytes/bytes.ts';
import { asByte } from '../../shared/units.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { TEXT_BASE, type DocumentMemory } from './memory.ts';

const UNMERGED_COUNT = 1000;
const MERGE_GAP_BYTES = 256;
/** A shared splice ends when its insert is this long. */
const SHARED_BYTES = 1024 * 1024;

/** Builds a sorted list from replacements that are added in order. */
export class SpliceList {
  private readonly splices: Splice[] = [];
  private start = 0;
  private end = 0;
  private insert = new Uint8Array(4096);
  private length = 0;
  private isOpen = false;

  /** At least the first `alone` replacements get a splice each: `Infinity` if the caller merges other splices into the list. */
  constructor(
    private readonly memory: DocumentMemory,
    private readonly alone = UNMERGED_COUNT,
  ) {}

  /**
   * Replaces `start` to `end` by `insert`; `start` is not before the end of the previous range. `insert` is retained or copied.
   */
  add(start: number, end: number, insert: Uint8Array): void {
    if (this.splices.length < this.alone) {
      this.splices.push({ start: asByte(start), end: asByte(end), insert });
      return;
    }
    if (this.isOpen && start - this.end < MERGE_GAP_BYTES && this.length < SHARED_BYTES) {
      this.append(this.memory.bytes, TEXT_BASE + this.end, TEXT_BASE + start);
    } else {
      this.close();
      this.start = start;
      this.isOpen = true;
    }
    this.append(insert, 0, insert.length);
    this.end = end;
  }

  /** Returns the list. */
  finish(): Splice[] {
    this.close();
    return this.splices;
  }

  private append(bytes: Uint8Array, start: number, end: number): void {
    const length = this.length + end - start;
    if (length > this.insert.length) {
      const larger = new Uint8Array(length * 2);
      larger.set(this.insert.subarray(0, this.length));
      this.insert = larger;
    }
    copyBytes(bytes, start, end, this.insert, this.length);
    this.length = length;
  }

  private close(): void {
    if (!this.isOpen) return;
    const insert = this.insert.slice(0, this.length);
    this.splices.push({ start: asByte(this.start), end: asByte(this.end), insert });
    this.length = 0;
    this.isOpen = false;
  }
}
