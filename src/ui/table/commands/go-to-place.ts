// How a table gets to a place that somebody names.

import type { Located } from '../../../shared/protocol/protocol.ts';
import { TABLE_SAID } from '../../strings/editors/table.ts';
import type { TableModel } from '../table-model.ts';

/** Goes to a place: a cell of the array that is shown, or the array that the place is, or is in. */
export async function goToPlace(model: TableModel, { offset, path }: Located): Promise<void> {
  const { state } = model;
  const isInside = path.length > state.path.length && state.path.every((segment, index) => path[index] === segment);
  if (state.phase === 'table' && isInside && (await model.changes.showByte(offset))) return;
  const isArray = (await model.client.countItems(path)) !== null;
  if (isArray) return model.open(path);
  const at = path.findIndex((segment) => typeof segment === 'number');
  if (at < 0) return model.announce(TABLE_SAID.notHere);
  await model.open(path.slice(0, at));
  await model.changes.showByte(offset);
}
