// Drives the scanner (`wasm/scan.ts`): makes room for the tape ahead of each stretch, and turns what the
// scanner answers into values. The text may still be arriving while it is scanned.

import { TEXT_BASE, type DocumentMemory } from './memory.ts';
import { ENTRY_BYTES, type Tape } from './tape.ts';

const DONE = 0;
const MORE = 1;
const STOPPED = 2;
const CLOSED = 3;

/** What must come next, for scans that start inside a text. */
export const EXPECT = { value: 0, after: 1, key: 2, firstKey: 3, firstValue: 4 } as const;
/** What a part lies in. */
export const PART = { none: 0, array: 1, object: 2 } as const;

/** Where a text stops being valid, and which of the scanner's reasons it is. */
export interface ScanError {
  readonly code: number;
  readonly offset: number;
}

/** How far a scan has come. `stopped` and `closed` are for parts only. */
export type ScanStatus =
  | { readonly type: 'done' }
  | { readonly type: 'more' }
  | { readonly type: 'stopped' }
  | { readonly type: 'closed' }
  | { readonly type: 'failed'; readonly error: ScanError };

const BOM = [0xef, 0xbb, 0xbf];

/** Whether the text begins with a byte order mark, which is not part of the JSON. @see RFC 8259 §8.1 */
export function bomLength(text: Uint8Array): number {
  return BOM.every((byte, index) => text[index] === byte) ? BOM.length : 0;
}

/** A scan under way. One at a time per memory. */
export class Scan {
  private constructor(
    private readonly memory: DocumentMemory,
    private readonly target: () => number,
  ) {}

  /** A whole text from its first byte, onto the document's tape. */
  static whole(memory: DocumentMemory): Scan {
    const scan = new Scan(memory, () => memory.tapeBase);
    const bom = bomLength(memory.text(0, Math.min(3, memory.size)));
    memory.passes.begin(0, 0, bom, EXPECT.value, PART.none);
    return scan;
  }

  /** A whole text, onto memory behind the document's tape (which stays as it is). */
  static aside(memory: DocumentMemory, tape: Tape): Scan {
    const scan = new Scan(memory, () => memory.tapeBase + tape.byteLength);
    memory.passes.begin(0, 0, bomLength(memory.text(0, Math.min(3, memory.size))), EXPECT.value, PART.none);
    return scan;
  }

  /** A part of a text from `offset`, directly inside a container of kind `part`, onto memory behind the tape. */
  static part(memory: DocumentMemory, tape: Tape, offset: number, expect: number, part: number): Scan {
    const scan = new Scan(memory, () => memory.tapeBase + tape.byteLength);
    memory.passes.begin(0, 0, offset, expect, part);
    return scan;
  }

  /** Entries written so far. */
  get count(): number {
    return this.memory.passes.count.value >>> 0;
  }

  /** The next byte to read. */
  get offset(): number {
    return this.memory.passes.pos.value >>> 0;
  }

  /** Where the first entry is in memory. */
  get address(): number {
    return this.target();
  }

  /** In a part: answer `stopped` at the first value of its container that starts at or after `offset`. */
  stopAt(offset: number): void {
    this.memory.passes.setStop(offset);
  }

  /**
   * Goes on to `limit` (exclusive); `final` says that the text ends there.
   * @throws CodedError `too-large`
   */
  run(limit: number, final: boolean): ScanStatus {
    const { memory } = this;
    const { passes } = memory;
    // Never more entries than bytes, and one for an end that closes nothing.
    memory.ensure(this.target() + (this.count + Math.max(0, limit - this.offset) + 1) * ENTRY_BYTES);
    passes.rebase(TEXT_BASE, this.target());
    switch (passes.scan(limit, final)) {
      case DONE:
        return { type: 'done' };
      case MORE:
        return { type: 'more' };
      case STOPPED:
        return { type: 'stopped' };
      case CLOSED:
        return { type: 'closed' };
      default:
        return { type: 'failed', error: { code: passes.errorCode.value, offset: this.offset } };
    }
  }
}
