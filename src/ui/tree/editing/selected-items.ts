// The items that a dialog asks about: those of the value with the focus, or of each of several that are selected.

import type { Path } from '../../../shared/document/path.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import type { SortRequest } from '../../../shared/protocol/protocol.ts';
import type { TreeModel } from '../model.ts';
import { countSelected } from '../selection.ts';

/** Whose items are asked about. */
export interface ItemsQuestion {
  /** `several`: any values that are selected, each by itself. */
  readonly kind: 'object' | 'array' | 'several';
  /** How many values are in it; of several, how many rows are selected. */
  readonly count: number;
  /** What the items have in common, most frequent first. */
  readonly paths: (signal: AbortSignal) => Promise<readonly Path[]>;
  /** Says how they may have to be sorted soon; `null`: not at all. */
  readonly prepareSort: (sort: Pick<SortRequest, 'by' | 'direction'> | null) => void;
}

/** The items of what is selected; `null` where there are none to ask about. */
export async function askItems(model: TreeModel): Promise<ItemsQuestion | null> {
  const selected = countSelected(model.state.selection);
  if (selected === 0) return null;
  if (selected > 1) {
    const paths: ItemsQuestion['paths'] = async (signal) => {
      const { base, nodes } = await model.client.nodesAt(model.state.selection.ranges, { signal });
      return model.client.sortPaths(base, nodes, { signal });
    };
    return { kind: 'several', count: selected, paths, prepareSort: () => undefined };
  }
  const cached = await model.cache.read(model.focus);
  if (cached === undefined || !isContainer(cached.row.kind)) return null;
  const { kind, childCount, node } = cached.row;
  return {
    kind: kind === 'object' ? 'object' : 'array',
    count: childCount,
    paths: (signal) => model.client.sortPaths(cached.revision, Uint32Array.of(node), { signal }),
    // Where that fails, the sorting itself says why.
    prepareSort: (sort) =>
      void model.client.prepareSort(cached.revision, sort && { node, ...sort }).catch(() => undefined),
  };
}
