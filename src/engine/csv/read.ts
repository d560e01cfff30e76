// Reads a file of separated values: an array with one object for each row.

import type { CsvInfo, CsvReadOptions } from '../../shared/protocol/csv.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { LEAST_BYTES } from './fast-rows.ts';
import { understand } from './reading.ts';
import { RowReader } from './rows.ts';

const NOTHING = new Uint8Array();

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

/** Reads the bytes of a file; from `leastBytes` on in WebAssembly. */
export function* readTable(bytes: Uint8Array, options: CsvReadOptions = {}, leastBytes = LEAST_BYTES): Work<ReadTable> {
  const out = new ByteBuffer();
  const info = yield* readRows(
    bytes,
    options,
    (rows) => {
      out.add(rows.rowCount === 1 ? OPEN : BETWEEN);
      rows.write(out);
    },
    (json) => {
      out.add(json);
      return true;
    },
    leastBytes,
  );
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
  const info = yield* readRows(
    bytes,
    options,
    (rows) => {
      rows.write(scratch);
      scratch.takeView();
      if (shown.length === most) return;
      const count = Math.min(rows.reading.columns.length, mostColumns);
      shown.push(Array.from({ length: count }, (_, column) => rows.shown(column)));
    },
    () => shown.length === most,
  );
  return { ...info, rows: shown };
}

/** `take` gets each row; `takeMany` the JSON of several, and says whether it takes more of them. */
function* readRows(
  bytes: Uint8Array,
  options: CsvReadOptions,
  take: (rows: RowReader) => void,
  takeMany: (json: Uint8Array) => boolean,
  leastBytes = LEAST_BYTES,
): Work<CsvInfo> {
  const reading = yield* understand(bytes, options, leastBytes);
  const rows = new RowReader(reading);
  let pauseAt = SLICE_BYTES;
  for (;;) {
    let isLeft = true;
    if (takeMany(NOTHING)) {
      const written = rows.writeMany(pauseAt);
      takeMany(written.json);
      ({ isLeft } = written);
    }
    if (isLeft) {
      if (!rows.next()) break;
      take(rows);
    } else if (rows.at >= reading.text.length) break;
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
