// Whether a table is at rest: nothing is being written, and its rows and cells are those of the document. Keys that depend on
// rows or cells wait for it.

import type { DocumentClient } from '../../client/document.ts';

/** What a table may be busy with. */
export interface RestingTable {
  readonly client: DocumentClient;
  /** Whether it is writing, reading rows, or choosing them. */
  readonly isBusy: boolean;
  /** Whether its rows are those of the document's current revision. */
  readonly isCurrent: boolean;
}

export class TableRest {
  private waiting: (() => void)[] = [];
  /** Writes of the whole document that are under way, such as undo. */
  private held = 0;

  constructor(private readonly table: RestingTable) {}

  hold(): void {
    this.held += 1;
  }

  release(): void {
    this.held = Math.max(0, this.held - 1);
    this.check();
  }

  /** Whether a write of the whole document is under way. */
  get isHeld(): boolean {
    return this.held > 0;
  }

  get isAtRest(): boolean {
    const { client, isBusy, isCurrent } = this.table;
    return this.held === 0 && !client.isWriting && !client.isRecovering && !isBusy && isCurrent;
  }

  /** Waits until the table is at rest. */
  async come(): Promise<void> {
    while (!this.isAtRest) {
      if (this.table.client.isWriting) await this.table.client.caughtUp();
      else await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Called whenever something has ended. */
  check(): void {
    if (this.waiting.length === 0 || (!this.isAtRest && !this.table.client.isWriting)) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
