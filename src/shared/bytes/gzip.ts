// Files compressed with gzip: known by their first bytes, whatever they are called (RFC 1952, section 2.3.1).

const MAGIC = [0x1f, 0x8b, 0x08] as const;

/** No byte of deflate stands for more. @see RFC 1951, section 3.2.5: 258 bytes in two bits */
export const MOST_DEFLATED = 1032;

/** Whether these are the first bytes of what is compressed. */
export function beginsAsGzip(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/** Bytes of a member's header, without the name and what else may follow it. */
export const MEMBER_HEADER_BYTES = 10;

/** Whether a whole header stands at an index, with nothing in it that no program writes (RFC 1952, section 2.3.1). */
export function beginsAsMember(bytes: Uint8Array, at: number): boolean {
  if (at + MEMBER_HEADER_BYTES > bytes.length) return false;
  if (bytes[at] !== MAGIC[0] || bytes[at + 1] !== MAGIC[1] || bytes[at + 2] !== MAGIC[2]) return false;
  const [flags = 0, level = 0, system = 0] = [bytes[at + 3], bytes[at + 8], bytes[at + 9]];
  return flags < 0x20 && (level === 0 || level === 2 || level === 4) && (system < 20 || system === 0xff);
}

/** A file's name without the ending that says it is compressed. */
export function unpackedName(name: string): string {
  return name.replace(/\.gz$/i, '');
}
