// Where Ctrl and an arrow key lead: to the edge of the block of cells that the focus is in, or to the next block. A cell whose
// value is missing or null lies between blocks.

import type { CellAt } from '../../model/cell-selection.ts';
import { columnId, type Column } from '../model/column-layout.ts';
import type { TableModel } from '../model/table-model.ts';

/** Rows that are read first, and most of them at a time. */
const FIRST_ROWS = 256;
const MAX_ROWS = 16_384;

type Edge = 'edgeUp' | 'edgeDown' | 'edgeLeft' | 'edgeRight';

/** Returns the cell at the edge. */
export async function blockEdge(model: TableModel, edge: Edge): Promise<CellAt> {
  const { focus } = model.state.selection;
  const { rows, columns } = model.extent;
  if (edge === 'edgeLeft' || edge === 'edgeRight') {
    const by = edge === 'edgeLeft' ? -1 : 1;
    const end = edge === 'edgeLeft' ? 0 : columns - 1;
    if (focus.row < 0) return { ...focus, column: end };
    const row = await model.cache.read(focus.row, model.state.layout.columns);
    const isFilled = model.state.layout.columns.map(({ id }) => hasValue(row?.cells.get(id)));
    return { ...focus, column: edgeOf(focus.column, by, end, (at) => isFilled[at] === true) };
  }
  const { column } = model;
  const by = edge === 'edgeUp' ? -1 : 1;
  const end = edge === 'edgeUp' ? 0 : rows - 1;
  if (column === undefined || focus.row < 0 || isWhole(model, column)) return { ...focus, row: end };
  return { ...focus, row: await rowEdge(model, column, focus.row, by, end) };
}

/** Whether a column has a value in every row. */
function isWhole({ state }: TableModel, { id }: Column): boolean {
  const found = state.shape?.columns.find(({ path }) => columnId(path) === id);
  return (
    found !== undefined &&
    state.shape?.complete === true &&
    found.presence === state.shape.rows &&
    found.kinds.null === 0
  );
}

async function rowEdge(model: TableModel, column: Column, from: number, by: 1 | -1, end: number): Promise<number> {
  const filled = new Map<number, boolean>();
  const { path, arranged } = model.state;
  let [read, count] = [from, FIRST_ROWS];
  for (;;) {
    const known = edgeOf(from, by, end, (at) => filled.get(at) ?? null);
    if (known !== null) return known;
    const first = by === 1 ? read : Math.max(0, read - count + 1);
    const { rows } = await model.client.readCells({
      path,
      arrangement: arranged?.id ?? null,
      first,
      count: by === 1 ? Math.min(count, end - first + 1) : read - first + 1,
      columns: [column.path],
    });
    if (rows.length === 0) return end;
    for (const [at, { cells }] of rows.entries()) filled.set(first + at, hasValue(cells[0]));
    read = by === 1 ? first + rows.length : first - 1;
    count = Math.min(MAX_ROWS, count * 4);
  }
}

function hasValue(cell: { readonly node: unknown; readonly kind: string } | undefined): boolean {
  return cell !== undefined && cell.node !== null && cell.kind !== 'null';
}

/** Returns the position of the edge; `null` if it lies where `isFilled` is not known. */
function edgeOf(from: number, by: 1 | -1, end: number, isFilled: (at: number) => boolean): number;
function edgeOf(from: number, by: 1 | -1, end: number, isFilled: (at: number) => boolean | null): number | null;
function edgeOf(from: number, by: 1 | -1, end: number, isFilled: (at: number) => boolean | null): number | null {
  if (from === end) return end;
  const [here, next] = [isFilled(from), isFilled(from + by)];
  if (here === null || next === null) return null;
  const isInside = here && next;
  for (let at = from + by; ; at += by) {
    const is = isFilled(at);
    if (is === null) return null;
    if (isInside && !is) return at - by;
    if (!isInside && is) return at;
    if (at === end) return end;
  }
}
