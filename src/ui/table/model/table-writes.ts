// The writes of a table. Each is sent to the worker as a change of rows and columns, one after the other, and is one undo step.
// Rows are named by their positions in the array at the revision that the change is based on. When somebody else has changed the
// document meanwhile, the change is refused, and the positions are looked up again.

import { CodedError, hasCode } from '../../../shared/errors.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { TableChange } from '../../../shared/protocol/table.ts';
import type { Revision } from '../../../shared/units.ts';
import type { DocumentClient, RunTask } from '../../client/document.ts';
import type { FollowedValue } from '../../client/followed-value.ts';
import { TABLE_REFUSED } from '../../strings/editors/table.ts';
import { Sequencer } from '../../../shared/sequencer.ts';

const MAX_TRIES = 8;

/** Makes a change of the array at a path. With `joins`, it becomes part of the previous change's undo step. */
export type Write = (label: string, path: Path, change: TableChange, joins?: boolean) => Promise<EditResult>;

/** Looks up rows and writes them; `isAgain` after the document was changed by somebody else meanwhile. */
type Work<T> = (write: Write, isAgain: boolean) => Promise<T>;

export class TableWrites {
  private waiting = 0;
  private readonly turns = new Sequencer();
  /** The number of pending changes that may move rows. */
  private moving = 0;

  constructor(
    private readonly client: DocumentClient,
    private readonly runTask: RunTask,
    /** Called when a write has ended. */
    private readonly onDone: () => void,
  ) {}

  /** Whether nothing is being written from here. */
  get isIdle(): boolean {
    return this.waiting === 0;
  }

  /** Whether pending writes may move rows. Undo and writes of the whole document count. */
  get movesRows(): boolean {
    return this.moving > 0 || (this.waiting === 0 && this.client.isWriting);
  }

  /**
   * Runs work after all work begun before, and makes later work wait for it. `moves` says that it may move rows. The work looks
   * up the rows that it names, and is run again if the document was changed by somebody else before its first write.
   */
  async inTurn<T>(moves: boolean, work: Work<T>): Promise<T> {
    this.waiting += 1;
    if (moves) this.moving += 1;
    try {
      return await this.turns.run(() => this.attempt(work));
    } finally {
      this.waiting -= 1;
      if (moves) this.moving -= 1;
      this.onDone();
    }
  }

  /**
   * Sets a value inside a followed item of an array.
   * @throws CodedError `refused` when the item is gone
   */
  async setInside(label: string, item: FollowedValue, path: Path, json: string): Promise<EditResult> {
    return this.inTurn(false, async (write) => {
      const found = await item.find();
      const position = found?.path.at(-1);
      if (found === null || typeof position !== 'number') throw new CodedError('refused', TABLE_REFUSED.rowGone);
      const rows = Uint32Array.from([position]);
      return write(label, found.path.slice(0, -1), { type: 'set-cells', rows, columns: [path], jsons: [json] });
    });
  }

  private async attempt<T>(work: Work<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      await this.client.caughtUp();
      let base: Revision = this.client.state.revision;
      let hasWritten = false;
      const write: Write = async (label, path, change, joins = false) => {
        const intent = { type: 'table', path, change } as const;
        const result = await this.runTask(label, (task) => this.client.edit(base, intent, { ...task, joins }));
        base = result.revision;
        hasWritten = true;
        return result;
      };
      try {
        return await work(write, tries > 1);
      } catch (error) {
        if (!hasCode(error, 'stale') || hasWritten || tries === MAX_TRIES) throw error;
      }
    }
  }
}
