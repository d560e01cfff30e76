// The writes of a table. Each is sent to the worker as a change of rows and columns, one after the other, and is one undo step.
// Rows are named by their positions in the array, so that a change stays valid after the changes before it.

import { hasCode } from '../../../shared/errors.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { TableChange } from '../../../shared/protocol/table.ts';
import type { DocumentClient, Task } from '../../client/document.ts';
import type { RunTask } from '../table-state.ts';

const MOST_TRIES = 3;
/** Changes after which rows may have other positions. */
const MOVING: ReadonlySet<TableChange['type']> = new Set([
  'insert-rows',
  'remove-rows',
  'duplicate-rows',
  'move-rows',
  'sort-rows',
]);

/** Makes a change. With `joins`, it becomes part of the previous change's undo step. */
export type Write = (label: string, path: Path, change: TableChange, joins?: boolean) => Promise<EditResult>;

/** The writes of one table. */
export class TableWrites {
  private waiting = 0;
  private turns: Promise<unknown> = Promise.resolve();
  /** The number of pending changes that may move rows. */
  private moving = 0;

  constructor(
    private readonly client: DocumentClient,
    private readonly runTask: RunTask,
  ) {}

  /** Whether pending writes may move rows. Undo and writes of the whole document count. */
  get movesRows(): boolean {
    return this.moving > 0 || (this.waiting === 0 && this.client.isWriting);
  }

  /** Makes one change in its turn. */
  change(label: string, path: Path, change: TableChange): Promise<EditResult> {
    return this.inTurn(MOVING.has(change.type), (write) => write(label, path, change));
  }

  /**
   * Runs work after all work begun before, and makes later work wait for it: what it reads stays valid until it writes. `moves`
   * says that it may move rows.
   */
  async inTurn<T>(moves: boolean, work: (write: Write) => Promise<T>): Promise<T> {
    const write: Write = (label, path, change, joins = false) =>
      this.runTask(label, (task) => this.send(path, change, { ...task, joins }));
    this.waiting += 1;
    if (moves) this.moving += 1;
    const turn = this.turns.then(() => work(write));
    this.turns = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting -= 1;
      if (moves) this.moving -= 1;
    }
  }

  private async send(path: Path, change: TableChange, task: Task & { readonly joins: boolean }): Promise<EditResult> {
    for (let tries = 1; ; tries += 1) {
      await this.client.caughtUp();
      try {
        return await this.client.edit(this.client.state.revision, { type: 'table', path, change }, task);
      } catch (error) {
        // The document was changed from elsewhere.
        if (!hasCode(error, 'stale') || tries === MOST_TRIES) throw error;
      }
    }
  }
}
