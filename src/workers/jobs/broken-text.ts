// A text to be repaired: bytes decoded to a string, with a mapping back. Bytes that are not UTF-8 are represented by lone
// surrogates, so that they differ from anything that a repair turns them into.

import type { ErrorPlace } from '../../shared/errors.ts';
import { decodeUtf8, sequenceLength } from '../../shared/bytes/utf8.ts';

const BOM = [0xef, 0xbb, 0xbf];
/** A byte that is not UTF-8 is represented by this plus its value. */
const STRAY = 0xdc00;
const STRAYS = /[\udc80-\udcff]/gu;

/** A text without its byte order mark. Offsets are in bytes from the start of the file, indexes in UTF-16 units. */
export class BrokenText {
  /** One unit for every byte that is not UTF-8. */
  readonly exact: string;
  /** The same with U+FFFD for each of those bytes. */
  readonly readable: string;
  /** The number of those bytes. */
  readonly strays: number;
  private readonly start: number;

  constructor(bytes: Uint8Array) {
    this.start = BOM.every((byte, index) => bytes[index] === byte) ? BOM.length : 0;
    const body = bytes.subarray(this.start);
    this.exact = decode(body);
    this.readable = this.exact.replace(STRAYS, '\ufffd');
    this.strays = this.exact.match(STRAYS)?.length ?? 0;
  }

  /** The byte offsets of units, for indexes in ascending order. Cost: one pass. */
  offsetsOf(indexes: readonly number[]): number[] {
    let [at, offset] = [0, this.start];
    return indexes.map((index) => {
      for (; at < index; at += 1) offset += byteLength(this.exact, at);
      return offset;
    });
  }

  /** The place of an index, for an error message. */
  placeOf(index: number): ErrorPlace {
    const before = this.exact.slice(0, index).split(/\r\n|\r|\n/);
    return { offset: this.offsetsOf([index])[0] ?? 0, line: before.length - 1, column: before.at(-1)?.length ?? 0 };
  }
}

/** The number of bytes that the unit at an index accounts for. */
function byteLength(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit > 0xdfff) return 3;
  // The first half of a pair accounts for all four bytes; a second half without a first is a byte that is not UTF-8.
  if (unit < 0xdc00) return 4;
  const before = at > 0 ? text.charCodeAt(at - 1) : 0;
  return before >= 0xd800 && before < 0xdc00 ? 0 : 1;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return decodePieces(bytes);
  }
}

function decodePieces(bytes: Uint8Array): string {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const length = sequenceLength(bytes, at, bytes.length);
    const needed = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length < needed || (lead >= 0x80 && length === 1)) {
      parts.push(decodeUtf8(bytes.subarray(start, at)));
      for (const byte of bytes.subarray(at, at + length)) parts.push(String.fromCharCode(STRAY + byte));
      start = at + length;
    }
    at += length;
  }
  parts.push(decodeUtf8(bytes.subarray(start)));
  return parts.join('');
}
