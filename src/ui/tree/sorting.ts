// What is to be sorted: asked about in a dialog, and then done.

import { isContainer } from '../../shared/rows.ts';
import type { SortBy } from '../../shared/protocol.ts';
import type { TreeModel } from './model.ts';
import { countSelected } from './selection.ts';
import type { Direction, SortQuestion } from './sortdialog.tsx';

/** A question, and what to do with its answer. */
export interface Sorting extends SortQuestion {
  sort(by: SortBy, direction: Direction): Promise<void>;
}

/** What can be sorted of what is selected; `null` where nothing can. */
export async function askSorting(model: TreeModel): Promise<Sorting | null> {
  const sort: Sorting['sort'] = (by, direction) =>
    model.writing.changeMany('Sorting', 'Sorted', (nodes) => ({ type: 'sort', nodes, by, direction }));
  const selected = countSelected(model.state.selection);
  if (selected === 0) return null;
  if (selected > 1) {
    const paths: Sorting['paths'] = async (signal) => {
      const { base, nodes } = await model.client.nodesAt(model.state.selection.ranges, { signal });
      return model.client.sortPaths(base, nodes, { signal });
    };
    return { kind: 'several', count: selected, paths, sort };
  }
  const cached = await model.cache.read(model.focus);
  if (cached === undefined || !isContainer(cached.row.kind)) return null;
  const { kind, childCount, node } = cached.row;
  return {
    kind: kind === 'object' ? 'object' : 'array',
    count: childCount,
    paths: (signal) => model.client.sortPaths(cached.revision, Uint32Array.of(node), { signal }),
    sort,
  };
}
