// The lines of a run of bytes, as shown by an editor that supports only one kind of line end and only valid text. LF, CRLF and
// a lone CR each end a line. A leading byte order mark is hidden if the run is the beginning of a document. Invariant: line n
// of the table is line n of the editor, column for column.

import { LF, CR } from '../../../shared/bytes/ascii.ts';
import { byteAtColumn, columnAtByte, countUtf16, decodeUtf8, isAscii } from '../../../shared/bytes/utf8.ts';
import { countBelow } from '../../../shared/bytes/binary-search.ts';

/** A place in the editor: line and column from 1, columns in UTF-16 units, as in Monaco. */
export interface LinePosition {
  readonly lineNumber: number;
  readonly column: number;
}

/** The characters that end a line. */
export type TextLineEnd = '\n' | '\r\n' | '\r';

/** Distance between the stops of a long line, in UTF-16 units; some are one unit less. */
const STRIDE = 256;

/** Known places of a line: for each, the number of UTF-16 units before it, and its byte. */
interface Stops {
  readonly line: number;
  readonly units: readonly number[];
  readonly bytes: readonly number[];
}

/** Where the lines of `bytes` start and end. Immutable; `bytes` is not copied and must not be modified. */
export class LineTable {
  /** The first byte that is shown: 3 after a hidden byte order mark, otherwise 0. */
  readonly first: number;
  /** The byte at which each line starts. */
  private readonly starts: readonly number[];
  private readonly ascii: boolean;
  /** The stops of the line of the last lookup. */
  private stops: Stops | null = null;

  /** Cost: one pass over the bytes, mostly by `indexOf`. `hideMark`: whether the run is the beginning of a document. */
  constructor(
    readonly bytes: Uint8Array,
    hideMark: boolean,
  ) {
    this.first = hideMark && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.starts = scanStarts(bytes, this.first);
    this.ascii = isAscii(bytes, this.first, bytes.length);
  }

  /** The number of lines; at least 1. */
  get count(): number {
    return this.starts.length;
  }

  /**
   * The byte at a place; for a column past the last character, the end of the line. Cost: the line's length, unless it is the
   * line of the last lookup or all bytes are ASCII.
   */
  byteAt({ lineNumber, column }: LinePosition): number {
    const line = Math.min(Math.max(lineNumber, 1), this.count) - 1;
    const start = this.starts[line] ?? 0;
    const end = this.contentEnd(line);
    if (this.ascii) return Math.min(start + column - 1, end);
    const units = column - 1;
    if (units < STRIDE) return byteAtColumn(this.bytes, start, end, units);
    if (this.stops?.line !== line) this.stops = { line, ...findStops(this.bytes, start, end) };
    const { units: before, bytes } = this.stops;
    let stop = Math.min(Math.floor(units / (STRIDE - 1)), bytes.length - 1);
    while ((before[stop] ?? 0) > units) stop -= 1;
    return byteAtColumn(this.bytes, bytes[stop] ?? start, end, units - (before[stop] ?? 0));
  }

  /** The place of the character that contains a byte. A byte of a line end is at the end of its line. */
  positionAt(byte: number): LinePosition {
    const line = this.lineOf(byte);
    const start = this.starts[line] ?? 0;
    const end = this.contentEnd(line);
    const at = Math.min(Math.max(byte, start), end);
    const column = this.ascii ? at - start : columnAtByte(this.bytes, start, end, at);
    return { lineNumber: line + 1, column: column + 1 };
  }

  /** The byte at which the line that contains `byte` starts. */
  lineStart(byte: number): number {
    return this.starts[this.lineOf(byte)] ?? 0;
  }

  /** The text of a run of bytes as the editor holds it, with `\n` for every line end. */
  text(start: number, end: number): string {
    const from = Math.max(start, this.first);
    const text = decodeUtf8(this.bytes.subarray(from, Math.max(from, end)));
    return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  }

  /** The number of UTF-16 units in a run of bytes, with line ends as they are. Cost: its length, unless all bytes are ASCII. */
  countUtf16(start: number, end: number): number {
    return this.ascii ? end - start : countUtf16(this.bytes, start, end);
  }

  /** The most frequent line end; `null` if there is only one line. */
  get prevailingEnd(): TextLineEnd | null {
    if (this.count === 1) return null;
    // Mixed line ends are rare, so the first thousand lines suffice.
    const counts = { '\n': 0, '\r\n': 0, '\r': 0 };
    for (let line = 0; line < Math.min(this.count - 1, 1000); line += 1) {
      const next = this.starts[line + 1] ?? 0;
      counts[this.endLength(line) === 2 ? '\r\n' : this.bytes[next - 1] === CR ? '\r' : '\n'] += 1;
    }
    if (counts['\r\n'] > counts['\n']) return counts['\r'] > counts['\r\n'] ? '\r' : '\r\n';
    return counts['\r'] > counts['\n'] ? '\r' : '\n';
  }

  /** The byte at which a line's characters end and its line end begins. */
  private contentEnd(line: number): number {
    return line + 1 < this.count ? (this.starts[line + 1] ?? 0) - this.endLength(line) : this.bytes.length;
  }

  /** The length of a line's end in bytes. Not for the last line. */
  private endLength(line: number): 1 | 2 {
    const next = this.starts[line + 1] ?? 0;
    return this.bytes[next - 1] === LF && next - 2 >= (this.starts[line] ?? 0) && this.bytes[next - 2] === CR ? 2 : 1;
  }

  private lineOf(byte: number): number {
    return Math.max(0, countBelow(this.starts, byte + 1) - 1);
  }
}

function scanStarts(bytes: Uint8Array, first: number): number[] {
  const starts = [first];
  if (!bytes.includes(CR)) {
    for (let at = bytes.indexOf(LF, first); at >= 0; at = bytes.indexOf(LF, at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let at = first; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) starts.push(at + 1);
  }
  return starts;
}

/** Stops are STRIDE units apart, or one less if a surrogate pair would be split. */
function findStops(bytes: Uint8Array, start: number, end: number): Omit<Stops, 'line'> {
  const stops = { units: [0], bytes: [start] };
  let units = 0;
  let at = start;
  while (at < end) {
    const next = byteAtColumn(bytes, at, end, STRIDE);
    units += columnAtByte(bytes, at, end, next);
    if (next === at) break;
    at = next;
    stops.units.push(units);
    stops.bytes.push(at);
  }
  return stops;
}
