// One column of a table as typed arrays: 13 bytes a row, from which filters, order and figures are computed without reading the
// text again.
//
//   entries   Uint32    the entry of the value; NO_ENTRY for a missing one
//   kinds     Uint8     the kind in bits 0-2, ROUNDED in bit 3
//   words     64 bits   number   the nearest double
//                       string   a hash of its characters
//                       boolean  0 or 1
//                       else     0

import type { FieldKind } from '../../../shared/protocol/wizard.ts';

/** The entry of a missing value. */
export const NO_ENTRY = 0xffffffff;
/** The kinds in `kinds`. */
export const CELL = { missing: 0, null: 1, boolean: 2, number: 3, string: 4, object: 5, array: 6 } as const;
/** The names of the kinds by their number. */
export const CELL_KINDS: readonly (FieldKind | 'missing')[] = [
  'missing',
  'null',
  'boolean',
  'number',
  'string',
  'object',
  'array',
];
export const KIND_MASK = 7;
/** The number has more than 15 digits, so that another one may have the same double. */
export const ROUNDED = 8;
/** Bytes per row. */
export const COLUMN_BYTES = 13;

/** The cells of one column, by position in the array. */
export class ColumnData {
  readonly entries: Uint32Array;
  readonly kinds: Uint8Array;
  /** The doubles of numbers. */
  readonly numbers: Float64Array;
  /** The same words as pairs of 32 bits, the lower one first. */
  readonly bits: Uint32Array;
  /** The most digits behind the point of a number that is not rounded and has no exponent. */
  scale = 0;

  constructor(readonly rows: number) {
    this.entries = new Uint32Array(rows);
    this.kinds = new Uint8Array(rows);
    this.numbers = new Float64Array(rows);
    this.bits = new Uint32Array(this.numbers.buffer);
  }

  get byteLength(): number {
    return this.rows * COLUMN_BYTES;
  }

  kind(row: number): number {
    return (this.kinds[row] ?? 0) & KIND_MASK;
  }

  /** The entry of a row's value; -1 for a missing one. */
  entry(row: number): number {
    const entry = this.entries[row] ?? NO_ENTRY;
    return entry === NO_ENTRY ? -1 : entry;
  }
}
