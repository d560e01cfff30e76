// Shows in the table where the document has changed, or a place that the user goes to.

import type { EditResult } from '../../../shared/protocol/protocol.ts';
import { asByte, type ByteOffset } from '../../../shared/units.ts';
import type { DocumentClient } from '../../client/document.ts';
import type { CellAt, CellSelection, Rectangle } from '../../model/cell-selection.ts';
import type { TableState } from './table-state.ts';
import { unlessStale } from '../../async/stale.ts';

/** The parts of the table model that are used here. */
export interface RevealingTable {
  readonly client: DocumentClient;
  readonly state: TableState;
  arrival(revision: number): Promise<void>;
  latest(selection: CellSelection): CellSelection | null;
  select(at: CellAt): void;
  blink(area: Rectangle): void;
}

/** Selects the cell at a byte, unless the user has moved the selection in the meantime. */
export class ChangeReveal {
  /** The selection when a write of the whole document began; `null` when there is none. */
  private selectionBefore: CellSelection | null = null;

  constructor(private readonly table: RevealingTable) {}

  /** Called when a write of the whole document begins: a selection made from now on is kept. */
  hold(): void {
    this.selectionBefore ??= this.table.state.selection;
  }

  release(): void {
    this.selectionBefore = null;
  }

  /** Shows what a write changed. */
  async reveal({ changed, revision, isInPlace }: EditResult): Promise<void> {
    const { table, selectionBefore } = this;
    if (isInPlace === true) await table.arrival(revision);
    else if (changed !== null) await this.showByte(changed.start, revision, selectionBefore ?? table.state.selection);
  }

  /**
   * Makes the cell that contains a byte blink. Selects it if the selection is still `selection`. Returns whether there is such
   * a cell.
   */
  async showByte(
    offset: ByteOffset,
    revision: number = this.table.client.state.revision,
    selection = this.table.state.selection,
  ): Promise<boolean> {
    const { table } = this;
    await table.arrival(revision);
    const { phase, path, arranged, layout } = table.state;
    if (phase !== 'table') return false;
    // Where the document was written again, it is for that write to show something.
    const place = await unlessStale(table.client.placeOfCell(path, arranged?.id ?? null, asByte(offset)), null);
    if (place === null || place.row < 0) return false;
    const column = layout.indexOfPath(place.path);
    const at = { row: place.row, column: column < 0 ? table.state.selection.focus.column : column };
    if (table.latest(selection) !== null && table.state.field === null) table.select(at);
    table.blink({ firstRow: at.row, lastRow: at.row, firstColumn: at.column, lastColumn: at.column });
    return true;
  }
}
