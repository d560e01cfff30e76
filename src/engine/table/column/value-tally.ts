// Counts the values of a column, and lists them.

import { isPlainNumber, plainNumber, unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { hasComments } from '../../../shared/document/dialect.ts';
import type { ColumnRequest, ValueCount, ValueList, ValuesRequest } from '../../../shared/protocol/figures.ts';
import type { FieldKind } from '../../../shared/protocol/wizard.ts';
import type { Work } from '../../base/work.ts';
import { compareNatural } from '../../sort/natural-order.ts';
import { cutAt } from '../../treeview/row-heap.ts';
import { matchingRows, type Matches } from '../filter/row-filter.ts';
import { CELL, CELL_KINDS, KIND_MASK, ROUNDED, type ColumnData } from './column-data.ts';
import { Tally } from './tally.ts';
import type { TableIndex } from './table-index.ts';
import { ValueIdentity } from './value-identity.ts';

const SLICE_ROWS = 16_384;
const SLICE_VALUES = 8192;
/** Bytes of a listed value, at most. */
const MAX_BYTES = 1000;
const SALTS = [0, 0x5be0cd19, 0x1f83d9ab, 0x3c6ef372, 0x1b873593, 0x71374491, 0x428a2f98] as const;

/** Counts the values of the rows that match; kept until the text changes. */
export function tallyValues(index: TableIndex, { column, filters }: Omit<ColumnRequest, 'path'>): Work<Tally> {
  return index.keep(`tally ${JSON.stringify([column, filters])}`, function* () {
    const data = yield* index.column(column);
    const matches = yield* matchingRows(index, filters);
    const tally = new Tally();
    yield* eachValue(index, data, matches, (low, high, row) => tally.add(low, high, row));
    if (!tally.isOver) return tally;
    tally.beginRecount();
    yield* eachValue(index, data, matches, (low, high) => tally.recount(low, high));
    return tally;
  });
}

/** Passes the two words that identify each value. */
function* eachValue(
  index: TableIndex,
  column: ColumnData,
  matches: Matches | null,
  take: (low: number, high: number, row: number) => void,
): Work<void> {
  const { kinds, bits, rows } = column;
  const identity = new ValueIdentity(index.places);
  for (let row = 0; row < rows; row += 1) {
    if (row % SLICE_ROWS === SLICE_ROWS - 1) yield { done: row, total: rows };
    if (matches !== null && matches[row] !== 1) continue;
    const cell = kinds[row] ?? 0;
    const kind = cell & KIND_MASK;
    if (kind === CELL.missing) continue;
    if (kind >= CELL.object || (cell & ROUNDED) !== 0) {
      identity.read(column.entry(row));
      take(identity.low, identity.high, row);
    } else take((bits[row * 2] ?? 0) ^ (SALTS[kind] ?? 0), bits[row * 2 + 1] ?? 0, row);
  }
}

/** A value of a tally as it is listed. */
export function valueAt({ places }: TableIndex, column: ColumnData, tally: Tally, at: number): ValueCount {
  const row = tally.firstRow(at);
  const entry = column.entry(row);
  const { start, end } = places.range(entry);
  const isCut = end - start > MAX_BYTES;
  const kind = CELL_KINDS[column.kind(row)] as FieldKind;
  const spelt = decodeUtf8(places.text.slice(start, isCut ? cutAt(places.text, start, end, MAX_BYTES) : end));
  const isOther = hasComments(places.tape.dialect) || places.tape.isBroken(entry);
  const json =
    !isOther || isCut
      ? spelt
      : kind === 'string'
        ? JSON.stringify(places.tape.isBroken(entry) ? spelt : unquote(spelt))
        : kind === 'number' && isPlainNumber(plainNumber(spelt))
          ? plainNumber(spelt)
          : spelt;
  return { kind, json, isCut, count: tally.count(at) };
}

/** Lists the values of a column. */
export function* listValues(index: TableIndex, request: ValuesRequest): Work<Omit<ValueList, 'revision'>> {
  const { search, matchCase, by, direction, limit } = request;
  const column = yield* index.column(request.column);
  const tally = yield* tallyValues(index, request);
  const matches = yield* matchingRows(index, request.filters);
  const fold = (text: string): string => (matchCase ? text : text.toLowerCase());
  const wanted = fold(search);
  const found: number[] = [];
  const texts = new Map<number, string>();
  const textAt = (at: number): string => {
    const known = texts.get(at);
    if (known !== undefined) return known;
    const { json, kind } = valueAt(index, column, tally, at);
    const text = kind === 'string' ? unquote(json) : json;
    texts.set(at, text);
    return text;
  };
  for (let at = 0; at < tally.size; at += 1) {
    if (at % SLICE_VALUES === SLICE_VALUES - 1) yield { done: at, total: tally.size };
    if (tally.count(at) > 0 && (wanted === '' || fold(textAt(at)).includes(wanted))) found.push(at);
  }
  const sign = direction === 'ascending' ? 1 : -1;
  const kindOf = (at: number): number => column.kind(tally.firstRow(at));
  const compareValues = (a: number, b: number): number => {
    if (kindOf(a) !== kindOf(b)) return kindOf(a) - kindOf(b);
    if (kindOf(a) !== CELL.number) return compareNatural(textAt(a), textAt(b));
    return (column.numbers[tally.firstRow(a)] ?? 0) - (column.numbers[tally.firstRow(b)] ?? 0);
  };
  const inOrder =
    by === 'count'
      ? found.toSorted((a, b) => sign * (tally.count(a) - tally.count(b)) || tally.firstRow(a) - tally.firstRow(b))
      : found.toSorted((a, b) => sign * compareValues(a, b));
  return {
    ...countRows(column, matches),
    values: inOrder.slice(0, limit).map((at) => valueAt(index, column, tally, at)),
    found: found.length,
    complete: !tally.isOver,
  };
}

function countRows(
  { kinds }: ColumnData,
  matches: Matches | null,
): { readonly rows: number; readonly missing: number } {
  let rows = 0;
  let missing = 0;
  for (let row = 0; row < kinds.length; row += 1) {
    if (matches !== null && matches[row] !== 1) continue;
    rows += 1;
    if (((kinds[row] ?? 0) & KIND_MASK) === CELL.missing) missing += 1;
  }
  return { rows, missing };
}
