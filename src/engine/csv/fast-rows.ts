// Reads the rows of a file in WebAssembly (`wasm/csv-rows.ts`), as long as their spelling leaves nothing to decide. What is odd in a
// row (a faulty quote, a NUL, another number of cells) is decided in one place, `rows.ts`: reading stops before that row, which is
// read there, and goes on behind it.
//
//   64 KB      tapeBase   + 64 KB                   + 96 KB      + 1 MB
//   | text ... | counts   | starts: 3 words per row | JSON ...... | table of columns, keys | a copy of JSON
//
// Where one row after the other is odd, more and more of them are read by the caller before the next try.

import { compileEngine, DocumentMemory, TEXT_BASE } from '../base/memory.ts';
import type { CellReader } from './cells.ts';

/** Shorter files take less time than a new memory. */
export const LEAST_BYTES = 64;
/** Above this, text and JSON are not held twice. */
const MOST_BYTES = 0x60000000;
/** Most cells of a row. */
const MOST_CELLS = 16384;
const COUNTS_BYTES = MOST_CELLS * 4;
const MOST_ROWS = 8192;
const START_WORDS = 3;
const STARTS_BYTES = MOST_ROWS * START_WORDS * 4;
/** Bytes of JSON per call: less than a millisecond of work. */
const JSON_BYTES = 1 << 20;
const COLUMN_WORDS = 7;
const COUNT_WORD = 3;
/** `,`, a line feed and two blanks stand between two objects. */
const BETWEEN_BYTES = 4;
/** Odd rows that the caller reads before the next try. */
const MOST_PATIENCE = 256;
const NO_SEPARATOR = 256;
/** The bits of `survey`, lowest first: ill-formed, and then these bytes. */
const ILL_FORMED = 1;
const SURVEYED = [0, 0x2c, 0x3b, 9, 0x7c, 0x27];

/** A column of the JSON. */
export interface FastColumn {
  /** The key with its quotes and the colon. */
  readonly key: Uint8Array;
  /** Whether cells without quotes are numbers, booleans or null. */
  readonly isToken: boolean;
}

/** How the cells become values. */
export interface FastCells {
  readonly columns: readonly FastColumn[];
  /** Whether an apostrophe at the start of a cell may be left out. */
  readonly unescapes: boolean;
  /** Whether an empty cell is an empty text. */
  readonly keepsEmpty: boolean;
}

/** Gets the beginning of a row in the file, the bytes of its object, and its hash (`hashRow`). */
export type TakeRow = (start: number, json: Uint8Array, from: number, to: number, hash: number) => void;

/** How many cells of a column are empty, are texts in quotes, and are empty in quotes. */
export interface CellCounts {
  readonly empty: number;
  readonly quoted: number;
  readonly quotedEmpty: number;
}

/** Opens a file for fast reading; `null` if it is shorter than `leastBytes`, or if there is no memory for it. */
export function openFast(text: Uint8Array, leastBytes: number): FastRows | null {
  if (text.length < leastBytes || text.length > MOST_BYTES) return null;
  try {
    return new FastRows(text);
  } catch {
    return null;
  }
}

/** The rows of one file. Its views are valid until the next call. */
export class FastRows {
  /** Rows of the last call, and cells of them in quotes. */
  count = 0;
  quoted = 0;
  private readonly memory: DocumentMemory;
  private readonly counts: number;
  private readonly startsAt: number;
  private readonly json: number;
  private readonly table: number;
  private readonly found: number;
  private base = TEXT_BASE;
  /** Where the JSON of the last call of `write` ends. */
  private jsonEnd = 0;
  private patience = 1;
  private left = 0;
  private columns = 0;
  private copy = 0;

  constructor(text: Uint8Array) {
    const memory = new DocumentMemory(compileEngine(), text.length);
    this.memory = memory;
    this.counts = memory.tapeBase;
    this.startsAt = this.counts + COUNTS_BYTES;
    this.json = this.startsAt + STARTS_BYTES;
    this.table = this.json + JSON_BYTES;
    memory.ensure(this.table);
    memory.bytes.set(text, TEXT_BASE);
    memory.size = text.length;
    this.found = memory.passes.survey(TEXT_BASE, TEXT_BASE + text.length);
  }

  /** Whether all of the text is well-formed UTF-8. */
  get isUtf8(): boolean {
    return (this.found & ILL_FORMED) === 0;
  }

  /** Whether one of the bytes NUL, `,`, `;`, tab, `|` and `'` occurs. */
  has(byte: number): boolean {
    return (this.found & (1 << (SURVEYED.indexOf(byte) + 1))) !== 0;
  }

  /** Lets the text begin behind a byte order mark of so many bytes. Returns itself. */
  from(markBytes: number): this {
    this.base = TEXT_BASE + markBytes;
    return this;
  }

  /** Begins a pass over the file, with counts of zero. */
  begin(
    { separator, quote }: CellReader,
    cells: FastCells = { columns: [], unescapes: false, keepsEmpty: false },
  ): void {
    const { memory } = this;
    const keyBytes = cells.columns.reduce((sum, { key }) => sum + key.length, 0);
    this.columns = cells.columns.length;
    this.copy = this.table + this.columns * COLUMN_WORDS * 4 + keyBytes;
    memory.ensure(this.copy + (this.columns === 0 ? 0 : JSON_BYTES));
    memory.bytes.fill(0, this.counts, this.startsAt);
    let key = this.table + this.columns * COLUMN_WORDS * 4;
    for (const [index, column] of cells.columns.entries()) {
      memory.words.set(
        [key, column.key.length, column.isToken ? 1 : 0, 0, 0, 0, 0],
        (this.table >>> 2) + index * COLUMN_WORDS,
      );
      memory.bytes.set(column.key, key);
      key += column.key.length;
    }
    const byte = separator < 0 ? NO_SEPARATOR : separator;
    memory.passes.beginRows(TEXT_BASE + memory.size, byte, quote, cells.unescapes, cells.keepsEmpty);
    this.patience = 1;
    this.left = 0;
  }

  /**
   * Moves a reader that is at the beginning of a row over rows that begin before `to`, and counts them by their number of cells.
   * Returns whether the reader has to read the next row, if there is one.
   */
  split(reader: CellReader, to: number): boolean {
    if (this.waits()) return true;
    this.memory.passes.splitRows(this.base + reader.at, this.base + to, this.counts, MOST_CELLS);
    return this.advance(reader);
  }

  /** Rows by their number of cells, since `begin` and a call of `split`. */
  get widths(): Uint32Array {
    return this.memory.words.subarray(this.counts >>> 2, this.startsAt >>> 2);
  }

  /** Like `split`, but collects the looks of the cells (`LOOKS`). */
  judge(reader: CellReader, to: number): boolean {
    if (this.waits()) return true;
    this.memory.passes.judgeRows(this.base + reader.at, this.base + to, this.counts, MOST_CELLS);
    return this.advance(reader);
  }

  /** The looks of each column. */
  get looks(): Uint32Array {
    return this.widths;
  }

  /** The number of cells of the longest row that was judged. */
  get widest(): number {
    return this.memory.passes.widest.value;
  }

  /**
   * Like `split`, but writes the rows as JSON, as many as there is room for. `isFirst`: no row has been written yet; `forEach`: `each` is
   * called next.
   */
  write(
    reader: CellReader,
    to: number,
    isFirst: boolean,
    forEach = false,
  ): { readonly isLeft: boolean; readonly json: Uint8Array } {
    if (this.columns === 0 || this.waits()) return { isLeft: true, json: this.memory.bytes.subarray(0, 0) };
    const end = this.memory.passes.writeRows(
      this.base + reader.at,
      this.base + to,
      this.table,
      this.columns,
      isFirst,
      this.json,
      this.table,
      forEach ? this.startsAt : 0,
      MOST_ROWS,
    );
    this.jsonEnd = end >>> 0;
    return { isLeft: this.advance(reader), json: this.memory.bytes.subarray(this.json, this.jsonEnd) };
  }

  /** Whether what `write` has written last for `each`, from its first object on, is what stands at `at` in `bytes`. */
  isAt(bytes: Uint8Array, at: number): boolean {
    const { memory, count, jsonEnd, copy } = this;
    if (count === 0) return false;
    const from = memory.words[(this.startsAt >>> 2) + 1] ?? 0;
    const length = jsonEnd - from;
    if (at + length > bytes.length) return false;
    memory.bytes.set(bytes.subarray(at, at + length), copy);
    return memory.passes.sameForward(from, copy, length) === length;
  }

  /** Calls back for each row that `write` has written last. */
  each(call: TakeRow): void {
    const { memory, count, base, jsonEnd } = this;
    const { bytes, words } = memory;
    const first = this.startsAt >>> 2;
    for (let row = 0; row < count; row += 1) {
      const at = first + row * START_WORDS;
      const to = row + 1 < count ? (words[at + 1 + START_WORDS] ?? 0) - BETWEEN_BYTES : jsonEnd;
      call((words[at] ?? 0) - base, bytes, words[at + 1] ?? 0, to, words[at + 2] ?? 0);
    }
  }

  /** How many cells of a column `write` has read that are empty, in quotes, and empty in quotes. */
  countsOf(column: number): CellCounts {
    const at = (this.table >>> 2) + column * COLUMN_WORDS + COUNT_WORD;
    const [empty = 0, quoted = 0, quotedEmpty = 0] = this.memory.words.subarray(at, at + 3);
    return { empty, quoted, quotedEmpty };
  }

  private waits(): boolean {
    this.count = 0;
    this.quoted = 0;
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }

  private advance(reader: CellReader): boolean {
    const { passes } = this.memory;
    this.count = passes.rowCount.value;
    this.quoted = passes.quotedCount.value;
    const { lineEnds } = reader;
    const [lf, crlf, cr] = [passes.lfCount.value, passes.crlfCount.value, passes.crCount.value];
    lineEnds.LF += lf;
    lineEnds.CRLF += crlf;
    lineEnds.CR += cr;
    reader.skipTo((passes.rowsPos.value >>> 0) - this.base, lf + crlf + cr + passes.linesInside.value);
    const isOdd = passes.rowsOdd.value !== 0;
    if (isOdd) {
      this.patience = this.count === 0 ? Math.min(MOST_PATIENCE, this.patience * 2) : 1;
      this.left = this.patience - 1;
    }
    return isOdd;
  }
}
