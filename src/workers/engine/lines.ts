// Line ends and UTF-16 lengths of a document, as sums over chunks of about 64 KB: an offset, a line and a
// UTF-16 offset convert into each other by a search over the sums and one pass over a chunk. An edit
// measures the chunks that it touches again. A line ends at `\n`, and at a `\r` that no `\n` follows.
//
// Invariants: chunks are not empty (but for an empty text, which has none) and add up to the text.

import type { LineColumn } from '../../shared/units.ts';
import { columnAtByte } from '../../shared/utf8.ts';
import { TEXT_BASE, type DocumentMemory } from './memory.ts';

const CHUNK = 65536;
/** Columns up to here are counted in the text, exact also where the UTF-8 is broken; further ones from the sums. */
const EXACT_COLUMN = 65536;

/** What is known of a chunk; `head` and `tail` are the bytes before its first and behind its last line end. */
interface Chunk {
  readonly bytes: number;
  readonly breaks: number;
  readonly units: number;
  readonly head: number;
  readonly tail: number;
  readonly longest: number;
}

/** The line index of one document. */
export class Lines {
  private chunks: Chunk[] = [];
  // Sums before each chunk; one more entry for the end. Rebuilt when first asked after a change.
  private sums: { bytes: Float64Array; breaks: Float64Array; units: Float64Array; longest: number } | null = null;

  constructor(private readonly memory: DocumentMemory) {}

  /** At least 1. */
  get lineCount(): number {
    return this.total('breaks') + 1;
  }

  /** UTF-16 units in the whole text; exact for well-formed UTF-8. */
  get unitCount(): number {
    return this.total('units');
  }

  /** Bytes in the longest line, its line end included. */
  get longestLine(): number {
    return this.read().longest;
  }

  /** Takes in the text from `start` to its end; what lies before is measured already. */
  append(start: number): void {
    // The chunk before may end in a `\r` whose `\n` has only now come.
    const last = this.chunks.pop();
    this.measure(start - (last?.bytes ?? 0), this.memory.size, this.chunks.length, 0);
  }

  /** Measures the whole text anew. */
  restart(): void {
    this.chunks = [];
    this.measure(0, this.memory.size, 0, 0);
  }

  /**
   * Follows a splice: `removed` bytes at `start` gave way to `inserted` ones, which are in the text
   * by now. The text was not empty.
   */
  splice(start: number, removed: number, inserted: number): void {
    const { bytes } = this.read();
    // One chunk more on the left, for a `\r` at its end.
    const first = Math.max(0, this.chunkAt(bytes, start) - 1);
    let last = first;
    while (last < this.chunks.length && (bytes[last] ?? 0) <= start + removed) last += 1;
    const from = bytes[first] ?? 0;
    const to = (bytes[last] ?? 0) - removed + inserted;
    this.measure(from, to, first, last - first);
  }

  /** The first byte of a line. A line past the end gives the text's end. */
  startOfLine(line: number): number {
    if (line <= 0) return 0;
    const { breaks, bytes } = this.read();
    if (line > this.total('breaks')) return this.memory.size;
    const chunk = search(breaks, this.chunks.length, line - 1);
    const start = TEXT_BASE + (bytes[chunk] ?? 0);
    const end = TEXT_BASE + (bytes[chunk + 1] ?? 0);
    const address = this.memory.passes.afterBreak(
      start,
      end,
      TEXT_BASE + this.memory.size,
      line - (breaks[chunk] ?? 0),
    );
    return (address >>> 0) - TEXT_BASE;
  }

  /** The line that a byte is in; a line end belongs to the line that it ends. */
  lineAt(offset: number): number {
    return this.until(offset).breaks;
  }

  /** The lines of rising offsets. Cost: the text between the first and the last, or less where they are few. */
  linesAt(offsets: Uint32Array): Uint32Array {
    const { bytes, breaks } = this.read();
    const { passes, size } = this.memory;
    const found = new Uint32Array(offsets.length);
    let from = 0;
    let chunkEnd = 0;
    let line = 0;
    for (let index = 0; index < offsets.length; index += 1) {
      const offset = offsets[index] ?? 0;
      if (index === 0 || offset >= chunkEnd) {
        const chunk = this.chunkAt(bytes, offset);
        from = bytes[chunk] ?? 0;
        chunkEnd = bytes[chunk + 1] ?? 0;
        line = breaks[chunk] ?? 0;
      }
      passes.measure(TEXT_BASE + from, TEXT_BASE + offset, TEXT_BASE + size);
      line += passes.breaks.value >>> 0;
      found[index] = line;
      from = offset;
    }
    return found;
  }

  /** The line and column of a byte, both from 0. */
  placeOf(offset: number): LineColumn {
    const line = this.lineAt(offset);
    const start = this.startOfLine(line);
    if (offset - start > EXACT_COLUMN) return { line, column: this.unitsBefore(offset) - this.unitsBefore(start) };
    const end = Math.min(this.memory.size, offset + 4);
    return { line, column: columnAtByte(this.memory.text(start, end), 0, end - start, offset - start) };
  }

  /** UTF-16 units before a byte that starts a character; exact for well-formed UTF-8. */
  unitsBefore(offset: number): number {
    return this.until(offset).units;
  }

  /** The byte at which the character of this UTF-16 unit starts. The inverse of `unitsBefore`. */
  offsetOfUnit(unit: number): number {
    const { units, bytes } = this.read();
    if (unit >= this.unitCount) return this.memory.size;
    const chunk = search(units, this.chunks.length, unit);
    const text = this.memory.text(bytes[chunk] ?? 0, bytes[chunk + 1] ?? 0);
    let left = unit - (units[chunk] ?? 0);
    let at = 0;
    while (at < text.length) {
      const byte = text[at] ?? 0;
      const width = byte < 0x80 || (byte & 0xc0) === 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      const used = (byte & 0xc0) === 0x80 ? 0 : width === 4 ? 2 : 1;
      if (left < used) break;
      left -= used;
      at += width;
    }
    return (bytes[chunk] ?? 0) + at;
  }

  /** Checks the invariants by measuring all anew. For tests. @throws RangeError */
  check(): void {
    const sum = this.chunks.reduce((bytes, chunk) => bytes + chunk.bytes, 0);
    if (sum !== this.memory.size) throw new RangeError(`chunks hold ${sum} bytes, expected ${this.memory.size}`);
    const fresh = new Lines(this.memory);
    fresh.append(0);
    for (const name of ['lineCount', 'unitCount', 'longestLine'] as const) {
      if (fresh[name] !== this[name]) throw new RangeError(`${name} is ${this[name]}, expected ${fresh[name]}`);
    }
  }

  private until(offset: number): { breaks: number; units: number } {
    const { bytes, breaks, units } = this.read();
    const chunk = this.chunkAt(bytes, offset);
    const start = bytes[chunk] ?? 0;
    this.memory.passes.measure(TEXT_BASE + start, TEXT_BASE + offset, TEXT_BASE + this.memory.size);
    return {
      breaks: (breaks[chunk] ?? 0) + (this.memory.passes.breaks.value >>> 0),
      units: (units[chunk] ?? 0) + (this.memory.passes.units.value >>> 0),
    };
  }

  private chunkAt(bytes: Float64Array, offset: number): number {
    return Math.max(0, Math.min(this.chunks.length - 1, search(bytes, this.chunks.length, offset)));
  }

  private measure(from: number, to: number, index: number, replaced: number): void {
    const { passes, size } = this.memory;
    const made: Chunk[] = [];
    for (let start = from; start < to;) {
      const end = to - start < CHUNK * 1.5 ? to : start + CHUNK;
      passes.measure(TEXT_BASE + start, TEXT_BASE + end, TEXT_BASE + size);
      made.push({
        bytes: end - start,
        breaks: passes.breaks.value >>> 0,
        units: passes.units.value >>> 0,
        head: passes.head.value >>> 0,
        tail: passes.tail.value >>> 0,
        longest: passes.longest.value >>> 0,
      });
      start = end;
    }
    if (index + replaced >= this.chunks.length) {
      this.chunks.length = index;
      for (const chunk of made) this.chunks.push(chunk);
    } else {
      this.chunks = [...this.chunks.slice(0, index), ...made, ...this.chunks.slice(index + replaced)];
    }
    this.sums = null;
  }

  private total(name: 'breaks' | 'units'): number {
    return this.read()[name][this.chunks.length] ?? 0;
  }

  private read(): NonNullable<Lines['sums']> {
    if (this.sums !== null) return this.sums;
    const length = this.chunks.length + 1;
    const sums = {
      bytes: new Float64Array(length),
      breaks: new Float64Array(length),
      units: new Float64Array(length),
      longest: 0,
    };
    let line = 0;
    for (const [index, chunk] of this.chunks.entries()) {
      sums.bytes[index + 1] = (sums.bytes[index] ?? 0) + chunk.bytes;
      sums.breaks[index + 1] = (sums.breaks[index] ?? 0) + chunk.breaks;
      sums.units[index + 1] = (sums.units[index] ?? 0) + chunk.units;
      line += chunk.head;
      sums.longest = Math.max(sums.longest, line, chunk.longest);
      if (chunk.breaks > 0) line = chunk.tail;
    }
    sums.longest = Math.max(sums.longest, line);
    this.sums = sums;
    return sums;
  }
}

/** The last index below `length` whose sum is at most `value`; sums start with 0 and don't fall. */
function search(sums: Float64Array, length: number, value: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sums[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
