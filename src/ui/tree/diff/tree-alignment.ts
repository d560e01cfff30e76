// Keeps a tree aligned with the view of the other panel.

import { RowAlignment } from '../../compare/row-alignment.ts';
import type { ViewPlace } from '../../panel-core/panel-core.ts';
import type { NodeIndex, Revision } from '../../../shared/units.ts';
import type { TreeModel } from '../model/model.ts';
import { selectRow } from '../model/selection.ts';

/** The alignment of one tree with another view. */
export class TreeAlignment extends RowAlignment<TreeModel> {
  protected focusedRow(): number {
    return this.model.focus;
  }

  protected rowCount(): number {
    return this.model.client.state.rowCount;
  }

  protected valueAt(row: number): Omit<ViewPlace, 'below'> | null {
    const cached = this.model.cache.get(row);
    return cached?.fresh === true ? { node: cached.row.node, revision: cached.revision } : null;
  }

  protected async rowOf(base: Revision, node: NodeIndex): Promise<number> {
    const [row = 0] = await this.model.client.rowsAround(base, Uint32Array.of(node));
    return row;
  }

  /** Expands to the value and selects its row. */
  protected async select(base: Revision, node: NodeIndex, isWanted: () => boolean): Promise<void> {
    const { model } = this;
    const { rowCount, ranges } = await model.client.rowsOfNodes(base, Uint32Array.of(node), true);
    await model.arrival(base, rowCount);
    if (!isWanted()) return;
    const row = ranges[0] ?? 0;
    model.select(row);
    model.blink(selectRow(row));
  }
}
