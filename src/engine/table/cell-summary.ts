// Summarizes a range of cells: the number of values, and the sum, minimum and maximum of the numbers, all exact.

import { plainNumber } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { CellSummary } from '../../shared/protocol/table.ts';
import type { Path } from '../../shared/document/path.ts';
import type { Work } from '../base/work.ts';
import type { Places } from '../tape/places.ts';
import { Tally } from './column/tally.ts';
import { ValueIdentity } from './column/value-identity.ts';
import { CellFinder } from './cell-finder.ts';
import { compareDecimals, DecimalSum, readDecimal, spellDecimal, type Decimal } from './decimal-sum.ts';
import { itemsAt, positionsOf, type View } from './table-rows.ts';

const SLICE_CELLS = 16_384;

/** Rows `firstRow` to `lastRow` of a view, both inclusive. */
export interface RangeOfRows {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly columns: readonly Path[];
}

/** Summarizes cells. Cost: the rows. */
export function* summarizeCells(
  places: Places,
  isLive: boolean,
  view: View,
  { firstRow, lastRow, columns }: RangeOfRows,
): Work<CellSummary> {
  const positions = positionsOf(places, view, firstRow, lastRow - firstRow + 1);
  const items = yield* itemsAt(places, view.array, positions);
  const finder = new CellFinder(places, columns, isLive);
  const found = new Int32Array(columns.length);
  const sum = new DecimalSum();
  let count = 0;
  let numbers = 0;
  let least: Decimal | null = null;
  let greatest: Decimal | null = null;
  let cells = 0;
  const tally = new Tally();
  const identity = new ValueIdentity(places, isLive);
  for (let row = 0; row < items.length; row += 1) {
    finder.find(items[row] ?? 0, found, 0);
    for (const node of found) {
      cells += 1;
      if (node < 0) continue;
      count += 1;
      identity.read(node);
      tally.add(identity.low, identity.high, row);
      if (places.kind(node) !== 'number') continue;
      const { start, end } = places.range(node);
      const number = readDecimal(plainNumber(decodeUtf8(places.text.slice(start, end))));
      if (number === null) continue;
      numbers += 1;
      sum.add(number);
      if (least === null || compareDecimals(number, least) < 0) least = number;
      if (greatest === null || compareDecimals(number, greatest) > 0) greatest = number;
    }
    if (cells < SLICE_CELLS) continue;
    cells = 0;
    yield { done: row, total: items.length };
  }
  return {
    count,
    numbers,
    distinct: tally.distinct,
    isEstimate: tally.isOver,
    sum: numbers === 0 ? '' : sum.finish(),
    mean: numbers === 0 ? '' : sum.mean(numbers),
    least: least === null ? '' : spellDecimal(least),
    greatest: greatest === null ? '' : spellDecimal(greatest),
  };
}
