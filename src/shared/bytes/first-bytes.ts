// The first bytes of a file, and whether it is compressed with gzip, whatever its name (RFC 1952, section 2.3.1).

/** Size of the first read. Small, so that the first text appears immediately. */
const FIRST_BYTES = 128 * 1024;

/**
 * Returns the first bytes of a Blob; all of them if it is small. Every read of a part of a file has a latency, so the first screen
 * of a document is built from this one. Rejects where it can't be read.
 */
export async function readFirstBytes(content: Blob): Promise<Uint8Array> {
  return new Uint8Array(await content.slice(0, FIRST_BYTES).arrayBuffer());
}

const MAGIC = [0x1f, 0x8b, 0x08] as const;

/**
 * Highest compression ratio of deflate: bytes of output for one byte of input.
 * @see RFC 1951, section 3.2.5: 258 bytes in two bits
 */
export const MAX_DEFLATE_RATIO = 1032;

/** Whether a file with these first bytes is compressed. */
export function beginsAsGzip(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/** Size of a member's header in bytes, without the file name and other optional fields that may follow it. */
export const MEMBER_HEADER_BYTES = 10;

/** Whether a whole header begins at an index, with only values that real programs write (RFC 1952, section 2.3.1). */
export function beginsAsMember(bytes: Uint8Array, at: number): boolean {
  if (at + MEMBER_HEADER_BYTES > bytes.length) return false;
  if (bytes[at] !== MAGIC[0] || bytes[at + 1] !== MAGIC[1] || bytes[at + 2] !== MAGIC[2]) return false;
  const [flags = 0, level = 0, system = 0] = [bytes[at + 3], bytes[at + 8], bytes[at + 9]];
  return flags < 0x20 && (level === 0 || level === 2 || level === 4) && (system < 20 || system === 0xff);
}

/** Returns a file's name without the ending `.gz`. */
export function unpackedName(name: string): string {
  return name.replace(/\.gz$/i, '');
}
