// The times of a column, where its strings are times in ISO 8601.

import type { Path } from '../../../shared/document/path.ts';
import { readIsoBytes } from '../../../shared/document/iso-time.ts';
import { TEXT_BASE } from '../../base/memory.ts';
import type { Work } from '../../base/work.ts';
import { CELL, KIND_MASK } from './column-data.ts';
import type { TableIndex } from './table-index.ts';

const SLICE_ROWS = 16_384;
/** Milliseconds since 1970 for each row; NaN where there is no time. */
export function readTimes(index: TableIndex, path: Path): Work<Float64Array> {
  return index.keep(`times ${JSON.stringify(path)}`, () => read(index, path));
}

function* read(index: TableIndex, path: Path): Work<Float64Array> {
  const { places } = index;
  const column = yield* index.column(path);
  const times = new Float64Array(column.rows).fill(Number.NaN);
  for (let row = 0; row < column.rows; row += 1) {
    if (row % SLICE_ROWS === SLICE_ROWS - 1) yield { done: row, total: column.rows };
    if (((column.kinds[row] ?? 0) & KIND_MASK) !== CELL.string) continue;
    const { start, end } = places.range(column.entry(row));
    // Without its quotes. No escape is part of a time.
    times[row] = readIsoBytes(places.tape.memory.bytes, TEXT_BASE + start + 1, TEXT_BASE + end - 1);
  }
  return times;
}
