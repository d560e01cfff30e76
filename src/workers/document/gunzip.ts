// Unpacks gzip with the browser's own decompressor, which accepts one member and rejects what follows it. A file may have
// several concatenated members (RFC 1952, section 2.2), and only the decompressor can tell where one ends. So each member gets
// a decompressor of its own, with bytes up to where the next one seems to begin.
//
//   member │ member │ …        a header:  1f 8b 08  flags  time × 4  level  system
//          ▲ candidate: the member before it must be complete, including its checksum, when it is cut off here
//
// Tapes and some programs fill the rest of a block with zeros, which belong to no member. A member may end in zeros itself, at
// most nine of them, so that the end of the last one is found by trying.
//
// Ten bytes look like a header by chance once in 200 GB. After a false candidate, the member is unpacked again, and the bytes
// that were already yielded are skipped.

import { beginsAsMember, MEMBER_HEADER_BYTES } from '../../shared/bytes/first-bytes.ts';

/** Bytes per read. */
const READ = 1024 * 1024;
/** Bytes per write to the decompressor: it unpacks them all eagerly, to up to a thousand times as many. */
const FEED = 64 * 1024;
/** A member with this many candidates, for example an archive of gzip files, is treated as the last one. */
const MAX_CANDIDATES = 64;
/** A header, an empty block and the trailer. */
const MIN_MEMBER = 20;
/** The bytes at the end of a member that may be zero: of an empty one its last block, its checksum and its size. */
const MAX_ZEROS = 9;

/** Yields the uncompressed bytes of a Blob in pieces. @throws TypeError, or what reading the Blob throws */
export async function* unpackGzip(source: Blob): AsyncGenerator<Uint8Array, void, void> {
  const packed = new PackedBytes(source);
  let start = 0;
  do start = yield* unpackMember(packed, start);
  while (start < source.size);
}

/** Yields the bytes of the member that begins at an offset; returns where it and the zeros behind it end. */
async function* unpackMember(packed: PackedBytes, start: number): AsyncGenerator<Uint8Array, number, void> {
  /** The number of bytes already yielded. */
  let given = 0;
  let passed = start + MIN_MEMBER - 1;
  /** Where the member may end if zeros follow it; `null` before that was looked for. */
  let ends: number[] | null = null;
  let failure: unknown;
  for (let tries = 0; ; tries += 1) {
    if (tries === MAX_CANDIDATES) passed = packed.size;
    const limit = ends === null ? packed.size : ends.shift();
    if (limit === undefined) throw failure;
    const feed = new MemberFeed(packed, start, passed, limit);
    try {
      let position = 0;
      for await (const piece of decompress(feed)) {
        const known = Math.min(piece.length, Math.max(0, given - position));
        position += piece.length;
        if (known === piece.length) continue;
        given = position;
        yield piece.subarray(known);
      }
      return ends === null ? feed.end : packed.size;
    } catch (error) {
      // The end of the source is not a guess, unless it consists of zeros.
      if (feed.isGuess) passed = feed.end;
      else {
        failure ??= error;
        ends ??= await packed.endsBeforeZeros();
      }
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
  /** Whether the source goes on behind that end. */
  isGuess = false;

  constructor(
    private readonly packed: PackedBytes,
    start: number,
    private readonly passed: number,
    private readonly limit: number,
  ) {
    this.end = start;
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    const { packed, passed, end, limit } = this;
    const bytes = (await packed.from(end)).subarray(0, Math.min(limit - end, FEED + MEMBER_HEADER_BYTES - 1));
    const next = findMember(bytes, Math.max(0, passed + 1 - end));
    // A header that is cut off at the end of these bytes is found with the next ones.
    const isLast = end + bytes.length >= limit;
    const length = next >= 0 ? next : isLast ? bytes.length : bytes.length - MEMBER_HEADER_BYTES + 1;
    if (length > 0) controller.enqueue(bytes.subarray(0, length));
    this.end = end + length;
    this.isGuess = next >= 0;
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

  /** Returns where the last member may end if the source ends in zeros: before them, or within the first nine. */
  async endsBeforeZeros(): Promise<number[]> {
    let last = this.size;
    for (let isZero = true; isZero && last > 0;) {
      const start = Math.max(0, last - READ);
      const bytes = new Uint8Array(await this.source.slice(start, last).arrayBuffer());
      const index = bytes.findLastIndex((byte) => byte !== 0);
      isZero = index < 0;
      last = start + index + 1;
    }
    const ends = Array.from({ length: MAX_ZEROS + 1 }, (_, zeros) => last + zeros);
    return ends.filter((end) => end < this.size);
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
