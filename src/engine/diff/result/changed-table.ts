// The differences of one side as a table shows them: the rows of an array that differ, and the columns in which they do.

import {
  CHANGE,
  MARK_WORDS,
  lastMark,
  markOf,
  type ChangedTable,
  type Side,
} from '../../../shared/protocol/compare.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { Work } from '../../base/work.ts';
import type { ReadPlaces } from '../../tape/places.ts';
import type { Comparison } from './compare.ts';

const SLICE_ROWS = 4096;
/** Maximum number of columns. A table shows no more. */
const MAX_COLUMNS = 5000;

/**
 * Finds the rows and columns with differences in the array at a path of one side; none when there is no array. Cost: one step
 * for each item, and the depth of each difference.
 */
export function* changedTable({ sides, marks }: Comparison, side: Side, path: Path): Work<ChangedTable> {
  const { places } = sides[side];
  const array = places.atPath(path);
  if (array < 0 || places.kind(array) !== 'array') return { rows: new Uint32Array(), columns: [] };
  const { tape } = places;
  const packed = marks[side];
  const columns = new Columns(places);
  const total = places.children.count(array);
  const rows = new Uint32Array(total);
  let count = 0;
  const whole = markOf(packed, array);
  const isWhole = whole !== null && whole.mark !== 'child-update';
  let at = Math.max(0, lastMark(packed, array));
  const end = tape.closing(array);
  for (let item = array + 1, position = 0; item < end; item = tape.next(item), position += 1) {
    if (position % SLICE_ROWS === SLICE_ROWS - 1) yield { done: position, total };
    while (at < packed.length / MARK_WORDS && (packed[at * MARK_WORDS] ?? 0) < item) at += 1;
    const isMarked = packed[at * MARK_WORDS] === item;
    if (!isMarked && !isWhole) continue;
    rows[count] = position;
    count += 1;
    const mark = isWhole ? CHANGE.create : packed[at * MARK_WORDS + 2];
    if (mark !== CHANGE.inside) columns.addRow(item, mark !== CHANGE.update);
    else columns.addInside(item, packed, at + 1);
  }
  return { rows: rows.slice(0, count), columns: columns.list() };
}

interface Counted {
  readonly path: Path;
  changed: number;
  added: number;
  inAddedRows: number;
}

/** Counts differences by column. */
class Columns {
  private readonly byId = new Map<string, Counted>();

  constructor(private readonly places: ReadPlaces) {}

  list(): Counted[] {
    return Array.from(this.byId.values());
  }

  /** Adds the values of a row that was replaced, or that only this side has. */
  addRow(item: number, isAdded: boolean): void {
    const { places } = this;
    const { tape } = places;
    const open: { readonly node: number; readonly path: Path }[] = [{ node: item, path: [] }];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      const { node, path } = value;
      const kind = places.kind(node);
      // The items of an array are columns only where rows are arrays.
      if (kind !== 'object' && !(kind === 'array' && node === item)) {
        this.count(path, isAdded ? 'inAddedRows' : 'changed');
        continue;
      }
      const end = tape.closing(node);
      for (let child = node + 1, ordinal = 0; child < end; child = tape.next(child), ordinal += 1)
        open.push({ node: child, path: [...path, kind === 'object' ? places.key(child) : ordinal] });
    }
  }

  /** Adds the differences inside a row; its marks follow the mark before index `from`. */
  addInside(item: number, marks: Uint32Array, from: number): void {
    const { places } = this;
    const end = places.tape.next(item);
    const depth = places.steps(item).length;
    for (let at = from; (marks[at * MARK_WORDS] ?? end) < end; at += 1) {
      const [node = 0, , mark] = marks.subarray(at * MARK_WORDS, at * MARK_WORDS + MARK_WORDS);
      if (mark === CHANGE.inside) continue;
      this.count(places.path(node).slice(depth), mark === CHANGE.update ? 'changed' : 'added');
    }
  }

  private count(path: Path, as: 'changed' | 'added' | 'inAddedRows'): void {
    const id = JSON.stringify(path);
    let column = this.byId.get(id);
    if (column === undefined) {
      if (this.byId.size >= MAX_COLUMNS) return;
      column = { path, changed: 0, added: 0, inAddedRows: 0 };
      this.byId.set(id, column);
    }
    column[as] += 1;
    if (as === 'added') column.changed += 1;
  }
}
