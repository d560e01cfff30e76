// The tape: an index over the text with one entry of two words per value, in the order of the text, and one for the closing
// bracket of each container. `wasm/scan.ts` draws the layout of an entry. Links count entries relative to their own, so that a
// subtree can move unchanged. Keys are not on the tape: a member's key is the string before its value's colon.
//
//   text    { " a " : [ 1 , 2 ] }        entry  start  link
//   offset  0 1 2 3 4 5 6 7 8 9 10         0      0    opening, 5 ahead
//                                          1      5    opening, 3 ahead
//                                          2      6    scalar, 1 byte
//                                          3      8    scalar, 1 byte
//                                          4      9    closing, 3 back
//                                          5     10    closing, 5 back

import { countBelow } from '../../shared/bytes/binary-search.ts';
import type { Dialect } from '../../shared/document/dialect.ts';
import type { RowKind } from '../../shared/protocol/rows.ts';
import { TEXT_BASE, type DocumentMemory, type Passes } from '../base/memory.ts';

export const OPENING = 0x40000000;
export const CLOSING = 0x80000000;
export const LINK_MASK = 0x3fffffff;
/** A half-open range of bytes of the tape's text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Bytes per entry. */
export const ENTRY_BYTES = 8;

/** The memory that holds a tape. */
export interface TapeMemory {
  readonly words: Uint32Array;
  /** The byte address of its first entry in `words`. */
  readonly tapeBase: number;
  /** Prefetches bytes before a walk. @see prefetch.ts */
  readonly passes: Pick<Passes, 'fetch'>;
}

/**
 * Reads the tape of a document. Indexes count entries; offsets are bytes of the text that it was made for. A read-only tape
 * need not be in the memory of a document.
 */
export class Tape<Memory extends TapeMemory = DocumentMemory> {
  /** The number of entries; 0 if the document has had no valid text yet. */
  count = 0;
  /** The starts of NDJSON records that are not valid JSON, in the text of the tape; sorted. */
  broken: Uint32Array = new Uint32Array();

  constructor(
    readonly memory: Memory,
    readonly dialect: Dialect = 'json',
  ) {}

  /** The index of the tape's first word in `memory.words`. */
  get wordBase(): number {
    return this.memory.tapeBase >>> 2;
  }

  get byteLength(): number {
    return this.count * ENTRY_BYTES;
  }

  start(entry: number): number {
    return this.memory.words[this.wordBase + entry * 2] ?? 0;
  }

  link(entry: number): number {
    return this.memory.words[this.wordBase + entry * 2 + 1] ?? 0;
  }

  isOpening(entry: number): boolean {
    return (this.link(entry) & OPENING) !== 0;
  }

  isClosing(entry: number): boolean {
    return (this.link(entry) & CLOSING) !== 0;
  }

  /** Whether a value is an NDJSON record that is not valid JSON. Its bytes are those of a line and have no JSON meaning. */
  isBroken(entry: number): boolean {
    const { broken } = this;
    if (broken.length === 0 || entry === 0) return false;
    const start = this.start(entry);
    return broken[countBelow(broken, start)] === start;
  }

  /** The entry of a container's closing bracket; for a scalar, the scalar itself. */
  closing(entry: number): number {
    const link = this.link(entry);
    return (link & OPENING) !== 0 ? entry + (link & LINK_MASK) : entry;
  }

  /**
   * The length in bytes of each bracket of a container: 0 for the root of NDJSON, whose entries are at the start and the end of
   * the text.
   */
  bracketLength(container: number): 0 | 1 {
    return container === 0 && this.dialect === 'ndjson' ? 0 : 1;
  }

  /** The entry after a value and everything in it: its next sibling, or the closing bracket of its container. */
  next(entry: number): number {
    return this.closing(entry) + 1;
  }

  /** The length of a scalar in bytes; `LINK_MASK` means that length or more. */
  scalarLength(entry: number): number {
    return this.link(entry) & LINK_MASK;
  }

  /** The last entry that starts at or before `offset`; -1 if there is none. O(log n). */
  lastAtOrBefore(offset: number): number {
    const words = this.memory.words;
    const base = this.wordBase;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((words[base + middle * 2] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** The kind of the value that starts with this byte. */
export function kindOf(firstByte: number): Exclude<RowKind, 'broken'> {
  switch (firstByte) {
    case 0x7b:
      return 'object';
    case 0x5b:
      return 'array';
    case 0x22:
    case 0x27:
      return 'string';
    case 0x74:
      return 'true';
    case 0x66:
      return 'false';
    case 0x6e:
      return 'null';
    default:
      return 'number';
  }
}

/** The text that a tape refers to: the document's own, or, while that is invalid, the last valid one. */
export interface TapeText {
  readonly size: number;
  byteAt(offset: number): number;
  /** A view or a copy; read it before the next call that may grow the memory. */
  slice(start: number, end: number): Uint8Array;
}

/** The document's current text. */
export class LiveText implements TapeText {
  constructor(private readonly memory: DocumentMemory) {}

  get size(): number {
    return this.memory.size;
  }

  byteAt(offset: number): number {
    return this.memory.bytes[TEXT_BASE + offset] ?? 0;
  }

  slice(start: number, end: number): Uint8Array {
    return this.memory.text(start, Math.min(end, this.memory.size));
  }
}
