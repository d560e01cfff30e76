// A window of tree rows, packed into one buffer; written by `engine/document/tree-rows.ts`, read by the tree.
//
//   header   Uint32 × 4      version, first row, count of rows, offset of the heap in bytes
//   records  Uint32 × 13 each
//     0 node          index into the tape
//     1 depth         0 for the root
//     2 flags         kind in bits 0-3, then the FLAG_ bits
//     3 position      among its siblings, from 0
//     4 setSize       number of siblings, including itself
//     5 childCount    of a container, else 0
//     6 keyStart      in the heap: the key in its spelling, with quotes
//     7 keyLength
//     8 textStart     in the heap: a scalar in its spelling, or a container's preview
//     9 textLength
//    10 byteStart     of the value in the document
//    11 byteLength    of the value in the document
//    12 itemStart     of the key in the document, or of a value without a key
//   heap     UTF-8 bytes

import { unquote } from '../bytes/literals.ts';
import { asByte, asNode, type ByteOffset, type NodeIndex } from '../units.ts';

export const ROWS_VERSION = 2;
export const HEADER_WORDS = 4;
export const ROW_WORDS = 13;

/** Kinds of values, determined by the first byte; `broken` is a record of NDJSON that is not JSON. */
export const KINDS = ['object', 'array', 'string', 'number', 'true', 'false', 'null', 'broken'] as const;
export type RowKind = (typeof KINDS)[number];

/** Whether values of a kind contain other values. */
export function isContainer(kind: RowKind): boolean {
  return kind === 'object' || kind === 'array';
}

export const FLAG_EXPANDED = 0x10;
export const FLAG_HAS_KEY = 0x20;
/** The key, or the value's text, is truncated in the window. */
export const FLAG_KEY_CUT = 0x40;
export const FLAG_TEXT_CUT = 0x80;
/** The container is still being read. */
export const FLAG_OPEN = 0x100;

/** Rows from `first` to `last`, both inclusive. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** Packs ranges as pairs of numbers: a hundred thousand objects would block the page while they are cloned. */
export function packRanges(ranges: readonly RowRange[]): Float64Array {
  const packed = new Float64Array(ranges.length * 2);
  for (const [index, { first, last }] of ranges.entries()) {
    packed[index * 2] = first;
    packed[index * 2 + 1] = last;
  }
  return packed;
}

export function unpackRanges(packed: Float64Array): RowRange[] {
  return Array.from({ length: packed.length / 2 }, (_, index) => ({
    first: packed[index * 2] ?? 0,
    last: packed[index * 2 + 1] ?? 0,
  }));
}

/** One row of the tree. */
export interface Row {
  readonly node: NodeIndex;
  readonly depth: number;
  readonly kind: RowKind;
  readonly expanded: boolean;
  /** Unescaped; `null` in an array and for the root. */
  readonly key: string | null;
  /** The key in its spelling, with quotes. */
  readonly rawKey: string;
  readonly keyCut: boolean;
  readonly position: number;
  readonly setSize: number;
  readonly childCount: number;
  /** Whether the container is still being read: it may have more children. */
  readonly isOpen: boolean;
  /** A scalar in its spelling (strings with quotes), or a container's preview. */
  readonly text: string;
  readonly textCut: boolean;
  readonly byteStart: ByteOffset;
  readonly byteLength: number;
  /** Start of the key; equals `byteStart` for a value without a key. */
  readonly itemStart: ByteOffset;
}

/** A container of other rows, and the index of its own row. */
export interface Ancestor {
  readonly index: number;
  readonly row: Row;
}

/** Unpacks a window. `first` is the index of `rows[0]`. */
export function unpackRows(buffer: ArrayBuffer): { readonly first: number; readonly rows: Row[] } {
  const words = new Uint32Array(buffer, 0, (buffer.byteLength / 4) | 0);
  const [version, first = 0, count = 0, heapStart = 0] = words;
  if (version !== ROWS_VERSION) throw new RangeError(`row window of version ${version}, expected ${ROWS_VERSION}`);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const heap = new Uint8Array(buffer, heapStart);
  const text = (at: number): string => {
    const start = words[at] ?? 0;
    return decoder.decode(heap.subarray(start, start + (words[at + 1] ?? 0)));
  };
  const rows: Row[] = [];
  for (let row = 0; row < count; row += 1) {
    const at = HEADER_WORDS + row * ROW_WORDS;
    const flags = words[at + 2] ?? 0;
    const hasKey = (flags & FLAG_HAS_KEY) !== 0;
    const rawKey = hasKey ? text(at + 6) : '';
    rows.push({
      node: asNode(words[at] ?? 0),
      depth: words[at + 1] ?? 0,
      kind: KINDS[flags & 0xf] ?? 'null',
      expanded: (flags & FLAG_EXPANDED) !== 0,
      key: hasKey ? unquote(rawKey) : null,
      rawKey,
      keyCut: (flags & FLAG_KEY_CUT) !== 0,
      position: words[at + 3] ?? 0,
      setSize: words[at + 4] ?? 0,
      childCount: words[at + 5] ?? 0,
      isOpen: (flags & FLAG_OPEN) !== 0,
      text: text(at + 8),
      textCut: (flags & FLAG_TEXT_CUT) !== 0,
      byteStart: asByte(words[at + 10] ?? 0),
      byteLength: words[at + 11] ?? 0,
      itemStart: asByte(words[at + 12] ?? 0),
    });
  }
  return { first, rows };
}
