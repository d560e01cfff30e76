// The beginning of a file. Each time that a browser is asked for a part of one, it takes its time: the first screen of a
// document is made of one answer.

/** A first piece is small, so that the first text is there at once. */
const FIRST_BYTES = 128 * 1024;

/** The first bytes of a Blob; all of a small one. Rejects where it can't be read. */
export async function readFirstBytes(content: Blob): Promise<Uint8Array> {
  return new Uint8Array(await content.slice(0, FIRST_BYTES).arrayBuffer());
}
