// Builds a new value with the structure of its neighbours.

import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { CodedError } from '../../../shared/errors.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import { asByte } from '../../../shared/units.ts';
import type { TreeModel } from '../model/model.ts';
import { REFUSED } from '../../strings/editors/tree.ts';

/** Largest neighbour that is read for its structure, in bytes. */
const MAX_NEIGHBOUR_BYTES = 1024 * 1024;

/**
 * Returns the structure of the value at a row, or of the first value inside it: the same keys with empty values, and empty
 * arrays.
 * @throws CodedError `refused` when there is no such value, it is too large, or `JSON.parse` can't read it
 */
export async function structureOf(
  model: TreeModel,
  row: number,
  where: 'before' | 'after' | 'inside',
): Promise<string> {
  const cached = await model.cache.read(where === 'inside' ? await firstInside(model, row) : row);
  if (cached === undefined) throw new CodedError('refused', REFUSED.noStructure);
  const { kind, byteStart, byteLength } = cached.row;
  if (byteLength > MAX_NEIGHBOUR_BYTES) throw new CodedError('refused', REFUSED.largeStructure(byteLength));
  if (kind === 'array') return '[]';
  const bytes = await model.client.readRange({ start: byteStart, end: asByte(byteStart + byteLength) });
  return emptied(decodeUtf8(bytes));
}

/**
 * Returns JSON with the same keys in all objects, and empty values.
 * @throws CodedError `refused` when `JSON.parse` can't read it
 */
export function emptied(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), (_, value: unknown) => {
      if (typeof value === 'string') return '';
      if (typeof value === 'number') return 0;
      if (typeof value === 'boolean') return false;
      return Array.isArray(value) ? [] : value;
    });
  } catch {
    throw new CodedError('refused', REFUSED.badStructure);
  }
}

/**
 * Returns the row of the first value inside a container, which is expanded if necessary.
 * @throws CodedError `refused` when there is none
 */
async function firstInside(model: TreeModel, row: number): Promise<number> {
  const cached = await model.cache.read(row);
  if (cached === undefined || !isContainer(cached.row.kind) || cached.row.childCount === 0)
    throw new CodedError('refused', REFUSED.noInside);
  if (!cached.row.expanded) await model.toggle(row);
  return row + 1;
}
