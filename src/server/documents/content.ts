// The content of a document: the bytes as received, packed for the database and unpacked again. They need not be JSON or UTF-8.

import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { Refusal } from '../errors.ts';

/** The maximum size of a content in bytes. @see requirements API-3 */
export const MAX_BYTES = 1_048_576;
export const TOO_LARGE = 'The document is larger than 1 MB, the most that a document of the cloud may have.';

/** Up to this size the event loop packs faster than another thread is asked to: a tenth of a millisecond for 10 KB. */
const AT_ONCE_BYTES = 16_384;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A content in the form of a row. */
export interface PackedContent {
  readonly size: number;
  readonly content: Uint8Array;
  readonly packing: 'gzip' | 'none';
}

/** Packs a content, unless packing makes it no smaller. @throws Refusal 413 */
export async function packContent(bytes: Buffer): Promise<PackedContent> {
  const size = bytes.length;
  if (size > MAX_BYTES) throw new Refusal(413, TOO_LARGE);
  const packed = size <= AT_ONCE_BYTES ? gzipSync(bytes) : await pack(bytes);
  return packed.length < size ? { size, content: packed, packing: 'gzip' } : { size, content: bytes, packing: 'none' };
}

/** Returns the bytes as they were received. */
export async function unpackContent({
  size,
  content,
  packing,
}: Omit<PackedContent, 'packing'> & { readonly packing: string }): Promise<Buffer> {
  const bytes = bufferOf(content);
  if (packing !== 'gzip') return bytes;
  return size <= AT_ONCE_BYTES ? gunzipSync(bytes) : unpack(bytes);
}

/** Returns a buffer that shares the bytes. */
export function bufferOf(content: Uint8Array): Buffer {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
