// Keeps the focus on its value when rows appear or disappear because only some values are shown, or all again: rows are known by
// their number, which is another one then.

import { asNode } from '../../../shared/units.ts';
import type { TreeModel } from './model.ts';
import { selectRow } from './selection.ts';
import { unlessStale } from '../../async/stale.ts';

/** Follows what the document is narrowed to. Returns a function that stops it. */
export function keepFocusedValue(model: TreeModel): () => void {
  const { client, cache } = model;
  let before = client.state;
  const follow = async (node: number, opens: boolean): Promise<void> => {
    const { revision } = client.state;
    const { selection } = model.state;
    const nodes = Uint32Array.of(asNode(node));
    // Where everything is shown again, the value is looked at in what is around it.
    if (opens) await client.rowsOfNodes(revision, nodes, true);
    const [row = 0] = await client.rowsAround(revision, nodes);
    await model.arrival(revision, row + 1);
    // Somebody else has moved the focus, or written, meanwhile.
    if (client.state.revision !== revision || model.state.selection !== selection) return;
    model.select(row);
    // Rows that blink are known by their number too.
    if (model.state.blink !== null) model.blink(selectRow(row));
  };
  return client.subscribe(() => {
    const { state } = client;
    const [was, is] = [before.narrowed, state.narrowed];
    const isSame = was?.kind === is?.kind && was?.detail === is?.detail && was?.count === is?.count;
    const isEdit = before.revision !== state.revision;
    before = state;
    if (isSame || isEdit || model.focus < 0) return;
    const cached = cache.get(model.focus);
    if (cached?.revision === state.revision)
      model.run(unlessStale(follow(cached.row.node, is === null), undefined, 'worker-died'));
  });
}
