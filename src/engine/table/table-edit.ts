// Turns changes of a table into splices of the text. Rows are positions in the array, so a change has the same meaning when the
// journal is replayed. Setting a cell changes only the bytes of its value.

import { CodedError } from '../../shared/errors.ts';
import { acceptsDialect, type Dialect, valueDialect } from '../../shared/document/dialect.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { PlainIntent } from '../../shared/protocol/edit-intent.ts';
import type { Path } from '../../shared/document/path.ts';
import type { TableChange, TableIntent } from '../../shared/protocol/table.ts';
import { TABLE_EDIT } from '../../shared/texts/edits.ts';
import { asNode } from '../../shared/units.ts';
import { SpliceList } from '../base/splice-list.ts';
import type { Work } from '../base/work.ts';
import { planEdit, setValues } from '../edit/edit.ts';
import { spellAsJson } from '../edit/pasted-text.ts';
import { removeNodes } from '../edit/removal.ts';
import { formatKeyLike } from '../layout/new-keys.ts';
import { itemsOf, reorder } from '../sort/reorder.ts';
import type { Places } from '../tape/places.ts';
import { outermost } from '../treeview/selected-nodes.ts';
import { CellFinder } from './cell-finder.ts';
import { CellSetter, formatRow } from './cell-setter.ts';
import { TableIndex } from './column/table-index.ts';
import { nameColumns } from './name-columns.ts';
import { allPositions, orderRows } from './row-order.ts';
import { itemsAt } from './table-rows.ts';

const SLICE_ROWS = 1024;

/** The splices of a change, sorted, and the number of cells or rows that it affects. */
export interface TablePlan {
  readonly splices: readonly Splice[];
  readonly count: number;
}

/**
 * Plans a change of a table. The tape must be that of the text.
 * @throws CodedError `refused` when the array does not exist, or the change applies nowhere; `syntax` for a text that is not
 * JSON
 */
export function* planTable(places: Places, { path, change }: TableIntent): Work<TablePlan> {
  const array = places.atPath(path);
  if (array < 0 || places.kind(array) !== 'array') throw new CodedError('refused', TABLE_EDIT.noArray);
  switch (change.type) {
    case 'set-cells':
      return yield* setCells(places, array, change);
    case 'empty-cells':
      return yield* emptyCells(places, array, change);
    case 'remove-cells':
      return yield* removeCells(places, array, change);
    case 'insert-rows':
      return yield* insertRows(places, array, change);
    case 'remove-rows':
    case 'duplicate-rows': {
      const nodes = yield* itemsAt(places, array, change.rows.toSorted());
      const splices = yield* planEdit(places, { type: change.type === 'remove-rows' ? 'remove' : 'duplicate', nodes });
      return { splices, count: nodes.length };
    }
    case 'move-rows': {
      const nodes = yield* itemsAt(places, array, change.rows.toSorted());
      const splices = yield* planEdit(places, { type: 'move', nodes, ...slotBefore(places, array, change.at) });
      return { splices, count: nodes.length };
    }
    case 'rename-column':
      return yield* renameColumn(places, array, change);
    case 'name-columns':
      return yield* nameColumns(places, array);
    case 'sort-rows': {
      const items = yield* itemsOf(places, array);
      const index = new TableIndex(places, array);
      const order = yield* orderRows(index, allPositions(items.nodes.length), change.sorts);
      return { splices: yield* reorder(places, items, order), count: items.nodes.length };
    }
  }
}

type Change<Type extends TableChange['type']> = Extract<TableChange, { readonly type: Type }>;

function* setCells(
  places: Places,
  array: number,
  { rows, columns, jsons: given, dialect }: Change<'set-cells'>,
): Work<TablePlan> {
  const jsons = dialect === undefined ? given : yield* spellIn(places, given, dialect);
  const cells = rows.length * columns.length;
  if (jsons.length !== 1 && (jsons.length < cells || jsons.length % columns.length !== 0))
    throw new RangeError(`${jsons.length} texts for ${cells} cells`);
  const order = Uint32Array.from(rows.keys()).toSorted((a, b) => (rows[a] ?? 0) - (rows[b] ?? 0));
  const items = yield* itemsAt(places, array, rows.toSorted());
  const setter = new CellSetter(places, columns);
  const list = new SpliceList(places.tape.memory);
  for (let place = 0; place < items.length; place += 1) {
    const first = (order[place] ?? 0) * columns.length;
    const textOf = (column: number): string | null => jsons[jsons.length === 1 ? 0 : first + column] ?? null;
    for (const { start, end, insert } of setter.setRow(items[place] ?? 0, textOf)) list.add(start, end, insert);
    if (place % SLICE_ROWS === SLICE_ROWS - 1) yield { done: place, total: items.length };
  }
  if (setter.count === 0 && cells > 0) throw new CodedError('refused', setter.refusal ?? TABLE_EDIT.noCell);
  const splices = list.finish();
  if (jsons.length === 1 || jsons.length === cells) return { splices, count: setter.count };
  const added: string[] = [];
  for (let first = cells; first < jsons.length; first += columns.length) {
    added.push(formatRow(columns, (column) => jsons[first + column] ?? null));
    if (added.length % SLICE_ROWS === 0) yield { done: first, total: jsons.length };
  }
  const inserted = yield* insertRows(places, array, {
    type: 'insert-rows',
    at: places.children.count(array),
    jsons: added,
  });
  return { splices: splices.concat(inserted.splices), count: setter.count + jsons.length - cells };
}

/** Spells texts of a dialect that the document may not hold. */
function* spellIn(
  places: Places,
  jsons: readonly (string | null)[],
  dialect: Dialect,
): Work<readonly (string | null)[]> {
  const { dialect: own } = places.tape;
  const isHeld = acceptsDialect(valueDialect(own), valueDialect(dialect));
  if (isHeld) return jsons;
  const spelt = new Map<string, string>();
  const all: (string | null)[] = [];
  for (const json of jsons) {
    let text = json === null ? null : spelt.get(json);
    if (json !== null && text === undefined) {
      text = yield* spellAsJson(places, json, dialect);
      spelt.set(json, text);
    }
    all.push(text ?? null);
    if (all.length % SLICE_ROWS === 0) yield { done: all.length, total: jsons.length };
  }
  return all;
}

function* emptyCells(places: Places, array: number, { rows, columns }: Change<'empty-cells'>): Work<TablePlan> {
  const nodes: number[] = [];
  for (const { node } of yield* cellsOf(places, array, rows, columns)) nodes.push(node);
  // A container includes the cells inside it.
  const outer = outermost(places.tape, Uint32Array.from(nodes).toSorted());
  const jsons = Array.from(outer, (node) => (places.kind(node) === 'string' ? '""' : 'null'));
  const list = new SpliceList(places.tape.memory);
  return { splices: outer.length === 0 ? [] : yield* setValues(places, outer, jsons, list), count: nodes.length };
}

/** The values of cells, row by row. */
function* cellsOf(
  places: Places,
  array: number,
  rows: Uint32Array,
  columns: readonly Path[],
): Work<{ readonly node: number; readonly column: number }[]> {
  const items = yield* itemsAt(places, array, rows.toSorted());
  const finder = new CellFinder(places, columns, true);
  const found = new Int32Array(columns.length);
  const cells: { readonly node: number; readonly column: number }[] = [];
  for (let index = 0; index < items.length; index += 1) {
    finder.find(items[index] ?? 0, found, 0);
    for (const [column, node] of found.entries()) if (node >= 0) cells.push({ node, column });
    if (index % SLICE_ROWS === SLICE_ROWS - 1) yield { done: index, total: items.length };
  }
  return cells;
}

function* removeCells(places: Places, array: number, { rows, columns }: Change<'remove-cells'>): Work<TablePlan> {
  const members: number[] = [];
  const emptied: number[] = [];
  for (const { node, column } of yield* cellsOf(places, array, rows, columns)) {
    if (typeof columns[column]?.at(-1) === 'string') members.push(node);
    else emptied.push(node);
  }
  const count = members.length + emptied.length;
  if (members.length === 0 && emptied.length === 0) return { splices: [], count };
  const removed = members.length === 0 ? [] : yield* removeNodes(places, Uint32Array.from(members).toSorted());
  const nodes = Uint32Array.from(emptied).toSorted();
  const set = nodes.length === 0 ? [] : yield* planEdit(places, { type: 'set-all', nodes, jsons: ['null'] });
  if (removed.length === 0 || set.length === 0) return { splices: [...removed, ...set], count };
  return { splices: [...removed, ...set].toSorted((a, b) => a.start - b.start || a.end - b.end), count };
}

function* insertRows(places: Places, array: number, { at, jsons }: Change<'insert-rows'>): Work<TablePlan> {
  const items = jsons.map((json) => ({ key: '', json }));
  const { target: node, where } = slotBefore(places, array, at);
  const splices = yield* planEdit(places, { type: 'insert-all', node, where, items });
  return { splices, count: items.length };
}

/** The slot before the row at a position, or after the last row. */
function slotBefore(
  places: Places,
  array: number,
  at: number,
): Pick<Extract<PlainIntent, { type: 'move' }>, 'target' | 'where'> {
  const item = places.children.nth(array, at);
  return item < 0 ? { target: asNode(array), where: 'inside' } : { target: asNode(item), where: 'before' };
}

function* renameColumn(places: Places, array: number, { column, key }: Change<'rename-column'>): Work<TablePlan> {
  if (typeof column.at(-1) !== 'string') throw new CodedError('refused', TABLE_EDIT.noName);
  const target: Path = [...column.slice(0, -1), key];
  const finder = new CellFinder(places, [column, target], true);
  const found = new Int32Array(2);
  const list = new SpliceList(places.tape.memory);
  const close = places.tape.closing(array);
  const total = places.children.count(array);
  let count = 0;
  for (let item = array + 1, row = 0; item < close; item = places.tape.next(item), row += 1) {
    finder.find(item, found, 0);
    const [node = -1, taken = -1] = found;
    if (node >= 0 && taken >= 0 && taken !== node) throw new CodedError('refused', TABLE_EDIT.keyTaken(key, row));
    if (node >= 0) {
      const { start, end } = places.keyRange(node);
      list.add(start, end, encodeUtf8(formatKeyLike(places, node, key)));
      count += 1;
    }
    if (row % SLICE_ROWS === SLICE_ROWS - 1) yield { done: row, total };
  }
  return { splices: list.finish(), count };
}
