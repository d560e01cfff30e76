// Orders the rows of an array by several keys. Each key compares as sorting in the tree does: numbers before texts, texts in
// natural order, missing values last; equal rows keep their order.

import { plainNumber } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Arrangement, TableSort } from '../../shared/protocol/table.ts';
import { indexesAt, sortSmall, storeSortKey, type Direction } from '../base/ordering.ts';
import type { Work } from '../base/work.ts';
import { orderOf } from '../sort/sort.ts';
import { RANK, SortKeyReader, type SortKeys } from '../sort/sort-keys.ts';
import { CELL, KIND_MASK, ROUNDED, type ColumnData } from './column/column-data.ts';
import type { TableIndex } from './column/table-index.ts';
import { matchingRows, positionsOfMatches } from './filter/row-filter.ts';

const SLICE_ROWS = 8192;
const SLICE_NUMBERS = 262_144;
/** The range of whole numbers that fit into one word. */
const WORD = 2 ** 32;

/** The positions of the rows that an arrangement shows, in its order; `null` for all rows in their own order. */
export function* arrangeRows(index: TableIndex, { filters, sorts, changed }: Arrangement): Work<Uint32Array | null> {
  const matches = yield* matchingRows(index, filters);
  if (matches === null && sorts.length === 0 && changed === undefined) return null;
  const matching = matches === null ? null : positionsOfMatches(matches);
  const positions =
    changed === undefined
      ? (matching ?? allPositions(index.rows))
      : matching === null
        ? changed.rows.slice()
        : inBoth(matching, changed.rows);
  return sorts.length === 0 ? positions : yield* orderRows(index, positions, sorts);
}

/** Positions in the order of several keys, the most significant first. The tape must be that of the text. */
export function* orderRows(index: TableIndex, positions: Uint32Array, sorts: readonly TableSort[]): Work<Uint32Array> {
  let ordered = positions;
  // Sorting is stable, so the least significant key is sorted first.
  for (const { path, direction } of sorts.toReversed()) {
    const column = yield* index.column(path);
    const near = measure(column);
    if (near !== null) ordered = yield* orderNear(column, ordered, direction, near);
    else {
      const keys = yield* readKeys(index, column, ordered);
      ordered = indexesAt(ordered, yield* orderOf(keys, direction));
    }
  }
  return ordered;
}

/** The positions that are in both of two ascending lists. */
function inBoth(one: Uint32Array, other: Uint32Array): Uint32Array {
  let at = 0;
  return one.filter((position) => {
    while ((other[at] ?? Number.POSITIVE_INFINITY) < position) at += 1;
    return other[at] === position;
  });
}

export function allPositions(rows: number): Uint32Array {
  const positions = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) positions[row] = row;
  return positions;
}

/** The sort keys of a column at positions. */
function* readKeys(index: TableIndex, column: ColumnData, positions: Uint32Array): Work<SortKeys> {
  if (isNumeric(column)) return yield* numberKeys(index, column, positions);
  const reader = new SortKeyReader(index.places, { type: 'value' }, positions.length);
  for (let at = 0; at < positions.length; at += 1) {
    reader.read(column.entry(positions[at] ?? 0));
    if (at % SLICE_ROWS === 0) yield { done: at, total: positions.length };
  }
  return reader.finish();
}

function isNumeric({ kinds }: ColumnData): boolean {
  for (let row = 0; row < kinds.length; row += 1) {
    const kind = (kinds[row] ?? 0) & KIND_MASK;
    if (kind !== CELL.number && kind !== CELL.missing) return false;
  }
  return true;
}

/** The keys of a column that has only numbers, from its doubles. */
function* numberKeys(index: TableIndex, column: ColumnData, positions: Uint32Array): Work<SortKeys> {
  const { length } = positions;
  const { numbers, kinds } = column;
  const words = { low: new Uint32Array(length), high: new Uint32Array(length) };
  const ranks = new Uint8Array(length);
  let rounded: Uint8Array | null = null;
  for (let at = 0; at < length; at += 1) {
    const row = positions[at] ?? 0;
    const cell = kinds[row] ?? 0;
    if ((cell & KIND_MASK) === CELL.missing) ranks[at] = RANK.missing;
    else storeSortKey(words, at, numbers[row] ?? 0);
    if ((cell & ROUNDED) !== 0) {
      rounded ??= new Uint8Array(length);
      rounded[at] = 1;
    }
    if (at % SLICE_NUMBERS === SLICE_NUMBERS - 1) yield { done: at, total: length };
  }
  const { places } = index;
  return {
    ranks,
    ...words,
    collation: 'natural',
    rounded,
    number: (at) => {
      const { start, end } = places.range(column.entry(positions[at] ?? 0));
      return plainNumber(decodeUtf8(places.text.slice(start, end)));
    },
    text: () => '',
    next: () => {
      throw new RangeError('a number has no text to sort by');
    },
  };
}

/** The range of the numbers of a column. */
interface Near {
  readonly least: number;
  readonly greatest: number;
}

/** The range of a column that has only whole numbers within one word of each other; `null` for any other column. */
function measure({ numbers, kinds }: ColumnData): Near | null {
  let least = Infinity;
  let greatest = -Infinity;
  for (let row = 0; row < kinds.length; row += 1) {
    const kind = kinds[row] ?? 0;
    if (kind === CELL.missing) continue;
    const value = numbers[row] ?? 0;
    if (kind !== CELL.number || Math.floor(value) !== value) return null;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return greatest - least < WORD ? { least, greatest } : null;
}

/** Orders rows by whole numbers that are near to each other: the passes move half as much, and are fewer. */
function* orderNear(
  { numbers, kinds }: ColumnData,
  positions: Uint32Array,
  direction: Direction,
  { least, greatest }: Near,
): Work<Uint32Array> {
  const keys = new Uint32Array(positions.length);
  const rows = new Uint32Array(positions.length);
  const missing: number[] = [];
  let count = 0;
  for (let at = 0; at < positions.length; at += 1) {
    const row = positions[at] ?? 0;
    if (kinds[row] === CELL.missing) missing.push(row);
    else {
      const value = numbers[row] ?? 0;
      keys[count] = direction === 'ascending' ? value - least : greatest - value;
      rows[count] = row;
      count += 1;
    }
    if (at % SLICE_NUMBERS === SLICE_NUMBERS - 1) yield { done: at, total: positions.length };
  }
  const sorted = yield* sortSmall(keys.subarray(0, count), rows.subarray(0, count), greatest - least);
  if (missing.length === 0) return sorted;
  const all = new Uint32Array(positions.length);
  all.set(sorted);
  all.set(missing, count);
  return all;
}
