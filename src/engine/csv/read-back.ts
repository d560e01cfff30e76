// Reads a file that is about to be written, and compares it with the document that it was made from.

import { equalBytes } from '../../shared/bytes/bytes.ts';
import { CodedError } from '../../shared/errors.ts';
import type { CsvReadOptions } from '../../shared/protocol/csv.ts';
import { CSV_TEXTS } from '../../shared/texts/conversions.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { CellComparison, keepsNull } from './cell-comparison.ts';
import { CellWriter, type CellStyle } from './cell-writer.ts';
import type { TakeRow } from './fast-rows.ts';
import { understand } from './reading.ts';
import { RowReader } from './rows.ts';
import type { TableItems } from './table-items.ts';
import type { WrittenColumn } from './written-columns.ts';

/** Returns why a file is not read as the table that it was written from; `null` if it is. */
export function* findMisread(
  bytes: Uint8Array,
  options: CsvReadOptions,
  items: TableItems,
  columns: readonly WrittenColumn[],
  style: CellStyle,
): Work<CodedError | null> {
  const refuse = (text: string): CodedError => new CodedError('refused', text);
  const reading = yield* understand(bytes, options);
  const { places } = items.document;
  const rows = new RowReader(reading);
  /** Reads rows a second time. */
  const again = new RowReader({ ...reading, fast: null });
  const comparison = new CellComparison(again, places, new CellWriter(places, style, new ByteBuffer()));
  if (reading.dialect.header)
    for (const [at, { name, member }] of columns.entries()) {
      const read = reading.columns[at]?.name;
      // Cells behind the last name make a column only where there are some.
      if (read !== name && (read !== undefined || member !== null)) return refuse(CSV_TEXTS.misreadName(name));
    }
  const members = new Map(columns.flatMap(({ member }, at) => (member === null ? [] : [[member.member, at] as const])));
  const cells = new Int32Array(columns.length);
  const scratch = new ByteBuffer();
  let pauseAt = SLICE_BYTES;
  let count = 0;
  let item = items.first;
  /** The first column in which the row that begins at `start` says something else than the item; -1 for none. */
  const differs = (start: number): number => {
    again.readAt(start);
    items.cells(item, members, cells);
    for (let column = 0; column < Math.max(columns.length, again.cells); column += 1)
      if (!comparison.says(column, cells[column] ?? -1)) return column;
    return -1;
  };
  /** Whether a text says what a number does. */
  const textsSay = !reading.columns.some((column) => keepsNull(rows, column)) && !reading.dialect.typed;
  let problem: CodedError | null = null;
  let areSpelt = false;
  const take: TakeRow = (start, json, from, to) => {
    count += 1;
    if (problem !== null || item < 0) return;
    const isSame = areSpelt || items.isSpelt(item, json, from, to) || (textsSay && items.isSaid(item, json, from, to));
    if (!isSame && !equalBytes(json.subarray(from, to), items.json(item))) {
      const column = differs(start);
      if (column >= 0) problem = refuse(CSV_TEXTS.misread(count, columns[column]?.name ?? ''));
    }
    item = items.after(item);
  };
  for (;;) {
    const { isLeft } = rows.writeMany(pauseAt, true);
    areSpelt = items.areSpelt(item, rows);
    rows.eachOfMany(take);
    areSpelt = false;
    if (problem !== null) return problem;
    if (isLeft) {
      if (!rows.next()) break;
      rows.write(scratch);
      const json = scratch.takeView();
      take(rows.rowStart, json, 0, json.length, 0);
    } else if (rows.at >= reading.text.length) break;
    if (problem !== null) return problem;
    if (rows.at < pauseAt) continue;
    pauseAt = rows.at + SLICE_BYTES;
    yield { done: rows.at, total: reading.text.length };
  }
  const wanted = items.count;
  if (count < wanted) return refuse(CSV_TEXTS.misreadRows(count + 1));
  return count > wanted ? refuse(CSV_TEXTS.misreadRows(wanted + 1)) : null;
}
