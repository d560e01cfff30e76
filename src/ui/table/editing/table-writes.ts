// What a table writes: all of it goes to the worker as changes of rows and columns, one after the other; each is one undo step.
// Rows are named by their positions in the array, so that a change means the same when those before it have been made.

import { hasCode } from '../../../shared/errors.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { TableChange } from '../../../shared/protocol/table.ts';
import type { DocumentClient, Task } from '../../client/document.ts';
import type { RunTask } from '../table-state.ts';

const MOST_TRIES = 3;
/** After these a row has another position. */
const MOVING: ReadonlySet<TableChange['type']> = new Set([
  'insert-rows',
  'remove-rows',
  'duplicate-rows',
  'move-rows',
  'sort-rows',
]);

/** The writes of one table. */
export class TableWrites {
  private waiting = 0;
  private turns: Promise<unknown> = Promise.resolve();
  /** Changes on their way after which rows may be elsewhere. */
  private moving = 0;

  constructor(
    private readonly client: DocumentClient,
    private readonly runTask: RunTask,
  ) {}

  /** Whether rows may be elsewhere once all that is on its way is done: undo and what writes the whole document count. */
  get movesRows(): boolean {
    return this.moving > 0 || (this.waiting === 0 && this.client.isWriting);
  }

  /** Makes a change once those before it are made. `joins`: it is a part of the undo step of the one before. */
  async change(label: string, path: Path, change: TableChange, joins = false): Promise<EditResult> {
    const moves = MOVING.has(change.type) ? 1 : 0;
    this.moving += moves;
    this.waiting += 1;
    try {
      return await this.inTurn(() => this.runTask(label, (task) => this.send(path, change, { ...task, joins })));
    } finally {
      this.moving -= moves;
      this.waiting -= 1;
    }
  }

  /** Does something once all changes are made that were begun before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.turns.then(work);
    this.turns = turn.catch(() => undefined);
    return turn;
  }

  private async send(path: Path, change: TableChange, task: Task & { readonly joins: boolean }): Promise<EditResult> {
    for (let tries = 1; ; tries += 1) {
      await this.client.caughtUp();
      try {
        return await this.client.edit(this.client.state.revision, { type: 'table', path, change }, task);
      } catch (error) {
        // Somebody else has written in between.
        if (!hasCode(error, 'stale') || tries === MOST_TRIES) throw error;
      }
    }
  }
}
