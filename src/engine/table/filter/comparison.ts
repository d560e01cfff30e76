// Compares the cells of a column with a literal. Doubles and hashes decide nearly all; where two numbers share a double and one may
// be rounded, their decimals decide, and where two strings share a hash, their characters.

import { readLiteral, readScalar, type ScalarFilter } from '../../../shared/protocol/wizard.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { Work } from '../../base/work.ts';
import { Hasher } from '../../diff/hash/value-hash.ts';
import { testOf } from '../../query/predicate.ts';
import { isExactDouble } from '../../sort/sort-keys.ts';
import { CELL, KIND_MASK, ROUNDED } from '../column/column-data.ts';
import type { TableIndex } from '../column/table-index.ts';

const SLICE_ROWS = 65_536;

/** The rows whose cell compares with a literal as a filter wants it. */
export function* matchLiteral(index: TableIndex, filter: ScalarFilter): Work<Uint8Array> {
  const { path } = filter;
  const { places } = index;
  const { kinds, entries, numbers, bits } = yield* index.column(path);
  const matches = new Uint8Array(index.rows);
  const comparison = readScalar(filter);
  if (comparison.type === 'never') return matches;
  const { literal, type } = comparison;
  const test = testOf(places, filter);
  const wanted = CELL[literal.kind];
  const number = literal.kind === 'number' ? literal.value + 0 : 0;
  const isRounded = literal.kind === 'number' && isRoundedText(literal.json);
  const hash = new Hasher();
  if (literal.kind === 'string') hash.hashText(literal.value);
  const word = literal.kind === 'boolean' ? (literal.value ? 1 : 0) : hash.low >>> 0;
  const high = literal.kind === 'string' ? hash.high >>> 0 : 0;
  const [below, above] = type === 'order' ? sidesOf(comparison.operator) : [0, 0];
  const unequal = type === 'unequal' ? 1 : 0;
  for (let row = 0; row < matches.length; row += 1) {
    const cell = kinds[row] ?? 0;
    const kind = cell & KIND_MASK;
    // Items that are null match nothing, as in the wizard.
    if (kind === CELL.missing || (kind === CELL.null && path.length === 0)) continue;
    if (kind !== wanted) matches[row] = unequal;
    else if (kind === CELL.number) {
      const value = numbers[row] ?? 0;
      if (value === number && (isRounded || (cell & ROUNDED) !== 0))
        matches[row] = test(entries[row] ?? 0, entries[row] ?? 0) ? 1 : 0;
      else if (type === 'order')
        matches[row] = value < number ? below : value > number ? above : decide(value, comparison.operator);
      else matches[row] = (value === number ? 1 : 0) ^ unequal;
    } else if (type === 'order') {
      matches[row] = test(entries[row] ?? 0, entries[row] ?? 0) ? 1 : 0;
    } else if (kind === CELL.string) {
      const isSame = bits[row * 2] === word && bits[row * 2 + 1] === high;
      matches[row] = isSame && test(entries[row] ?? 0, entries[row] ?? 0) !== (unequal === 1) ? 1 ^ unequal : unequal;
    } else matches[row] = (kind === CELL.null || bits[row * 2] === word ? 1 : 0) ^ unequal;
    if (row % SLICE_ROWS === SLICE_ROWS - 1) yield { done: row, total: matches.length };
  }
  return matches;
}

/** The rows whose number is between two bounds. */
export function* matchOrder(
  index: TableIndex,
  { path, from, to, isOpen = false }: Extract<TableFilter, { type: 'between' }>,
): Work<Uint8Array> {
  const matches = new Uint8Array(index.rows);
  const isNumber = (text: string | null): boolean => text === null || readLiteral(text).kind === 'number';
  if (!isNumber(from) || !isNumber(to)) return matches;
  const low = from === null ? null : yield* matchLiteral(index, { path, operator: '>=', literal: from });
  const high = to === null ? null : yield* matchLiteral(index, { path, operator: isOpen ? '<' : '<=', literal: to });
  const { kinds } = yield* index.column(path);
  for (let row = 0; row < matches.length; row += 1)
    matches[row] = ((kinds[row] ?? 0) & KIND_MASK) === CELL.number ? (low?.[row] ?? 1) & (high?.[row] ?? 1) : 0;
  return matches;
}

/** Whether another decimal may have the double of this one. */
function isRoundedText(json: string): boolean {
  const bytes = encodeUtf8(json);
  return !isExactDouble(bytes, 0, bytes.length);
}

/** Whether smaller and larger numbers match. */
function sidesOf(operator: '<' | '<=' | '>' | '>='): [number, number] {
  return operator.startsWith('<') ? [1, 0] : [0, 1];
}

/** Of two doubles that are neither smaller nor larger: whether they match. NaN matches nothing. */
function decide(value: number, operator: '<' | '<=' | '>' | '>='): number {
  return !Number.isNaN(value) && operator.endsWith('=') ? 1 : 0;
}
