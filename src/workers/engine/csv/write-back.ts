// Writes a document back into the file that it was read from. Rows that are as they were keep their bytes, wherever they are
// now; of a changed row, the cells that are as they were do. Nothing is remembered between reading and writing: the file is read
// again, and what its rows were is compared with what the document's are.
//
//   file      id;n ⏎  1;"a" ⏎  2;b ⏎            document    [{"id":1,"n":"a"}, {"id":2,"n":"c"}]
//             ──────  ───────  ─▲                the same bytes, but for the cell `c`

import { CR, LF, QUOTE } from '../../../shared/bytes/ascii.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { CsvReadOptions } from '../../../shared/protocol/csv.ts';
import { CSV_TEXTS } from '../../../shared/texts/csv.ts';
import { decodeUtf8, encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { CellWriter } from './cell-writer.ts';
import { fromUtf8 } from './encoding.ts';
import { writeJson } from '../values/json-writer.ts';
import { MemberColumns, type MemberColumn } from './member-columns.ts';
import { understand, type Reading } from './reading.ts';
import { CsvRowIndex } from './row-index.ts';
import { lineEndBytes, nameInFile, type WrittenTable } from './write.ts';

const SLICE_ITEMS = 1024;

/** A column of the written file. */
interface Column {
  /** Its position in the file as it was; -1 for a new one, or one that is written anew. */
  readonly before: number;
  /** `null` when no row of the document has it. */
  readonly member: MemberColumn | null;
  readonly name: string;
}

/**
 * Writes the array of a document into the file with these bytes, which was read with these options.
 * @throws CodedError `invalid-document`; `refused` when it is no array of objects, or a character is not in the file's encoding
 */
export function* writeBack(document: JsonDocument, bytes: Uint8Array, options: CsvReadOptions): Work<WrittenTable> {
  if (!document.isWhole) throw new CodedError('invalid-document', CSV_TEXTS.invalid);
  if (document.places.kind(0) !== 'array') throw new CodedError('refused', CSV_TEXTS.notRows);
  const reading = yield* understand(bytes, options);
  const index = new CsvRowIndex(reading);
  yield* index.build();
  const found = new MemberColumns(document.places, options.nest === true, reading.dialect.typed);
  yield* found.find(0);
  return yield* new BackWriter(document, index, found, options).write();
}

class BackWriter {
  private readonly reading: Reading;
  private readonly out = new ByteBuffer();
  private readonly scratch = new ByteBuffer();
  private readonly compare = new ByteBuffer();
  private readonly writer: CellWriter;
  private readonly columns: readonly Column[];
  private readonly isSame: boolean;
  private readonly separator: number;
  private readonly lineEnd: Uint8Array;
  private nested = 0;

  constructor(
    private readonly document: JsonDocument,
    private readonly index: CsvRowIndex,
    private readonly found: MemberColumns,
    options: CsvReadOptions,
  ) {
    const { reading } = index;
    const { dialect } = reading;
    this.reading = reading;
    this.columns = mergeColumns(index, found.columns);
    this.isSame =
      this.columns.length === reading.columns.length && this.columns.every(({ before }, at) => before === at);
    this.separator = (dialect.separator ?? ',').charCodeAt(0);
    this.lineEnd = lineEndOf(reading);
    const style = {
      separator: this.separator,
      quote: dialect.quote.charCodeAt(0),
      typed: dialect.typed,
      escapesFormulas: options.formulas === 'unescape',
    };
    this.writer = new CellWriter(document.places, style, this.out);
  }

  *write(): Work<WrittenTable> {
    const { document, index, out, reading, scratch, columns } = this;
    const { places, tape } = document;
    const { text, dialect } = reading;
    this.writeHead();
    const positions = new Map(columns.map(({ member }, at) => [member?.member ?? null, at]));
    const cells = new Int32Array(columns.length);
    const close = tape.closing(0);
    let [items, next] = [0, 0];
    for (let item = 1; item < close; item = tape.next(item)) {
      items += 1;
      if (items % SLICE_ITEMS === 0) yield { done: tape.start(item), total: document.size };
      if (places.kind(item) !== 'object') throw new CodedError('refused', CSV_TEXTS.notObject(items));
      writeJson(places, item, scratch);
      const same = index.find(scratch.takeView(), next);
      this.endLine();
      if (same >= 0 && this.isSame) {
        out.add(text, index.start(same), index.start(same + 1));
        next = same + 1;
        continue;
      }
      // The row that it probably was.
      const old = same >= 0 ? same : next < index.count ? next : -1;
      if (old >= 0) next = old + 1;
      cells.fill(-1);
      this.found.walk(item, (member, entry) => {
        const at = positions.get(member);
        if (at !== undefined) cells[at] = entry;
      });
      if (old >= 0) {
        index.rows.readAt(index.start(old));
        // Blank lines before the row.
        out.add(text, index.start(old), index.rows.raw[0] ?? 0);
      }
      this.writeRow(cells, old >= 0);
      // The line end of that row, which is not the same in all rows of some files.
      if (old >= 0) out.add(text, index.rows.raw[index.rows.rawCells * 2 - 1] ?? 0, index.start(old + 1));
    }
    const end = index.start(index.count);
    const endsLine = text.length === 0 || isLineEnd(text.at(-1) ?? 0);
    if (endsLine) this.endLine();
    // Blank lines at the end of the file.
    if (end < text.length) {
      this.endLine();
      out.add(text, end, text.length);
    }
    const unnamed = dialect.header ? [] : columns.filter(isUnnamed).map(({ name }) => name);
    return { content: fromUtf8(out.finish(), dialect.encoding, dialect.mark), nested: this.nested, unnamed };
  }

  /** The line that gives the separator, and the header. */
  private writeHead(): void {
    const { out, reading, columns, index, writer } = this;
    const { text, start, dialect } = reading;
    const first = index.start(0);
    if (this.isSame) {
      out.add(text, 0, first);
      return;
    }
    out.add(text, 0, start);
    if (!dialect.header) return;
    const { headerCells } = index.rows;
    for (const [at, { before, name }] of columns.entries()) {
      if (at > 0) out.put(this.separator);
      const [from, to] = [headerCells[before * 2], headerCells[before * 2 + 1]];
      if (before >= 0 && from !== undefined && to !== undefined) out.add(text, from, to);
      else writer.writeName(name);
    }
  }

  private writeRow(cells: Int32Array, hasOld: boolean): void {
    const { columns, out, index } = this;
    const { rows } = index;
    // A short row stays as short as it can.
    let last = columns.length;
    while (hasOld && last > 1 && (cells[last - 1] ?? -1) < 0 && (columns[last - 1]?.before ?? -1) >= rows.cells)
      last -= 1;
    const { size } = out;
    for (let at = 0; at < last; at += 1) {
      if (at > 0) out.put(this.separator);
      const { before } = columns[at] as Column;
      const entry = cells[at] ?? -1;
      if (hasOld && before >= 0 && this.isSameCell(before, entry)) {
        if (before < rows.cells) out.add(this.reading.text, rows.raw[before * 2] ?? 0, rows.raw[before * 2 + 1] ?? 0);
      } else if (entry >= 0) this.writeCell(columns[at] as Column, entry);
    }
    // A blank line would be no row.
    if (out.size === size && !this.reading.hasEmptyRows) out.add(Uint8Array.of(QUOTE, QUOTE));
  }

  private writeCell({ before, member }: Column, entry: number): void {
    const { reading, index, document, out } = this;
    const { dialect } = reading;
    const column = reading.columns[before];
    const isComma = column?.rule === 'any number' && dialect.decimal === ',';
    if (isComma && document.places.kind(entry) === 'number') {
      writeJson(document.places, entry, this.scratch);
      out.add(encodeUtf8(decodeUtf8(this.scratch.takeView()).replace('.', ',')));
      return;
    }
    const isJson = dialect.typed ? member?.hasContainer === true || column?.rule === 'typed json' : false;
    const isNested = this.writer.write(entry, {
      isJson,
      quotesText: before >= 0 && (index.quoted[before] ?? 0) > (index.bare[before] ?? 0),
      // Nothing else in the column may say that it is text.
      quotesTokens: true,
    });
    if (isNested && !isJson && column?.rule !== 'json') this.nested += 1;
  }

  /** Whether a cell of the row of the file is the same as a value of the document. */
  private isSameCell(before: number, entry: number): boolean {
    const { index, scratch, compare } = this;
    const isPresent = index.rows.isPresent(before);
    if (!isPresent || entry < 0) return !isPresent && entry < 0;
    index.rows.writeCell(compare, before);
    const old = compare.takeView();
    writeJson(this.document.places, entry, scratch);
    const now = scratch.takeView();
    return old.length === now.length && old.every((byte, at) => now[at] === byte);
  }

  private endLine(): void {
    const { out } = this;
    if (out.size > 0 && !isLineEnd(out.last)) out.add(this.lineEnd);
  }
}

/** Whether a column of a file without names has another name than the one that its place gives it. */
function isUnnamed({ before, name }: Column, at: number): boolean {
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

/**
 * The columns of the file in their order, without those that the document has no more, and with new ones where they stand in the
 * document.
 */
function mergeColumns({ reading, isUsed }: CsvRowIndex, members: readonly MemberColumn[]): Column[] {
  const { dialect } = reading;
  const byName = new Map(members.map((member) => [member.path.join('.'), member]));
  // Written with another separator than the file had, every cell may need quotes.
  const isAnew = dialect.separator === null && (members.length > 1 || reading.columns.length > 1);
  const columns: Column[] = [];
  for (const [at, { name, rule }] of reading.columns.entries()) {
    const member = byName.get(name) ?? null;
    if (member === null && isUsed[at] === 1) continue;
    const isNewJson = dialect.typed && member?.hasContainer === true && rule !== 'typed json';
    columns.push({
      before: isAnew || isNewJson ? -1 : at,
      member,
      name: member === null ? name : nameInFile(member, dialect.typed, reading.options.nest === true),
    });
  }
  const known = new Set(reading.columns.map(({ name }) => name));
  let behind = 0;
  for (const member of members) {
    const name = member.path.join('.');
    if (known.has(name)) behind = columns.findIndex((column) => column.member === member) + 1;
    else {
      columns.splice(behind, 0, {
        before: -1,
        member,
        name: nameInFile(member, dialect.typed, reading.options.nest === true),
      });
      behind += 1;
    }
  }
  return columns;
}
