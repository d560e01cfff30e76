// Where the insertion point can be: between any two rows, at each depth that ends there. It is set by the mouse and by keys;
// typed and pasted values are inserted there.
//
//   row 3      ▾ a                       below a: before its first value
//   row 4          1                     below 1: after it
//   row 5          2                     below 2: after it, then, one level further out, after a
//   row 6        b

import type { InsertionPoint } from './tree-state.ts';
import { isContainer, type Row } from '../../../shared/protocol/rows.ts';
import type { TreeHost } from './tree-host.ts';
import { DONE } from '../../strings/editors/tree.ts';

/** Returns the row directly above an insertion point. */
export function rowAbove({ row, where, below }: InsertionPoint): number {
  return where === 'before' ? row - 1 : (below ?? row);
}

/**
 * Returns the insertion point directly below a row; for an expanded container, before its first value. `null` below a scalar
 * root.
 */
export function slotBelow(index: number, row: Row): InsertionPoint | null {
  const opens = isContainer(row.kind) && (row.expanded || row.depth === 0);
  if (!opens) return row.depth === 0 ? null : { row: index, where: 'after' };
  if (row.childCount > 0 && row.expanded) return { row: index + 1, where: 'before' };
  return { row: index, where: 'inside' };
}

/** Sets the insertion point below the focus, or moves it down by one position. */
export async function pointDown(model: TreeHost): Promise<void> {
  const { caret } = model.state;
  const above = caret === null ? Math.max(0, model.focus) : rowAbove(caret);
  if (caret === null) return point(model, await slotUnder(model, above));
  if (caret.where === 'inside') {
    const row = await model.cache.read(caret.row);
    return point(model, row?.row.depth === 0 ? null : { row: caret.row, where: 'after' });
  }
  const depth = await depthOf(model, caret.row);
  const next = await depthOf(model, above + 1);
  // After the last value of a container, the next point is after the container.
  if (depth > Math.max(1, next)) return point(model, await behindAround(model, above, depth - 1));
  return point(model, await slotUnder(model, above + 1));
}

/** Sets the insertion point above the focus, or moves it up by one position. */
export async function pointUp(model: TreeHost): Promise<void> {
  const { caret } = model.state;
  if (caret === null) return point(model, before(model.focus));
  if (caret.where === 'inside') return point(model, before(caret.row));
  const above = rowAbove(caret);
  const cached = await model.cache.read(above);
  if (cached === undefined) return;
  const depth = await depthOf(model, caret.row);
  if (cached.row.depth > depth) return point(model, await behindAround(model, above, depth + 1));
  const inside = slotBelow(above, cached.row);
  const isInside = inside?.where === 'inside' && cached.row.depth === depth;
  return point(model, isInside ? inside : before(above));
}

/** Sets the insertion point before the first value of a container, which is expanded if necessary. */
export async function pointInside(model: TreeHost, index: number): Promise<void> {
  const cached = await model.cache.read(index);
  if (cached === undefined || !isContainer(cached.row.kind)) return;
  if (cached.row.childCount === 0) return point(model, { row: index, where: 'inside' });
  if (!cached.row.expanded) await model.toggle(index);
  await point(model, { row: index + 1, where: 'before' });
}

/** Returns the depth of a value inserted at a point; -1 while it is not known. */
export function depthAt({ cache }: TreeHost, { row, where }: InsertionPoint): number {
  const depth = cache.get(row)?.row.depth;
  return depth === undefined ? -1 : where === 'inside' ? depth + 1 : depth;
}

function before(row: number): InsertionPoint | null {
  return row > 0 ? { row, where: 'before' } : null;
}

async function slotUnder(model: TreeHost, index: number): Promise<InsertionPoint | null> {
  const cached = await model.cache.read(index);
  return cached === undefined ? null : slotBelow(index, cached.row);
}

/** Returns the point after the ancestor of a row at a depth, or after the row itself. */
async function behindAround(model: TreeHost, index: number, depth: number): Promise<InsertionPoint | null> {
  const cached = await model.cache.read(index);
  if (cached === undefined) return null;
  if (cached.row.depth === depth) return { row: index, where: 'after' };
  const { path } = await model.client.placeOf(cached.row.node);
  const around = await model.client.reveal(path.slice(0, depth));
  return around && { row: around.row, where: 'after', below: index };
}

/** Returns the depth of a row; -1 when there is no such row. */
async function depthOf(model: TreeHost, index: number): Promise<number> {
  return (await model.cache.read(index))?.row.depth ?? -1;
}

async function point(model: TreeHost, slot: InsertionPoint | null): Promise<void> {
  if (slot === null) return;
  const cached = await model.cache.read(slot.row);
  if (cached === undefined) return;
  model.scroller.reveal(rowAbove(slot));
  model.setInsertionPoint(slot);
  model.announce(DONE.point(slot.where, nameOf(cached.row)));
}

/** Names a row in an announcement: its key, or its position. */
export function nameOf({ depth, key, position }: Row): string {
  return depth === 0 ? DONE.theRoot : key === null ? DONE.item(position) : JSON.stringify(key);
}
