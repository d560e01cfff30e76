// Finds the columns of an array: the union over all rows, in order of first appearance, with those of one object together.
//
//   [{"id": 1, "at": {"x": 2}}, {"id": 2, "note": "n", "at": {"y": 3}}, 7, [8, 9]]
//
//   flattened      value  id  at.x  at.y  note  0  1
//   not flattened  value  id  at          note  0  1
//
// When flattened, an object has a column of its own only if it is not an object in some row, or is empty in all rows. Items
// that are neither objects nor arrays share the value column, whose path is empty.

import { append } from '../../shared/append.ts';
import type { Path } from '../../shared/document/path.ts';
import type { TableColumn } from '../../shared/protocol/table.ts';
import type { FieldKind } from '../../shared/protocol/wizard.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { measureShape, type ArrayShape, type ShapeField } from '../suggest/shape.ts';
import { noCounts, valueKind } from '../suggest/value-kinds.ts';

/** Columns of a table, at most. */
export const MAX_COLUMNS = 20_000;
const SLICE_ITEMS = 8192;

/** The columns of one array. */
export interface Columns {
  readonly columns: readonly TableColumn[];
  /** Whether these are all. */
  readonly complete: boolean;
}

/**
 * Finds the columns of an array. Cost: a walk over its keys.
 * @throws CodedError `invalid-document`
 */
export function* findColumns(
  document: JsonDocument,
  array: number,
  flatten: boolean,
  most = MAX_COLUMNS,
): Work<Columns> {
  const shape = yield* measureShape(document, array, most);
  const [items] = shape.fields;
  const columns: TableColumn[] = [];
  if (items !== undefined) {
    const { object, array: arrays, ...scalars } = items.kinds;
    // A broken record is shown in the value column, whatever it begins with.
    const broken = array === 0 ? document.tape.broken.length : 0;
    const presence = Math.max(
      broken,
      Object.values(scalars).reduce((sum, count) => sum + count, 0),
    );
    if (presence > 0) columns.push({ path: [], presence, kinds: { ...scalars, object: 0, array: 0 } });
    if (object > 0) append(columns, fieldColumns(shape, flatten));
    // If all rows are `{}`, a column is still needed to type into.
    if (columns.length === 0 && arrays === 0) columns.push({ path: [], presence: object, kinds: items.kinds });
  }
  const positions = (items?.kinds.array ?? 0) > 0 ? yield* positionColumns(document, array, most) : null;
  if (positions !== null) append(columns, positions.columns);
  const complete = shape.complete && positions?.complete !== false && columns.length <= most;
  return { columns: columns.slice(0, most), complete };
}

/** The columns of the keys of items. */
function fieldColumns(shape: ArrayShape, flatten: boolean): TableColumn[] {
  const { fields } = shape;
  const inside = new Map<number, number[]>();
  for (const [index, { parent }] of fields.entries()) {
    const siblings = inside.get(parent);
    if (siblings === undefined) inside.set(parent, [index]);
    else siblings.push(index);
  }
  const columns: TableColumn[] = [];
  // All levels of the walk share one path, so that a path of a million keys is not copied at each.
  const path: string[] = [];
  const levels: Iterator<number>[] = [(inside.get(0) ?? []).values()];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const step = level.next();
    if (step.done === true) {
      levels.pop();
      path.pop();
      continue;
    }
    const field = fields[step.value];
    if (field === undefined) continue;
    path.push(field.key);
    const fieldsInside = flatten ? inside.get(step.value) : undefined;
    if (fieldsInside === undefined || isMixed(field)) columns.push(columnOf(field, [...path]));
    if (fieldsInside === undefined) path.pop();
    else levels.push(fieldsInside.values());
  }
  return columns;
}

/** Whether a field that contains fields is not an object in some row. */
function isMixed({ presence, kinds }: ShapeField): boolean {
  return kinds.object < presence;
}

function columnOf({ presence, kinds }: ShapeField, path: Path): TableColumn {
  return { path, presence, kinds };
}

/** The columns of items that are arrays, by position. */
function* positionColumns(document: JsonDocument, array: number, most: number): Work<Columns> {
  const { tape, places } = document;
  const close = tape.closing(array);
  const columns: { path: Path; presence: number; kinds: Record<FieldKind, number> }[] = [];
  let complete = true;
  let done = 0;
  const total = places.children.count(array);
  for (let item = array + 1; item < close; item = tape.next(item)) {
    done += 1;
    if (done % SLICE_ITEMS === 0) yield { done, total };
    if (places.kind(item) !== 'array') continue;
    const end = tape.closing(item);
    let position = 0;
    for (let cell = item + 1; cell < end; cell = tape.next(cell), position += 1) {
      if (position === most) {
        complete = false;
        break;
      }
      const column = (columns[position] ??= { path: [position], presence: 0, kinds: noCounts() });
      column.presence += 1;
      column.kinds[valueKind(places.text.byteAt(tape.start(cell)))] += 1;
    }
  }
  return { columns, complete };
}
