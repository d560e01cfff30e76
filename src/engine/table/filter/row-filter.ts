// Finds the rows of an array that match filters. Comparisons run over columns as typed arrays (`column/column-data.ts`), texts are
// found by the byte search. Each filter becomes one byte per row, which is kept for the next call: a filter that is added to others
// costs only itself.

import { CodedError } from '../../../shared/errors.ts';
import { STALE } from '../../../shared/texts/documents.ts';
import type { ExpressionFilter, TableFilter } from '../../../shared/protocol/table.ts';
import type { Work } from '../../base/work.ts';
import { CELL, CELL_KINDS, KIND_MASK, type ColumnData } from '../column/column-data.ts';
import type { TableIndex } from '../column/table-index.ts';
import { matchLiteral, matchOrder } from './comparison.ts';
import { matchTimes } from './time-filter.ts';
import { matchText } from './text-filter.ts';
import { mapHits } from './text-rows.ts';

/** Rows per slice of a loop over typed arrays. */
export const SLICE_ROWS = 65_536;

/** For each row 1 if it matches, else 0. */
export type Matches = Uint8Array;

/** The rows that match all filters, by position; `null` for all rows. The tape must be that of the text. */
export function* matchingRows(index: TableIndex, filters: readonly TableFilter[]): Work<Matches | null> {
  let all: Matches | null = null;
  for (const filter of filters) {
    const matches = yield* matchFilter(index, filter);
    if (all === null) {
      all = filters.length === 1 ? matches : matches.slice();
      continue;
    }
    for (let row = 0; row < all.length; row += 1) all[row] = (all[row] ?? 0) & (matches[row] ?? 0);
  }
  return all;
}

/** The positions of matching rows, ascending. */
export function positionsOfMatches(matches: Matches): Uint32Array {
  let count = 0;
  for (let row = 0; row < matches.length; row += 1) count += matches[row] ?? 0;
  const positions = new Uint32Array(count);
  let at = 0;
  for (let row = 0; row < matches.length; row += 1) {
    if (matches[row] !== 1) continue;
    positions[at] = row;
    at += 1;
  }
  return positions;
}

/** The rows that match one filter. The result is shared: the caller must not write to it. */
export function matchFilter(index: TableIndex, filter: TableFilter): Work<Matches> {
  return index.keep(nameOf(filter), () => match(index, filter));
}

function* match(index: TableIndex, filter: TableFilter): Work<Matches> {
  switch (filter.type) {
    case 'compare':
      return yield* matchLiteral(index, filter);
    case 'one-of': {
      const matches = new Uint8Array(index.rows);
      for (const literal of filter.literals) {
        const equal = yield* matchLiteral(index, { path: filter.path, operator: '==', literal });
        join(matches, equal);
      }
      return matches;
    }
    case 'kind': {
      const kinds = new Set<string>(filter.kinds);
      const wanted = CELL_KINDS.map((kind) => kinds.has(kind));
      const { kinds: cells } = yield* index.column(filter.path);
      return cells.map((kind) => (wanted[kind & KIND_MASK] === true ? 1 : 0));
    }
    case 'empty':
      return isEmpty(index, yield* index.column(filter.path));
    case 'between':
      return filter.of === 'times' ? yield* matchTimes(index, filter) : yield* matchOrder(index, filter);
    case 'contains':
    case 'text':
      return yield* matchText(index, filter);
    case 'expression':
      // Its rows come from the worker that runs expressions, and are gone after a write.
      throw new CodedError('stale', STALE.document);
    case 'not': {
      const matches = yield* matchFilter(index, filter.filter);
      return matches.map((one) => 1 - one);
    }
    case 'any': {
      const matches = new Uint8Array(index.rows);
      for (const one of filter.filters) join(matches, yield* matchFilter(index, one));
      return matches;
    }
  }
}

/** The number of rows that match all filters. */
export function* countMatches(index: TableIndex, filters: readonly TableFilter[]): Work<number> {
  const matches = yield* matchingRows(index, filters);
  if (matches === null) return index.rows;
  let count = 0;
  for (let row = 0; row < matches.length; row += 1) count += matches[row] ?? 0;
  return count;
}

/** Adds hits in the values to the rows of a filter by an expression. The first call begins with no rows. */
export function* addHits(index: TableIndex, filter: ExpressionFilter, hits: Uint32Array, isFirst: boolean): Work<void> {
  const name = nameOf(filter);
  if (isFirst) index.put(name, new Uint8Array(index.rows));
  const matches = index.get(name);
  if (!(matches instanceof Uint8Array)) throw new CodedError('stale', STALE.document);
  const column = filter.path === null ? null : yield* index.column(filter.path);
  mapHits(index, hits, (row, node) => {
    if (row < 0 || row >= index.rows) return;
    const entry = column === null ? node : column.entry(row);
    if (entry >= 0 && node >= entry && (node === entry || node <= index.places.tape.closing(entry))) matches[row] = 1;
  });
}

function nameOf(filter: TableFilter): string {
  return `filter ${JSON.stringify(filter)}`;
}

function join(matches: Matches, others: Matches): void {
  for (let row = 0; row < matches.length; row += 1) matches[row] = (matches[row] ?? 0) | (others[row] ?? 0);
}

function isEmpty({ places }: TableIndex, column: ColumnData): Matches {
  const { tape } = places;
  return column.kinds.map((cell, row) => {
    const kind = cell & KIND_MASK;
    const entry = column.entry(row);
    if (kind === CELL.object || kind === CELL.array) return tape.closing(entry) === entry + 1 ? 1 : 0;
    if (kind !== CELL.string) return 0;
    const { start, end } = places.range(entry);
    return end - start === 2 ? 1 : 0;
  });
}
