// Packs all documents into one ZIP file. Stored contents are gzip, and a ZIP holds the same deflate stream in another wrapper:
// nothing is unpacked or compressed again.
//
//   gzip   10 bytes │ deflate … │ CRC-32 │ size          RFC 1952, section 2.3
//   zip    header   │ deflate … │ …                      method 8

import { Zip, type ZipInputFile } from 'fflate';
import { CodedError } from '../../shared/errors.ts';
import type { ArchiveEntry } from '../../shared/protocol/jobs.ts';

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const DEFLATE = 8;

/**
 * Joins gzip contents, as written by the browser's own compressor: without optional header fields.
 * @throws CodedError `unreadable`
 */
export async function archive(entries: readonly ArchiveEntry[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    parts.push(chunk);
  });
  for (const { name, content, modified } of entries) {
    const bytes = await read(content, name);
    const trailer = new DataView(bytes.buffer, bytes.length - TRAILER_BYTES);
    const file: ZipInputFile = {
      filename: name,
      crc: trailer.getUint32(0, true),
      size: trailer.getUint32(4, true),
      compression: DEFLATE,
      mtime: modified,
    };
    zip.add(file);
    file.ondata?.(null, bytes.subarray(HEADER_BYTES, bytes.length - TRAILER_BYTES), true);
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}

async function read(content: Blob, name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await content.arrayBuffer());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CodedError('unreadable', `"${name}" can't be read from the browser's database. (${reason})`);
  }
}
