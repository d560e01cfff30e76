// Goes to a place of the document in a table.

import type { Located } from '../../../shared/protocol/protocol.ts';
import { TABLE_SAID } from '../../strings/editors/table.ts';
import type { TableModel } from '../model/table-model.ts';

/**
 * Goes to a place: its cell if it is in the array that is shown; otherwise opens the array at the place, or the outermost array
 * around it.
 */
export async function goToPlace(model: TableModel, { offset, path }: Pick<Located, 'offset' | 'path'>): Promise<void> {
  const { state } = model;
  const isInside = path.length > state.path.length && state.path.every((segment, index) => path[index] === segment);
  if (state.phase === 'table' && isInside && (await model.selection.showByte(offset))) return;
  const isArray = (await model.client.countItems(path)) !== null;
  if (isArray) return model.open(path);
  const at = path.findIndex((segment) => typeof segment === 'number');
  if (at < 0) return model.announce(TABLE_SAID.notHere);
  await model.open(path.slice(0, at));
  await model.selection.showByte(offset);
}
