// Commands of the tree that are about the document: they don't depend on the row that has the focus.

import { expect, it } from 'vitest';
import { TreeCommands, type TreeCallbacks } from '../../../../src/ui/tree/commands/tree-commands.ts';
import type { TreeModel } from '../../../../src/ui/tree/model/model.ts';

it('[TRE-3] undo, redo and save are carried out also when the row that had the focus is gone', async () => {
  const done: string[] = [];
  const works: Promise<unknown>[] = [];
  const model = {
    // An undo just before has removed the last row, which had the focus.
    focus: 3,
    state: { caret: null },
    cache: { read: () => Promise.resolve(undefined) },
    editing: {},
    writing: {},
    dragging: {},
    scroller: { visible: 10 },
    run: (work: Promise<unknown>) => void works.push(work),
  };
  const commands = new TreeCommands(model as unknown as TreeModel);
  const note = (name: string) => (): Promise<void> => {
    done.push(name);
    return Promise.resolve();
  };
  const host = { onUndo: note('undo'), onRedo: note('redo'), onSave: note('save') };
  commands.setCallbacks(host as unknown as TreeCallbacks, false);
  for (const command of ['undo', 'redo', 'save'] as const) commands.run(command);
  await Promise.all(works);
  expect(done).toEqual(['undo', 'redo', 'save']);
});
