// What a table writes: all of it goes to the worker as changes of rows and columns, one after the other; each is one undo step.
// Rows are named by their positions in the array, so that a change means the same when those before it have been made.

import { hasCode } from '../../../shared/errors.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { TableChange } from '../../../shared/protocol/table.ts';
import type { DocumentClient, Task } from '../../client/document.ts';
import type { RunTask } from '../table-state.ts';

const MOST_TRIES = 3;

/** The writes of one table. */
export class TableWrites {
  private turns: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly client: DocumentClient,
    private readonly runTask: RunTask,
  ) {}

  /** Whether changes are on their way. */
  get isWriting(): boolean {
    return this.waiting > 0;
  }

  /** Makes a change once those before it are made. `joins`: it is a part of the undo step of the one before. */
  change(label: string, path: Path, change: TableChange, joins = false): Promise<EditResult> {
    return this.inTurn(() => this.runTask(label, (task) => this.send(path, change, { ...task, joins })));
  }

  /** Does something once all changes are made that were begun before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    const turn = this.turns.then(work).finally(() => {
      this.waiting -= 1;
    });
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
