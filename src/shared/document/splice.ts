// The wire format of a change. A list of splices is sorted, its ranges don't overlap, and all its offsets are in the text
// *before* the list. Empty ranges may touch; two inserts at the same place keep their order. `changes.ts` is the algebra.

import type { ByteOffset } from '../units.ts';

/** Replaces a half-open range of bytes. `insert` is owned by the list and never written to. */
export interface Splice {
  readonly start: ByteOffset;
  readonly end: ByteOffset;
  readonly insert: Uint8Array;
  /**
   * Set when nothing else refers to the insert, and the list is applied once, whole, and not read again: applying it may reuse
   * the insert's memory for the bytes that it removes. For inserts of many megabytes, where a copy would dominate the cost.
   */
  readonly disposable?: true;
}

/**
 * Checks that a list is sorted, free of overlaps and inside a text of `size` bytes.
 * @throws RangeError that names the index of the offending splice
 */
export function checkSplices(splices: readonly Splice[], size: number): void {
  let last = 0;
  for (const [index, { start, end }] of splices.entries()) {
    if (start < last || end < start || end > size) {
      throw new RangeError(`splice ${index} is [${start}, ${end}), expected a range within [${last}, ${size}]`);
    }
    last = end;
  }
}
