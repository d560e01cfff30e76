// The lines of a run of bytes, as an editor shows them that knows one line end and valid text only.
// LF, CRLF and a lone CR each end a line. A byte order mark in front is hidden, if the run is a
// document's beginning. Invariant: line n of the table is line n of the editor, column for column.

import { byteAtColumn, columnAtByte, countUtf16, decodeUtf8, isAscii } from '../../../shared/bytes/utf8.ts';
import { countBelow } from '../../../shared/bytes/halving.ts';

/** A place in the editor: lines and UTF-16 columns from 1, as Monaco counts. */
export interface Position {
  readonly lineNumber: number;
  readonly column: number;
}

/** How a line ends. */
export type LineEnd = '\n' | '\r\n' | '\r';

const LF = 10;
const CR = 13;
/** Of a long line it is noted at about every so many UTF-16 units which byte they start at. */
const STRIDE = 256;

/** Places of a line that are known: the units before each, and its byte. */
interface Stops {
  readonly line: number;
  readonly units: readonly number[];
  readonly bytes: readonly number[];
}

/** Where the lines of `bytes` start and end. Never changes; `bytes` is not copied and must not be written to. */
export class LineTable {
  /** The first byte that is shown: 3 after a hidden byte order mark, else 0. */
  readonly first: number;
  /** The byte that each line starts at. */
  private readonly starts: readonly number[];
  private readonly ascii: boolean;
  /** Of the line that was asked for last. */
  private stops: Stops | null = null;

  /** Cost: one pass over the bytes, mostly by `indexOf`. `hideMark`: the run is the document's beginning. */
  constructor(
    readonly bytes: Uint8Array,
    hideMark: boolean,
  ) {
    this.first = hideMark && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.starts = scanStarts(bytes, this.first);
    this.ascii = isAscii(bytes, this.first, bytes.length);
  }

  /** How many lines there are; at least 1. */
  get count(): number {
    return this.starts.length;
  }

  /** The byte at a place; one behind a line's last character goes to the line's end. Cost: for another line than the last time its length, unless all is ASCII. */
  byteAt({ lineNumber, column }: Position): number {
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

  /** The place of a byte, of the character that holds it; a byte of a line's end is at the line's end. */
  positionAt(byte: number): Position {
    const line = this.lineOf(byte);
    const start = this.starts[line] ?? 0;
    const end = this.contentEnd(line);
    const at = Math.min(Math.max(byte, start), end);
    const column = this.ascii ? at - start : columnAtByte(this.bytes, start, end, at);
    return { lineNumber: line + 1, column: column + 1 };
  }

  /** The byte that the line of `byte` starts at. */
  lineStart(byte: number): number {
    return this.starts[this.lineOf(byte)] ?? 0;
  }

  /** The text of a run of bytes, as the editor holds it: every line end is `\n`. */
  text(start: number, end: number): string {
    const from = Math.max(start, this.first);
    const text = decodeUtf8(this.bytes.subarray(from, Math.max(from, end)));
    return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  }

  /** How many UTF-16 units a run of bytes has, line ends as they are. Cost: its length, unless all is ASCII. */
  countUtf16(start: number, end: number): number {
    return this.ascii ? end - start : countUtf16(this.bytes, start, end);
  }

  /** The line end that most lines have; `null` when there is only one line. */
  get prevailingEnd(): LineEnd | null {
    if (this.count === 1) return null;
    // Who mixes line ends does so rarely: the first thousand lines decide.
    const counts = { '\n': 0, '\r\n': 0, '\r': 0 };
    for (let line = 0; line < Math.min(this.count - 1, 1000); line += 1) {
      const next = this.starts[line + 1] ?? 0;
      counts[this.endLength(line) === 2 ? '\r\n' : this.bytes[next - 1] === CR ? '\r' : '\n'] += 1;
    }
    if (counts['\r\n'] > counts['\n']) return counts['\r'] > counts['\r\n'] ? '\r' : '\r\n';
    return counts['\r'] > counts['\n'] ? '\r' : '\n';
  }

  /** Where a line's characters end and its line end begins. */
  private contentEnd(line: number): number {
    return line + 1 < this.count ? (this.starts[line + 1] ?? 0) - this.endLength(line) : this.bytes.length;
  }

  /** The bytes of a line's end; the line is not the last. */
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

/** The units between two stops are STRIDE, or one less where that would be within a pair. */
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
