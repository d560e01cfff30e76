// Reads a file of separated values: an array with one object for each row.

import type { CsvInfo, CsvReadOptions } from '../../../shared/protocol/csv.ts';
import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { ByteBuffer } from './byte-buffer.ts';
import { understand } from './reading.ts';
import { RowReader } from './rows.ts';

/** A file as JSON text, in pieces. */
export interface ReadTable extends CsvInfo {
  readonly json: Uint8Array[];
}

/** Each row stands on a line of its own. */
const [OPEN, BETWEEN, CLOSE, NONE] = ['[\n  ', ',\n  ', '\n]\n', '[]\n'].map(encodeUtf8) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/** Reads the bytes of a file; at most `most` rows of it are written, but all of them are judged. */
export function* readTable(
  bytes: Uint8Array,
  options: CsvReadOptions = {},
  most = Number.POSITIVE_INFINITY,
): Work<ReadTable> {
  const reading = yield* understand(bytes, options);
  const rows = new RowReader(reading);
  const out = new ByteBuffer();
  let pauseAt = SLICE_BYTES;
  while (rows.next()) {
    if (rows.rowCount <= most) {
      out.add(rows.rowCount === 1 ? OPEN : BETWEEN);
      rows.write(out);
    }
    if (rows.at < pauseAt) continue;
    pauseAt = rows.at + SLICE_BYTES;
    yield { done: rows.at, total: reading.text.length };
  }
  out.add(rows.rowCount === 0 ? NONE : CLOSE);
  const { warnings, warningCount, rowCount } = rows;
  return {
    json: out.finish(),
    dialect: reading.dialect,
    columns: reading.columns.map(({ name }) => name),
    kinds: reading.columns.map(({ kind }) => kind),
    rowCount,
    warnings: warnings.toSorted((a, b) => a.line - b.line),
    warningCount,
  };
}
