// The filters and the order of rows, which a worker that replaces another one does not know.

import type { Arrangement } from '../../../shared/protocol/table.ts';
import type { DocumentClient } from '../../client/document.ts';
import type { TableState } from './table-state.ts';
import { unlessStale } from '../../async/stale.ts';

/** The table whose order may be lost. */
interface OrderedTable {
  readonly client: DocumentClient;
  readonly state: Pick<TableState, 'path' | 'arranged' | 'arrangement'>;
  /** Whether the array or its rows are being chosen. */
  readonly isChoosing: boolean;
  arrange(arrangement: Arrangement): Promise<void>;
  run(action: Promise<unknown>): void;
}

/** Arranges the rows of one table anew after its worker was replaced. */
export class LostOrder {
  /** The arrangement that was last restored: each is restored only once. */
  private restored: number | null = null;

  constructor(private readonly table: OrderedTable) {}

  /** Restores the arrangement, after a call that did not find it. */
  restore(): void {
    const { client, state, isChoosing } = this.table;
    const id = state.arranged?.id ?? null;
    // Rows that are being chosen anew need no others.
    if (id === null || id === this.restored || client.isWriting || isChoosing) return;
    this.restored = id;
    this.table.run(this.table.arrange(state.arrangement));
  }

  /** Waits until the worker knows the order of the rows, which a new one does not, and it may be the first to be asked for it. */
  async recover(): Promise<void> {
    const { client, state } = this.table;
    const id = state.arranged?.id ?? null;
    if (id === null) return;
    if ((await unlessStale(client.rowPositions(state.path, id, 0, 0), null)) !== null) return;
    this.restored = id;
    if (this.table.state.arranged?.id === id) await this.table.arrange(state.arrangement);
  }
}
