// Packs a list of splices into one buffer, so that millions of them can be posted to a worker, or stored in a journal as a
// Blob.
//
//   word 0         count of splices
//   3 words each   start │ end │ length of the insert in bytes
//   bytes          the inserts, concatenated
//
// Words are little-endian, as are all machines that run a browser.

import type { Splice } from './splice.ts';
import { asByte } from '../units.ts';

const SPLICE_WORDS = 3;

/** Packs a list. Cost: the size of its inserts. */
export function packSplices(splices: readonly Splice[]): Uint8Array<ArrayBuffer> {
  const headBytes = (1 + splices.length * SPLICE_WORDS) * 4;
  let size = headBytes;
  for (const { insert } of splices) size += insert.length;
  const packed = new Uint8Array(size);
  const head = new Uint32Array(packed.buffer, 0, headBytes / 4);
  head[0] = splices.length;
  let word = 1;
  let at = headBytes;
  for (const { start, end, insert } of splices) {
    head[word] = start;
    head[word + 1] = end;
    head[word + 2] = insert.length;
    word += SPLICE_WORDS;
    packed.set(insert, at);
    at += insert.length;
  }
  return packed;
}

/** The inverse of `packSplices`; the inserts are views of `buffer`. @throws RangeError for anything else */
export function unpackSplices(buffer: ArrayBuffer): Splice[] {
  const count = buffer.byteLength < 4 ? 0 : (new Uint32Array(buffer, 0, 1)[0] ?? 0);
  const headBytes = (1 + count * SPLICE_WORDS) * 4;
  if (buffer.byteLength < headBytes) {
    throw new RangeError(`${buffer.byteLength} bytes are no list of ${count} splices, expected ${headBytes} or more`);
  }
  const head = new Uint32Array(buffer, 0, headBytes / 4);
  let at = headBytes;
  const splices = Array.from({ length: count }, (_, index): Splice => {
    const word = 1 + index * SPLICE_WORDS;
    const length = head[word + 2] ?? 0;
    const insert = new Uint8Array(buffer, at, length);
    at += length;
    return { start: asByte(head[word] ?? 0), end: asByte(head[word + 1] ?? 0), insert };
  });
  if (at !== buffer.byteLength) throw new RangeError(`splices of ${at} bytes, expected ${buffer.byteLength}`);
  return splices;
}
