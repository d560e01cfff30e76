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

/** Makes a change. `joins`: it is a part of the undo step of the one before. */
export type Write = (label: string, path: Path, change: TableChange, joins?: boolean) => Promise<EditResult>;

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

  /** Makes one change, in its turn. */
  change(label: string, path: Path, change: TableChange): Promise<EditResult> {
    return this.inTurn(MOVING.has(change.type), (write) => write(label, path, change));
  }

  /**
   * Does something once all is done that was begun before, and has what is begun later wait for it: what it reads stays true
   * until it writes. `moves`: rows may be elsewhere afterwards.
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
        // Somebody else has written in between.
        if (!hasCode(error, 'stale') || tries === MOST_TRIES) throw error;
      }
    }
  }
}
