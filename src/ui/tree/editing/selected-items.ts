// The items that the sort and filter dialogs work on: those of the focused container, or of each of several selected values.

import { isContainer } from '../../../shared/protocol/rows.ts';
import type { SortRequest } from '../../../shared/protocol/edit-intent.ts';
import type { FilterCount, SortPaths } from '../../../shared/protocol/protocol.ts';
import type { WizardFilter } from '../../../shared/protocol/wizard.ts';
import type { TreeModel } from '../model/model.ts';
import { countSelected } from '../model/selection.ts';

/** The items that a dialog offers to sort or filter. */
export interface ItemsQuestion {
  /** `several`: more than one row is selected, and each value is handled by itself. */
  readonly kind: 'object' | 'array' | 'several';
  /** The number of items in the container; for `several`, the number of selected rows. */
  readonly count: number;
  readonly paths: (signal: AbortSignal) => Promise<SortPaths>;
  /** Counts the items that match. */
  readonly countMatching: (filter: WizardFilter, signal: AbortSignal) => Promise<FilterCount>;
  /** Starts to compute an order before the sort is requested; `null` discards it. */
  readonly prepareSort: (sort: Pick<SortRequest, 'by' | 'direction'> | null) => void;
}

/** Returns the items of the selection; `null` when there are none. */
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
    // A failure is ignored: the sort itself reports it.
    prepareSort: (sort) =>
      void model.client.prepareSort(cached.revision, sort && { node, ...sort }).catch(() => undefined),
  };
}
