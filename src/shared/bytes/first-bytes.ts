// Reads the beginning of a file. Every read of a part of a file has a latency, so the first screen of a document is built from
// a single read.

/** Size of the first read. Small, so that the first text appears immediately. */
const FIRST_BYTES = 128 * 1024;

/** Returns the first bytes of a Blob; all of them if it is small. Rejects where it can't be read. */
export async function readFirstBytes(content: Blob): Promise<Uint8Array> {
  return new Uint8Array(await content.slice(0, FIRST_BYTES).arrayBuffer());
}
