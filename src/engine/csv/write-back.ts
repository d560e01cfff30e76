// Writes a document back into the file that it was read from. Rows that are as they were keep their bytes, wherever they are
// now; of a changed row, the cells that are as they were do. Nothing is remembered between reading and writing: the file is read
// again, and what its rows were is compared with what the document's are. What is written is read again, too, and has to be the table.
//
//   file      id;n ⏎  1;"a" ⏎  2;b ⏎            document    [{"id":1,"n":"a"}, {"id":2,"n":"c"}]
//             ──────  ───────  ─▲                the same bytes, but for the cell `c`

import { CR, LF } from '../../shared/bytes/ascii.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { CodedError } from '../../shared/errors.ts';
import type { CsvReadOptions } from '../../shared/protocol/csv.ts';
import { CSV_TEXTS } from '../../shared/texts/conversions.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { CellComparison } from './cell-comparison.ts';
import { CellWriter, type CellStyle } from './cell-writer.ts';
import { fromUtf8 } from './encoding.ts';
import { writeJson } from '../values/json-writer.ts';
import { matchRows, type RowMatches } from './match-rows.ts';
import { findMisread } from './read-back.ts';
import { understand, type Reading } from './reading.ts';
import { CsvRowIndex } from './row-index.ts';
import { TableItems } from './table-items.ts';
import { lineEndBytes, type WrittenTable } from './write.ts';
import { countOdd } from './wtf8.ts';
import { columnsOfMembers, findLost, isAsBefore, mergeColumns, type WrittenColumn } from './written-columns.ts';

/** How much is written anew: what has changed, or also what could make the file be read otherwise than it is meant. */
type Care = 'bytes' | 'table';

/**
 * Writes the array of a document into the file with these bytes, which was read with these options.
 * @throws CodedError `invalid-document`; `refused` when it is no array of objects, a character is not in the file's encoding, or
 * what is written would not be read as the document
 */
export function* writeBack(document: JsonDocument, bytes: Uint8Array, options: CsvReadOptions): Work<WrittenTable> {
  if (!document.isWhole) throw new CodedError('invalid-document', CSV_TEXTS.invalid);
  if (document.places.kind(0) !== 'array') throw new CodedError('refused', CSV_TEXTS.notRows);
  const reading = yield* understand(bytes, options);
  const items = new TableItems(document, reading);
  yield* items.find();
  const index = new CsvRowIndex(reading);
  yield* index.build(items);
  const { separator, quote, typed, encoding, header } = reading.dialect;
  const style: CellStyle = {
    separator: (separator ?? ',').charCodeAt(0),
    quote: quote.charCodeAt(0),
    typed,
    escapesFormulas: options.formulas === 'unescape',
    keepsSurrogates: true,
  };
  const members = columnsOfMembers(index, items);
  const comparison = new CellComparison(
    index.rows,
    document.places,
    new CellWriter(document.places, style, new ByteBuffer()),
  );
  const matches = yield* matchRows(items, index, members, comparison);
  const columns = mergeColumns(index, items, yield* findLost(items, index, members, matches, comparison));
  const again = {
    ...options,
    encoding,
    quote,
    header,
    typed,
    separator: columns.length > 1 ? (separator ?? ',') : separator,
  };
  let problem: CodedError | null = null;
  for (const care of ['bytes', 'table'] as const) {
    const written = yield* new BackWriter(items, index, columns, matches, comparison, style, care).write();
    problem = yield* findMisread(joinBytes(written.content), again, items, columns, style);
    if (problem === null) return { ...written, separator: again.separator ?? null };
  }
  throw problem ?? new RangeError('nothing was written, expected a file or a problem');
}

class BackWriter {
  private readonly reading: Reading;
  private readonly out = new ByteBuffer();
  private readonly scratch = new ByteBuffer();
  private readonly writer: CellWriter;
  private readonly isSame: boolean;
  private readonly lineEnd: Uint8Array;
  /** The line end of what was written last, which is written before the next row; `null` for the one of the file. */
  private pending: Uint8Array | null = null;
  private isOpen = false;
  private nested = 0;
  private replaced = 0;
  private doubled = 0;

  constructor(
    private readonly items: TableItems,
    private readonly index: CsvRowIndex,
    private readonly columns: readonly WrittenColumn[],
    private readonly matches: RowMatches,
    private readonly comparison: CellComparison,
    private readonly style: CellStyle,
    private readonly care: Care,
  ) {
    const { reading } = index;
    this.reading = reading;
    this.isSame = isAsBefore(columns, reading.columns.length);
    this.lineEnd = lineEndOf(reading);
    this.writer = new CellWriter(items.document.places, style, this.out);
  }

  *write(): Work<WrittenTable> {
    const { items, index, out, reading, columns, matches } = this;
    const { text, dialect } = reading;
    this.writeHead();
    const positions = new Map(
      columns.flatMap(({ member }, at) => (member === null ? [] : [[member.member, at] as const])),
    );
    const cells = new Int32Array(columns.length);
    /** Whether there are bytes between the line ends before and behind the last row. */
    let isRow = true;
    yield* items.each((item, at) => {
      const old = matches.rows[at] ?? -1;
      this.endLine();
      isRow = true;
      const { size } = out;
      if (this.isSame && matches.isSame[at] === 1 && !this.isRespelt(old)) {
        const end = this.lineEndAt(old);
        out.add(text, index.start(old), end);
        this.leaveOpen(text.subarray(end, index.start(old + 1)));
        return;
      }
      this.doubled += items.cells(item, positions, cells);
      if (old >= 0) {
        index.rows.readAt(index.start(old));
        // Blank lines before the row.
        out.add(text, index.start(old), index.rows.raw[0] ?? 0);
      }
      this.writeRow(cells, old);
      // The line end of that row, which is not the same in all rows of some files.
      const ownEnd = old < 0 ? 0 : (index.rows.raw[index.rows.rawCells * 2 - 1] ?? 0);
      this.leaveOpen(old < 0 ? null : text.subarray(ownEnd, index.start(old + 1)));
      isRow = out.size > size;
    });
    const end = index.start(index.count);
    // The last row may end without a line end, as that of the file does, but not where it would be no row then.
    const endsLine = text.length === 0 || isLineEnd(text.at(-1) ?? 0);
    if (endsLine || !isRow || (this.pending?.length ?? 0) > 0) this.endLine();
    // Blank lines at the end of the file.
    if (end < text.length) out.add(text, end, text.length);
    const unnamed = dialect.header ? [] : columns.filter(isUnnamed).map(({ name }) => name);
    const content = fromUtf8(out.finish(), dialect.encoding, dialect.mark);
    return { content, nested: this.nested, unnamed, replaced: this.replaced, doubled: this.doubled, separator: null };
  }

  /** The line that gives the separator, and the header. */
  private writeHead(): void {
    const { out, reading, columns, index, writer, care } = this;
    const { text, start, dialect } = reading;
    const first = index.start(0);
    const { headerCells, headerNames } = index.rows;
    const anew = care === 'table' && !dialect.typed;
    if (this.isSame && !anew) {
      out.add(text, 0, first);
      if (first > 0 && !isLineEnd(text[first - 1] ?? 0)) this.leaveOpen(null);
      return;
    }
    const isThere = dialect.header && headerCells.length > 0;
    out.add(text, 0, isThere ? (headerCells[0] ?? 0) : start);
    if (out.size > 0 && !isLineEnd(out.last)) out.add(this.lineEnd);
    if (!dialect.header) return;
    for (const [at, { before, name, nameInFile }] of columns.entries()) {
      if (at > 0) out.put(this.style.separator);
      const [from, to] = [headerCells[before * 2], headerCells[before * 2 + 1]];
      // A name that stands twice is another one without the first.
      const isOwn = before >= 0 && from !== undefined && to !== undefined && (!anew || headerNames[before] === name);
      if (isOwn && !(anew && index.rows.isHeaderUnclosed)) out.add(text, from, to);
      else writer.writeName(nameInFile);
    }
    if (columns.length > 0) this.leaveOpen(isThere ? text.subarray(headerCells.at(-1) ?? 0, first) : null);
  }

  /** Where the line end of a row begins. */
  private lineEndAt(row: number): number {
    const { text } = this.reading;
    const start = this.index.start(row);
    let end = this.index.start(row + 1);
    if (end > start && text[end - 1] === LF) end -= 1;
    if (end > start && text[end - 1] === CR && (end === this.index.start(row + 1) || text[end] === LF)) end -= 1;
    return end;
  }

  /** Whether the bytes of a row may mean something else by now: an open quote, or points that no other row shows to be groups. */
  private isRespelt(row: number): boolean {
    return (
      this.care === 'table' && (this.index.unclosed.has(row) || this.reading.columns.some(({ isGrouped }) => isGrouped))
    );
  }

  private isCellRespelt(column: number): boolean {
    const isGrouped = this.reading.columns[column]?.isGrouped === true;
    return this.care === 'table' && (isGrouped || this.index.rows.isUnclosed(column));
  }

  private writeRow(cells: Int32Array, old: number): void {
    const { columns, out, index, comparison } = this;
    const { rows } = index;
    const { text } = this.reading;
    // A short row stays as short as it can.
    let last = columns.length;
    while (old >= 0 && last > 1 && (cells[last - 1] ?? -1) < 0 && (columns[last - 1]?.before ?? -1) >= rows.cells)
      last -= 1;
    const { size } = out;
    for (let at = 0; at < last; at += 1) {
      if (at > 0) out.put(this.style.separator);
      const column = columns[at] as WrittenColumn;
      const { before } = column;
      const entry = cells[at] ?? -1;
      const isOld = old >= 0 && before >= 0;
      if (isOld && comparison.isSame(before, entry) && !this.isCellRespelt(before)) {
        if (before < rows.cells) out.add(text, rows.raw[before * 2] ?? 0, rows.raw[before * 2 + 1] ?? 0);
        continue;
      }
      if (isOld && rows.oddCount(before) > this.oddCount(entry)) this.replaced += 1;
      if (comparison.isEmpty(entry, this.reading.columns[before])) this.writeEmpty(before);
      else this.writeCell(column, entry);
    }
    // Empty cells behind the last column.
    const { length } = this.reading.columns;
    if (old >= 0 && rows.rawCells > length && length > 0)
      out.add(text, rows.raw[length * 2 - 1] ?? 0, rows.raw[rows.rawCells * 2 - 1] ?? 0);
    // A blank line would be no row.
    if (out.size === size && !this.reading.hasEmptyRows) this.writeQuotes();
  }

  /** How many lone surrogates a text has. */
  private oddCount(entry: number): number {
    const isText = entry >= 0 && this.items.document.places.kind(entry) === 'string';
    return isText ? countOdd(this.writer.stringBytes(entry)) : 0;
  }

  private writeQuotes(): void {
    this.out.put(this.style.quote);
    this.out.put(this.style.quote);
  }

  /** Writes an empty cell as those of its column, or else of the file, are. */
  private writeEmpty(before: number): void {
    const { quotedEmpties, bareEmpties } = this.index;
    if (this.reading.dialect.typed) return;
    const sum = (counts: Uint32Array): number => counts.reduce((all, count) => all + count, 0);
    let [quoted, bare] = [quotedEmpties[before] ?? 0, bareEmpties[before] ?? 0];
    if (quoted + bare === 0) [quoted, bare] = [sum(quotedEmpties), sum(bareEmpties)];
    if (quoted > bare) this.writeQuotes();
  }

  private writeCell({ before, member }: WrittenColumn, entry: number): void {
    const { reading, index, items, out } = this;
    const { places } = items.document;
    const { dialect } = reading;
    const column = reading.columns[before];
    const isComma = column?.rule === 'any number' && dialect.decimal === ',';
    if (isComma && places.kind(entry) === 'number') {
      writeJson(places, entry, this.scratch);
      out.add(encodeUtf8(decodeUtf8(this.scratch.takeView()).replace('.', ',')));
      return;
    }
    const isJson = dialect.typed ? member?.hasContainer === true || column?.rule === 'typed json' : false;
    const isNested = this.writer.write(entry, {
      isJson,
      quotesText: this.care === 'table' || (before >= 0 && (index.quoted[before] ?? 0) > (index.bare[before] ?? 0)),
      // Nothing else in the column may say that it is text.
      quotesTokens: true,
    });
    if (isNested && !isJson && column?.rule !== 'json') this.nested += 1;
  }

  private leaveOpen(lineEnd: Uint8Array | null): void {
    this.pending = lineEnd;
    this.isOpen = true;
  }

  private endLine(): void {
    if (!this.isOpen) return;
    const { pending } = this;
    this.out.add(pending === null || pending.length === 0 ? this.lineEnd : pending);
    this.isOpen = false;
  }
}

/** Whether a column of a file without names has another name than the one that its place gives it. */
function isUnnamed({ before, name }: WrittenColumn, at: number): boolean {
  return before < 0 && name !== `column ${at + 1}`;
}

function isLineEnd(byte: number): boolean {
  return byte === LF || byte === CR;
}

/** The line end of new lines: in a file with several, the one of the first line. */
function lineEndOf({ text, dialect }: Reading): Uint8Array {
  if (dialect.lineEnd !== 'mixed') return lineEndBytes(dialect.lineEnd);
  const at = text.findIndex(isLineEnd);
  if (text[at] === LF) return lineEndBytes('LF');
  return lineEndBytes(text[at + 1] === LF ? 'CRLF' : 'CR');
}
