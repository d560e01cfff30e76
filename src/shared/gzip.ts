// Files compressed with gzip: known by their first bytes, whatever they are called (RFC 1952, section 2.3.1).

const MAGIC = [0x1f, 0x8b, 0x08] as const;

/** Whether these are the first bytes of what is compressed. */
export function beginsAsGzip(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/** A file's name without the ending that says it is compressed. */
export function unpackedName(name: string): string {
  return name.replace(/\.gz$/i, '');
}
