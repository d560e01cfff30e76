// Unpacks gzip with the browser's own decompressor, which accepts one member and rejects what follows it. A file may have
// several concatenated members (RFC 1952, section 2.2), and only the decompressor can tell where one ends. So each member gets
// a decompressor of its own, with bytes up to where the next one seems to begin.
//
//   member │ member │ …        a header:  1f 8b 08  flags  time × 4  level  system
//          ▲ candidate: the member before it must be complete, including its checksum, when it is cut off here
//
// Ten bytes look like a header by chance once in 200 GB. After a false candidate, the member is unpacked again, and the bytes
// that were already yielded are skipped.

import { beginsAsMember, MEMBER_HEADER_BYTES } from '../../shared/bytes/gzip.ts';

/** Bytes per read. */
const READ = 1024 * 1024;
/** Bytes per write to the decompressor: it unpacks them all eagerly, to up to a thousand times as many. */
const FEED = 64 * 1024;
/** A member with this many candidates, for example an archive of gzip files, is treated as the last one. */
const MOST_CANDIDATES = 64;
/** A header, an empty block and the trailer. */
const SMALLEST_MEMBER = 20;

/** Yields the uncompressed bytes of a Blob in pieces. @throws TypeError, or what reading the Blob throws */
export async function* unpackGzip(source: Blob): AsyncGenerator<Uint8Array, void, void> {
  const packed = new PackedBytes(source);
  let start = 0;
  do start = yield* unpackMember(packed, start);
  while (start < source.size);
}

/** Yields the bytes of the member that begins at an offset; returns where it ends. */
async function* unpackMember(packed: PackedBytes, start: number): AsyncGenerator<Uint8Array, number, void> {
  /** The number of bytes already yielded. */
  let given = 0;
  let passed = start + SMALLEST_MEMBER - 1;
  for (let tries = 0; ; tries += 1) {
    if (tries === MOST_CANDIDATES) passed = packed.size;
    const feed = new MemberFeed(packed, start, passed);
    try {
      let position = 0;
      for await (const piece of decompress(feed)) {
        const known = Math.min(piece.length, Math.max(0, given - position));
        position += piece.length;
        if (known === piece.length) continue;
        given = position;
        yield piece.subarray(known);
      }
      return feed.end;
    } catch (error) {
      // The end of the source is not a guess.
      if (feed.end === packed.size) throw error;
      passed = feed.end;
    }
  }
}

async function* decompress(feed: MemberFeed): AsyncGenerator<Uint8Array, void, void> {
  const reader = new ReadableStream(feed).pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A caller that stops early leaves the rest unread.
    reader.cancel().catch(() => undefined);
  }
}

/** Feeds a stream with the source's bytes up to the first candidate after `passed`. */
class MemberFeed implements UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> {
  /** The end of the member, as far as it has been read. */
  end: number;

  constructor(
    private readonly packed: PackedBytes,
    start: number,
    private readonly passed: number,
  ) {
    this.end = start;
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    const { packed, passed, end } = this;
    const bytes = (await packed.from(end)).subarray(0, FEED + MEMBER_HEADER_BYTES - 1);
    const next = findMember(bytes, Math.max(0, passed + 1 - end));
    // A header that is cut off at the end of these bytes is found with the next ones.
    const isLast = end + bytes.length >= packed.size;
    const length = next >= 0 ? next : isLast ? bytes.length : bytes.length - MEMBER_HEADER_BYTES + 1;
    if (length > 0) controller.enqueue(bytes.subarray(0, length));
    this.end = end + length;
    if (next >= 0 || isLast) controller.close();
  }
}

/** The bytes of a Blob, one part of which is buffered. */
class PackedBytes {
  readonly size: number;
  private bytes = new Uint8Array();
  private start = 0;

  constructor(private readonly source: Blob) {
    this.size = source.size;
  }

  /** Returns bytes from an offset on: at least as many as a header has, unless the Blob ends before. */
  async from(offset: number): Promise<Uint8Array<ArrayBuffer>> {
    const end = this.start + this.bytes.length;
    const isThere = offset >= this.start && (end === this.size || end - offset >= 2 * MEMBER_HEADER_BYTES);
    if (!isThere) {
      this.bytes = new Uint8Array(await this.source.slice(offset, offset + READ).arrayBuffer());
      this.start = offset;
    }
    return this.bytes.subarray(offset - this.start);
  }
}

/** The first index from `from` on where a member seems to begin; -1 for none. */
function findMember(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x1f, from); at >= 0; at = bytes.indexOf(0x1f, at + 1))
    if (beginsAsMember(bytes, at)) return at;
  return -1;
}
