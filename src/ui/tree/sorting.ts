// What is to be sorted: asked about in a dialog, and then done.

import { isContainer } from '../../shared/rows.ts';
import type { SortBy } from '../../shared/protocol.ts';
import type { TreeModel } from './model.ts';
import type { Direction, SortQuestion } from './sortdialog.tsx';

/** A question, and what to do with its answer. */
export interface Sorting extends SortQuestion {
  sort(by: SortBy, direction: Direction): Promise<void>;
}

/** What can be sorted at the focus; `null` where nothing can. */
export async function askSorting(model: TreeModel): Promise<Sorting | null> {
  const row = Math.max(0, model.focus);
  const cached = await model.cache.read(row);
  if (cached === undefined || !isContainer(cached.row.kind)) return null;
  const { kind, childCount, node } = cached.row;
  return {
    kind: kind === 'object' ? 'object' : 'array',
    count: childCount,
    paths: (signal) => model.client.sortPaths(cached.revision, node, { signal }),
    async sort(by, direction) {
      const result = await model.editing.changeOne(row, 'Sorting', (target) => ({
        type: 'sort',
        node: target,
        by,
        direction,
      }));
      if (result !== null) model.announce(`Sorted ${childCount.toLocaleString()} values.`);
    },
  };
}
