// Reads a column from the tape. The pass in WebAssembly (`wasm/column.ts`) finds and reads most cells, about a thousand a call; its
// table is below the text, in the page that the search uses too:
//
//   49408  path: kind of segment, length or index, address of the name, 0     8 words each, 16 at most
//          the last 16 bytes of the name
//   49920  names
//   51456  words                                                              8 bytes each, 1,024 at most
//   59648  entries                                                            4 bytes each
//   63744  kinds                                                              1 byte each
//   65536  the text
//
// What it leaves is read here: cells of objects with escapes in their keys, numbers with exponents or many digits, and all cells of
// JSON with comments, JSON5, and NDJSON with broken records.

import { hasComments } from '../../../shared/document/dialect.ts';
import type { Path } from '../../../shared/document/path.ts';
import { isPlainNumber, plainNumber, unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8, encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { BACKSLASH, QUOTE } from '../../../shared/bytes/ascii.ts';
import { exactDecimal } from '../../base/decimals.ts';
import { TEXT_BASE } from '../../base/memory.ts';
import type { Work } from '../../base/work.ts';
import { Hasher } from '../../diff/hash/value-hash.ts';
import { valueKind } from '../../suggest/value-kinds.ts';
import type { Places } from '../../tape/places.ts';
import { fetchEntries } from '../../tape/prefetch.ts';
import { ENTRY_BYTES } from '../../tape/tape.ts';
import { CellFinder } from '../cell-finder.ts';
import { CELL, ColumnData, NO_ENTRY, ROUNDED } from './column-data.ts';

const PATH = 49408;
const LEVEL_WORDS = 8;
const MAX_LEVELS = 16;
const NAMES = PATH + MAX_LEVELS * LEVEL_WORDS * 4;
const WORDS = NAMES + 1536;
const BLOCK = 1024;
const ENTRIES = WORDS + BLOCK * 8;
const KINDS = ENTRIES + BLOCK * 4;
const TAIL = 16;
/** The kind of a cell that the pass leaves. */
const LEFT = 7;
/** Blocks, and cells of the slow reader, per slice. */
const SLICE_BLOCKS = 64;
const SLICE_ROWS = 4096;
/** Any two decimals of this many digits, of a size that doubles have, have different doubles. */
const EXACT_DIGITS = 15;
const LEAST = 1e-290;
const GREATEST = 1e290;

/** Reads a column of an array. The tape must be that of the text. Cost: a walk over the rows. */
export function* readColumn(places: Places, array: number, path: Path): Work<ColumnData> {
  const { tape, children } = places;
  const data = new ColumnData(children.count(array));
  const reader = new CellReader(places, path, data);
  const levels = hasComments(tape.dialect) || tape.broken.length > 0 ? null : levelsOf(path);
  const { memory } = tape;
  const first = tape.closing(array) === array ? 0 : array + 1;
  let item = first;
  if (levels === null) {
    const close = tape.closing(array);
    let fetched = 0;
    for (let row = 0; item < close; row += 1, item = tape.next(item)) {
      if (item >= fetched) fetched = fetchEntries(tape, item, close);
      reader.find(item, row);
      if (row % SLICE_ROWS === SLICE_ROWS - 1) yield { done: row, total: data.rows };
    }
    return data;
  }
  for (let row = 0, block = 0; row < data.rows; block += 1) {
    if (block % SLICE_BLOCKS === SLICE_BLOCKS - 1) yield { done: row, total: data.rows };
    // Other passes write to the same page between two slices, and the memory may grow.
    const { bytes, words, passes, tapeBase } = memory;
    if (block % SLICE_BLOCKS === SLICE_BLOCKS - 1 || block === 0) bytes.set(levels, PATH);
    const at = tapeBase + item * ENTRY_BYTES;
    const close = tapeBase + tape.closing(array) * ENTRY_BYTES;
    const read = passes.readColumn(at, close, TEXT_BASE, tapeBase, PATH, path.length, BLOCK, WORDS, ENTRIES, KINDS);
    data.entries.set(words.subarray(ENTRIES >>> 2, (ENTRIES >>> 2) + read), row);
    data.bits.set(words.subarray(WORDS >>> 2, (WORDS >>> 2) + read * 2), row * 2);
    data.kinds.set(bytes.subarray(KINDS, KINDS + read), row);
    data.scale = Math.max(data.scale, passes.columnScale.value);
    if (passes.columnLeft.value > 0) readLeft(places, data, reader, item, row, read);
    item = ((passes.columnItem.value >>> 0) - tapeBase) / ENTRY_BYTES;
    row += read;
  }
  return data;
}

/** Reads the cells that the pass has left in one block. */
function readLeft(
  { tape }: Places,
  data: ColumnData,
  reader: CellReader,
  first: number,
  start: number,
  rows: number,
): void {
  let item = first;
  for (let row = start; row < start + rows; row += 1, item = tape.next(item)) {
    if (data.kinds[row] !== LEFT) continue;
    const entry = data.entries[row] ?? NO_ENTRY;
    if (entry === NO_ENTRY) reader.find(item, row);
    else reader.read(entry, row);
  }
}

/** The table of the path, with its names behind it; `null` when it has no room. */
function levelsOf(path: Path): Uint8Array | null {
  if (path.length > MAX_LEVELS) return null;
  const bytes = new Uint8Array(WORDS - PATH);
  const words = new Uint32Array(bytes.buffer);
  let at = NAMES - PATH;
  for (const [level, segment] of path.entries()) {
    const base = level * LEVEL_WORDS;
    if (typeof segment === 'number') {
      words.set([1, segment], base);
      continue;
    }
    const name = encodeUtf8(segment);
    // Such a name is spelt with escapes.
    if (name.includes(QUOTE) || name.includes(BACKSLASH) || at + name.length > bytes.length) return null;
    words.set([0, name.length, PATH + at], base);
    const known = Math.min(TAIL, name.length);
    bytes.set(name.subarray(name.length - known), (base + 4) * 4 + TAIL - known);
    bytes.set(name, at);
    at += name.length;
  }
  return bytes;
}

/** Reads single cells, of any dialect. */
class CellReader {
  private readonly hasher = new Hasher();
  private readonly found = new Int32Array(1);
  private readonly isRelaxed: boolean;
  private known: CellFinder | null = null;

  constructor(
    private readonly places: Places,
    private readonly path: Path,
    private readonly data: ColumnData,
  ) {
    this.isRelaxed = hasComments(places.tape.dialect);
  }

  /** Finds and reads the cell of an item. */
  find(item: number, row: number): void {
    const { data, found } = this;
    this.known ??= new CellFinder(this.places, [this.path], true);
    this.known.find(item, found, 0);
    const [entry = -1] = found;
    data.entries[row] = entry < 0 ? NO_ENTRY : entry;
    data.kinds[row] = CELL.missing;
    if (entry >= 0) this.read(entry, row);
  }

  /** Reads the kind and the word of a value. */
  read(entry: number, row: number): void {
    const { places, data, hasher } = this;
    const { start, end } = places.range(entry);
    const { bytes } = places.tape.memory;
    const kind = valueKind(places.text.byteAt(start));
    data.kinds[row] = CELL[kind];
    let [low, high] = [0, 0];
    if (places.tape.isBroken(entry)) {
      data.kinds[row] = CELL.string;
      hasher.hashBytes(bytes, TEXT_BASE + start, TEXT_BASE + end);
      ({ low, high } = hasher);
    } else if (kind === 'string') {
      if (this.isRelaxed) hasher.hashText(unquote(decodeUtf8(places.text.slice(start, end))));
      else hasher.hashString(bytes, TEXT_BASE + start + 1);
      ({ low, high } = hasher);
    } else if (kind === 'boolean') {
      low = places.text.byteAt(start) === 0x74 ? 1 : 0;
    } else if (kind === 'number') {
      return this.readNumber(plainNumber(decodeUtf8(places.text.slice(start, end))), row);
    }
    data.bits[row * 2] = low;
    data.bits[row * 2 + 1] = high;
  }

  private readNumber(text: string, row: number): void {
    const { data } = this;
    // -0 and 0 are one number.
    const value = Number(text) + 0;
    data.numbers[row] = value;
    if (!isPlainNumber(text)) return;
    const size = Math.abs(value);
    const { digits, exponent } = exactDecimal(text);
    const isExact = digits === '' || (digits.length <= EXACT_DIGITS && size > LEAST && size < GREATEST);
    if (!isExact) data.kinds[row] = CELL.number | ROUNDED;
    else if (digits !== '') data.scale = Math.max(data.scale, Math.min(400, digits.length - Number(exponent)));
  }
}
