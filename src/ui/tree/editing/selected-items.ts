// The items that a dialog asks about: those of the value with the focus, or of each of several that are selected.

import { isContainer } from '../../../shared/protocol/rows.ts';
import type { SortRequest } from '../../../shared/protocol/edit-intent.ts';
import type { Kept, SortPaths } from '../../../shared/protocol/protocol.ts';
import type { WizardFilter } from '../../../shared/protocol/wizard.ts';
import type { TreeModel } from '../model.ts';
import { countSelected } from '../selection.ts';

/** Whose items are asked about. */
export interface ItemsQuestion {
  /** `several`: any values that are selected, each by itself. */
  readonly kind: 'object' | 'array' | 'several';
  /** How many values are in it; of several, how many rows are selected. */
  readonly count: number;
  readonly paths: (signal: AbortSignal) => Promise<SortPaths>;
  /** How many of the items match. */
  readonly countMatching: (filter: WizardFilter, signal: AbortSignal) => Promise<Kept>;
  /** Says how they may have to be sorted soon; `null`: not at all. */
  readonly prepareSort: (sort: Pick<SortRequest, 'by' | 'direction'> | null) => void;
}

/** The items of what is selected; `null` where there are none to ask about. */
export async function askItems(model: TreeModel): Promise<ItemsQuestion | null> {
  const selected = countSelected(model.state.selection);
  if (selected === 0) return null;
  if (selected > 1) {
    const { ranges } = model.state.selection;
    return {
      kind: 'several',
      count: selected,
      async paths(signal) {
        const { base, nodes } = await model.client.nodesAt(ranges, { signal });
        return model.client.sortPaths(base, nodes, { signal });
      },
      async countMatching(filter, signal) {
        const { base, nodes } = await model.client.nodesAt(ranges, { signal });
        return model.client.countMatching(base, nodes, filter, { signal });
      },
      prepareSort: () => undefined,
    };
  }
  const cached = await model.cache.read(model.focus);
  if (cached === undefined || !isContainer(cached.row.kind)) return null;
  const { kind, childCount, node } = cached.row;
  return {
    kind: kind === 'object' ? 'object' : 'array',
    count: childCount,
    paths: (signal) => model.client.sortPaths(cached.revision, Uint32Array.of(node), { signal }),
    countMatching: (filter, signal) =>
      model.client.countMatching(cached.revision, Uint32Array.of(node), filter, { signal }),
    // Where that fails, the sorting itself says why.
    prepareSort: (sort) =>
      void model.client.prepareSort(cached.revision, sort && { node, ...sort }).catch(() => undefined),
  };
}
