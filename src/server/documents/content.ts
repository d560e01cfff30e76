// The content of a document: the bytes that came, packed for the database and unpacked again. It need not be JSON, nor UTF-8.

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Refusal } from '../errors.ts';

/** The most bytes that a content may have. @see requirements API-3 */
export const MOST_BYTES = 1_048_576;
export const TOO_LARGE = 'The document is larger than 1 MB, the most that a document of the cloud may have.';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A content as a row holds it. */
export interface PackedContent {
  readonly size: number;
  readonly content: Uint8Array;
  readonly packing: 'gzip' | 'none';
}

/** Packs a content; one that does not get smaller stays as it is. @throws Refusal 413 */
export async function packContent(bytes: Buffer): Promise<PackedContent> {
  const size = bytes.length;
  if (size > MOST_BYTES) throw new Refusal(413, TOO_LARGE);
  const packed = await pack(bytes);
  return packed.length < size ? { size, content: packed, packing: 'gzip' } : { size, content: bytes, packing: 'none' };
}

/** The bytes as they came. */
export async function unpackContent({
  content,
  packing,
}: Omit<PackedContent, 'packing'> & { readonly packing: string }): Promise<Buffer> {
  const bytes = bufferOf(content);
  return packing === 'gzip' ? unpack(bytes) : bytes;
}

/** The same bytes as a buffer, which shares them. */
export function bufferOf(content: Uint8Array): Buffer {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
