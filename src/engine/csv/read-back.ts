// Reads a file that is about to be written, and compares it with the document that it was made from.

import { equalBytes } from '../../shared/bytes/bytes.ts';
import { CodedError } from '../../shared/errors.ts';
import type { CsvReadOptions } from '../../shared/protocol/csv.ts';
import { CSV_TEXTS } from '../../shared/texts/conversions.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { CellComparison } from './cell-comparison.ts';
import { CellWriter, type CellStyle } from './cell-writer.ts';
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
  const comparison = new CellComparison(rows, places, new CellWriter(places, style, new ByteBuffer()));
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
  for (const item of items.all()) {
    count += 1;
    if (!rows.next()) return refuse(CSV_TEXTS.misreadRows(count));
    rows.write(scratch);
    const isSame = equalBytes(scratch.takeView(), items.json(item));
    if (!isSame) items.cells(item, members, cells);
    for (let column = 0; !isSame && column < Math.max(columns.length, rows.cells); column += 1)
      if (!comparison.says(column, cells[column] ?? -1))
        return refuse(CSV_TEXTS.misread(count, columns[column]?.name ?? ''));
    if (rows.at < pauseAt) continue;
    pauseAt = rows.at + SLICE_BYTES;
    yield { done: rows.at, total: reading.text.length };
  }
  return rows.next() ? refuse(CSV_TEXTS.misreadRows(count + 1)) : null;
}
