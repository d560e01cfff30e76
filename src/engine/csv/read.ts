// Reads a file of separated values: an array with one object for each row.

import type { CsvInfo, CsvReadOptions } from '../../shared/protocol/csv.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
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

/** Reads the bytes of a file. */
export function* readTable(bytes: Uint8Array, options: CsvReadOptions = {}): Work<ReadTable> {
  const out = new ByteBuffer();
  const info = yield* readRows(bytes, options, (rows) => {
    out.add(rows.rowCount === 1 ? OPEN : BETWEEN);
    rows.write(out);
  });
  out.add(info.rowCount === 0 ? NONE : CLOSE);
  return { ...info, json: out.finish() };
}

/** The first rows of a file as texts, `null` where a cell is missing. All rows are judged. */
export interface TablePreview extends CsvInfo {
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Reads the bytes of a file, but shows its first `most` rows only, of each the first `mostColumns` cells. */
export function* previewTable(
  bytes: Uint8Array,
  options: CsvReadOptions,
  most: number,
  mostColumns: number,
): Work<TablePreview> {
  const shown: (string | null)[][] = [];
  const scratch = new ByteBuffer();
  const info = yield* readRows(bytes, options, (rows) => {
    rows.write(scratch);
    scratch.takeView();
    if (shown.length === most) return;
    const count = Math.min(rows.reading.columns.length, mostColumns);
    shown.push(Array.from({ length: count }, (_, column) => rows.shown(column)));
  });
  return { ...info, rows: shown };
}

function* readRows(bytes: Uint8Array, options: CsvReadOptions, take: (rows: RowReader) => void): Work<CsvInfo> {
  const reading = yield* understand(bytes, options);
  const rows = new RowReader(reading);
  let pauseAt = SLICE_BYTES;
  while (rows.next()) {
    take(rows);
    if (rows.at < pauseAt) continue;
    pauseAt = rows.at + SLICE_BYTES;
    yield { done: rows.at, total: reading.text.length };
  }
  const { warnings, warningCount, rowCount } = rows;
  return {
    dialect: reading.dialect,
    columns: reading.columns.map(({ name }) => name),
    kinds: reading.columns.map(({ kind }) => kind),
    rowCount,
    warnings: warnings.toSorted((a, b) => a.line - b.line),
    warningCount,
  };
}
