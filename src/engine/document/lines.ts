// Line ends and UTF-16 lengths of a document, as sums over chunks of about 64 KB: byte offsets, lines and UTF-16 offsets are
// converted into each other by a search over the sums and one pass over a chunk. An edit measures the chunks that it touches
// again. A line ends at `\n`, and at a `\r` that no `\n` follows.
//
// An offset past the text's end counts as its end: views ask about offsets of a document that may have been replaced since.
//
// Invariants: chunks are not empty (an empty text has none) and add up to the text.

import type { LineColumn } from '../../shared/units.ts';
import { columnAtByte } from '../../shared/bytes/utf8.ts';
import { ChunkTree, type Chunk } from './chunk-tree.ts';
import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';

const CHUNK = 65536;
/**
 * Columns up to here are counted in the text, which is exact even for invalid UTF-8; higher ones are computed from the sums.
 */
const EXACT_COLUMN = 65536;

/** The line index of one document. */
export class Lines {
  private chunks = new ChunkTree();

  constructor(private readonly memory: DocumentMemory) {}

  /** At least 1. */
  get lineCount(): number {
    return this.chunks.total('breaks') + 1;
  }

  /** UTF-16 code units in the whole text; exact for well-formed UTF-8. */
  get unitCount(): number {
    return this.chunks.total('units');
  }

  /** Bytes in the longest line, including its line end. */
  get longestLine(): number {
    return this.chunks.longest;
  }

  /** Measures the text from `start` to its end; everything before has already been measured. */
  append(start: number): void {
    // The previous chunk may end in a `\r` whose `\n` has only now arrived.
    const last = this.chunks.pop();
    this.measure(start - last, this.memory.size, this.chunks.count, 0);
  }

  /** Measures the whole text again. */
  restart(): void {
    this.chunks = new ChunkTree();
    this.measure(0, this.memory.size, 0, 0);
  }

  /**
   * Follows a splice: `removed` bytes at `start` were replaced by `inserted` ones, which are already in the text. The text was
   * not empty before.
   */
  splice(start: number, removed: number, inserted: number): void {
    const { chunks } = this;
    // Includes one more chunk on the left, which may end in a `\r`.
    const first = Math.max(0, chunks.find('bytes', start).chunk - 1);
    const behind = Math.min(chunks.count, chunks.find('bytes', start + removed).chunk + 1);
    const to = chunks.before(behind).bytes - removed + inserted;
    this.measure(chunks.before(first).bytes, to, first, behind - first);
  }

  /** The first byte of a line; the text's end for a line past the last. */
  startOfLine(line: number): number {
    if (line <= 0) return 0;
    if (line > this.chunks.total('breaks')) return this.memory.size;
    const { bytes, breaks, length } = this.chunks.find('breaks', line - 1);
    const start = TEXT_BASE + bytes;
    const { passes, size } = this.memory;
    const address = passes.afterBreak(start, start + length, TEXT_BASE + size, line - breaks);
    return (address >>> 0) - TEXT_BASE;
  }

  /** The line of a byte; a line end belongs to the line that it ends. */
  lineAt(offset: number): number {
    return this.until(offset).breaks;
  }

  /** The lines of ascending offsets. Cost: the text between the first and the last, or less if there are few. */
  linesAt(offsets: Uint32Array): Uint32Array {
    const { passes, size } = this.memory;
    const found = new Uint32Array(offsets.length);
    let from = 0;
    let chunkEnd = 0;
    let line = 0;
    for (let index = 0; index < offsets.length; index += 1) {
      const offset = Math.min(offsets[index] ?? 0, size);
      if (index === 0 || offset >= chunkEnd) {
        const chunk = this.chunks.find('bytes', offset);
        from = chunk.bytes;
        chunkEnd = chunk.bytes + chunk.length;
        line = chunk.breaks;
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

  /** UTF-16 code units before a byte that starts a character; exact for well-formed UTF-8. */
  unitsBefore(offset: number): number {
    return this.until(offset).units;
  }

  /** The byte at which the character with this UTF-16 code unit starts. The inverse of `unitsBefore`. */
  offsetOfUnit(unit: number): number {
    if (unit >= this.unitCount) return this.memory.size;
    const { bytes, units, length } = this.chunks.find('units', unit);
    const text = this.memory.text(bytes, bytes + length);
    let left = unit - units;
    let at = 0;
    while (at < text.length) {
      const byte = text[at] ?? 0;
      const width = byte < 0x80 || (byte & 0xc0) === 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      const used = (byte & 0xc0) === 0x80 ? 0 : width === 4 ? 2 : 1;
      if (left < used) break;
      left -= used;
      at += width;
    }
    return bytes + at;
  }

  /** Checks the invariants by measuring everything again. For tests. @throws RangeError */
  check(): void {
    const sum = this.chunks.total('bytes');
    if (sum !== this.memory.size) throw new RangeError(`chunks hold ${sum} bytes, expected ${this.memory.size}`);
    const fresh = new Lines(this.memory);
    fresh.append(0);
    for (const name of ['lineCount', 'unitCount', 'longestLine'] as const) {
      if (fresh[name] !== this[name]) throw new RangeError(`${name} is ${this[name]}, expected ${fresh[name]}`);
    }
  }

  private until(offset: number): { breaks: number; units: number } {
    const { passes, size } = this.memory;
    const end = Math.min(offset, size);
    const { bytes, breaks, units } = this.chunks.find('bytes', end);
    passes.measure(TEXT_BASE + bytes, TEXT_BASE + end, TEXT_BASE + size);
    return { breaks: breaks + (passes.breaks.value >>> 0), units: units + (passes.units.value >>> 0) };
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
    this.chunks.splice(index, replaced, made);
  }
}
