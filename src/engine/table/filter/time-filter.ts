// Filters the times of a column.

import { readIsoTime } from '../../../shared/document/iso-time.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import type { Work } from '../../base/work.ts';
import { readTimes } from '../column/times.ts';
import type { TableIndex } from '../column/table-index.ts';

const DAY = '2024-05-01'.length;
const DAY_MS = 86_400_000;

/** The rows whose time is between two bounds. A day as the upper one is included with all its hours. */
export function* matchTimes(
  index: TableIndex,
  { path, from, to, isOpen = false }: Extract<TableFilter, { type: 'between' }>,
): Work<Uint8Array> {
  const matches = new Uint8Array(index.rows);
  const low = from === null ? -Infinity : readIsoTime(from);
  const end = to === null ? Infinity : readIsoTime(to);
  if (low === null || end === null) return matches;
  const isWholeDay = to !== null && to.length === DAY && !isOpen;
  const high = isWholeDay ? end + DAY_MS : end;
  const times = yield* readTimes(index, path);
  for (let row = 0; row < matches.length; row += 1) {
    const time = times[row] ?? Number.NaN;
    matches[row] = time >= low && (isOpen || isWholeDay ? time < high : time <= high) ? 1 : 0;
  }
  return matches;
}
