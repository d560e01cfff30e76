// Filters rows by texts: those that are somewhere in a cell, at its start, at its end, or the whole of it.

import type { Path } from '../../../shared/document/path.ts';
import { unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { hasComments } from '../../../shared/document/dialect.ts';
import { readLiteral } from '../../../shared/protocol/wizard.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import type { Work } from '../../base/work.ts';
import { escapeExpression } from '../../search/pattern.ts';
import type { Places } from '../../tape/places.ts';
import { CELL, KIND_MASK, NO_ENTRY, type ColumnData } from '../column/column-data.ts';
import type { TableIndex } from '../column/table-index.ts';
import { matchLiteral } from './comparison.ts';
import { findInRows } from './text-rows.ts';

const SLICE_ROWS = 4096;

/** The rows that match a filter by text. */
export function* matchText(
  index: TableIndex,
  filter: Extract<TableFilter, { type: 'contains' | 'text' }>,
): Work<Uint8Array> {
  const { text, matchCase = false } = filter;
  const matches = new Uint8Array(index.rows);
  if (filter.path === null) {
    yield* findInRows(index, text, matchCase, (row) => {
      matches[row] = 1;
    });
    return matches;
  }
  const { path } = filter;
  if (filter.type === 'contains') return yield* containing(index, path, text, matchCase);
  if (filter.at !== 'whole') return yield* matchEach(index, path, expressionOf(text, filter.at, matchCase));
  const literal = readLiteral(text);
  if (literal.kind === 'string') {
    // In quotation marks, or a text as it is.
    if (matchCase) return yield* matchLiteral(index, { path, operator: '==', literal: literal.json });
    return yield* matchEach(index, path, expressionOf(literal.value, 'whole', false));
  }
  const matching = yield* matchLiteral(index, { path, operator: '==', literal: literal.json });
  const spelt = yield* matchLiteral(index, { path, operator: '==', literal: JSON.stringify(text.trim()) });
  return matching.map((one, row) => one | (spelt[row] ?? 0));
}

/** The rows whose cell contains a text: hits of the byte search that are inside it. */
function* containing(index: TableIndex, path: Path, text: string, matchCase: boolean): Work<Uint8Array> {
  const { places } = index;
  const { entries } = yield* index.column(path);
  const matches = new Uint8Array(index.rows);
  yield* findInRows(index, text, matchCase, (row, node) => {
    const entry = entries[row] ?? NO_ENTRY;
    // The cell is the scalar of the hit, or a container around it.
    if (node >= entry && (node === entry || node <= places.tape.closing(entry))) matches[row] = 1;
  });
  return matches;
}

/** The rows whose cell is a scalar that matches an expression. */
function* matchEach(index: TableIndex, path: Path, expression: RegExp): Work<Uint8Array> {
  const { places } = index;
  const column = yield* index.column(path);
  const matches = new Uint8Array(index.rows);
  for (let row = 0; row < matches.length; row += 1) {
    if (isScalar(column, row) && expression.test(textOf(places, column.entry(row)))) matches[row] = 1;
    if (row % SLICE_ROWS === SLICE_ROWS - 1) yield { done: row, total: matches.length };
  }
  return matches;
}

function isScalar({ kinds }: ColumnData, row: number): boolean {
  const kind = (kinds[row] ?? 0) & KIND_MASK;
  return kind !== CELL.missing && kind !== CELL.object && kind !== CELL.array;
}

function expressionOf(text: string, at: 'start' | 'end' | 'whole', matchCase: boolean): RegExp {
  const source = escapeExpression(text);
  return new RegExp(`${at === 'end' ? '' : '^'}(?:${source})${at === 'start' ? '' : '$'}`, matchCase ? 'u' : 'iu');
}

/** A value as its cell shows it: a string without quotes and escapes, anything else as spelt. */
export function textOf(places: Places, node: number): string {
  const { start, end } = places.range(node);
  if (places.kind(node) !== 'string') return decodeUtf8(places.text.slice(start, end));
  const content = places.text.slice(start + 1, end - 1);
  // Most strings have no escapes, and need no parser.
  if (!hasComments(places.tape.dialect) && !content.includes(0x5c)) return decodeUtf8(content);
  return unquote(decodeUtf8(places.text.slice(start, end)));
}
