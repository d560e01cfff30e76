// Whether a cell of a file says what a value of a document does. In the plain form null, an empty text and no value are all an empty
// cell.

import { equalBytes } from '../../shared/bytes/bytes.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import { QUOTE } from '../../shared/bytes/ascii.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { writeJson } from '../values/json-writer.ts';
import type { Places } from '../tape/places.ts';
import type { CellWriter } from './cell-writer.ts';
import type { FileColumn } from './reading.ts';
import type { RowReader } from './rows.ts';
import { encodeWtf8 } from './wtf8.ts';

/** Compares the row that a reader has read last with items of a document. */
export class CellComparison {
  private readonly own = new ByteBuffer();
  private readonly other = new ByteBuffer();

  constructor(
    private readonly rows: RowReader,
    private readonly places: Places,
    private readonly writer: CellWriter,
  ) {}

  /** Whether a value is an empty cell in a column; `entry` is -1 for no value. */
  isEmpty(entry: number, column: FileColumn | undefined): boolean {
    if (entry < 0) return true;
    if (keepsNull(this.rows, column)) return false;
    const kind = this.places.kind(entry);
    if (kind !== 'string') return kind === 'null';
    const { start, end } = this.places.range(entry);
    return end - start === 2;
  }

  /** Whether a cell has the value of an entry, -1 for none, by the kind of its column. */
  isSame(column: number, entry: number): boolean {
    const { rows } = this;
    const own = rows.reading.columns[column];
    const isPresent = rows.isPresent(column);
    if (!isPresent || rows.isEmpty(column)) {
      if (this.isEmpty(entry, own)) return !isPresent || entry >= 0 || !keepsNull(rows, own);
      if (!isPresent) return false;
    }
    if (entry < 0) return false;
    const cell = this.cellJson(column);
    if (equalBytes(cell, this.json(entry))) return true;
    // A text may be spelt otherwise.
    const mayBe = this.places.kind(entry) === 'string' && cell[0] === QUOTE;
    return mayBe && equalBytes(encodeWtf8(unquote(decodeUtf8(cell))), this.writer.stringBytes(entry));
  }

  /** The same, whatever kind the column of the cell has: a number among texts is a text where it is read again. */
  says(column: number, entry: number): boolean {
    if (this.isSame(column, entry)) return true;
    const { rows, places } = this;
    const own = rows.reading.columns[column];
    if (entry < 0 || keepsNull(rows, own) || !rows.isPresent(column)) return false;
    const text = rows.cellText(column);
    if (places.kind(entry) === 'string') return equalBytes(text, this.writer.stringBytes(entry));
    return decodeUtf8(text).trim() === decodeUtf8(this.json(entry));
  }

  private cellJson(column: number): Uint8Array {
    this.rows.writeCell(this.own, column);
    return this.own.takeView();
  }

  /** A value as JSON, valid until the next call. */
  json(entry: number): Uint8Array {
    writeJson(this.places, entry, this.other);
    return this.other.takeView();
  }
}

/** Whether null, an empty text and no value differ in a column. */
export function keepsNull({ reading }: Pick<RowReader, 'reading'>, column: FileColumn | undefined): boolean {
  return reading.dialect.typed || column?.rule === 'json' || column?.rule === 'typed json';
}
