// Shows in the table where the document has changed, or where somebody wants to go.

import type { EditResult } from '../../shared/protocol/protocol.ts';
import { asByte, type ByteOffset } from '../../shared/units.ts';
import type { DocumentClient } from '../client/document.ts';
import type { CellAt, CellSelection, Rectangle } from './cell-selection.ts';
import type { TableState } from './table-state.ts';

/** What is asked of the table. */
export interface RevealingTable {
  readonly client: DocumentClient;
  readonly state: TableState;
  arrival(revision: number): Promise<void>;
  select(at: CellAt): void;
  blink(area: Rectangle): void;
  run(action: Promise<unknown>): void;
}

/** Selects cells by the bytes in them, unless a hand has moved the selection meanwhile. */
export class ChangeReveal {
  /** What was selected when a write of the whole document began. */
  private selectionBefore: CellSelection | null = null;

  constructor(private readonly table: RevealingTable) {}

  /** The document is being written as a whole: what is selected from now on was chosen since. */
  hold(): void {
    this.selectionBefore ??= this.table.state.selection;
  }

  release(): void {
    this.selectionBefore = null;
  }

  /** Shows what a write changed. */
  reveal({ changed, revision }: EditResult): void {
    const { table, selectionBefore } = this;
    if (changed !== null) table.run(this.showByte(changed.start, revision, selectionBefore ?? table.state.selection));
  }

  /** Selects the cell that a byte is in; answers whether there is one. `selection`: what a hand has not changed since. */
  async showByte(
    offset: ByteOffset,
    revision: number = this.table.client.state.revision,
    selection = this.table.state.selection,
  ): Promise<boolean> {
    const { table } = this;
    await table.arrival(revision);
    const { phase, path, arranged, layout } = table.state;
    if (phase !== 'table') return false;
    const place = await table.client.placeOfCell(path, arranged?.id ?? null, asByte(offset));
    if (place === null || place.row < 0) return false;
    const column = layout.indexOfPath(place.path);
    const at = { row: place.row, column: column < 0 ? table.state.selection.focus.column : column };
    if (table.state.selection === selection && table.state.field === null) table.select(at);
    table.blink({ firstRow: at.row, lastRow: at.row, firstColumn: at.column, lastColumn: at.column });
    return true;
  }
}
