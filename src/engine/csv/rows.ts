// Reads the rows of a file and writes each as a JSON object. Cells are not made into strings: their bytes go from the file into
// the text.
//
//   id,pos.x,pos.y      {"id":1,"pos":{"x":2.50,"y":3}}      nested only if asked; a missing cell makes no object
//   1,2.50,3

import { BACKSLASH, BRACE, BRACE_END, COMMA, QUOTE, SPACE } from '../../shared/bytes/ascii.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { CsvFault, CsvWarning } from '../../shared/protocol/csv.ts';
import type { ByteBuffer } from '../base/byte-buffer.ts';
import { FAULTS, type CellReader } from './cells.ts';
import type { CellCounts, FastRows, TakeRow } from './fast-rows.ts';
import { apostrophesBeforeFormula } from './formulas.ts';
import { compactJson } from '../base/strict-reader.ts';
import { plainNumber } from './judge.ts';
import { readerOf, type CellRule, type FileColumn, type Reading } from './reading.ts';
import { planNesting, type NestedColumn } from './nesting.ts';
import { countOdd, decodeWtf8, findOdd, HALF_LEAD, isSurrogateAt, SURROGATE_LEAD, surrogateAt } from './wtf8.ts';

/** Warnings that are kept; the others are counted. */
export const KEPT_WARNINGS = 10_000;

/** How cells are read whose bytes are copied. */
const PLAIN_RULES: ReadonlySet<CellRule> = new Set(['text', 'number', 'boolean', 'typed']);

/** Bytes of a cell that a preview shows. */
const SHOWN_BYTES = 200;

const PRESENT = 1;
const QUOTED = 2;
const DOUBLED = 4;
const UNCLOSED = 8;

const FAULT_NAMES: Readonly<Record<number, CsvFault>> = {
  [FAULTS.textAfterQuote]: 'text-after-quote',
  [FAULTS.quoteInCell]: 'quote-in-cell',
  [FAULTS.unclosedQuote]: 'unclosed-quote',
  [FAULTS.blankAtQuote]: 'blank-at-quote',
};

/** The second character of a short escape, by the byte that it stands for. */
const SHORT = new Map([...'\b\f\n\r\t'].map((char, index) => [char.charCodeAt(0), 'bfnrt'.charCodeAt(index)]));
const HEX = '0123456789abcdef';
const NOTHING = new Uint8Array();
const ESCAPED = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < SPACE || byte === QUOTE || byte === BACKSLASH),
);
/** The same where not all is characters. */
const ESCAPED_ODD = ESCAPED.map((isEscaped, byte) => (byte === SURROGATE_LEAD || byte === HALF_LEAD ? 1 : isEscaped));

/** The rows of a file, one at a time. */
export class RowReader {
  readonly warnings: CsvWarning[] = [];
  warningCount = 0;
  rowCount = 0;
  /** Of these, the rows that `writeMany` has written. */
  manyCount = 0;
  /** Where the last row begins, with the blank lines before it, and where the next one does. */
  rowStart: number;
  /** The number of cells of the last row. */
  cells = 0;
  /** The same, with those that are in no column. */
  rawCells = 0;
  /** The bytes of each cell as they stand in the file. */
  readonly raw: number[] = [];
  /** The same of the cells of the header, their names as they stand there, and whether a quote in it is not closed. */
  readonly headerCells: readonly number[] = [];
  readonly headerNames: readonly string[] = [];
  readonly isHeaderUnclosed: boolean = false;
  private isSilent = false;
  /** The row that is read; `null` for the header. */
  private row: number | null = null;
  private readonly reader: CellReader;
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly flags: number[] = [];
  private readonly lines: number[] = [];
  private readonly keys: readonly Uint8Array[];
  private readonly nesting: readonly NestedColumn[] | null;
  private readonly unescapes: boolean;
  /** Whether an empty cell is an empty text. */
  readonly keepsEmpty: boolean;
  private readonly escaped: Uint8Array;
  private readonly fast: FastRows | null;

  constructor(readonly reading: Reading) {
    const { columns, options, dialect, text } = reading;
    this.reader = readerOf(reading);
    this.keys = columns.map(({ name }) => encodeUtf8(`${JSON.stringify(name)}:`));
    this.nesting = options.nest === true ? planNesting(columns, dialect.typed) : null;
    this.unescapes = dialect.typed || options.formulas === 'unescape';
    this.keepsEmpty = options.empty === 'text';
    this.escaped = reading.isClean ? ESCAPED : ESCAPED_ODD;
    if (dialect.header && this.reader.nextRow(true)) {
      this.readCells(true);
      this.headerCells = this.raw.slice(0, this.rawCells * 2);
      this.headerNames = Array.from({ length: this.rawCells }, (_, column) => {
        const name = decodeWtf8(this.cellText(column));
        return this.isQuoted(column) ? name : name.trim();
      });
      this.isHeaderUnclosed = this.isUnclosed();
    }
    this.rowStart = dialect.header ? this.reader.at : Math.min(reading.start, text.length);
    this.fast = this.isPlain() ? reading.fast : null;
    const isToken = ({ rule }: FileColumn): boolean => rule !== 'text';
    this.fast?.begin(this.reader, {
      columns: columns.map((column, index) => ({ key: this.keys[index] ?? NOTHING, isToken: isToken(column) })),
      unescapes: this.unescapes,
      keepsEmpty: this.keepsEmpty,
    });
  }

  /** Whether most rows can be written without a look at each cell. */
  private isPlain(): boolean {
    const { columns, width, hasEmptyRows, isClean } = this.reading;
    return (
      isClean &&
      !hasEmptyRows &&
      this.nesting === null &&
      columns.length === width &&
      columns.every(({ rule }) => PLAIN_RULES.has(rule))
    );
  }

  get at(): number {
    return this.reader.at;
  }

  /** Reads the next row; returns whether there is one. */
  next(): boolean {
    this.rowStart = this.reader.at;
    if (!this.reader.nextRow()) return false;
    this.row = this.rowCount;
    this.readCells(false);
    this.rowCount += 1;
    return true;
  }

  /**
   * Writes rows, up to one that `next` has to read, or one that begins at or after `to`. Returns their JSON, valid until the next call;
   * `isLeft`: whether `next` has to read a row, if there is one; `forEach`: `eachOfMany` is called next.
   */
  writeMany(to: number, forEach = false): { readonly isLeft: boolean; readonly json: Uint8Array } {
    const { fast } = this;
    if (fast === null) return { isLeft: true, json: NOTHING };
    const written = fast.write(this.reader, Math.min(to, this.reading.text.length), this.rowCount === 0, forEach);
    this.rowCount += fast.count;
    this.manyCount += fast.count;
    return written;
  }

  /** Whether the objects that `writeMany` has written last, with all between them, are what stands at `at` in `bytes`. */
  isManyAt(bytes: Uint8Array, at: number): boolean {
    return this.fast?.isAt(bytes, at) === true;
  }

  /** Calls back for each row that `writeMany` has written last. */
  eachOfMany(call: TakeRow): void {
    this.fast?.each(call);
  }

  /** What the cells of a column are in the rows that `writeMany` has written, all of them in `manyCount` rows. */
  countsOfMany(column: number): CellCounts {
    return this.fast?.countsOf(column) ?? { empty: 0, quoted: 0, quotedEmpty: 0 };
  }

  /** Reads the row that begins at a byte, without warnings. */
  readAt(start: number): void {
    this.isSilent = true;
    this.reader.at = start;
    this.rowStart = start;
    if (this.reader.nextRow()) this.readCells(false);
  }

  private readCells(isHeader: boolean): void {
    const { reader, reading, starts, ends, flags, raw, lines } = this;
    const { line } = reader;
    let cells = 0;
    let isLong = false;
    do {
      reader.nextCell();
      const { start, end, isQuoted } = reader;
      starts[cells] = start;
      ends[cells] = end;
      raw[cells * 2] = reader.rawStart;
      raw[cells * 2 + 1] = reader.rawEnd;
      lines[cells] = reader.line;
      const isPresent = isQuoted || start < end || (this.keepsEmpty && cells < reading.width);
      flags[cells] = (isPresent ? PRESENT : 0) | (isQuoted ? QUOTED : 0) | (reader.hasDoubled ? DOUBLED : 0);
      if (reader.fault === FAULTS.unclosedQuote) flags[cells] = (flags[cells] ?? 0) | UNCLOSED;
      if (reader.fault !== FAULTS.none) this.warn(FAULT_NAMES[reader.fault] ?? 'quote-in-cell', reader.line);
      if (reader.hasNul) this.warn('nul-byte', reader.line);
      if (cells >= reading.width && (isQuoted || start < end)) isLong = true;
      cells += 1;
    } while (!reader.endsRow);
    this.rawCells = cells;
    this.cells = Math.min(cells, reading.columns.length);
    if (isHeader) return;
    if (isLong) this.warn('long-row', line);
    else if (cells < reading.width && !(reading.hasEmptyRows && cells === 1)) this.warn('short-row', line);
  }

  private warn(kind: CsvFault, line: number): void {
    if (this.isSilent) return;
    for (let at = this.warnings.length - 1; at >= 0 && this.warnings[at]?.line === line; at -= 1)
      if (this.warnings[at]?.kind === kind) return;
    this.warningCount += 1;
    if (this.warnings.length < KEPT_WARNINGS) this.warnings.push({ line, kind, row: this.row });
  }

  /** Writes the last row as an object. */
  write(out: ByteBuffer): void {
    out.put(BRACE);
    if (this.nesting !== null) this.writeNested(out, this.nesting);
    else {
      let isFirst = true;
      for (let column = 0; column < this.cells; column += 1) {
        if (((this.flags[column] ?? 0) & PRESENT) === 0) continue;
        if (!isFirst) out.put(COMMA);
        isFirst = false;
        const key = this.keys[column];
        if (key !== undefined) out.add(key);
        this.writeCell(out, column);
      }
    }
    out.put(BRACE_END);
  }

  /** Whether nothing closes a quote at the beginning of a cell of the last row, or of any of its cells. */
  isUnclosed(column: number | null = null): boolean {
    if (column !== null) return ((this.flags[column] ?? 0) & UNCLOSED) !== 0;
    for (let cell = 0; cell < this.rawCells; cell += 1) if (this.isUnclosed(cell)) return true;
    return false;
  }

  /** How many bytes of a cell of the last row are no characters. */
  oddCount(column: number): number {
    if (this.reading.isClean || column >= this.cells) return 0;
    return countOdd(this.reading.text.subarray(this.starts[column], this.ends[column]));
  }

  /** Whether a cell of the last row has nothing in it, with quotes or without. */
  isEmpty(column: number): boolean {
    return (this.starts[column] ?? 0) === (this.ends[column] ?? 0);
  }

  /** Whether a column has a value in the last row. */
  isPresent(column: number): boolean {
    return column < this.cells && ((this.flags[column] ?? 0) & PRESENT) !== 0;
  }

  private writeNested(out: ByteBuffer, nesting: readonly NestedColumn[]): void {
    /** The columns that are not nested in this row, because another one has a value where their object would be. */
    const barred: number[] = [];
    let open: readonly Uint8Array[] = [];
    let isFirst = true;
    for (const { column, keys, ancestors } of nesting) {
      if (!this.isPresent(column)) continue;
      if (ancestors.some((other) => this.isPresent(other))) {
        barred.push(column);
        continue;
      }
      const inside = keys.length - 1;
      let shared = 0;
      while (shared < open.length && shared < inside && open[shared] === keys[shared]) shared += 1;
      for (let depth = open.length; depth > shared; depth -= 1) out.put(BRACE_END);
      if (!isFirst) out.put(COMMA);
      isFirst = false;
      for (let depth = shared; depth < inside; depth += 1) {
        out.add(keys[depth] ?? new Uint8Array());
        out.put(BRACE);
      }
      out.add(keys[inside] ?? new Uint8Array());
      this.writeCell(out, column);
      open = keys.slice(0, inside);
    }
    for (let depth = open.length; depth > 0; depth -= 1) out.put(BRACE_END);
    for (const column of barred) {
      out.put(COMMA);
      out.add(this.keys[column] ?? new Uint8Array());
      this.writeCell(out, column);
    }
  }

  /** The beginning of a cell's text; `null` where it is missing. */
  shown(column: number): string | null {
    return this.isPresent(column) ? decodeWtf8(this.cellText(column).subarray(0, SHOWN_BYTES)) : null;
  }

  isQuoted(column: number): boolean {
    return ((this.flags[column] ?? 0) & QUOTED) !== 0;
  }

  /** Writes the value of a cell of the last row. */
  writeCell(out: ByteBuffer, column: number): void {
    const { text } = this.reading;
    const { rule, isGrouped } = this.reading.columns[column] as FileColumn;
    const flags = this.flags[column] ?? 0;
    const isQuoted = (flags & QUOTED) !== 0;
    let start = this.starts[column] ?? 0;
    let end = this.ends[column] ?? 0;
    const isToken = rule === 'typed' || rule === 'typed json' || rule === 'number' || rule === 'boolean';
    if (isToken && !isQuoted) {
      while (start < end && this.reader.isBlank(start)) start += 1;
      while (start < end && this.reader.isBlank(end - 1)) end -= 1;
      if (start < end) out.add(text, start, end);
      else this.writeText(out, start, end, false);
      return;
    }
    if ((rule === 'json' || rule === 'typed json') && start < end) {
      const json = compactJson(this.cellText(column));
      if (json !== null) {
        this.addEscaped(out, json);
        return;
      }
      this.warn('bad-json', this.lines[column] ?? 0);
    }
    if (rule === 'any number' && start < end) {
      const number = plainNumber(text, start, end, isGrouped);
      if (number !== null) {
        out.add(encodeUtf8(number));
        return;
      }
      this.warn('not-a-number', this.lines[column] ?? 0);
    }
    if (this.unescapes && rule !== 'typed json' && apostrophesBeforeFormula(text, start, end) > 0) start += 1;
    this.writeText(out, start, end, (flags & DOUBLED) !== 0);
  }

  /** Adds JSON that stands in a cell. */
  private addEscaped(out: ByteBuffer, json: Uint8Array): void {
    let from = 0;
    if (!this.reading.isClean)
      for (let at = findOdd(json); at >= 0; at = findOdd(json, from)) {
        out.add(json, from, at);
        putOdd(out, json, at);
        from = at + 3;
      }
    out.add(json, from);
  }

  /** The text of a cell, without the doubled quotes. */
  cellText(column: number): Uint8Array {
    const { text, dialect } = this.reading;
    const cell = text.subarray(this.starts[column], this.ends[column]);
    if (((this.flags[column] ?? 0) & DOUBLED) === 0) return cell;
    const quote = dialect.quote.charCodeAt(0);
    const plain = new Uint8Array(cell.length);
    let length = 0;
    for (let at = 0; at < cell.length; at += 1) {
      const byte = cell[at] ?? 0;
      plain[length++] = byte;
      if (byte === quote) at += 1;
    }
    return plain.subarray(0, length);
  }

  private writeText(out: ByteBuffer, start: number, end: number, hasDoubled: boolean): void {
    const { escaped } = this;
    const { text, dialect } = this.reading;
    const quote = dialect.quote.charCodeAt(0);
    out.put(QUOTE);
    let from = start;
    for (let at = start; at < end; at += 1) {
      const byte = text[at] ?? 0;
      if (hasDoubled && byte === quote) {
        out.add(text, from, at);
        if (byte === QUOTE) out.put(BACKSLASH);
        out.put(byte);
        at += 1;
        from = at + 1;
      } else if (escaped[byte] === 1) {
        if (byte >= SURROGATE_LEAD) {
          if (byte === SURROGATE_LEAD && !isSurrogateAt(text, at)) continue;
          out.add(text, from, at);
          putOdd(out, text, at);
          at += 2;
        } else {
          out.add(text, from, at);
          putEscape(out, byte);
        }
        from = at + 1;
      }
    }
    out.add(text, from, end);
    out.put(QUOTE);
  }
}

/** Writes what is no character as JSON has it. */
function putOdd(out: ByteBuffer, bytes: Uint8Array, at: number): void {
  const code = bytes[at] === HALF_LEAD ? 0xfffd : surrogateAt(bytes, at);
  out.add(encodeUtf8(`\\u${code.toString(16)}`));
}

function putEscape(out: ByteBuffer, byte: number): void {
  out.put(BACKSLASH);
  if (byte >= SPACE) {
    out.put(byte);
    return;
  }
  const short = SHORT.get(byte);
  if (short !== undefined) {
    out.put(short);
    return;
  }
  out.add(encodeUtf8(`u00${HEX[byte >>> 4]}${HEX[byte & 15]}`));
}
