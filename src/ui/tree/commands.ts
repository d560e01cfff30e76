// What each command of the keyboard does to the tree.

import { isContainer } from '../../shared/rows.ts';
import type { Command } from './keys.ts';
import type { TreeModel } from './model.ts';

/** What the tree leaves to the panel around it. */
export interface TreeHost {
  readonly readOnly: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onSave: () => void;
}

/** Carries out a command on a row. */
export function carryOut(model: TreeModel, command: Command, row: number, host: TreeHost): void {
  const { cache, client, scroller } = model;
  const page = Math.max(1, Math.floor(scroller.visible) - 1);
  const cached = cache.get(row)?.row;
  const container = cached !== undefined && isContainer(cached.kind);
  const expanded = cached?.expanded ?? false;
  const write = (action: () => Promise<unknown>): void => {
    if (!host.readOnly) model.run(action());
  };
  switch (command) {
    case 'up':
      return model.select(row - 1);
    case 'down':
      return model.select(row + 1);
    case 'pageUp':
      return model.select(row - page);
    case 'pageDown':
      return model.select(row + page);
    case 'first':
      return model.select(0);
    case 'last':
      return model.select(client.state.rowCount - 1);
    case 'open':
      if (!container) return;
      return expanded ? model.select(row + 1) : model.run(model.toggle(row));
    case 'close':
      return model.run(container && expanded ? model.toggle(row) : model.selectParent(row));
    case 'toggle':
      return model.run(model.toggle(row));
    case 'edit':
      return container ? model.run(model.toggle(row)) : write(() => model.editing.edit(row, 'value'));
    case 'rename':
      return write(() => model.editing.edit(row, 'key'));
    case 'insert':
      return write(() => model.editing.insert(row));
    case 'remove':
      return write(() => model.editing.remove(row));
    case 'undo':
      return host.onUndo();
    case 'redo':
      return host.onRedo();
    case 'save':
      return host.onSave();
  }
}
