// Drives the scanner (`wasm/scan.ts`): makes room for the tape before each stretch, and converts the scanner's results to
// values. The text may still be arriving while it is scanned.

import type { Dialect } from '../../shared/document/dialect.ts';
import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import { CLOSING, ENTRY_BYTES, OPENING, type Tape } from '../tape/tape.ts';

const DONE = 0;
const MORE = 1;
const STOPPED = 2;
const CLOSED = 3;

/** What is expected next, for scans that start inside a text. */
export const EXPECT = { value: 0, after: 1, key: 2, firstKey: 3, firstValue: 4 } as const;
/** The kind of container that a part is in. */
export const PART = { none: 0, array: 1, object: 2, lines: 3 } as const;
/** The dialect numbers of `wasm/relaxed.ts`. */
const LANGUAGES: Readonly<Record<Dialect, number>> = { json: 0, jsonc: 1, json5: 2, ndjson: 0 };

/** Where a text stops being valid, and the scanner's error code. */
export interface ScanError {
  readonly code: number;
  readonly offset: number;
}

/** The state of a scan. `stopped` and `closed` occur only in parts. */
export type ScanStatus =
  | { readonly type: 'done' }
  | { readonly type: 'more' }
  | { readonly type: 'stopped' }
  | { readonly type: 'closed' }
  | { readonly type: 'failed'; readonly error: ScanError };

const BOM = [0xef, 0xbb, 0xbf];

/** The length of the byte order mark; 0 if there is none. It is not part of the JSON. @see RFC 8259 §8.1 */
export function bomLength(text: Uint8Array): number {
  return BOM.every((byte, index) => text[index] === byte) ? BOM.length : 0;
}

/** A scan in progress. One at a time per memory. */
export class Scan {
  /** Entries of the NDJSON root, which has no brackets: the scanner does not write these. */
  private around = 0;

  private constructor(
    private readonly memory: DocumentMemory,
    private readonly target: () => number,
    /** Where a text starts whose root has no brackets; -1 otherwise. */
    private readonly root = -1,
  ) {
    if (root >= 0) this.around = 1;
  }

  /** Scans a whole text from its first byte, onto the document's tape. */
  static whole(memory: DocumentMemory, dialect: Dialect = 'json'): Scan {
    return Scan.begin(memory, dialect, () => memory.tapeBase);
  }

  /** Scans a whole text to the memory after the document's tape, which stays unchanged. */
  static aside(memory: DocumentMemory, tape: Tape): Scan {
    return Scan.begin(memory, tape.dialect, () => memory.tapeBase + tape.byteLength);
  }

  private static begin(memory: DocumentMemory, dialect: Dialect, target: () => number): Scan {
    const bom = bomLength(memory.text(0, Math.min(3, memory.size)));
    const isLines = dialect === 'ndjson';
    memory.passes.begin(0, 0, bom, EXPECT.value, isLines ? PART.lines : PART.none, LANGUAGES[dialect]);
    return new Scan(memory, target, isLines ? bom : -1);
  }

  /** Scans part of a text from `offset`, directly inside a container of kind `part`, to the memory after the tape. */
  static part(memory: DocumentMemory, tape: Tape, offset: number, expect: number, part: number): Scan {
    const scan = new Scan(memory, () => memory.tapeBase + tape.byteLength);
    memory.passes.begin(0, 0, offset, expect, part, LANGUAGES[tape.dialect]);
    return scan;
  }

  /** Entries written so far. */
  get count(): number {
    return (this.memory.passes.count.value >>> 0) + this.around;
  }

  /** Offset of the next byte to read. */
  get offset(): number {
    return this.memory.passes.pos.value >>> 0;
  }

  /** Address of the first entry. */
  get address(): number {
    return this.target();
  }

  /** In a part: makes `run` return `stopped` at the first value of its container that starts at or after `offset`. */
  stopAt(offset: number): void {
    this.memory.passes.setStop(offset);
  }

  /**
   * Continues to `limit` (exclusive); `final` states that the text ends there.
   * @throws CodedError `too-large`
   */
  run(limit: number, final: boolean): ScanStatus {
    const { memory } = this;
    const { passes } = memory;
    // At most one entry per byte, plus a margin of two for closing entries that match no opening bracket.
    memory.ensure(this.target() + (this.count + Math.max(0, limit - this.offset) + 2) * ENTRY_BYTES);
    passes.rebase(TEXT_BASE, this.target() + this.around * ENTRY_BYTES);
    switch (passes.scan(limit, final)) {
      case DONE:
        return { type: 'done' };
      case MORE:
        return { type: 'more' };
      case STOPPED:
        return { type: 'stopped' };
      case CLOSED:
        if (this.root < 0) return { type: 'closed' };
        this.closeRoot(limit);
        return { type: 'done' };
      default:
        return { type: 'failed', error: { code: passes.errorCode.value, offset: this.offset } };
    }
  }

  /** Writes the two entries of a root without brackets around those of its values. */
  private closeRoot(end: number): void {
    const { words } = this.memory;
    const at = this.target() >>> 2;
    const distance = this.count;
    words.set([this.root, (distance | OPENING) >>> 0], at);
    words.set([end, (distance | CLOSING) >>> 0], at + distance * 2);
    this.around = 2;
  }
}
