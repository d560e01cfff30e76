// Keeps a table aligned with the view of the other panel.

import { RowAlignment } from '../../compare/row-alignment.ts';
import type { ViewPlace } from '../../panel-core/panel-core.ts';
import type { Located } from '../../../shared/protocol/protocol.ts';
import type { NodeIndex, Revision } from '../../../shared/units.ts';
import type { TableModel } from '../model/table-model.ts';
import { unlessStale } from '../../async/stale.ts';

/** The alignment of one table with another view. */
export class TableAlignment extends RowAlignment<TableModel> {
  /** `goTo` selects the cell at a place, and opens its array if that is not shown. */
  constructor(
    model: TableModel,
    private readonly goTo: (place: Pick<Located, 'offset' | 'path'>) => Promise<void>,
  ) {
    super(model);
  }

  protected focusedRow(): number {
    return this.model.state.selection.focus.row;
  }

  protected rowCount(): number {
    return this.model.rowCount;
  }

  protected valueAt(row: number): Omit<ViewPlace, 'below'> | null {
    const cached = this.model.cache.row(row);
    return cached?.fresh === true ? { node: cached.node, revision: this.model.client.state.revision } : null;
  }

  protected async rowOf(base: Revision, node: NodeIndex): Promise<number> {
    const { client, state } = this.model;
    if (state.phase !== 'table' || base !== client.state.revision) return -1;
    const { range } = await client.placeOf(node);
    if (range === null) return -1;
    const place = await unlessStale(client.placeOfCell(state.path, state.arranged?.id ?? null, range.start), null);
    return place?.row ?? -1;
  }

  /** Selects the cell of the value. */
  protected async select(_base: Revision, node: NodeIndex, isWanted: () => boolean): Promise<void> {
    const { path, range } = await this.model.client.placeOf(node);
    if (range !== null && isWanted()) await this.goTo({ offset: range.start, path });
  }
}
