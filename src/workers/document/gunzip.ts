// Unpacks gzip with the browser's own decompressor, which takes one member and refuses what follows it. A file may have
// several, joined (RFC 1952, section 2.2), and nothing says where one ends but the decompressor. So each is given to a
// decompressor of its own, up to where the next one seems to begin.
//
//   member │ member │ …        a header:  1f 8b 08  flags  time × 4  level  system
//          ▲ candidate: the member before it has to be whole, its checksum included, when it is cut off here
//
// Ten bytes look like a header by chance once in 200 GB. Where a candidate was none, the member is unpacked anew, without
// what was given already.

import { beginsAsMember, MEMBER_HEADER_BYTES } from '../../shared/bytes/gzip.ts';

/** Bytes read at once. */
const READ = 1024 * 1024;
/** Bytes given to the decompressor at once: it unpacks all of them, to up to a thousand times as many, before it is asked. */
const FEED = 64 * 1024;
/** A member that holds so many headers, files in gzip for example, is the last one. */
const MOST_CANDIDATES = 64;
/** A header, an empty block and the trailer. */
const SMALLEST_MEMBER = 20;

/** The bytes that a compressed Blob holds, in pieces. @throws TypeError, or what reading the Blob throws */
export async function* unpackGzip(source: Blob): AsyncGenerator<Uint8Array, void, void> {
  const packed = new PackedBytes(source);
  let start = 0;
  do start = yield* unpackMember(packed, start);
  while (start < source.size);
}

/** The bytes of the member that begins at an offset; answers where it ends. */
async function* unpackMember(packed: PackedBytes, start: number): AsyncGenerator<Uint8Array, number, void> {
  /** Bytes that were given. */
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
      // The end of the source is no guess.
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
    // Whoever stops early leaves the rest unread.
    reader.cancel().catch(() => undefined);
  }
}

/** A source's bytes up to the first candidate behind `passed`, for a stream. */
class MemberFeed implements UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> {
  /** Where the member ends, as far as it was read. */
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
    // A header that is cut by the end of what was read shows with the next bytes.
    const isLast = end + bytes.length >= packed.size;
    const length = next >= 0 ? next : isLast ? bytes.length : bytes.length - MEMBER_HEADER_BYTES + 1;
    if (length > 0) controller.enqueue(bytes.subarray(0, length));
    this.end = end + length;
    if (next >= 0 || isLast) controller.close();
  }
}

/** The bytes of a Blob, of which a part is at hand. */
class PackedBytes {
  readonly size: number;
  private bytes = new Uint8Array();
  private start = 0;

  constructor(private readonly source: Blob) {
    this.size = source.size;
  }

  /** Bytes from an offset on: at least those of a header, where there are so many. */
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

/** Where a member seems to begin, from an index on; -1 for nowhere. */
function findMember(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x1f, from); at >= 0; at = bytes.indexOf(0x1f, at + 1))
    if (beginsAsMember(bytes, at)) return at;
  return -1;
}
