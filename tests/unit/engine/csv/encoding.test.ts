// The encoding of a file, found from all its bytes, wherever these lie in memory.

import { expect, it } from 'vitest';
import { findEncoding } from '../../../../src/engine/csv/encoding.ts';

/** Bytes that begin at an offset of their buffer. */
function at(offset: number, bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(offset + bytes.length);
  all.set(bytes, offset);
  return all.subarray(offset);
}

const MEGABYTE = 1 << 20;
/** A text of ASCII with other bytes at one place. */
function text(length: number, place: number, bytes: readonly number[]): Uint8Array {
  const all = new Uint8Array(length).fill(0x61);
  all.set(bytes, place);
  return all;
}

it.each([
  ['utf-8', text(5, 0, [])],
  ['utf-8', text(3 * MEGABYTE, MEGABYTE - 1, [0xc3, 0xa4])],
  ['windows-1252', text(3 * MEGABYTE, MEGABYTE - 1, [0xc3])],
  ['windows-1252', text(3 * MEGABYTE, 3 * MEGABYTE - 1, [0xc3])],
  ['windows-1252', text(2 * MEGABYTE + 3, 2 * MEGABYTE + 1, [0xe4])],
  ['windows-1252', text(9, 0, [0xe4])],
  ['windows-1252', text(3, 1, [0xe4])],
] as const)('[TAB-4] is %s', (encoding, bytes) => {
  for (const offset of [0, 1, 2, 3]) expect(findEncoding(at(offset, bytes)).encoding).toBe(encoding);
});
